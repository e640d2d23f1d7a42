"""Topologies of a team: the list, one of them, and bringing one in."""

from __future__ import annotations

from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Field, Query, Router, Schema

from topology.core.kinds import OPENRIG_VERSIONS
from topology.models import Topology
from topology.schemas import JudgedTopologyOut, SummaryOut, TopologyPage
from topology.services import import_topology, judge_for

from .auth import actor_of, team_of, topology_of
from .bodies import yaml_body
from .description import YAML_BODY, with_headers
from .problems import described
from .shapes import address, page, tagged, topology_out

router = Router(tags=["Topologies"])
Version = Literal[OPENRIG_VERSIONS]  # type: ignore[valid-type]


class Paging(Schema):
    """Which part of a list."""

    limit: int = Field(50, ge=1, le=200, description="How many items at most.")
    offset: int = Field(0, ge=0, le=1_000_000, description="How many items to pass over.")


class Wanted(Paging):
    """Which topologies, and which part of the list."""

    kind: Literal["rig", "rig-legacy", "graph"] | None = Field(None, description="`rig` means legacy rigs too.")
    valid: bool | None = Field(None, description="Only those without (or only those with) errors.")
    text: str = Field("", max_length=200, description="Found in name, slug, nodes or containers, in any case.")


class Reading(Schema):
    """How much to say of a topology."""

    diagnostics: bool = Field(False, description="Add everything that is said about the head, which is parsed for it.")


class Bringing(Schema):
    """How to bring a document in."""

    draft: bool = Field(False, description="Keep an invalid document as a draft.")
    openrig: Version | None = Field(None, description="The OpenRig release that a rig is judged by.")
    filename: str = Field("", max_length=200, description="Names the topology where the document has no name.")


@router.get("/teams/{slug:team}/topologies", response=TopologyPage, summary="List topologies")
def list_topologies(request: HttpRequest, team: str, wanted: Query[Wanted]) -> Any:
    """A team's topologies by name. Nothing is parsed: the verdicts are those of the last change."""
    found = Topology.objects.live().filter(team=team_of(request, team)).select_related("team")
    found = found.of_kind(wanted.kind or "").matching(wanted.text)
    if wanted.valid is not None:
        found = found.filter(valid=wanted.valid)
    return page(request, found.order_by("name", "slug", "pk"), wanted.limit, wanted.offset, topology_out)


@router.post(
    "/teams/{slug:team}/topologies",
    response={201: JudgedTopologyOut},
    summary="Import a document",
    openapi_extra=YAML_BODY | with_headers(201, "ETag", "Location"),
)
def create_topology(request: HttpRequest, team: str, how: Query[Bringing]) -> HttpResponse:
    """Store a YAML document, byte for byte. An invalid one is refused with its diagnostics, or kept with `draft=1`."""
    owner = team_of(request, team, write=True)
    data = yaml_body(request)
    made = import_topology(actor_of(request), owner, data, filename=how.filename, draft=how.draft, openrig=how.openrig)
    made.team = owner
    response = tagged(made, judged(made, data), 201)
    response["Location"] = address(owner, made.slug)
    return response


@router.get(
    "/teams/{slug:team}/topologies/{slug:slug}",
    response={200: SummaryOut},
    summary="Read a topology",
    openapi_extra=with_headers(200, "ETag"),
)
def read_topology(request: HttpRequest, team: str, slug: str, how: Query[Reading]) -> HttpResponse:
    """Summary, verdict, head and published revision.

    The `ETag` is the head's, for the `If-Match` of a write. `If-None-Match` is not heeded: what is published, the
    verdict and the name may change while the head stays, so it could not tell whether this answer is still true.
    """
    topology = topology_of(request, team, slug)
    body = judged(topology, topology.revision().data) if how.diagnostics else topology_out(topology)
    return tagged(topology, body)


def judged(topology: Topology, data: bytes) -> dict[str, Any]:
    """A topology as `JudgedTopologyOut`; `data` is its head."""
    judgement = judge_for(topology.team, data.decode("utf-8"), topology.openrig)
    return topology_out(topology) | {"diagnostics": described(judgement.report.diagnostics)}
