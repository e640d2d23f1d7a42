"""Shapes of single edges: straight, rounded right angles, self-loops. A curve is a list of 3n + 1 cubic points."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .geometry import Box, Point, pieces, to_border

Curve = list[Point]

RADIUS = 10.0


def straight(a: Point, b: Point) -> Curve:
    """One straight line as a cubic piece."""
    return [a, _between(a, b, 1 / 3), _between(a, b, 2 / 3), b]


def polyline(points: list[Point]) -> Curve:
    """A chain of straight lines with sharp corners."""
    curve = [points[0]]
    for a, b in pieces(points):
        curve += straight(a, b)[1:]
    return curve


def rounded(points: list[Point], radius: float = RADIUS) -> Curve:
    """A chain of straight lines with round corners, never rounder than half of its shorter side allows."""
    points = simplified(points)
    if len(points) == 2:
        return straight(*points)
    curve = [points[0]]
    at = points[0]
    for number in range(1, len(points) - 1):
        before, corner, after = points[number - 1 : number + 2]
        cut = min(radius, math.dist(before, corner) / 2, math.dist(corner, after) / 2)
        start, end = _towards(corner, before, cut), _towards(corner, after, cut)
        curve += straight(at, start)[1:]
        curve += [_between(start, corner, 0.56), _between(end, corner, 0.56), end]
        at = end
    return curve + straight(at, points[-1])[1:]


def simplified(points: Iterable[Point]) -> list[Point]:
    """Without repeated points and without points in the middle of a straight run."""
    out: list[Point] = []
    for point in points:
        if out and math.dist(out[-1], point) < 0.5:
            continue
        while len(out) >= 2 and _in_line(out[-2], out[-1], point):
            out.pop()
        out.append(point)
    return out if len(out) > 1 else [out[0], (out[0][0], out[0][1] + 1)] if out else [(0, 0), (0, 1)]


def loop(box: Box, number: int) -> Curve:
    """The `number`-th self-loop of a box: out of its right side near the top, round the corner, back in from above."""
    reach = 22.0 + 9.0 * number
    x, y = box.right, box.y
    leave = (x, y + min(box.h * 0.42, 12.0))
    enter = (x - 14.0 - 7.0 * number, y)
    corner = (x + reach * 0.62, y - reach * 0.62)
    return [
        leave,
        (x + reach * 0.75, leave[1]),
        (corner[0] + reach * 0.28, corner[1] + reach * 0.28),
        corner,
        (corner[0] - reach * 0.28, corner[1] - reach * 0.28),
        (enter[0], y - reach * 0.85),
        enter,
    ]


def direct(a: Box, b: Box, offset: float = 0.0) -> Curve:
    """The straight line between two boxes, moved sideways by `offset`."""
    (ax, ay), (bx, by) = a.centre, b.centre
    away = math.dist((ax, ay), (bx, by)) or 1.0
    dx, dy = -(by - ay) / away * offset, (bx - ax) / away * offset
    start, end = to_border(a, (bx, by)), to_border(b, (ax, ay))
    return straight((start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy))


def _between(a: Point, b: Point, t: float) -> Point:
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def _towards(a: Point, b: Point, distance: float) -> Point:
    whole = math.dist(a, b) or 1.0
    return _between(a, b, distance / whole)


def _in_line(a: Point, b: Point, c: Point) -> bool:
    cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    dot = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return abs(cross) < 0.5 * max(math.dist(a, b), math.dist(b, c), 1.0) and dot >= 0
