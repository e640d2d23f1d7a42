"""A team's own node registry: loading one re-judges every graph that the team has stored, in one transaction."""

from __future__ import annotations

from django.db import transaction

from ..models import Team, Topology
from . import audit, store
from .actor import Actor
from .reading import judge_for, read_registry


def set_registry(actor: Actor, team: Team, data: bytes | None) -> int:
    """Put a registry in force (None: the documented one again); returns how many graphs changed their verdict.

    `Rejected` (422, with diagnostics) where the document is no registry; nothing changes then.
    """
    if data:
        read_registry(data)
    changed = 0
    with transaction.atomic():
        row = Team.objects.select_for_update(no_key=True).get(pk=team.pk)
        row.registry = data or b""
        row.save(update_fields=["registry"])
        graphs = Topology.objects.select_for_update(no_key=True).filter(team=row, kind="graph").order_by("pk")
        for topology in graphs:
            topology.team = row
            before = (topology.valid, topology.errors, topology.warnings)
            store.describe(topology, judge_for(row, topology.revision().text, topology.openrig))
            changed += before != (topology.valid, topology.errors, topology.warnings)
        words = "load a node registry" if data else "go back to the documented node registry"
        audit.record(actor, row, "team.registry", words, changed=changed)
    team.registry = row.registry
    return changed
