"""Around every route: HEAD wherever there is GET, and problem documents for what never reaches a route."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.views.decorators.csrf import csrf_exempt

from .auth import allowance_headers
from .problems import answer

View = Callable[..., HttpResponse]


def edged(view: View) -> View:
    """The view, answering HEAD as GET without a body, and 405 as a problem document."""

    @csrf_exempt  # no cookie counts here: every request brings its own token
    @wraps(view, updated=())
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        head = request.method == "HEAD"
        if head:
            request.method = "GET"
        response = view(request, *args, **kwargs)
        if isinstance(response, HttpResponseNotAllowed):
            response = _not_allowed(response)
        if allowance := getattr(request, "allowance", None):
            for name, value in allowance_headers(allowance).items():
                response[name] = value
        return _headless(request, response) if head else response

    return inner


def _headless(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    request.method = "HEAD"
    if not response.streaming:
        response["Content-Length"] = str(len(response.content))
        response.content = b""
    return response


def _not_allowed(response: HttpResponseNotAllowed) -> HttpResponse:
    allowed = {name.strip() for name in response["Allow"].split(",")}
    allowed |= {"HEAD"} if "GET" in allowed else set()
    told = answer(405, "this method is not allowed here", f"allowed are {', '.join(sorted(allowed))}")
    told["Allow"] = ", ".join(sorted(allowed))
    return told


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """Any other address below the API's root."""
    response = answer(404, "no such address", "the API is described at /api/v1/docs")
    return _headless(request, response) if request.method == "HEAD" else response
