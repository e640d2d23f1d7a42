"""How a revision comes to be: prepared without a lock, appended under one, and prepared again where the head moved.

SQLite takes its one write lock when a transaction begins (`transaction_mode` IMMEDIATE), PostgreSQL locks the
topology's row. Parsing and judging take longer than a lock should be held, so they happen before; only the last of
several tries does them inside, so that a writer always gets through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from .. import metrics
from ..core.document import Splice
from ..core.kinds import Judgement
from ..models import Revision, Step, Team, Topology, escaped
from . import audit, rows
from .actor import Actor
from .errors import Rejected
from .reading import encode, sha256

TRIES = 4


@dataclass(frozen=True, slots=True)
class Draft:
    """A revision to be: the new text with its verdict, and how it came about."""

    text: str
    judgement: Judgement
    step: Step
    words: str
    ops: list[Any]
    steps: tuple[tuple[Splice, ...], ...]
    base: int | None = None
    origin: int | None = None


@contextmanager
def locked(topology: Topology) -> Iterator[Topology]:
    """The topology's fresh row in a transaction that no other writer shares; `Rejected` (404) where it is gone."""
    with transaction.atomic():
        row = Topology.objects.select_for_update(no_key=True).filter(pk=topology.pk, deleted_at=None).first()
        if row is None:
            raise _gone()
        # Read after the lock, on its own: a joined row could be older than the lock on PostgreSQL.
        row.team = Team.objects.get(pk=row.team_id)
        yield row


def _gone() -> Rejected:
    return Rejected(404, "this topology was deleted", "it can be brought back for 30 days")


def write(actor: Actor, topology: Topology, prepare: Callable[[Topology, Revision], Draft | None]) -> Revision | None:
    """Append what `prepare(topology, head)` makes of the head; None (and nothing stored) where it makes None.

    `prepare` may run several times, each time on the then newest head; what it raises is passed on. On return the
    given topology describes the new head.
    """
    for _ in range(TRIES):
        seen = Topology.objects.live().select_related("team").filter(pk=topology.pk).first()
        if seen is None:
            raise _gone()
        draft = prepare(seen, seen.revision())
        if draft is None:
            return None
        with locked(topology) as row:
            if _same(row, seen):
                return _append(actor, row, draft, topology)
        metrics.count("head_moved")
    with locked(topology) as row:
        draft = prepare(row, row.revision())
        return _append(actor, row, draft, topology) if draft else None


def rules_of(topology: Topology) -> tuple[str, bytes]:
    """What a topology is judged by: the OpenRig version and the team's registry."""
    return topology.openrig, topology.team.registry


def _same(row: Topology, seen: Topology) -> bool:
    """Whether what was prepared on `seen` still holds: same head, judged by the same rules."""
    return row.head == seen.head and rules_of(row) == rules_of(seen)


def _append(actor: Actor, row: Topology, draft: Draft, given: Topology) -> Revision:
    revision = append(actor, row, draft)
    carry(row, given)
    return revision


def append(actor: Actor, topology: Topology, draft: Draft) -> Revision:
    """Store a revision, the summary and the index rows of a locked or new topology, in the caller's transaction."""
    data = encode(draft.text)
    report = draft.judgement.report
    revision = Revision(
        topology=topology,
        number=topology.head + 1,
        data=data,
        sha256=sha256(data),
        step=draft.step,
        operation=escaped(draft.words),
        ops=draft.ops,
        splices=[[[s.start, s.end, s.new] for s in step] for step in draft.steps],
        base=draft.base,
        origin=draft.origin,
        author=actor.account,
        author_name=escaped(actor.name, 200),
        via=actor.via,
        kind=draft.judgement.kind,
        valid=report.valid,
        errors=report.errors,
        warnings=report.warnings,
    )
    revision.save()
    topology.head, topology.digest = revision.number, revision.sha256
    topology.updated, topology.updated_by, topology.updated_by_name = (
        revision.created, actor.account, revision.author_name,
    )  # fmt: skip
    describe(topology, draft.judgement)
    audit.record(
        actor, topology.team, f"topology.{draft.step}", draft.words, topology=topology, revision=revision.number
    )
    metrics.count("revision", draft.step)
    return revision


def describe(topology: Topology, judgement: Judgement) -> None:
    """Bring the summary and the index rows of a locked or new topology up to a judgement of its head."""
    diagram = judgement.diagram()
    topology.kind = judgement.kind
    topology.name = escaped(judgement.name) or topology.name or topology.slug
    topology.valid = judgement.report.valid
    topology.errors, topology.warnings = judgement.report.errors, judgement.report.warnings
    topology.node_count = len(rows.real_nodes(diagram)) if diagram else 0
    topology.edge_count = len(diagram.edges) if diagram else 0
    topology.off_canvas = len(diagram.off_canvas) if diagram else 0
    topology.save()
    rows.rebuild(topology, diagram)


def carry(row: Topology, given: Topology) -> None:
    """Let the caller's object say what was stored."""
    for field in Topology._meta.concrete_fields:
        if field.name != "team":
            setattr(given, field.attname, getattr(row, field.attname))
    if row.updated_by_id and "updated_by" in row._state.fields_cache:
        given.updated_by = row.updated_by


def touch(actor: Actor, topology: Topology) -> None:
    """Note who changed a locked topology last, without a revision."""
    topology.updated, topology.updated_by = timezone.now(), actor.account
    topology.updated_by_name = escaped(actor.name, 200)
