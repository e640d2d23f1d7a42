"""Places for the words beside edges: moved until they touch nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from .layout.geometry import Box, Point, length, segment_meets, walk
from .layout.grid import Grid

_GAP = 3.0
#: Free places that are looked at before the best of them is taken.
_TRIED = 40
#: Places that are looked at in all, free or not.
_LOOKED_AT = 600
#: Edges above which words are put without regard to lines.
_LINES = 800


class Space:
    """What is taken already. Boxes must not be touched; lines are crossed only where nothing better is found."""

    def __init__(self, boxes: Iterable[Box], lines: Sequence[Sequence[Point]]) -> None:
        self._grid = Grid()
        for box in boxes:
            self._grid.add_box(box)
        # Where very many lines run, words cannot keep clear of them anyway.
        for number, line in enumerate(lines if len(lines) <= _LINES else ()):
            for a, b in pairwise(line):
                self._grid.add_line(a, b, number)
        self._leads: list[tuple[Point, Point]] = []

    def take(self, box: Box) -> None:
        """Mark a place as taken."""
        self._grid.add_box(box)

    def clear(self, line: tuple[Point, Point]) -> bool:
        """Whether a straight line runs over no box (one that it starts or ends at does not count)."""
        a, b = line
        place = Box(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1]))
        return not any(
            segment_meets(a, b, box) and not box.grown(1).holds(a) and not box.grown(1).holds(b)
            for box in self._grid.boxes(place)
        )

    def lead(self, line: tuple[Point, Point]) -> None:
        """Mark a thin line from a cross to its words, over which no other words may be put."""
        self._leads.append(line)

    def free(self, box: Box, gap: float = _GAP) -> bool:
        """Whether nothing lies within `gap` of a place."""
        if any(box.meets(other, gap) for other in self._grid.boxes(box.grown(gap))):
            return False
        return not any(segment_meets(a, b, box) for a, b in self._leads)

    def crossings(self, box: Box) -> int:
        """How many edges run through a place."""
        return len({number for a, b, number in self._grid.lines(box) if segment_meets(a, b, box)})

    def best(self, spots: Iterable[Box], most: int = 10_000) -> Box | None:
        """The first free place that no line crosses, else the one with the fewest (at most `most`); it is taken."""
        best: tuple[int, Box] | None = None
        tried = 0
        for spot in islice(spots, _LOOKED_AT):
            if not self.free(spot):
                continue
            tried += 1
            if tried > _TRIED:
                break
            crossed = self.crossings(spot)
            if best is None or crossed < best[0]:
                best = (crossed, spot)
            if crossed == 0:
                break
        if best is None or best[0] > most:
            return None
        self.take(best[1])
        return best[1]


def beside(line: list[Point], size: Point) -> Iterator[Box]:
    """Places beside the first third of an edge, nearest to its beginning first, then further along it.

    A short edge is gone along in small steps: where boxes stand close there is room at one place only. Where there is
    none beside an edge, there may be room on it.
    """
    whole = length(line)
    if whole < 5 * size[1]:
        for distance in _steps(3.0, whole, 3.0):
            yield from _sides(walk(line, distance), size)
    first = min(18.0, whole * 0.3)
    stop = whole * 0.36 if whole > 120 else whole * 0.7
    for reach in (stop, whole * 0.62, whole * 0.9):
        for distance in _steps(first, reach, 9.0):
            yield from _sides(walk(line, distance), size)
    for distance in _steps(first, whole, 16.0):
        yield from _sides(walk(line, distance), size, 14.0)
    for distance in _steps(first, whole, 16.0):
        x, y = walk(line, distance)[0]
        yield Box(x - size[0] / 2, y - size[1] / 2, *size)


def along(line: list[Point], size: Point) -> Iterator[Box]:
    """Places beside the middle of an edge, then outwards along it: for the reason of a wrong edge."""
    whole = length(line)
    middle = whole / 2
    wide = size[0] / 2 + 14
    for away in (0.0, *_steps(24.0, whole * 0.42, 16.0)):
        for distance in {middle - away, middle + away}:
            (x, y), (dx, dy) = walk(line, distance)
            if abs(dx) > abs(dy):
                yield Box(x - size[0] / 2, y - size[1] - 13, *size)
                yield Box(x - size[0] / 2, y + 13, *size)
            else:
                yield Box(x - wide + 28 - size[0] / 2 - 28, y - size[1] / 2, *size)
                yield Box(x + 14, y - size[1] / 2, *size)


def _steps(start: float, stop: float, step: float) -> Iterator[float]:
    at = start
    while at <= max(stop, start):
        yield at
        at += step


def _sides(spot: tuple[Point, Point], size: Point, away: float = 4.0) -> Iterator[Box]:
    (x, y), (dx, dy) = spot
    wide, high = size
    if abs(dx) > abs(dy):
        lean = abs(dy) * wide / 2
        yield Box(x - wide / 2, y - high - away - lean, wide, high)
        yield Box(x - wide / 2, y + away + lean, wide, high)
    else:
        lean = abs(dx) * high / 2
        yield Box(x + away + lean, y - high / 2, wide, high)
        yield Box(x - wide - away - lean, y - high / 2, wide, high)


def around(point: Point, size: Point, reach: float = 420.0) -> Iterator[Box]:
    """Places round a point in growing rings: for the reason of a wrong edge, near its cross."""
    wide, high = size
    yield Box(point[0] - wide / 2, point[1] - high - 14, wide, high)
    yield Box(point[0] - wide / 2, point[1] + 14, wide, high)
    yield Box(point[0] + 16, point[1] - high / 2, wide, high)
    yield Box(point[0] - 16 - wide, point[1] - high / 2, wide, high)
    radius = 22.0
    while radius < reach:
        for step in range(16):
            angle = step * math.pi / 8
            x = point[0] + math.cos(angle) * (radius + wide / 2) - wide / 2
            y = point[1] + math.sin(angle) * (radius + high) - high / 2
            yield Box(x, y, wide, high)
        radius += 14.0
