"""Boxes that lines must not run through, sorted so that a question about a place looks at few of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from .geometry import Box, Point, segment_meets


class Obstacles:
    """Named boxes, from left to right."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._rows = sorted((box.x, box.right, box.y, box.bottom, key) for key, box in boxes.items())
        self._lefts = [row[0] for row in self._rows]
        self._widest = max((right - left for left, right, *_ in self._rows), default=0.0)

    def in_way(self, place: Box, ends: Collection[str]) -> bool:
        """Whether a box other than `ends` reaches into a place."""
        return bool(self._within(place.x, place.right, place.y, place.bottom, ends))

    def pierced(self, line: Sequence[Point], ends: Collection[str], margin: float = -1.0) -> bool:
        """Whether a chain of straight lines runs through a box other than `ends`, or within `margin` of it."""
        for a, b in pairwise(line):
            left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
            top, bottom = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
            near = self._within(left - margin, right + margin, top - margin, bottom + margin, ends)
            if near and (left == right or top == bottom or any(segment_meets(a, b, box.grown(margin)) for box in near)):
                return True
        return False

    def _within(self, left: float, right: float, top: float, bottom: float, ends: Collection[str]) -> list[Box]:
        rows = self._rows[bisect_left(self._lefts, left - self._widest) : bisect_left(self._lefts, right)]
        return [
            Box(x, y, end - x, low - y) for x, end, y, low, key in rows
            if end > left and y < bottom and low > top and key not in ends
        ]  # fmt: skip
