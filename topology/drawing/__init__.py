"""From a diagram to a picture: layout by Graphviz, everything else ours."""

from .draw import draw
from .engine import EngineError, EngineStatus, engine_status
from .picture import Picture

__all__ = ["EngineError", "EngineStatus", "Picture", "draw", "engine_status", "render"]


def render(picture: Picture) -> str:
    """The picture as inline SVG for a page (colours are CSS variables; see static/picture.css)."""
    from .rendering import render as rendered

    return rendered(picture)
