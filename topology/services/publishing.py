"""Publishing: which revision dashboards, shares and the plain export show while editing goes on."""

from __future__ import annotations

from .. import metrics
from ..core.kinds import Judgement
from ..models import Topology
from . import audit, store
from .actor import Actor
from .errors import Rejected
from .reading import judge_for


def publish(actor: Actor, topology: Topology, number: int | None = None) -> Topology:
    """Publish a revision, the head where none is named; `Rejected` (422) where it is invalid, 404 where there is none.

    Pages name the revision that the person saw, so that nobody publishes another's draft unseen.
    """
    number = topology.head if number is None else number
    revision = topology.revisions.filter(number=number).first()
    if revision is None:
        raise Rejected(404, f"there is no revision {number}", f"the newest is {topology.head}")
    seen = store.rules_of(topology)
    judgement = judge_for(topology.team, revision.text, topology.openrig)
    with store.locked(topology) as row:
        if store.rules_of(row) != seen:
            judgement = judge_for(row.team, revision.text, row.openrig)
        _must_be_valid(judgement, number)
        row.published = number
        row.save(update_fields=["published"])
        audit.record(actor, row.team, "topology.publish", f"publish r{number}", topology=row, revision=number)
    store.carry(row, topology)
    metrics.count("publish")
    return topology


def _must_be_valid(judgement: Judgement, number: int) -> None:
    if judgement.valid:
        return
    found = judgement.report.errors
    title = f"revision {number} has {found} error{'s' if found != 1 else ''}"
    detail = "only a valid revision can be published: mend it first"
    raise Rejected(422, title, detail, judgement.report.diagnostics, judgement=judgement)


def unpublish(actor: Actor, topology: Topology) -> Topology:
    """Take the published mark away; exports then default to the head."""
    with store.locked(topology) as row:
        if row.published is not None:
            words = f"unpublish r{row.published}"
            audit.record(actor, row.team, "topology.unpublish", words, topology=row, revision=row.published)
            row.published = None
            row.save(update_fields=["published"])
    store.carry(row, topology)
    return topology
