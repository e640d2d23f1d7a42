"""From a diagram to a picture: layout by Graphviz, everything else ours."""

from collections.abc import Mapping
from typing import Any

from topology.core.diagram import Diagram

from .draw import Drawing, begin, draw
from .engine import EngineError, EngineStatus, engine_status
from .picture import Picture

__all__ = [
    "Drawing",
    "EngineError",
    "EngineStatus",
    "Picture",
    "begin",
    "draw",
    "engine_status",
    "render",
    "thumbnail",
]


def render(picture: Picture) -> str:
    """The picture as inline SVG for a page (colours are CSS variables; see static/picture.css)."""
    from .rendering import render as rendered

    return rendered(picture)


def thumbnail(diagram: Diagram, remembered: Mapping[str, Any] | None = None) -> str:
    """A small SVG without words for a dashboard card: straight lines, no engine run."""
    from .export.small import thumbnail as small

    return small(diagram, remembered)
