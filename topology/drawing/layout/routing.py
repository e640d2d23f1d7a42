"""The second pass: a line for every edge over fixed boxes.

Boxes that face one another get a straight line. Where a way round is needed the engine finds it (right-angled,
`neato -n2`), and the runs are then drawn apart. What still runs through a box is led round it by our own search.
Above STRAIGHT_ABOVE boxes, or where the engine fails, lines are straight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from topology.core.diagram import Edge

from ..engine import EngineError
from . import dot, paths
from .channels import Channels
from .detour import Raster, detour
from .geometry import Box, Point, flatten
from .nudging import Path, nudge
from .obstacles import Obstacles
from .paths import Curve

STRAIGHT_ABOVE = 1000
EDGES_ABOVE = 1200
SECONDS = 2.0
#: Edges that are led round boxes by our own search, which costs some milliseconds each.
DETOURS = 60
#: How much of their sides two boxes must share to be joined by one straight line.
_FACING = 26.0
#: A line nearer than this to a foreign box runs hard along it.
_HARD = 5.0


@dataclass(frozen=True, slots=True)
class Route:
    """One edge's line: cubic points, and the same as a chain of short straight lines."""

    curve: Curve
    line: list[Point]


@dataclass(slots=True)
class Routes:
    """All lines by edge id, and a word where they are worse than they should be.

    `passing`: another try later can go better (see EngineError).
    """

    routes: dict[str, Route] = field(default_factory=dict)
    degraded: str = ""
    passing: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """What routing sees: the boxes that edges end at, titles to be kept clear, frames not to run along."""

    boxes: Mapping[str, Box]
    titles: Mapping[str, Box]
    frames: Sequence[Box] = ()

    @property
    def all(self) -> dict[str, Box]:
        return {**self.boxes, **self.titles}


def route(drawn: Sequence[Edge], ground: Ground) -> Routes:
    """Lines for all edges, whose ends are both among the boxes of the ground."""
    return Begun(drawn, ground).finish()


class Begun:
    """Lines on their way: the engine is at work until `finish` or `drop`, one of which must follow."""

    def __init__(self, drawn: Sequence[Edge], ground: Ground) -> None:
        self._ground = ground
        self._loops = [edge for edge in drawn if edge.source == edge.target]
        self._edges = [edge for edge in drawn if edge.source != edge.target]
        self._corners: dict[str, list[Point]] = {}
        self._rest: list[Edge] = []
        self._engine: dot.Routing | None = None
        self._failed: EngineError | None = None
        self._boxes = ground.all
        self._straight = len(self._boxes) > STRAIGHT_ABOVE or len(self._edges) > EDGES_ABOVE
        if not self._straight:
            self._obstacles = Obstacles(self._boxes)
            self._begin()

    def _begin(self) -> None:
        boxes = self._ground.boxes
        for edge in self._edges:
            ends = (edge.source, edge.target)
            facing = _facing(boxes[edge.source], boxes[edge.target], self._obstacles, ends)
            if facing is not None:
                self._corners[edge.id] = facing
        self._rest = [edge for edge in self._edges if edge.id not in self._corners]
        if self._rest:
            listed = [(edge.id, edge.source, edge.target, {}) for edge in self._rest]
            try:
                self._engine = dot.route(self._boxes, listed, "ortho", SECONDS)
            except EngineError as error:
                self._failed = error

    def drop(self) -> None:
        """End the engine's work; nobody wants the lines."""
        if self._engine is not None:
            self._engine.drop()

    def finish(self) -> Routes:
        """The lines."""
        curves = {} if self._straight else self._right_angled()
        _fill_straight(self._edges, self._ground, curves)
        curves.update(_loops(self._loops, self._ground))
        routes = {name: Route(curve, flatten(curve)) for name, curve in curves.items()}
        return Routes(routes, self._degraded(), self._failed is not None and self._failed.passing)

    def _degraded(self) -> str:
        if self._straight:
            return f"{len(self._boxes)} boxes and {len(self._edges)} edges: edges are drawn straight"
        if self._failed is not None and len(self._rest) > DETOURS:
            return f"{self._failed.message}; some edges are drawn straight"
        return ""

    def _right_angled(self) -> dict[str, Curve]:
        corners, ground, obstacles = self._corners, self._ground, self._obstacles
        self._take_answer()
        search = _Search(self._boxes)
        search.lead([edge for edge in self._edges if _pierces(edge, corners, obstacles)], ground, corners)
        channels = Channels(ground.boxes, [*ground.titles.values(), *_borders(ground.frames)])
        _draw_apart(self._edges, channels, corners)
        cards = Obstacles(ground.boxes)
        poor = [
            edge
            for edge in self._rest
            if _pierces(edge, corners, obstacles) or _poor(edge, corners[edge.id], ground, cards)
        ]
        if search.lead(poor, ground, corners):
            _draw_apart(self._edges, channels, corners)
        return {name: paths.rounded(points) for name, points in corners.items()}

    def _take_answer(self) -> None:
        if self._engine is None:
            return
        try:
            found = self._engine.curves()
        except EngineError as error:
            self._failed = error
            return
        for name, curve in found.items():
            self._corners[name] = paths.simplified(curve[::3])


