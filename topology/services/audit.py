"""The audit log: who did what, when, written in the transaction of the deed."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from ..models import AuditEntry, Team, Topology, escaped
from .actor import Actor


def record(
    actor: Actor, team: Team | None, action: str, words: str, *, topology: Topology | None = None, **detail: Any
) -> None:
    """Write one entry. `action` is a fixed word such as `topology.import`; `words` say it to a person."""
    AuditEntry.objects.create(
        team=team,
        topology=topology,
        target=escaped(topology.slug if topology else ""),
        action=action,
        words=escaped(words),
        detail=detail,
        actor=actor.account,
        actor_name=escaped(actor.name, 200),
        via=actor.via,
    )


def entries(team: Team, *, action: str = "", person: str = "", topology: str = "") -> QuerySet[AuditEntry]:
    """A team's entries, newest first; `action` may be the first part alone (`topology`, `share`)."""
    found = AuditEntry.objects.filter(team=team)
    if action:
        found = found.filter(action__startswith=escaped(action, 40))
    if person:
        found = found.filter(actor_name__icontains=escaped(person, 200))
    return found.filter(target=escaped(topology)) if topology else found
