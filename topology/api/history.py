"""A topology's revisions, and what differs between two of them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from topology.models import Revision, Topology
from topology.schemas import DiffOut, RevisionDetailOut, RevisionPage
from topology.services import unified

from .auth import topology_of
from .comparing import compared
from .problems import Problem
from .shapes import page, revision_out
from .stored import Paging

router = Router(tags=["History"])
PATH = "/teams/{slug:team}/topologies/{slug:slug}"
LARGEST = 2_147_483_647


class Span(Schema):
    """Two revisions."""

    from_: int = Field(ge=1, le=LARGEST, alias="from", description="The revision before.", examples=[1])
    to: int = Field(ge=1, le=LARGEST, description="The revision after.", examples=[2])


@router.get(PATH + "/revisions", response=RevisionPage, summary="List revisions")
def list_revisions(request: HttpRequest, team: str, slug: str, part: Query[Paging]) -> Any:
    """The topology's revisions, newest first, each with its author and what was done in words."""
    topology = topology_of(request, team, slug)
    found = topology.revisions.light().order_by("-number")
    return page(request, found, part.limit, part.offset, lambda revision: revision_out(topology, revision))


@router.get(PATH + "/revisions/{int:number}", response=RevisionDetailOut, summary="Read a revision")
def read_revision(request: HttpRequest, team: str, slug: str, number: int) -> Any:
    """One revision, with the operations that made it (where operations did) and its patch against the one before."""
    topology = topology_of(request, team, slug)
    revision = revision_of(topology, number)
    before = revision_of(topology, number - 1).text if number > 1 else ""
    patch = unified(before, revision.text, name=f"{slug}.yaml", numbers=(f"r{number - 1}", f"r{number}"))
    return revision_out(topology, revision) | {"ops": revision.ops, "patch": patch}


@router.get(PATH + "/diff", response=DiffOut, by_alias=True, summary="Compare two revisions")
def diff_revisions(request: HttpRequest, team: str, slug: str, span: Query[Span]) -> Any:
    """What was added, removed and changed in the picture, which diagnostics are new or fixed, and the text's patch."""
    topology = topology_of(request, team, slug)
    before, after = revision_of(topology, span.from_), revision_of(topology, span.to)
    patch = unified(before.text, after.text, name=f"{slug}.yaml", numbers=(f"r{before.number}", f"r{after.number}"))
    return {"from": before.number, "to": after.number, "patch": patch} | compared(topology, before, after)


def revision_of(topology: Topology, number: int) -> Revision:
    """A revision by number; answers 404 where there is none."""
    if not 1 <= number <= topology.head:
        raise Problem(404, f"there is no revision {number}", f"the newest is {topology.head}")
    return topology.revision(number)
