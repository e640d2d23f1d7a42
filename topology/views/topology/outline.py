"""The outline: everything of the document as tables, with the same inspector and forms as the picture."""

from __future__ import annotations

from typing import Any

from .frame import Frame
from .inspector import edges_of, panel


def context(frame: Frame) -> dict[str, Any]:
    """Containers with their nodes, every edge, and a graph's chains, routers, aliases and filters."""
    groups: dict[str | None, list[Any]] = {c.id: [] for c in frame.diagram.containers}
    for node in frame.diagram.nodes:
        into, out = edges_of(frame, node.id)
        groups.setdefault(node.container, []).append((node, len(into), len(out)))
    named = {c.id: c for c in frame.diagram.containers}
    listed = [(named.get(key), key, nodes) for key, nodes in groups.items() if nodes or key in named]
    return {"groups": listed, "parts": parts(frame), **panel(frame)}


def parts(frame: Frame) -> dict[str, list[Any]]:
    """A graph's named parts as (index or name, value)."""
    root = frame.judgement.document.root if frame.judgement.document else None
    if not frame.is_graph or not isinstance(root, dict):
        return {}
    aliases = root.get("aliases")
    return {
        "chains": _items(root.get("chains")),
        "routers": _items(root.get("conditionalEdges")),
        "aliases": list(aliases.items()) if isinstance(aliases, dict) else [],
        "filters": _items(root.get("streamFilters")),
    }


def _items(value: Any) -> list[tuple[int, Any]]:
    return [(i, item) for i, item in enumerate(value) if isinstance(item, dict)] if isinstance(value, list) else []
