"""Finding a node by a part of its id or label, also where the picture has it folded away."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ...core.diagram import Diagram, Node
from .frame import Frame, open_frame

#: Nodes that one answer lists.
SHOWN = 200


@require_safe
def page(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """What `?q=` finds: the options of the find field for the page's script, else the node itself or a list of them."""
    from .tabs import render_tab

    frame = open_frame(request, team, slug, "find")
    found = matching(frame.diagram, request.GET.get("q", ""))
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "topology/_found.html", {"found": found[:SHOWN]})
    named = [node for node in found if node.id == request.GET.get("q")] or found
    if len(named) == 1:
        return redirect(f"{frame.home}?{urlencode({'node': named[0].id}, errors='surrogatepass')}")
    return render_tab(frame)


def context(frame: Frame) -> dict[str, Any]:
    """What the list of everything found needs."""
    asked = frame.request.GET.get("q", "")
    found = matching(frame.diagram, asked)
    return {"asked": asked, "found": found[:SHOWN], "left": max(0, len(found) - SHOWN)}


def matching(diagram: Diagram, asked: str) -> list[Node]:
    """The nodes whose id or label holds every word; those that begin with the whole text first."""
    text = asked.strip().casefold()
    words = text.split()
    found = [node for node in diagram.nodes if all(word in _hay(node) for word in words)]
    return sorted(found, key=lambda node: not _begins(node, text))


def _hay(node: Node) -> str:
    return f"{node.id} {node.label or ''}".casefold()


def _begins(node: Node, text: str) -> bool:
    return any(name.casefold().startswith(text) for name in (node.id, node.name, node.label or ""))
