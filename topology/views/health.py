"""Answers for machines that watch: is the process alive, can it serve, how much has it done."""

from __future__ import annotations

import hmac
import ipaddress
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from .. import metrics as counters


@require_safe
@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


@require_safe
@login_not_required
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether this process can serve: the database answers with all migrations applied, the layout engine runs."""
    parts = {"database": _database(), "layout": _layout()}
    ready = all(state == "ok" for state in parts.values())
    status = 200 if ready else 503
    body = {"status": "ok" if ready else "unavailable", **parts}
    return JsonResponse(body, status=status, headers={"Cache-Control": "no-store"})


@require_safe
@login_not_required
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus's text form, for the bearer token of ESPALIER_METRICS_TOKEN; without one, for this machine alone."""
    if not _may_read_metrics(request):
        return HttpResponse("not found\n", status=404, content_type="text/plain")
    body = counters.text(_gauges())
    return HttpResponse(body, content_type="text/plain; version=0.0.4", headers={"Cache-Control": "no-store"})


def _database() -> str:
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, InterfaceError, ObjectDoesNotExist):
        return "does not answer"
    return f"{len(missing)} migrations are missing: run `manage.py migrate`" if missing else "ok"


def _layout() -> str:
    from ..drawing import engine_status

    status = engine_status()
    return "ok" if status.ok else status.message


def _may_read_metrics(request: HttpRequest) -> bool:
    token = settings.ESPALIER_METRICS_TOKEN
    if token:
        given = request.headers.get("Authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if "HTTP_X_FORWARDED_FOR" in request.META:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _gauges() -> dict[str, Any]:
    from ..models import Revision, Topology, UserSession

    try:
        return {
            "topologies": Topology.objects.live().count(),
            "topologies_invalid": Topology.objects.live().filter(valid=False).count(),
            "revisions": Revision.objects.count(),
            "sessions": UserSession.objects.count(),
            "database_up": 1,
        }
    except (DatabaseError, InterfaceError):
        return {"database_up": 0}
