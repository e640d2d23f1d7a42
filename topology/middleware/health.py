"""Health answers before anything that could redirect or refuse a probe: host names, TLS, sessions."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class Health:
    """Answers `/healthz`, `/readyz` and `/metrics` itself; probes come by address and without TLS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        from ..views import health

        self.get_response = get_response
        self.answers = {"/healthz": health.healthz, "/readyz": health.readyz, "/metrics": health.metrics}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.answers.get(request.path_info)
        return answer(request) if answer else self.get_response(request)
