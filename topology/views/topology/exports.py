"""Downloads of one topology for people: the stored text, and pictures and texts made from it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ...core.diagram import Diagram
from ...core.plain import as_json
from ...forms.numbers import whole
from .frame import judged, open_frame

TYPES = {
    "yaml": "application/yaml",
    "json": "application/json",
    "dot": "text/vnd.graphviz",
    "mermaid": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}


@require_safe
def download(request: HttpRequest, team: str, slug: str, form: str) -> HttpResponse:
    """The head (or `?revision=N|published`) as YAML, JSON, DOT, Mermaid, SVG or PNG; Http404 for another form."""
    if form not in TYPES:
        raise Http404(f"there is no export as {form}")
    frame = open_frame(request, team, slug)
    topology = frame.topology
    wanted = request.GET.get("revision", "head")
    number = topology.published if wanted == "published" else whole(wanted, topology.head)
    revision = topology.revisions.filter(number=number).first()
    if revision is None:
        raise Http404("there is no such revision")
    judgement = frame.judgement if number == topology.head else judged(topology, revision.text)
    body = revision.data if form == "yaml" else _made(form, judgement, topology.layout)
    response = HttpResponse(body, content_type=TYPES[form])
    response["Content-Disposition"] = f'attachment; filename="{topology.slug}.{"mmd" if form == "mermaid" else form}"'
    response["ETag"] = revision.etag if form == "yaml" else f'"r{revision.number}-{form}"'
    return response


def _made(form: str, judgement: object, layout: dict[str, object]) -> str | bytes:
    diagram: Diagram = judgement.diagram()  # type: ignore[attr-defined]
    if form == "json":
        return as_json(judgement.model.show())  # type: ignore[attr-defined]
    from ...drawing import export

    makers = {"dot": export.to_dot, "mermaid": export.to_mermaid, "svg": export.to_svg, "png": export.to_png}
    return makers[form](diagram)  # type: ignore[return-value]
