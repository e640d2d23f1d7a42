"""The page a person sees when the fault is on this side. Nothing is looked up for it: what failed could fail again."""

from __future__ import annotations

import logging
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from .logs import request_id

_log = logging.getLogger("espalier.fault")


def wants_page(request: HttpRequest) -> bool:
    """Whether a whole page is the right answer: not for programs, and not inside a panel."""
    if request.path_info.startswith("/api/") or request.headers.get("HX-Request") == "true":
        return False
    return "text/html" in request.headers.get("Accept", "")


def fault_page(request: HttpRequest, status: HTTPStatus, title: str, detail: str, advice: str) -> HttpResponse | None:
    """The page with the request's id; None where even that cannot be made."""
    theme = request.COOKIES.get("theme", "")
    context = {
        "title": title,
        "detail": detail,
        "advice": advice,
        "code": status.value,
        "request_id": request_id.get(),
        "theme": theme if theme in ("light", "dark") else "",
        # What was posted is gone from an address that is only opened.
        "again": request.get_full_path() if request.method in ("GET", "HEAD") else "",
    }
    try:
        return HttpResponse(render_to_string("500.html", context), status=status)
    except Exception:
        _log.exception("the page for a fault cannot be made")
        return None
