"""What a team's topologies say together: who a seat is, how an address resolves, which registry is in force."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from topology.core.rig import is_address, whoami
from topology.core.rig.escalation import Seat
from topology.models import Topology
from topology.schemas import RegistryOut, SeatOut, WhoamiOut
from topology.services import judge_for, registry_of
from topology.services.seats import Mention, resolve_seat

from .auth import team_of, topology_of
from .problems import Problem
from .shapes import address as address_of

router = Router(tags=["Seats and registry"])


@router.get(
    "/teams/{slug:team}/topologies/{slug:slug}/members/{path:member}/whoami",
    response=WhoamiOut,
    by_alias=True,
    summary="Who a seat is",
)
def who_is(request: HttpRequest, team: str, slug: str, member: str) -> Any:
    """Identity and edges of one seat of the head, as `rig whoami --json` projects them: within this rig only."""
    topology = topology_of(request, team, slug)
    spec = _rig(topology)
    try:
        return whoami(spec, member)
    except KeyError:
        raise Problem(404, f"there is no seat `{member[:200]}`", "seats are addressed `pod.member`") from None


@router.get("/teams/{slug:team}/seats/{path:address}", response=SeatOut, summary="How an address resolves")
def seat(request: HttpRequest, team: str, address: str) -> Any:
    """How a cross-rig address (`pod-member@rig`) resolves among the team's rigs today, and every edge that names it."""
    owner = team_of(request, team)
    if not is_address(address):
        raise Problem(422, f"`{address[:200]}` is no address", "addresses look like `pod-member@rig`")
    found = resolve_seat(owner, address)
    return {
        "address": found.address,
        "state": found.state,
        "why": found.resolution.why,
        "seats": [_seat(owner, seat) for seat in found.resolution.seats],
        "path": [_seat(owner, seat) for seat in found.resolution.path],
        "named_by": [_mention(owner, mention) for mention in found.mentions],
    }


@router.get("/teams/{slug:team}/registry", response=RegistryOut, summary="The node registry", exclude_none=True)
def registry(request: HttpRequest, team: str) -> Any:
    """The node registry that the team's graphs are judged by, in the form that `topology check --registry` takes."""
    return registry_of(team_of(request, team)).to_dict()


def _rig(topology: Topology) -> Any:
    if topology.kind not in ("rig", "rig-legacy"):
        raise Problem(404, "this topology has no seats", "seats are members of a rig")
    return judge_for(topology.team, topology.revision().text, topology.openrig).model.spec


def _seat(team: Any, seat: Seat) -> dict[str, Any]:
    return {"topology": seat.rig, "url": address_of(team, seat.rig), "member": seat.id}


def _mention(team: Any, mention: Mention) -> dict[str, Any]:
    return {
        "topology": mention.topology.slug,
        "url": address_of(team, mention.topology.slug),
        "source": mention.source,
        "kind": mention.kind,
        "state": mention.resolution.state,
        "why": mention.resolution.why,
    }
