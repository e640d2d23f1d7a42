"""Whether somebody saved a newer revision than the one on a person's screen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...access import get_topology


@require_safe
def page(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """204 while `?head=` is the newest revision, else a line that says who saved which; nothing on screen changes."""
    topology = get_topology(request.user, team, slug)
    if request.GET.get("head") == str(topology.head):
        return HttpResponse(status=204)
    return render(request, "topology/_newer.html", {"newest": topology.revisions.light().first()})
