"""Edges as they are drawn: the line cut where its heads begin, style by the table, cross and classes."""

from __future__ import annotations

import math
import re

from topology.core.diagram import Edge

from . import arrowheads, words
from .arrowheads import Head
from .layout.geometry import Point, length, walk
from .layout.paths import Curve
from .layout.routing import Route
from .measure import clean, identity
from .picture import LegendRow, Link
from .theme import KIND_NAMES, EdgeStyle, edge_style

_TOKEN = re.compile(r"[^a-z0-9_-]")


def link(edge: Edge, route: Route, css: str) -> Link:
    """One edge over its route."""
    style = edge_style(edge)
    scale = 1.25 if edge.wrong else 1.0
    curve, heads = _ends(route.curve, style, scale)
    said = words.of_edge(edge)
    return Link(
        identity(edge.id),
        identity(edge.source),
        identity(edge.target),
        token(edge.kind),
        token(edge.status),
        path(curve),
        path(route.curve),
        style.colour,
        style.width,
        style.dash,
        heads,
        said[0].upper() + said[1:],
        said,
        css,
        edge.wrong,
        _rounded(walk(route.line, length(route.line) / 2)[0]) if edge.wrong else None,
        tuple(route.line),
    )


def token(word: str) -> str:
    """A word as part of a class name: a kind nobody knows may be any text."""
    return _TOKEN.sub("-", clean(word, 40).lower()) or "none"


def path(curve: Curve) -> str:
    """A curve as SVG path data; straight pieces as lines."""
    out = ["M" + _place(curve[0])]
    for start in range(0, len(curve) - 3, 3):
        before, a, b, c = curve[start : start + 4]
        if _straight(before, a, b, c):
            out.append("L" + _place(c))
        else:
            out.append(f"C{_place(a)} {_place(b)} {_place(c)}")
    return "".join(out)


def _place(point: Point) -> str:
    x, y = f"{point[0]:.1f}", f"{point[1]:.1f}"
    return f"{x.removesuffix('.0')} {y.removesuffix('.0')}"


def _rounded(point: Point) -> Point:
    return (round(point[0], 1), round(point[1], 1))


def _straight(p0: Point, p1: Point, p2: Point, p3: Point) -> bool:
    x, y = p0
    dx, dy = p3[0] - x, p3[1] - y
    most = 0.15 * (math.hypot(dx, dy) or 1.0)
    return abs((p1[0] - x) * dy - (p1[1] - y) * dx) < most and abs((p2[0] - x) * dy - (p2[1] - y) * dx) < most


def _ends(curve: Curve, style: EdgeStyle, scale: float) -> tuple[Curve, tuple[Head, ...]]:
    heads: list[Head] = []
    curve = list(curve)
    if style.head:
        curve, tip, direction = _cut(curve, arrowheads.trim(style.head, scale))
        heads.append(arrowheads.head(style.head, tip, direction, scale))
    if style.tail:
        curve, tip, direction = _cut(curve[::-1], arrowheads.trim(style.tail, scale))
        curve = curve[::-1]
        heads.append(arrowheads.head(style.tail, tip, direction, scale))
    return curve, tuple(heads)


def _cut(curve: Curve, by: float) -> tuple[Curve, Point, Point]:
    """The curve shortened at its end, the old end as the head's tip, and the direction of the head."""
    tip = curve[-1]
    direction = _direction(curve, tip, by)
    back = min(by, math.dist(curve[-4], tip) * 0.8)
    end = (tip[0] - direction[0] * back, tip[1] - direction[1] * back)
    shift = (end[0] - tip[0], end[1] - tip[1])
    control = curve[-2]
    control = (control[0] + shift[0], control[1] + shift[1])
    return [*curve[:-2], control, end], tip, direction


def _direction(curve: Curve, tip: Point, by: float) -> Point:
    """Where the curve points over the length of its head, so that a head on a bend does not look off."""
    for point in (curve[-2], curve[-3], curve[-4]):
        away = math.dist(point, tip)
        if away > 0.5:
            return ((tip[0] - point[0]) / away, (tip[1] - point[1]) / away)
    return (0.0, 1.0)


def legend(edges: tuple[Edge, ...]) -> tuple[LegendRow, ...]:
    """A row for every kind on show, in a fixed order, and one for wrong edges where there are any."""
    rows: list[LegendRow] = []
    for kind, name in KIND_NAMES.items():
        count = sum(edge.kind == kind for edge in edges)
        if count:
            rows.append(_row(kind, name, count, edge_style(Edge("", "", "", kind, "ok"))))
    wrong = sum(edge.wrong for edge in edges)
    if wrong:
        rows.append(_row("wrong", "wrong", wrong, edge_style(Edge("", "", "", "edge", "invalid"))))
    return tuple(rows)


def _row(kind: str, name: str, count: int, style: EdgeStyle) -> LegendRow:
    a, b = (3.0, 7.0), (41.0, 7.0)
    curve, heads = _ends([a, (14.0, 7.0), (28.0, 7.0), b], style, 0.9)
    return LegendRow(kind, name, count, style.colour, style.width, style.dash, path(curve), heads)
