"""Two revisions compared."""

from __future__ import annotations

from typing import Any

from topology.models import Revision, Topology


def compared(topology: Topology, before: Revision, after: Revision) -> dict[str, Any]:
    """What differs between two revisions, judged by what holds today."""
    return {}
