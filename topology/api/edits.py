"""Changing a topology: named operations, undo and redo, publishing, restoring."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Field, Query, Router, Schema

from topology.models import Topology
from topology.schemas import AppliedOut, ConflictProblem, OperationsIn, RestoreIn, TopologyOut
from topology.services import apply_ops, publish, redo, restore, undo, unpublish

from .auth import actor_of, topology_of
from .description import with_headers
from .shapes import tagged, topology_out, verdict_out

router = Router(tags=["Changes"])
TAGGED = with_headers(200, "ETag")
PATH = "/teams/{slug:team}/topologies/{slug:slug}"


class Publishing(Schema):
    """Which revision to publish."""

    revision: int | None = Field(None, ge=1, le=2_147_483_647, description="Left out: the head.")


@router.post(
    PATH + "/ops",
    response={200: AppliedOut, 409: ConflictProblem},
    summary="Apply operations",
    openapi_extra=TAGGED,
)
def apply_operations(request: HttpRequest, team: str, slug: str, body: OperationsIn) -> HttpResponse:
    """Apply named operations to the revision they were made on, in order, all or none, as one new revision.

    Where the head has moved on they are applied to the head if they still mean the same, else the answer is a
    conflict with both sides. With `dry_run` nothing is stored.
    """
    topology = topology_of(request, team, slug, write=True)
    applied = apply_ops(actor_of(request), topology, body.base, body.ops, dry_run=body.dry_run)
    answer: dict[str, Any] = {
        "revision": applied.revision.number if applied.revision else None,
        "base": applied.base,
        "rebased": applied.rebased,
        "head": topology.head,
        "dry_run": body.dry_run,
        "words": list(applied.words),
        "also": list(applied.also),
        "patch": applied.patch,
        "verdict": verdict_out(applied.judgement),
    }
    return tagged(topology, answer)


@router.post(PATH + "/undo", response={200: TopologyOut}, summary="Undo the last change", openapi_extra=TAGGED)
def undo_change(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Bring back the text before the last change, whoever made it, as a new revision; 409 where there is none."""
    topology = topology_of(request, team, slug, write=True)
    undo(actor_of(request), topology)
    return _now(topology)


@router.post(PATH + "/redo", response={200: TopologyOut}, summary="Redo", openapi_extra=TAGGED)
def redo_change(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Bring back what the last undo took away, as a new revision; 409 where nothing was undone."""
    topology = topology_of(request, team, slug, write=True)
    redo(actor_of(request), topology)
    return _now(topology)


@router.post(PATH + "/restore", response={200: TopologyOut}, summary="Restore a revision", openapi_extra=TAGGED)
def restore_revision(request: HttpRequest, team: str, slug: str, body: RestoreIn) -> HttpResponse:
    """Make an earlier revision's text the head again, as a new revision (none where it already is)."""
    topology = topology_of(request, team, slug, write=True)
    restore(actor_of(request), topology, body.revision)
    return _now(topology)


@router.post(PATH + "/publish", response={200: TopologyOut}, summary="Publish a revision", openapi_extra=TAGGED)
def publish_revision(request: HttpRequest, team: str, slug: str, which: Query[Publishing]) -> HttpResponse:
    """Mark a valid revision as the one that dashboards, shares and exports default to."""
    topology = topology_of(request, team, slug, write=True)
    publish(actor_of(request), topology, which.revision)
    return _now(topology)


@router.post(PATH + "/unpublish", response={200: TopologyOut}, summary="Unpublish", openapi_extra=TAGGED)
def unpublish_topology(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Take the published mark away; exports then default to the head."""
    topology = topology_of(request, team, slug, write=True)
    unpublish(actor_of(request), topology)
    return _now(topology)


def _now(topology: Topology) -> HttpResponse:
    return tagged(topology, topology_out(topology))
