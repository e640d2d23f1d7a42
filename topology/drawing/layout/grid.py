"""What lies near a place: boxes and straight lines sorted into square cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from .geometry import Box, Point

_CELL = 96.0

Segment = tuple[Point, Point, int]


class Grid:
    """Boxes, and lines by the number of the edge that they belong to."""

    def __init__(self) -> None:
        self._boxes: dict[tuple[int, int], list[Box]] = defaultdict(list)
        self._lines: dict[tuple[int, int], list[Segment]] = defaultdict(list)

    def add_box(self, box: Box) -> None:
        """Sort in a box."""
        for cell in _cells(box):
            self._boxes[cell].append(box)

    def add_line(self, a: Point, b: Point, number: int) -> None:
        """Sort in a straight line."""
        around = Box(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1]))
        for cell in _cells(around):
            self._lines[cell].append((a, b, number))

    def boxes(self, place: Box) -> Iterator[Box]:
        """The boxes that may touch a place, some of them more than once."""
        for cell in _cells(place):
            yield from self._boxes.get(cell, ())

    def lines(self, place: Box) -> Iterator[Segment]:
        """The lines that may run through a place, some of them more than once."""
        for cell in _cells(place):
            yield from self._lines.get(cell, ())


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    left, right = int(box.x // _CELL), int((box.x + box.w) // _CELL)
    top, bottom = int(box.y // _CELL), int((box.y + box.h) // _CELL)
    for column in range(left, right + 1):
        for row in range(top, bottom + 1):
            yield column, row
