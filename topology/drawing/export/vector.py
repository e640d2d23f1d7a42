"""A stand-alone SVG file: colours as values, title and description, a legend, nothing active and no links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from topology.core.diagram import Diagram

from .. import words
from ..draw import draw
from ..layout.geometry import Box
from ..measure import clean, width
from ..picture import LegendRow, Picture
from ..rendering import render
from ..theme import resolve

_LEGEND_FONT, _ROW, _GAP = 11.5, 26.0, 22.0


@dataclass(frozen=True, slots=True)
class Placed:
    """Something in the strip below the picture: a legend row, or words."""

    x: float
    y: float
    text: str
    row: LegendRow | None = None


def to_svg(
    diagram: Diagram,
    theme: str = "light",
    *,
    remembered: Mapping[str, Any] | None = None,
    folded: frozenset[str] = frozenset(),
) -> str:
    """The diagram as an SVG document in `theme` (`light` or `dark`); ValueError for another theme."""
    if theme not in ("light", "dark"):
        raise ValueError(f"`{theme}` is not a theme; light or dark")
    return write(draw(diagram, remembered=remembered, folded=folded), theme)


def write(picture: Picture, theme: str = "light") -> str:
    """A picture as an SVG document."""
    strip, high, wide = _strip(picture)
    inside = picture.box
    box = Box(inside.x, inside.y, max(inside.w, wide + 56), inside.h + high)
    svg = render(picture, "_picture.html", alone=True, box=box, strip=strip, description=_description(picture))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + resolve(svg, theme)


def _strip(picture: Picture) -> tuple[list[Placed], float, float]:
    """Legend and stream filters below the picture, wrapped to its width; their height and the widest row."""
    left, top = picture.box.x + 28, picture.box.bottom
    room = max(picture.box.w - 56, 420.0)
    placed: list[Placed] = []
    x, y, widest = left, top + 8, 0.0
    items: list[tuple[str, LegendRow | None]] = [(row.name, row) for row in picture.legend]
    filters = [(f"{strip.priority} {clean(strip.name, 48)}", None) for strip in picture.strips[:24]]
    items += [("stream filters:", None), *filters] if filters else []
    items += [(clean(picture.degraded, 160), None)] if picture.degraded else []
    for text, row in items:
        long = width(text, _LEGEND_FONT) + (52 if row else 0)
        if x > left and x + long > left + room:
            x, y = left, y + _ROW
        placed.append(Placed(x, y, text, row))
        x += long + _GAP
        widest = max(widest, x - left - _GAP)
    return placed, (y + _ROW + 6 - top if placed else 0.0), widest


def _description(picture: Picture) -> str:
    said = [picture.title]
    said += [link.tooltip for link in picture.wrong_links[:20]]
    rest = len(picture.wrong_links) - 20
    if rest > 0:
        said.append(f"and {words.plural(rest, 'further wrong edge')}")
    return ". ".join(said)
