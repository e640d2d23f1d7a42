"""The text of a topology: export in every form, and saving a whole new text."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

from django.http import HttpRequest, HttpResponse
from ninja import Field, Query, Router, Schema

from topology.core.diagram import Diagram
from topology.core.kinds import Judgement
from topology.core.plain import NoJson, as_json
from topology.models import Topology
from topology.schemas import JudgedTopologyOut
from topology.services import Conflict, judge_for, save_source

from .auth import actor_of, topology_of
from .bodies import base_revision, yaml_body
from .description import EXPORTS, IF_MATCH, YAML_BODY, YAML_EXPORT, merged, with_headers
from .problems import Problem, clash
from .shapes import etag, tagged, unchanged
from .stored import judged

router = Router(tags=["Documents"])
MEDIA = {
    "json": "application/json",
    "dot": "text/vnd.graphviz; charset=utf-8",
    "mermaid": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}


class Which(Schema):
    """Which revision."""

    revision: str = Field(
        "",
        pattern=r"^(|head|published|[1-9][0-9]{0,8})$",
        description="`head`, `published` or a number; left out: the published one, else the head.",
        examples=["head"],
    )


class Drawn(Which):
    """Which revision, and how a picture of it looks."""

    theme: Literal["light", "dark"] = Field("light", description="The colours of an SVG or PNG.")


@router.get(
    "/teams/{slug:team}/topologies/{slug:slug}/export.yaml",
    summary="Export the YAML",
    response={200: None, 304: None},
    openapi_extra=YAML_EXPORT,
)
def export_yaml(request: HttpRequest, team: str, slug: str, which: Query[Which]) -> HttpResponse:
    """The stored bytes of one revision, exactly as they came in. Nothing is parsed, so polling it is cheap."""
    topology = topology_of(request, team, slug)
    number = _number(topology, which.revision)
    if fresh := unchanged(request, etag(number)):
        return fresh
    data, valid = topology.revisions.values_list("data", "valid").get(number=number)
    response = HttpResponse(data, content_type="application/yaml; charset=utf-8")
    response["ETag"] = etag(number)
    response["X-Topology-Valid"] = str(topology.valid if number == topology.head else valid).lower()
    response["X-Topology-Revision"] = str(number)
    return response


@router.get(
    "/teams/{slug:team}/topologies/{slug:slug}/export.{form}",
    summary="Export another form",
    response={200: None, 304: None},
    openapi_extra=EXPORTS,
)
def export_form(
    request: HttpRequest,
    team: str,
    slug: str,
    form: Literal["json", "dot", "mermaid", "svg", "png"],
    which: Query[Drawn],
) -> HttpResponse:
    """The plain value as JSON, or the picture: Graphviz DOT, Mermaid, a stand-alone SVG, or PNG."""
    topology = topology_of(request, team, slug)
    number = _number(topology, which.revision)
    judged_by = topology.openrig.encode() + b"\0" + bytes(topology.team.registry)
    look = (form, which.theme, sha256(judged_by).hexdigest()[:12])
    tag = f'"r{number}-{"-".join(look)}"'
    if fresh := unchanged(request, tag):
        return fresh
    judgement = judge_for(topology.team, topology.revision(number).text, topology.openrig)
    response = HttpResponse(_made(topology, judgement, form, which.theme), content_type=MEDIA[form])
    response["ETag"] = tag
    response["X-Topology-Valid"] = str(judgement.valid).lower()
    response["X-Topology-Revision"] = str(number)
    if form == "svg":
        response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return response


@router.put(
    "/teams/{slug:team}/topologies/{slug:slug}/source",
    response={200: JudgedTopologyOut},
    summary="Save a whole new text",
    openapi_extra=merged(YAML_BODY, IF_MATCH, with_headers(200, "ETag")),
)
def save(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Store a new text, byte for byte, as a new revision. An invalid one is a draft; one that is not YAML is refused.

    `If-Match` names the head that the text was made from: 428 without it, 412 where the head has moved on.
    """
    topology = topology_of(request, team, slug, write=True)
    data = yaml_body(request)
    base = base_revision(request, topology.head)
    try:
        save_source(actor_of(request), topology, base, data, merge=False, exact=True)
    except Conflict as error:
        return clash(error, 412)
    return tagged(topology, judged(topology, data))


def _number(topology: Topology, wanted: str) -> int:
    """The revision number that is wanted; answers 404 where there is none."""
    if wanted == "head":
        return topology.head
    if wanted == "published" and topology.published is None:
        raise Problem(404, "nothing is published", "publish a revision, or ask for the head")
    number = int(wanted) if wanted.isdigit() else topology.published or topology.head
    if not 1 <= number <= topology.head:
        raise Problem(404, f"there is no revision {number}", f"the newest is {topology.head}")
    return number


def _made(topology: Topology, judgement: Judgement, form: str, theme: str) -> str | bytes:
    if form == "json":
        try:
            return as_json(judgement.document.root if judgement.document else None)
        except NoJson as error:
            raise Problem(422, str(error), "export the YAML instead") from None
    from topology.drawing import export

    diagram = judgement.diagram() or Diagram(judgement.kind, judgement.name)
    if form in ("dot", "mermaid"):
        return export.to_dot(diagram) if form == "dot" else export.to_mermaid(diagram)
    draw = export.to_svg if form == "svg" else export.to_png
    return draw(diagram, theme=theme, remembered=topology.layout or None)
