"""The free channels between boxes, in which the runs of right-angled paths may be moved sideways."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from .geometry import Box, Point

#: Wanted distances from boxes, from titles, and for the last run before a box (room for its head).
FROM_BOX, FROM_TITLE = 11.0, 5.0
FROM_START, FROM_END = 14.0, 22.0

#: A box by its sides for runs of one axis: along from, along to, across from, across to.
Span = tuple[float, float, float, float]
#: A side of a box: its coordinate, from where to where it goes, and the box's key (None for a title).
Wall = tuple[float, float, float, str | None]
#: The walls of a run's channel: low, high, and the gap to be kept from each.
Sides = tuple[float, float, float, float]


class Channels:
    """What paths are nudged between: boxes that edges end at, and titles to be kept clear."""

    def __init__(self, boxes: Mapping[str, Box], titles: Sequence[Box]) -> None:
        self.along = [Walls(boxes, titles, axis) for axis in (0, 1)]


class Walls:
    """The boxes as the runs of one axis see them: walls sorted by the side that faces a run."""

    def __init__(self, boxes: Mapping[str, Box], titles: Sequence[Box], axis: int) -> None:
        self.spans = {key: _span(box, axis) for key, box in boxes.items()}
        seen: list[tuple[Span, str | None]] = [(span, key) for key, span in self.spans.items()]
        seen += [(_span(box, axis), None) for box in titles]
        self._before = _Sides((span[3], span[0], span[1], key) for span, key in seen)
        # Seen from the other side everything is mirrored.
        self._behind = _Sides((-span[2], span[0], span[1], key) for span, key in seen)

    def around(self, at: float, along: Point, own: tuple[str, ...], ends: tuple[str | None, str | None]) -> Sides:
        """Between which walls a run at `at` lies, and the gaps to keep from them.

        `ends` are the boxes that the run before it leaves and the run after it enters, None where it has no such role.
        """
        low, low_gap = self._before.nearest(at, along, own, ends)
        high, high_gap = self._behind.nearest(-at, along, own, ends)
        return low, -high, low_gap, high_gap


class _Sides:
    def __init__(self, walls: Iterable[Wall]) -> None:
        self._walls = sorted(walls, key=itemgetter(0))
        self._sides = [wall[0] for wall in self._walls]

    def nearest(
        self, at: float, along: Point, own: tuple[str, ...], ends: tuple[str | None, str | None]
    ) -> tuple[float, float]:
        """The wall that a run cannot come nearer to from above than its gap, and that gap."""
        first, last = along
        left, entered = ends
        walls = self._walls
        best, best_gap = -1e9, 0.0
        nearest = best
        for number in range(bisect_right(self._sides, at + 0.5) - 1, -1, -1):
            side, start, stop, key = walls[number]
            if side + FROM_END <= nearest:
                break
            if stop <= first or start >= last or key in own:
                continue
            if key is None:
                gap = FROM_TITLE
            else:
                gap = FROM_END if key == entered else FROM_START if key == left else FROM_BOX
            if side + gap > nearest:
                best, best_gap, nearest = side, gap, side + gap
        return best, best_gap


def _span(box: Box, axis: int) -> Span:
    """A box as (along from, along to, across from, across to) for runs of an axis."""
    return (box.x, box.right, box.y, box.bottom) if axis == 0 else (box.y, box.bottom, box.x, box.right)
