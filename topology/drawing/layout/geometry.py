"""Boxes, lines and curves. Units are pixels, y grows downwards."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle by its left upper corner."""

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def around(cls, centre: Point, size: Point) -> Box:
        return cls(centre[0] - size[0] / 2, centre[1] - size[1] / 2, size[0], size[1])

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> Point:
        return (self.x + self.w / 2, self.y + self.h / 2)

    def grown(self, by: float, by_y: float | None = None) -> Box:
        dy = by if by_y is None else by_y
        return Box(self.x - by, self.y - dy, self.w + 2 * by, self.h + 2 * dy)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def meets(self, other: Box, gap: float = 0.0) -> bool:
        """Whether the two lie nearer to each other than `gap` on both axes (touching sides do not count)."""
        return (
            self.x < other.right + gap
            and other.x < self.right + gap
            and self.y < other.bottom + gap
            and other.y < self.bottom + gap
        )

    def holds(self, point: Point) -> bool:
        return self.x <= point[0] <= self.right and self.y <= point[1] <= self.bottom


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all; an empty one for none."""
    listed = list(boxes)
    if not listed:
        return Box(0, 0, 0, 0)
    x, y = min(b.x for b in listed), min(b.y for b in listed)
    return Box(x, y, max(b.right for b in listed) - x, max(b.bottom for b in listed) - y)


def segment_meets(a: Point, b: Point, box: Box) -> bool:
    """Whether the straight line from `a` to `b` runs through the inside of `box` (Liang-Barsky)."""
    if max(a[0], b[0]) <= box.x or min(a[0], b[0]) >= box.right:
        return False
    if max(a[1], b[1]) <= box.y or min(a[1], b[1]) >= box.bottom:
        return False
    dx, dy, low, high = b[0] - a[0], b[1] - a[1], 0.0, 1.0
    for step, near, far in ((dx, box.x - a[0], box.right - a[0]), (dy, box.y - a[1], box.bottom - a[1])):
        if step == 0:
            if near >= 0 or far <= 0:
                return False
            continue
        enter, leave = sorted((near / step, far / step))
        low, high = max(low, enter), min(high, leave)
        if low >= high:
            return False
    return True


def line_meets(points: list[Point], box: Box) -> bool:
    """Whether a chain of straight lines runs through the inside of `box`."""
    return any(segment_meets(a, b, box) for a, b in itertools.pairwise(points))


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight lines cross inside both (shared ends and mere touching do not count)."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6


def flatten(curve: list[Point], steps: int = 8) -> list[Point]:
    """A chain of cubic Bezier pieces (3n + 1 points) as a chain of short straight lines."""
    out = [curve[0]]
    for start in range(0, len(curve) - 3, 3):
        p0, p1, p2, p3 = curve[start : start + 4]
        if _flat(p0, p1, p2, p3):
            out.append(p3)
            continue
        for step in range(1, steps + 1):
            t = step / steps
            s = 1 - t
            a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            out.append((a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]))
    return out


def _flat(p0: Point, p1: Point, p2: Point, p3: Point) -> bool:
    x, y = p0
    dx, dy = p3[0] - x, p3[1] - y
    most = 0.4 * (math.hypot(dx, dy) or 1.0)
    return abs((p1[0] - x) * dy - (p1[1] - y) * dx) < most and abs((p2[0] - x) * dy - (p2[1] - y) * dx) < most


def length(points: list[Point]) -> float:
    """The length of a chain of straight lines."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def walk(points: list[Point], distance: float) -> tuple[Point, Point]:
    """The point `distance` along the chain, and the direction there as a unit vector."""
    left = max(distance, 0.0)
    last = (points[-1], (1.0, 0.0))
    for a, b in itertools.pairwise(points):
        piece = math.dist(a, b)
        if piece == 0:
            continue
        direction = ((b[0] - a[0]) / piece, (b[1] - a[1]) / piece)
        if left <= piece:
            return (a[0] + direction[0] * left, a[1] + direction[1] * left), direction
        left -= piece
        last = (b, direction)
    return last


def pieces(points: list[Point]) -> Iterator[tuple[Point, Point]]:
    """The straight lines of a chain."""
    return itertools.pairwise(points)


def to_border(box: Box, towards: Point) -> Point:
    """Where the line from the middle of `box` to `towards` leaves the box."""
    cx, cy = box.centre
    dx, dy = towards[0] - cx, towards[1] - cy
    if dx == 0 and dy == 0:
        return (cx, box.bottom)
    scale = min(
        box.w / 2 / abs(dx) if dx else math.inf,
        box.h / 2 / abs(dy) if dy else math.inf,
    )
    return (cx + dx * scale, cy + dy * scale)
