"""Guards: how large a request may be, who must be signed in, what a person sees when the database is away."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from .faults import fault_page, wants_page

_log = logging.getLogger("espalier.fault")
_CHUNK = 64 * 1024

GetResponse = Callable[[HttpRequest], HttpResponse]


def refusal(request: HttpRequest, status: HTTPStatus, detail: str) -> HttpResponse:
    """A short answer without a template: a problem document for programs, a line of text for people."""
    if request.path_info.startswith("/api/"):
        problem = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
        return JsonResponse(problem, status=status, content_type="application/problem+json")
    return HttpResponse(f"{detail}\n", status=status, content_type="text/plain; charset=utf-8")


class BodyLimit:
    """Refuses (413) what is too large, by its declared length: what is read of it is forgotten at once."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            return refusal(request, HTTPStatus.BAD_REQUEST, "Content-Length is not a number")
        if length > self.limit(request):
            self.drain(request, length)
            return self.too_large(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
            return self.too_large(request)
        return None

    @staticmethod
    def limit(request: HttpRequest) -> int:
        """How many bytes a body of this type may have."""
        kind = request.META.get("CONTENT_TYPE", "").split(";")[0].strip().lower()
        if kind == "multipart/form-data":
            return settings.ESPALIER_MAX_UPLOAD
        return settings.ESPALIER_MAX_FORM if kind == "application/x-www-form-urlencoded" else settings.ESPALIER_MAX_BODY

    @staticmethod
    def drain(request: HttpRequest, length: int) -> None:
        """Let a client finish: many send all of a body before they listen, and would see a broken connection instead.

        What is larger than any upload may be is not waited for.
        """
        with contextlib.suppress(OSError):  # the client went away
            while length <= settings.ESPALIER_MAX_UPLOAD and request.read(_CHUNK):
                pass

    @staticmethod
    def too_large(request: HttpRequest) -> HttpResponse:
        detail = "the request is too large; a document may have 4 MiB"
        return refusal(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail)


class DatabaseAway:
    """A clear word (503) while the database is away, full or busy, instead of an internal error."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        except (OperationalError, InterfaceError) as error:
            return self.away(request, error)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, OperationalError | InterfaceError):
            return self.away(request, exception)
        return None

    @staticmethod
    def away(request: HttpRequest, error: DatabaseError | InterfaceError) -> HttpResponse:
        _log.error("database: %s", type(error).__name__, exc_info=error)
        status, said = HTTPStatus.SERVICE_UNAVAILABLE, "the database does not answer; nothing was saved by this request"
        response = refusal(request, status, f"{said}, please try again in a moment")
        if wants_page(request):
            advice = "Most often it is back in a moment. What you typed is still in the page before this one."
            title = "The database does not answer"
            response = fault_page(request, status, title, "Nothing was saved by this request.", advice) or response
        response["Retry-After"] = "5"
        return response


class SignedIn(LoginRequiredMiddleware):
    """Every view needs a signed-in person unless it is marked `login_not_required`; the API has its own keys.

    A fragment asked for by htmx after the session ended is answered 401 with `HX-Redirect`: a redirect would put the
    sign-in page inside a panel.
    """

    def process_view(self, request, view_func, view_args, view_kwargs):  # type: ignore[no-untyped-def]
        if request.path_info.startswith("/api/"):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)

    def handle_no_permission(self, request: HttpRequest, view_func: Callable[..., HttpResponse]) -> HttpResponse:
        if request.headers.get("HX-Request") != "true":
            return super().handle_no_permission(request, view_func)
        here = urlsplit(request.headers.get("HX-Current-URL", ""))
        back = here.path + (f"?{here.query}" if here.query else "")
        response = HttpResponse(status=HTTPStatus.UNAUTHORIZED)
        response["HX-Redirect"] = f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': back or '/'})}"
        return response


class Headers:
    """Headers that Django has no setting for: Permissions-Policy, resource policy, and no caching of people's pages."""

    POLICY = ", ".join(
        f"{feature}=()"
        for feature in (
            "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope",
            "hid", "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get",
            "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
        )
    )  # fmt: skip

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", self.POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if "Cache-Control" not in response.headers:
            # no-cache (not no-store) keeps ETags useful: the browser asks again every time.
            response.headers["Cache-Control"] = "private, no-cache"
        return response
