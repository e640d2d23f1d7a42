"""Problem documents (RFC 9457): the one form of every error of the API."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from topology.core.diagnostics import Diagnostic, foremost
from topology.services import Conflict, Rejected

_log = logging.getLogger("espalier.fault")
CONTENT_TYPE = "application/problem+json"
#: Diagnostics that one answer lists; a text can be made to have a hundred thousand.
MOST_DIAGNOSTICS = 1_000


class Problem(Exception):
    """Raised by a route to answer with a problem document; `headers` go onto the answer."""

    def __init__(self, status: int, title: str = "", detail: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(title or detail)
        self.status, self.title, self.detail, self.headers = status, title, detail, headers or {}


def answer(status: int, title: str = "", detail: str = "", *, kind: str = "about:blank", **more: Any) -> HttpResponse:
    """A problem document. `title` is what is wrong, `detail` what to do; further members are added as they are."""
    phrase = HTTPStatus(status).phrase
    body = {"type": kind, "title": title or phrase, "status": int(status), "detail": detail or title or phrase} | more
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE)


def described(diagnostics: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    """Diagnostics in their JSON form, as many as one answer may hold."""
    return [d.to_dict() for d in foremost(diagnostics, MOST_DIAGNOSTICS)]


def clash(error: Conflict, status: int = 409) -> HttpResponse:
    """Both sides of a conflict: what stood at the base, what stands now, what was sent, and why they do not agree."""
    more: dict[str, Any] = {"base": error.base, "head": error.head, "reasons": list(error.reasons)}
    more |= {"base_text": error.base_text, "theirs": error.theirs, "yours": error.yours}
    detail = f"read revision {error.head}, decide, and send it again on that base; nothing was saved"
    return answer(status, error.title, detail, kind="urn:espalier:problem:conflict", **more)


def install(api: NinjaAPI) -> None:
    """Turn everything that a route can raise into a problem document."""
    handlers: dict[type[Exception], Any] = {
        Problem: _problem,
        Rejected: _rejected,
        Conflict: lambda request, error: clash(error),
        Http404: lambda request, error: answer(404, "not found", _text(error)),
        PermissionDenied: lambda request, error: answer(403, "not allowed", _text(error)),
        AuthenticationError: _unauthenticated,
        ValidationError: _misshapen,
        HttpError: _http,
        RequestDataTooBig: lambda request, error: answer(413, "the request is too large", "a document may have 4 MiB"),
        Exception: _fault,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)


def _text(error: Exception) -> str:
    return str(error.args[-1]) if error.args and isinstance(error.args[-1], str) else ""


def _problem(request: HttpRequest, error: Problem) -> HttpResponse:
    response = answer(error.status, error.title, error.detail)
    for name, value in error.headers.items():
        response[name] = value
    return response


def _http(request: HttpRequest, error: HttpError) -> HttpResponse:
    """What the framework refuses. It wraps what a parser raises, which says more."""
    cause = error.__cause__
    if isinstance(cause, Problem):
        return _problem(request, cause)
    return answer(error.status_code, detail=_text(cause or error))


def _rejected(request: HttpRequest, error: Rejected) -> HttpResponse:
    more: dict[str, Any] = {"code": error.code} if error.code else {}
    if error.diagnostics:
        more["diagnostics"] = described(error.diagnostics)
    kind = "urn:espalier:problem:refused" if error.code else "urn:espalier:problem:rejected"
    return answer(error.status, error.title, error.detail, kind=kind, **more)


def _unauthenticated(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    response = answer(401, "no valid token", "send `Authorization: Bearer TOKEN`; tokens are made in a team's settings")
    response["WWW-Authenticate"] = 'Bearer realm="Espalier"'
    return response


def _misshapen(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """The request's own shape is wrong: each fault with the place it is at."""
    errors = [{"where": _place(e.get("loc", ())), "message": str(e.get("msg", ""))} for e in error.errors]
    said = "; ".join(f"{e['where']}: {e['message']}" for e in errors[:5])
    return answer(422, "the request is not of the documented form", said, errors=errors)


def _place(loc: Iterable[Any]) -> str:
    steps = [str(step) for step in loc]
    # The first step says where it was sent, the second is the parameter's own name in the program.
    if steps[:2] == ["body", "body"]:
        del steps[1]
    return ".".join(steps) or "body"


def _fault(request: HttpRequest, error: Exception) -> HttpResponse:
    """A fault of ours. A database that is away is told by the middleware; the rest is logged, without its text."""
    if isinstance(error, OperationalError | InterfaceError):
        raise error
    got_request_exception.send(sender=None, request=request)
    _log.error("api: %s", type(error).__name__, exc_info=error)
    return answer(500, "internal error", "the fault is on this side and was logged; nothing was saved")
