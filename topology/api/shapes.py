"""How stored things look in answers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response

from topology.core.kinds import Judgement
from topology.models import Revision, Team, Topology

from .problems import described


def etag(number: int) -> str:
    """A revision's entity tag."""
    return f'"r{number}"'


def address(team: Team, slug: str, rest: str = "") -> str:
    """A topology's address in the API, or one below it."""
    return f"/api/v1/teams/{team.slug}/topologies/{slug}{rest}"


def topology_out(topology: Topology) -> dict[str, Any]:
    """A topology as `TopologyOut`."""
    return {
        "slug": topology.slug,
        "name": topology.name,
        "kind": topology.kind,
        "openrig": topology.openrig,
        "valid": topology.valid,
        "errors": topology.errors,
        "warnings": topology.warnings,
        "head": topology.head,
        "published": topology.published,
        "nodes": topology.node_count,
        "edges": topology.edge_count,
        "off_canvas": topology.off_canvas,
        "sha256": topology.digest,
        "created": topology.created,
        "updated": topology.updated,
        "updated_by": topology.updated_by_name,
        "url": address(topology.team, topology.slug),
        "export": address(topology.team, topology.slug, "/export.yaml"),
    }


def verdict_out(judgement: Judgement) -> dict[str, Any]:
    """A judgement as `VerdictOut`."""
    report = judgement.report
    return {
        "kind": judgement.kind,
        "valid": report.valid,
        "errors": report.errors,
        "warnings": report.warnings,
        "diagnostics": described(report.diagnostics),
    }


def revision_out(topology: Topology, revision: Revision) -> dict[str, Any]:
    """A revision as `RevisionOut`."""
    return {
        "number": revision.number,
        "author": revision.author_name,
        "via": revision.via,
        "step": revision.step,
        "operation": revision.operation,
        "created": revision.created,
        "sha256": revision.sha256,
        "kind": revision.kind,
        "valid": revision.valid,
        "errors": revision.errors,
        "warnings": revision.warnings,
        "base": revision.base,
        "origin": revision.origin,
        "published": topology.published == revision.number,
        "export": address(topology.team, topology.slug, f"/export.yaml?revision={revision.number}"),
    }


def page(request: HttpRequest, found: QuerySet[Any], limit: int, offset: int, shape: Any) -> dict[str, Any]:
    """One page of a query, and the address of the next."""
    total = found.count()
    following = None
    if offset + limit < total:
        query = request.GET.copy()
        query["limit"], query["offset"] = str(limit), str(offset + limit)
        following = f"{request.path}?{urlencode(list(query.items()))}"
    items = [shape(item) for item in found[offset : offset + limit]]
    return {"items": items, "total": total, "limit": limit, "offset": offset, "next": following}


def tagged(topology: Topology, body: dict[str, Any], status: int = 200) -> HttpResponse:
    """An answer that carries the head's entity tag."""
    response = JsonResponse(body, status=status)
    response["ETag"] = etag(topology.head)
    return response


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """The answer 304 where the client holds what this tag names, else None."""
    found = get_conditional_response(request, etag=tag)
    if found is None or found.status_code != 304:
        return None
    found["ETag"] = tag
    return found
