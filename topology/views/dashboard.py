"""A person's teams, and a team's topologies."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from .. import services
from ..access import membership
from ..models import Membership, Topology


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The person's only team, or a choice of them."""
    found = list(Membership.objects.select_related("team").filter(user=request.user))
    if len(found) == 1:
        return redirect("dashboard", team=found[0].team.slug)
    return render(request, "home.html", {"memberships": found})


@require_safe
def page(request: HttpRequest, team: str) -> HttpResponse:
    """The team's topologies as cards; `?q=` finds by name, node or pod."""
    member = membership(request.user, team)
    mine = Topology.objects.filter(team=member.team)
    text = request.GET.get("q", "")
    context = {"team": member.team, "membership": member, "q": text, "topologies": mine.live().matching(text).cards()}
    if member.is_owner:
        context["deleted"] = mine.deleted()
    return render(request, "dashboard.html", context)


@require_POST
def undelete(request: HttpRequest, team: str) -> HttpResponse:
    """Bring a deleted topology back (owners)."""
    member = membership(request.user, team, at_least="owner")
    topology = Topology.objects.deleted().filter(team=member.team, pk=request.POST.get("topology") or None).first()
    if topology is None:
        raise Http404("no such topology")
    services.undelete(services.Actor(user=request.user), topology)
    messages.info(request, f"{topology.name} is back.")
    return redirect("dashboard", team=team)
