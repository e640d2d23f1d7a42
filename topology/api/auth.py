"""Who asks: a bearer token of one team, with the scope `read` or `write`, and how often it may ask."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.security import HttpBearer

from topology.access import token_team, token_topology
from topology.middleware.requests import client_address
from topology.models import ApiToken, Team, Topology
from topology.services import Actor
from topology.services.limits import Allowance, hit
from topology.services.tokens import find_token

from .problems import Problem

#: Requests a minute that one address may send with a wrong token.
STRANGERS = 120


class Bearer(HttpBearer):
    """`Authorization: Bearer TOKEN`. Cookies count for nothing here, so no other site can act for a person."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        """The token, where it is open and has asks left in this minute."""
        found = find_token(token)
        if found is None:
            _spend(request, f"api-stranger:{client_address(request)}", STRANGERS)
            return None
        _spend(request, f"api-token:{found.token_hash[:24]}", settings.ESPALIER_API_RATE)
        return found


def _spend(request: HttpRequest, key: str, limit: int) -> None:
    allowance = hit(key, limit)
    request.allowance = allowance  # type: ignore[attr-defined]
    if not allowance.allowed:
        detail = f"{limit} requests a minute are allowed; go on in {allowance.seconds} s"
        raise Problem(429, "too many requests", detail, {"Retry-After": str(allowance.seconds)})


def allowance_headers(allowance: Allowance) -> dict[str, str]:
    """What is left of this minute's requests."""
    return {
        "RateLimit-Limit": str(allowance.limit),
        "RateLimit-Remaining": str(allowance.left),
        "RateLimit-Reset": str(allowance.seconds),
    }


def team_of(request: Any, team: str, *, write: bool = False) -> Team:
    """The team in the address: 404 for another team's token, 403 for a write with the scope `read`."""
    return token_team(request.auth, team, write=write)


def topology_of(request: Any, team: str, slug: str, *, write: bool = False) -> Topology:
    """The topology in the address; as `team_of`, and 404 where the team has none of that name."""
    team_of(request, team, write=write)
    return token_topology(request.auth, slug)


def actor_of(request: Any) -> Actor:
    """The token as the author of a write."""
    return Actor(token=request.auth, via="api")
