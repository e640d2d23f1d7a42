"""Cross-rig addresses of a team: how each resolves today, and who points at it."""

from __future__ import annotations

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..access import membership
from ..services.seats import seats_of

#: Each state with its look and what it means for a recovery row.
STATES = {
    "resolved": ("ok", "names exactly one seat of one stored rig"),
    "missing": ("bad", "no stored rig has such a seat; a recovery row would fall back"),
    "ambiguous": ("bad", "several stored seats answer to it; a recovery row would fall back"),
    "self": ("bad", "it is the seat that names it; such a route is not used"),
    "cycle": ("bad", "following it leads back to the seat that names it; such a route is not used"),
    "unknown": ("warn", "it resolves, but an address behind it does not, so a cycle cannot be ruled out"),
}


@require_safe
def page(request: HttpRequest, team: str) -> HttpResponse:
    """Every address that any rig names; `?state=` keeps one state."""
    member = membership(request.user, team)
    seats = seats_of(member.team)
    addresses = seats.addresses()
    tally = Counter(m.resolution.state for a in addresses for m in a.mentions)
    state = request.GET.get("state", "")
    if state in STATES:
        addresses = [a for a in addresses if any(m.resolution.state == state for m in a.mentions)]
    context = {
        "team": member.team,
        "membership": member,
        "addresses": addresses,
        "topologies": seats.topologies,
        "states": [(name, look, words, tally[name]) for name, (look, words) in STATES.items()],
        "looks": {name: look for name, (look, _) in STATES.items()},
        "state": state,
    }
    return render(request, "seats.html", context)
