"""One log line and one count per request, under an id that the answer carries too."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .. import metrics
from .logs import request_id

_log = logging.getLogger("espalier.request")
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")


def client_address(request: HttpRequest) -> str:
    """The address of the person's machine.

    X-Forwarded-For is believed only as far as ESPALIER_PROXIES says that proxies of ours wrote it; anyone can send it.
    """
    trusted = settings.ESPALIER_PROXIES
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    if trusted and len(hops) >= trusted:
        return hops[-trusted]
    return request.META.get("REMOTE_ADDR") or "0.0.0.0"  # noqa: S104


class RequestLog:
    """Gives each request an id, and writes what became of it: the route, never the path (it may hold a secret)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        current = given if _ID.match(given) else secrets.token_hex(8)
        mark = request_id.set(current)
        began = time.perf_counter()
        try:
            response = self.get_response(request)
            self._note(request, response, time.perf_counter() - began)
        finally:
            request_id.reset(mark)
        response["X-Request-ID"] = current
        return response

    def _note(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        match = request.resolver_match
        route = match.route if match else "-"
        method = request.method if request.method in metrics.METHODS else "OTHER"
        metrics.count_request(method, match.view_name if match else "-", response.status_code, seconds)
        fields = {
            "method": method,
            "route": route,
            "status": response.status_code,
            "ms": round(seconds * 1000, 1),
            "bytes": 0 if response.streaming else len(response.content),
        }
        # Looking at request.user here would cost a query for pages that need none.
        user = getattr(request, "_cached_user", None)
        if user is not None and user.pk:
            fields["user"] = user.pk
        _log.info("%s %s", method, route, extra={"fields": fields})
