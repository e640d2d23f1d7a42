"""The picture page: the drawing, its legend, and the inspector beside it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.http import QueryDict

from ...core.diagram import Diagram
from ...drawing.layout.scene import FOLD_ABOVE, fold_unit
from .frame import Frame
from .inspector import panel
from .pictures import Wanted, ahead, drawn


def context(frame: Frame) -> dict[str, Any]:
    """What the picture page shows; `?open=` and `?fold=` name containers to draw unfolded or folded."""
    asked = frame.topology, frame.diagram, frame.topology.digest, wanted(frame)
    with ahead() as begin:
        begin(*asked)
        beside = panel(frame)
        made = drawn(*asked)
    ordered = sorted(frame.diagram.filters, key=lambda item: (item.priority, item.name))
    strips = [(strip, item.path[-1]) for strip, item in zip(made.picture.strips, ordered, strict=False) if item.path]
    return {"picture": made.picture, "picture_markup": made.markup, "strips": strips, **beside}


def wanted(frame: Frame, diagram: Diagram | None = None) -> Wanted:
    """What to fold, by this request's query or (after an operation) by that of the page it came from.

    `diagram` is the one to be drawn where it is not the frame's yet.
    """
    diagram = frame.diagram if diagram is None else diagram
    query = frame.request.GET
    if frame.request.method == "POST" and frame.request.htmx:  # type: ignore[attr-defined]
        query = QueryDict(urlsplit(frame.request.htmx.current_url or "").query)  # type: ignore[attr-defined]
    around = _around(diagram, query.get("node", ""))
    opened = frozenset(query.getlist("open"))
    if len(diagram.nodes) > FOLD_ABOVE:
        opened |= around
    return Wanted(folded=frozenset(query.getlist("fold")) - around, opened=opened)


def _around(diagram: Diagram, wanted: str) -> set[str]:
    """The pod or chain to unfold so that a node shows."""
    node = next((n for n in diagram.nodes if n.id == wanted), None)
    if node is None or node.container is None:
        return set()
    return {fold_unit(diagram, node)}
