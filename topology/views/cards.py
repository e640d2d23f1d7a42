"""The cards of a dashboard: which topologies, at which revision, with their thumbnails, and a mark of their state."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from ..models import Team, Topology
from ..models.topologies import TopologyQuerySet
from ..services.thumbnails import Asked, thumbnails

#: How often an open dashboard asks whether anything changed, in seconds.
EVERY = 5
KINDS = ("rig", "graph")
VERDICTS = ("valid", "errors", "warnings")
#: What makes a card look another way; a dashboard's state is the hash of these.
_STATE = ("pk", "slug", "name", "head", "published", "errors", "warnings", "updated", "openrig")


@dataclass(frozen=True, slots=True)
class Filters:
    """What a dashboard shows: free text, kind, verdict; read from and written to its address."""

    q: str = ""
    kind: str = ""
    verdict: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filters:
        """From a query; an unknown kind or verdict counts as none."""
        kind, verdict = query.get("kind", ""), query.get("verdict", "")
        return cls(query.get("q", "")[:200], kind if kind in KINDS else "", verdict if verdict in VERDICTS else "")

    @property
    def query(self) -> str:
        """As a query string without its question mark."""
        pairs = {"q": self.q, "kind": self.kind, "verdict": self.verdict}
        return urlencode({name: value for name, value in pairs.items() if value})

    @property
    def any(self) -> bool:
        return bool(self.q or self.kind or self.verdict)


@dataclass(frozen=True, slots=True)
class Card:
    """One topology on a dashboard: where it leads, which revision it shows, its thumbnail ("" while not drawn)."""

    topology: Topology
    url: str
    thumbnail: str
    thumbnail_url: str


def chosen(team: Team, filters: Filters) -> TopologyQuerySet:
    """The team's live topologies that the filters leave, by name."""
    found = Topology.objects.live().filter(team=team).of_kind(filters.kind).of_verdict(filters.verdict)
    return found.matching(filters.q)


def state_of(topologies: TopologyQuerySet) -> str:
    """A mark that changes whenever a card of these would look another way; one query, no text is read."""
    rows = list(topologies.values_list(*_STATE))
    return sha256(repr(rows).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def cards(team: Team, topologies: TopologyQuerySet) -> list[Card]:
    """The cards of a team's own dashboard, each at its head."""
    found = list(topologies.cards())
    for topology in found:
        topology.team = team
    drawn = thumbnails(Asked(t, t.head, t.digest) for t in found)
    return [
        Card(
            t,
            reverse("topology", args=(team.slug, t.slug)),
            drawn.get(t.pk, ""),
            reverse("topology-thumbnail", args=(team.slug, t.slug)),
        )
        for t in found
    ]


#: Rendered boards that are kept, and for how many seconds: "3 minutes ago" may be as old as that.
_KEPT, _FRESH = 16, 20.0
_boards: dict[tuple[object, ...], tuple[float, str]] = {}
_lock = Lock()


def fragment(request: HttpRequest, team: Team, **more: Any) -> str:
    """The board alone, as markup. After a change every open page asks for the same one, so it is rendered once."""
    filters = Filters.of(request.GET)
    topologies = chosen(team, filters)
    state = state_of(topologies)
    key = (team.pk, request.path, filters, state)
    with _lock:
        until, markup = _boards.get(key, (0.0, ""))
    if until > time.monotonic():
        return markup
    context = _context(request, team, filters, state, cards(team, topologies)) | more
    markup = render_to_string("_board.html", context, request)
    if context["cards"] and all(card.thumbnail for card in context["cards"]):
        with _lock:
            _boards[key] = (time.monotonic() + _FRESH, markup)
            while len(_boards) > _KEPT:
                _boards.pop(next(iter(_boards)))
    return markup


def board(request: HttpRequest, team: Team) -> dict[str, Any]:
    """What the dashboard's templates need: filters, cards, and the address to ask again with."""
    filters = Filters.of(request.GET)
    topologies = chosen(team, filters)
    return _context(request, team, filters, state_of(topologies), cards(team, topologies))


def _context(request: HttpRequest, team: Team, filters: Filters, state: str, shown: list[Card]) -> dict[str, Any]:
    return {"team": team, "cards": shown, **polling(request, filters, state)}


def polling(request: HttpRequest, filters: Filters, state: str) -> dict[str, Any]:
    """How the board on show asks whether it still is what it was: every so often, at which address."""
    poll = f"{request.path}?{urlencode({'state': state})}" + (f"&{filters.query}" if filters.query else "")
    return {"filters": filters, "state": state, "every": EVERY, "poll": poll}
