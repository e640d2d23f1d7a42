"""A way round for one edge: the shortest right-angled path with few bends between all boxes.

Used where the engine's own routing runs through a box. The raster has a line beside every box and through every
middle, so a way exists wherever a gap does.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence

from .geometry import Box, Point, segment_meets

_BEND = 40.0
_MARGIN = 9.0
_LIMIT = 20_000

State = tuple[int, int, int]


def detour(source: Box, target: Box, obstacles: Sequence[Box]) -> list[Point] | None:
    """Corner points from the border of `source` to that of `target`, or None where no way was found."""
    blocked = [box.grown(_MARGIN - 1) for box in obstacles]
    raster = _Raster(source, target, blocked, obstacles)
    path = raster.search()
    if path is None:
        raster = _Raster(source, target, [box.grown(2) for box in obstacles], obstacles)
        path = raster.search()
    return path


class _Raster:
    def __init__(self, source: Box, target: Box, blocked: Sequence[Box], obstacles: Sequence[Box]) -> None:
        self._blocked = blocked
        self._starts = _ports(source)
        self._ends = _ports(target)
        ports = [point for point, _ in (*self._starts, *self._ends)]
        sides = [box.grown(_MARGIN) for box in (*obstacles, source, target)]
        self._xs = sorted({round(x, 2) for box in sides for x in (box.x, box.right)} | {round(p[0], 2) for p in ports})
        self._ys = sorted({round(y, 2) for box in sides for y in (box.y, box.bottom)} | {round(p[1], 2) for p in ports})
        self._own = (source, target)
        self._clear: dict[tuple[int, int, int], bool] = {}

    def search(self) -> list[Point] | None:
        """A* over (column, row, direction); directions are 0 east, 1 south, 2 west, 3 north."""
        goals = {self._at(_out(p, d)): (p, (d + 2) % 4) for p, d in self._ends}
        middle = self._own[1].centre
        queue: list[tuple[float, float, State]] = []
        came: dict[State, State | None] = {}
        cost: dict[State, float] = {}
        first: dict[State, Point] = {}
        for point, direction in self._starts:
            column, row = self._at(_out(point, direction))
            if self._free(self._xy(column, row)):
                state = (column, row, direction)
                cost[state], came[state], first[state] = 0.0, None, point
                heapq.heappush(queue, (0.0, 0.0, state))
        tried = 0
        while queue and tried < _LIMIT:
            _, spent, state = heapq.heappop(queue)
            if spent > cost[state]:
                continue
            tried += 1
            goal = goals.get((state[0], state[1]))
            if goal is not None and (goal[1] == state[2]):
                return self._trace(state, came, first, goal[0])
            self._expand(state, spent, middle, queue, came, cost)
        return None

    def _expand(self, state: State, spent: float, middle: Point, queue: list[tuple[float, float, State]], came: dict[State, State | None], cost: dict[State, float]) -> None:
        column, row, direction = state
        for turn in (0, 1, 3):
            way = (direction + turn) % 4
            if turn:
                after, extra = (column, row, way), _BEND
            else:
                step = self._step(column, row, way)
                if step is None:
                    continue
                after, extra = (*step[0], way), step[1]
            total = spent + extra
            if total < cost.get(after, float("inf")):
                cost[after], came[after] = total, state
                x, y = self._xy(after[0], after[1])
                guess = abs(x - middle[0]) + abs(y - middle[1])
                heapq.heappush(queue, (total + guess * 0.98, total, after))

    def _step(self, column: int, row: int, way: int) -> tuple[tuple[int, int], float] | None:
        to = (column + (1, 0, -1, 0)[way], row + (0, 1, 0, -1)[way])
        if not (0 <= to[0] < len(self._xs) and 0 <= to[1] < len(self._ys)):
            return None
        a, b = self._xy(column, row), self._xy(*to)
        key = (min(column, to[0]), min(row, to[1]), way % 2)
        if key not in self._clear:
            self._clear[key] = not any(segment_meets(a, b, box) for box in self._blocked)
        return (to, abs(a[0] - b[0]) + abs(a[1] - b[1])) if self._clear[key] else None

    def _free(self, point: Point) -> bool:
        return not any(box.x < point[0] < box.right and box.y < point[1] < box.bottom for box in self._blocked)

    def _at(self, point: Point) -> tuple[int, int]:
        return _nearest(self._xs, point[0]), _nearest(self._ys, point[1])

    def _xy(self, column: int, row: int) -> Point:
        return (self._xs[column], self._ys[row])

    def _trace(self, state: State, came: Mapping[State, State | None], first: Mapping[State, Point], end: Point) -> list[Point]:
        path: list[Point] = [end]
        at: State | None = state
        while at is not None:
            path.append(self._xy(at[0], at[1]))
            last = at
            at = came[at]
        path.append(first[last])
        return path[::-1]


def _ports(box: Box) -> list[tuple[Point, int]]:
    x, y = box.centre
    return [((box.right, y), 0), ((x, box.bottom), 1), ((box.x, y), 2), ((x, box.y), 3)]


def _out(point: Point, direction: int) -> Point:
    return (
        point[0] + (_MARGIN, 0, -_MARGIN, 0)[direction],
        point[1] + (0, _MARGIN, 0, -_MARGIN)[direction],
    )


def _nearest(values: Sequence[float], value: float) -> int:
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        if values[middle] < value - 0.01:
            low = middle + 1
        else:
            high = middle
    return low


def through(curve: Iterable[Point], boxes: Mapping[str, Box], ends: Sequence[str]) -> list[str]:
    """The boxes (other than `ends`) that a chain of straight lines runs through."""
    line = list(curve)
    left, right = min(p[0] for p in line), max(p[0] for p in line)
    top, bottom = min(p[1] for p in line), max(p[1] for p in line)
    hits: list[str] = []
    for key, box in boxes.items():
        if key in ends or box.x >= right or box.right <= left or box.y >= bottom or box.bottom <= top:
            continue
        inner = box.grown(-1)
        if any(segment_meets(a, b, inner) for a, b in zip(line, line[1:], strict=False)):
            hits.append(key)
    return hits
