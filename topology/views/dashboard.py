"""A person's teams, and a team's topologies: as a dashboard that keeps itself fresh, and on a wall."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from .. import services
from ..access import get_topology, membership
from ..forms.numbers import whole
from ..models import Membership, Topology
from ..services.thumbnails import Asked, thumbnails
from .cards import Filters, board, chosen, fragment, state_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The person's only team, or a choice of them."""
    found = list(Membership.objects.select_related("team").filter(user=request.user))
    if len(found) == 1:
        return redirect("dashboard", team=found[0].team.slug)
    return render(request, "home.html", {"memberships": found})


@require_safe
def page(request: HttpRequest, team: str) -> HttpResponse:
    """The team's topologies as cards; `?q=`, `?kind=` and `?verdict=` choose among them.

    `?state=` (sent by the page's own polling) answers 204 while no card would look another way.
    """
    member = membership(request.user, team)
    if _same(request, member):
        return HttpResponse(status=204)
    if request.headers.get("HX-Request"):
        return HttpResponse(fragment(request, member.team, membership=member))
    context = board(request, member.team) | {"membership": member}
    if member.is_owner:
        context["deleted"] = Topology.objects.deleted().filter(team=member.team)
    return render(request, "dashboard.html", context)


@require_safe
def wall(request: HttpRequest, team: str) -> HttpResponse:
    """The same cards for a big screen across the room: nothing to press, large words."""
    member = membership(request.user, team)
    if _same(request, member):
        return HttpResponse(status=204)
    if request.headers.get("HX-Request"):
        return HttpResponse(fragment(request, member.team, membership=member, wall=True))
    return render(request, "wall.html", board(request, member.team) | {"membership": member, "wall": True})


def _same(request: HttpRequest, member: Membership) -> bool:
    state = request.GET.get("state", "")
    return bool(state) and state == state_of(chosen(member.team, Filters.of(request.GET)))


@require_safe
def thumbnail(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """One card's small picture, for dashboards with more new ones than they draw at once."""
    topology = get_topology(request.user, team, slug)
    return HttpResponse(thumbnails([Asked(topology, topology.head, topology.digest)])[topology.pk])


@require_POST
def undelete(request: HttpRequest, team: str) -> HttpResponse:
    """Bring a deleted topology back (owners)."""
    member = membership(request.user, team, at_least="owner")
    deleted = Topology.objects.deleted().filter(team=member.team)
    topology = deleted.filter(pk=whole(request.POST.get("topology", ""), 0)).first()
    if topology is None:
        raise Http404("no such topology")
    services.undelete(services.Actor(user=request.user), topology)
    messages.info(request, f"{topology.name} is back.")
    return redirect("dashboard", team=team)
