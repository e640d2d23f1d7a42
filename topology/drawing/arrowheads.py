"""The ends of edges, drawn as shapes of their own: no marker ids that could clash between pictures on one page."""

from __future__ import annotations

from dataclasses import dataclass

from .layout.geometry import Point


@dataclass(frozen=True, slots=True)
class Shape:
    """One end in its own field: the tip at (0, 0), the line coming from negative x. `trim` is where the line stops."""

    outline: tuple[Point, ...]
    fill: str
    trim: float
    closed: bool = True


#: `fill` is `line` (the edge's colour), `card` (hollow) or `none` (stroked only).
SHAPES: dict[str, Shape] = {
    "arrow": Shape(((-9, -4), (0, 0), (-9, 4)), "line", 8.0),
    "small": Shape(((-6.5, -3), (0, 0), (-6.5, 3)), "line", 6.0),
    "open": Shape(((-7.5, -4.5), (0, 0), (-7.5, 4.5)), "none", 0.8, closed=False),
    "diamond": Shape(((-13, 0), (-6.5, -4.2), (0, 0), (-6.5, 4.2)), "line", 12.5),
    "upward": Shape(((-10, -5), (0, 0), (-10, 5)), "card", 10.0),
}


@dataclass(frozen=True, slots=True)
class Head:
    """One drawn end: its path and how it is filled."""

    d: str
    fill: str


def head(name: str, tip: Point, direction: Point, scale: float = 1.0) -> Head:
    """The shape `name` with its tip at `tip`, pointing along the unit vector `direction`."""
    shape = SHAPES[name]
    dx, dy = direction
    points = [(tip[0] + (x * dx - y * dy) * scale, tip[1] + (x * dy + y * dx) * scale) for x, y in shape.outline]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if shape.closed else "")
    return Head(d, shape.fill)


def trim(name: str, scale: float = 1.0) -> float:
    """How far before the tip the line stops."""
    return SHAPES[name].trim * scale
