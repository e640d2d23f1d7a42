"""The second pass: a line for every edge over fixed boxes.

Curved by the engine up to CURVED_UP_TO boxes, right-angled above, straight above STRAIGHT_ABOVE or when time runs
out. What still runs through a box afterwards is led round it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from topology.core.diagram import Edge

from ..engine import EngineError
from . import dot, paths
from .detour import detour, through
from .geometry import Box, Point, flatten
from .paths import Curve


CURVED_UP_TO = 40
STRAIGHT_ABOVE = 1000
EDGES_ABOVE = 2500
SECONDS = 2.0
#: Edges that are led round boxes one by one; each costs some milliseconds.
DETOURS = 60


@dataclass(frozen=True, slots=True)
class Route:
    """One edge's line: cubic points, and the same as a chain of short straight lines."""

    curve: Curve
    line: list[Point]


@dataclass(slots=True)
class Routes:
    """All lines by edge id, and a word where they are worse than they should be."""

    routes: dict[str, Route] = field(default_factory=dict)
    degraded: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """What routing sees: the boxes that edges end at and the further ones to be kept clear."""

    boxes: Mapping[str, Box]
    obstacles: Mapping[str, Box]

    @property
    def all(self) -> dict[str, Box]:
        return {**self.boxes, **{f"obstacle:{key}": box for key, box in self.obstacles.items()}}


def route(drawn: Sequence[Edge], ground: Ground) -> Routes:
    """Lines for all edges, whose ends are both among the boxes of the ground."""
    edges = list(drawn)
    loops = [edge for edge in edges if edge.source == edge.target]
    others = [edge for edge in edges if edge.source != edge.target]
    curves, degraded = _by_engine(others, ground)
    curves = {name: curve for name, curve in curves.items() if len(curve) >= 4}
    _fill_straight(others, ground, curves)
    _lead_round(others, ground, curves)
    curves.update(_loops(loops, ground))
    return Routes({name: Route(curve, flatten(curve)) for name, curve in curves.items()}, degraded)


def _by_engine(edges: list[Edge], ground: Ground) -> tuple[dict[str, Curve], str]:
    if not edges:
        return {}, ""
    boxes = ground.all
    if len(boxes) > STRAIGHT_ABOVE or len(edges) > EDGES_ABOVE:
        return {}, f"{len(boxes)} boxes and {len(edges)} edges: edges are drawn straight"
    curved = len(ground.boxes) <= CURVED_UP_TO
    if curved:
        try:
            drawn, warnings = dot.route(boxes, _asked(edges, ground, True), "true", SECONDS / 2)
            if "touch" not in warnings:
                return drawn, ""
        except EngineError:
            pass
    try:
        drawn, _ = dot.route(boxes, _asked(edges, ground, False), "ortho", SECONDS)
    except EngineError as error:
        return {}, f"{error.message}; edges are drawn straight"
    return {name: paths.rounded(curve[::3]) for name, curve in drawn.items()}, ""


def _asked(edges: list[Edge], ground: Ground, ports: bool) -> list[tuple[str, str, str, dict[str, str]]]:
    return [
        (edge.id, edge.source, edge.target, _ports(ground.boxes[edge.source], ground.boxes[edge.target]) if ports else {})
        for edge in edges
    ]


def _ports(a: Box, b: Box) -> dict[str, str]:
    """East to west between boxes side by side, south to north between boxes above one another."""
    if b.x - a.right > 20:
        return {"tailport": "e", "headport": "w"}
    if a.x - b.right > 20:
        return {"tailport": "w", "headport": "e"}
    return {"tailport": "s", "headport": "n"} if b.y > a.bottom else {"tailport": "n", "headport": "s"}


def _fill_straight(edges: list[Edge], ground: Ground, curves: dict[str, Curve]) -> None:
    pairs: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.id not in curves:
            pairs[min(edge.source, edge.target), max(edge.source, edge.target)].append(edge)
    for (first, second), parallel in pairs.items():
        for number, edge in enumerate(parallel):
            offset = (number - (len(parallel) - 1) / 2) * 7.0
            forward = edge.source == first
            a, b = ground.boxes[edge.source], ground.boxes[edge.target]
            curves[edge.id] = paths.direct(a, b, offset if forward else -offset)


def _lead_round(edges: list[Edge], ground: Ground, curves: dict[str, Curve]) -> None:
    boxes = ground.all
    left = DETOURS if len(boxes) <= 400 else 0
    for edge in edges:
        if left == 0:
            return
        if not through(flatten(curves[edge.id]), boxes, (edge.source, edge.target)):
            continue
        left -= 1
        obstacles = list(boxes.values())
        way = detour(ground.boxes[edge.source], ground.boxes[edge.target], obstacles)
        if way is not None:
            curves[edge.id] = paths.rounded(way)


def _loops(loops: list[Edge], ground: Ground) -> dict[str, Curve]:
    seen: dict[str, int] = defaultdict(int)
    out: dict[str, Curve] = {}
    for edge in loops:
        out[edge.id] = paths.loop(ground.boxes[edge.source], seen[edge.source])
        seen[edge.source] += 1
    return out