def _facing(a: Box, b: Box, obstacles: Obstacles, ends: tuple[str, str]) -> list[Point] | None:
    """The straight level or upright line between two boxes that face one another with nothing between."""
    for axis in (0, 1):
        a_span, b_span = _spans(a, axis), _spans(b, axis)
        low, high = max(a_span[2], b_span[2]), min(a_span[3], b_span[3])
        if high - low < _FACING:
            continue
        start, end = (a_span[1], b_span[0]) if a_span[0] < b_span[0] else (a_span[0], b_span[1])
        if (start < end) != (a_span[0] < b_span[0]):
            continue
        at = (low + high) / 2
        line = [(start, at), (end, at)] if axis == 0 else [(at, start), (at, end)]
        corridor = Box(min(line[0][0], line[1][0]), min(line[0][1], line[1][1]), *_size(line, axis))
        if not obstacles.in_way(corridor, ends):
            return line
    return None


def _spans(box: Box, axis: int) -> tuple[float, float, float, float]:
    return (box.x, box.right, box.y, box.bottom) if axis == 0 else (box.y, box.bottom, box.x, box.right)


def _size(line: list[Point], axis: int) -> tuple[float, float]:
    long = abs(line[0][axis] - line[1][axis])
    return (long, 1.0) if axis == 0 else (1.0, long)


def _draw_apart(edges: Sequence[Edge], channels: Channels, corners: dict[str, list[Point]]) -> None:
    known: dict[str, Path] = {}
    for edge in edges:
        if edge.id in corners and len(corners[edge.id]) >= 2:
            path = Path.of(edge.source, edge.target, corners[edge.id])
            if path is not None:
                known[edge.id] = path
    nudge(list(known.values()), channels)
    for name, path in known.items():
        corners[name] = path.corners()


def _borders(frames: Sequence[Box]) -> list[Box]:
    """The four sides of every frame as thin boxes: runs cross them, none lies on one."""
    out: list[Box] = []
    for frame in frames:
        out += [Box(frame.x, frame.y, frame.w, 1), Box(frame.x, frame.bottom - 1, frame.w, 1)]
        out += [Box(frame.x, frame.y, 1, frame.h), Box(frame.right - 1, frame.y, 1, frame.h)]
    return out


class _Search:
    """Our own search for ways round, as far as its budget goes."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = list(boxes.values())
        self._left = DETOURS if len(self._boxes) <= 400 else 0
        self._rasters: list[Raster] = []

    def lead(self, edges: Sequence[Edge], ground: Ground, corners: dict[str, list[Point]]) -> bool:
        """Set a way for each of these edges; whether any was found."""
        found = False
        for edge in edges[: self._left]:
            way = self._way(ground.boxes[edge.source], ground.boxes[edge.target])
            if way is not None:
                corners[edge.id] = paths.simplified(way)
                found = True
        self._left -= min(len(edges), self._left)
        return found

    def _way(self, source: Box, target: Box) -> list[Point] | None:
        if not self._rasters:
            self._rasters.append(Raster(self._boxes))
        way = detour(self._rasters[0], source, target)
        if way is None:
            if len(self._rasters) == 1:
                self._rasters.append(Raster(self._boxes, 2.0))
            way = detour(self._rasters[1], source, target)
        return way


def _pierces(edge: Edge, corners: Mapping[str, list[Point]], obstacles: Obstacles) -> bool:
    points = corners.get(edge.id)
    return points is None or obstacles.pierced(points, (edge.source, edge.target))


def _poor(edge: Edge, points: list[Point], ground: Ground, cards: Obstacles) -> bool:
    """Whether a line runs hard along a box or ends at a corner of its own."""
    ends = (edge.source, edge.target)
    if cards.pierced(points, ends, _HARD):
        return True
    sides = ((ground.boxes[ends[0]], points[0], points[1]), (ground.boxes[ends[1]], points[-1], points[-2]))
    for box, end, before in sides:
        level = abs(end[1] - before[1]) < abs(end[0] - before[0])
        near = min(end[1] - box.y, box.bottom - end[1]) if level else min(end[0] - box.x, box.right - end[0])
        if near < (5.0 if level else 7.0):
            return True
    return False


def _fill_straight(edges: Sequence[Edge], ground: Ground, curves: dict[str, Curve]) -> None:
    pairs: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.id not in curves:
            pairs[min(edge.source, edge.target), max(edge.source, edge.target)].append(edge)
    for (first, _), parallel in pairs.items():
        for number, edge in enumerate(parallel):
            offset = (number - (len(parallel) - 1) / 2) * 7.0
            a, b = ground.boxes[edge.source], ground.boxes[edge.target]
            curves[edge.id] = paths.direct(a, b, offset if edge.source == first else -offset)


def _loops(loops: Sequence[Edge], ground: Ground) -> dict[str, Curve]:
    seen: dict[str, int] = defaultdict(int)
    out: dict[str, Curve] = {}
    for edge in loops:
        out[edge.id] = paths.loop(ground.boxes[edge.source], seen[edge.source])
        seen[edge.source] += 1
    return out
