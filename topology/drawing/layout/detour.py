"""A way round for single edges: the shortest right-angled path with few bends between all boxes.

Used where the engine's own routing is missing, runs through a box or hard along one. The raster has a line beside
every box and through every middle, so a way exists wherever a gap does; it is built once for all edges of a picture.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from .geometry import Box, Point

_BEND = 45.0
_MARGIN = 9.0
#: States looked at before one search gives up.
_LIMIT = 12_000
#: How much the search prefers what lies nearer to the target over what was shorter so far.
_GREED = 1.15
_FAR = 1e18

#: A crossing and a direction (0 east, 1 south, 2 west, 3 north) in one number: see `Raster.state`.
State = int


class Raster:
    """The lines that paths may run on, and which pieces of them boxes block. `margin` is kept from every box."""

    def __init__(self, obstacles: Sequence[Box], margin: float = _MARGIN - 1) -> None:
        sides = [box.grown(_MARGIN) for box in obstacles]
        middles = [box.centre for box in obstacles]
        self.xs = sorted({round(x, 1) for s in sides for x in (s.x, s.right)} | {round(m[0], 1) for m in middles})
        self.ys = sorted({round(y, 1) for s in sides for y in (s.y, s.bottom)} | {round(m[1], 1) for m in middles})
        self._blocked = [box.grown(margin) for box in obstacles]
        self._rows: dict[int, bytearray] = {}
        self._columns: dict[int, bytearray] = {}

    def row(self, number: int) -> bytearray:
        """For a level line: 1 for every piece between two columns that a box blocks."""
        found = self._rows.get(number)
        if found is None:
            y = self.ys[number]
            spans = [(box.x, box.right) for box in self._blocked if box.y < y < box.bottom]
            found = self._rows[number] = _flags(self.xs, spans)
        return found

    def column(self, number: int) -> bytearray:
        """The same for an upright line and the pieces between its rows."""
        found = self._columns.get(number)
        if found is None:
            x = self.xs[number]
            spans = [(box.y, box.bottom) for box in self._blocked if box.x < x < box.right]
            found = self._columns[number] = _flags(self.ys, spans)
        return found

    def state(self, point: Point, way: int) -> State:
        """The crossing nearest to a point, column by column, with a direction."""
        return (_nearest(self.xs, point[0]) * len(self.ys) + _nearest(self.ys, point[1])) * 4 + way

    def point(self, state: State) -> Point:
        """Where a state's crossing is."""
        column, row = divmod(state // 4, len(self.ys))
        return self.xs[column], self.ys[row]

    def step(self, state: State) -> tuple[State, float] | None:
        """The next crossing in the state's direction and how far it is; None where a box blocks it, or at the edge."""
        rows = len(self.ys)
        crossing, way = divmod(state, 4)
        column, row = divmod(crossing, rows)
        if way % 2 == 0:
            at, lines, blocked, beside = column, self.xs, self.row(row), rows
        else:
            at, lines, blocked, beside = row, self.ys, self.column(column), 1
        ahead = 1 if way < 2 else -1
        to = at + ahead
        if not 0 <= to < len(lines) or blocked[min(at, to)]:
            return None
        return state + ahead * beside * 4, abs(lines[to] - lines[at])


def _flags(lines: Sequence[float], spans: Sequence[tuple[float, float]]) -> bytearray:
    flags = bytearray(max(len(lines) - 1, 0))
    for low, high in spans:
        first, last = max(bisect_right(lines, low) - 1, 0), min(bisect_left(lines, high), len(flags))
        flags[first:last] = b"\x01" * max(last - first, 0)
    return flags


def detour(raster: Raster, source: Box, target: Box) -> list[Point] | None:
    """Corner points from the border of `source` to that of `target`, or None where no way was found."""
    goals = {raster.state(_out(port, way), (way + 2) % 4): port for port, way in _ports(target)}
    starts = {raster.state(_out(port, way), way): port for port, way in _ports(source)}
    came = _search(raster, list(starts), goals, target.grown(_MARGIN))
    if came is None:
        return None
    state, parents = came
    path: list[Point] = [goals[state]]
    at: State | None = state
    last = state
    while at is not None:
        path.append(raster.point(at))
        last, at = at, parents[at]
    path.append(starts[last])
    return _squared(path[::-1])


def _search(
    raster: Raster, starts: Sequence[State], goals: dict[State, Point], target: Box
) -> tuple[State, dict[State, State | None]] | None:
    """A* over crossings and directions."""
    across = [max(target.x - x, x - target.right, 0.0) for x in raster.xs]
    down = [max(target.y - y, y - target.bottom, 0.0) for y in raster.ys]
    rows = len(down)
    parents: dict[State, State | None] = dict.fromkeys(starts)
    cost: dict[State, float] = dict.fromkeys(starts, 0.0)
    queue = [(0.0, 0.0, state) for state in starts]
    heapq.heapify(queue)
    for _ in range(_LIMIT):
        if not queue:
            return None
        _, spent, state = heapq.heappop(queue)
        if spent > cost[state]:
            continue
        if state in goals:
            return state, parents
        way = state % 4
        moves = [(state - way + (way + 1) % 4, _BEND), (state - way + (way + 3) % 4, _BEND), raster.step(state)]
        for after, extra in filter(None, moves):
            total = spent + extra
            if total < cost.get(after, _FAR):
                cost[after], parents[after] = total, state
                dx, dy = across[after // 4 // rows], down[after // 4 % rows]
                guess = dx + dy + (_BEND if dx and dy else 0.0)
                heapq.heappush(queue, (total + guess * _GREED, total, after))
    return None


def _squared(path: list[Point]) -> list[Point]:
    """Ends put exactly in line with their neighbours (the raster is rounded to tenths)."""
    for end, beside in ((0, 1), (-1, -2)):
        (x, y), (nx, ny) = path[end], path[beside]
        path[beside] = (x, ny) if abs(x - nx) < abs(y - ny) else (nx, y)
    return path


def _ports(box: Box) -> list[tuple[Point, int]]:
    x, y = box.centre
    return [((box.right, y), 0), ((x, box.bottom), 1), ((box.x, y), 2), ((x, box.y), 3)]


def _out(point: Point, way: int) -> Point:
    return (point[0] + (_MARGIN, 0, -_MARGIN, 0)[way], point[1] + (0, _MARGIN, 0, -_MARGIN)[way])


def _nearest(values: Sequence[float], value: float) -> int:
    at = bisect_left(values, value)
    if at == len(values) or (at and value - values[at - 1] < values[at] - value):
        return at - 1
    return at
