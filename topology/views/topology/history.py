"""The history page: every revision with its author, time and words; its patch on request; restoring one."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from ... import services
from ...forms.numbers import whole
from ...models import Revision
from .frame import Frame

_PAGE = 40


def context(frame: Frame) -> dict[str, Any]:
    """A page of revisions, the newest first; `?patch=N` opens the patch of one."""
    page = Paginator(frame.topology.revisions.light(), _PAGE).get_page(frame.request.GET.get("page"))
    wanted = frame.request.GET.get("patch", "")
    opened = whole(wanted, None)
    return {"page": page, "opened": opened, "patch": patch(frame, opened) if opened else ""}


def patch(frame: Frame, number: int) -> str:
    """The lines that a revision changed, "" where it is the first or there is none."""
    pair = list(frame.topology.revisions.filter(number__in=(number, number - 1)).order_by("number"))
    if len(pair) < 2:
        return ""
    before, after = pair
    numbers = (f"r{before.number}", f"r{after.number}")
    return services.unified(before.text, after.text, name=f"{frame.topology.slug}.yaml", numbers=numbers)


@require_POST
def restore(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Make an earlier revision's text the newest one."""
    from .operate import actor, base_of, begin, clash, done, refused

    frame = begin(request, team, slug)
    text = request.POST.get("revision", "")
    number = whole(text, 0)
    try:
        made: Revision | None = services.restore(actor(request), frame.topology, number, base=base_of(request, frame))
    except services.Rejected as error:
        return refused(frame, error)
    except services.Conflict as conflict:
        return clash(frame, conflict)
    return done(frame, f"Restored r{number}" if made else f"r{number} is already what the newest revision says")
