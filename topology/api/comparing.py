"""Two revisions compared, both judged by what holds today."""

from __future__ import annotations

from typing import Any

from topology.core.diff import compare
from topology.models import Revision, Topology
from topology.services import judge_for


def compared(topology: Topology, before: Revision, after: Revision) -> dict[str, Any]:
    """What differs between two revisions: things of the picture, and diagnostics."""
    old, new = (judge_for(topology.team, revision.text, topology.openrig) for revision in (before, after))
    roots = (old.document.root if old.document else None, new.document.root if new.document else None)
    return compare(old.diagram(), new.diagram(), old.report, new.report, roots).to_dict()
