"""Two revisions compared, both judged by what holds today."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from topology.core.diagnostics import foremost
from topology.core.diff import compare
from topology.models import Revision, Topology
from topology.services import judge_for

from .problems import MOST_DIAGNOSTICS


def compared(topology: Topology, before: Revision, after: Revision) -> dict[str, Any]:
    """What differs between two revisions: things of the picture, and diagnostics."""
    old, new = (judge_for(topology.team, revision.text, topology.openrig) for revision in (before, after))
    roots = (old.document.root if old.document else None, new.document.root if new.document else None)
    found = compare(old.diagram(), new.diagram(), old.report, new.report, roots)
    new, fixed = (tuple(foremost(told, MOST_DIAGNOSTICS)) for told in (found.new, found.fixed))
    return replace(found, new=new, fixed=fixed).to_dict()
