"""A thumbnail for a dashboard card: the shape of a topology without words, drawn without the engine."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from topology.core.diagram import Diagram, Edge

from ..layout import memory, scene
from ..layout.geometry import Box, Point, union
from ..layout.scene import Scene, Thing
from ..links import token
from ..rendering import render
from ..theme import edge_style
from ..words import of_picture

#: The field that a thumbnail fits into.
WIDE, HIGH = 240.0, 120.0
_LINES = 400
_GRID_GAP, _PAD = 14.0, 18.0


@dataclass(frozen=True, slots=True)
class SmallLine:
    """One edge as a straight stroke."""

    d: str
    colour: str
    css: str
    wrong: bool


@dataclass(frozen=True, slots=True)
class Small:
    """A thumbnail as data for its template."""

    title: str
    box: Box
    stroke: float
    frames: list[Box]
    cards: list[Box]
    lines: list[SmallLine]


def thumbnail(diagram: Diagram, remembered: Mapping[str, Any] | None = None) -> str:
    """A small SVG of the diagram; remembered positions are used where there are any, else a plain raster."""
    shown = scene.build(diagram)
    centres = dict(memory.recall(shown, remembered).centres)
    if any(name not in centres for name in shown.things):
        centres = _raster(shown)
    cards = {thing.id: Box.around(centres[thing.id], thing.size) for thing in shown.things.values()}
    frames = [
        union(cards[thing.id] for thing in shown.members[container.id]).grown(_PAD)
        for container in shown.containers
        if shown.members.get(container.id)
    ]
    whole = union([*frames, *cards.values()]).grown(10) if cards else Box(0, 0, WIDE, HIGH)
    stroke = max(whole.w / WIDE, whole.h / HIGH)
    lines = [_line(edge, cards) for edge in _drawn(shown.edges)[:_LINES]]
    small = Small(of_picture(diagram), whole, round(stroke, 2), frames, list(cards.values()), [x for x in lines if x])
    return render(small, "_picture_small.html")


def _drawn(edges: Sequence[Edge]) -> list[Edge]:
    return sorted(edges, key=lambda edge: edge.wrong)


def _line(edge: Edge, cards: Mapping[str, Box]) -> SmallLine | None:
    a, b = cards.get(edge.source), cards.get(edge.target)
    if a is None and b is None:
        return None
    if a is None or b is None:
        x, y = (a or b or Box(0, 0, 0, 0)).centre
        ends = ((x, y), (x + 40, y + 60))
    else:
        ends = (a.centre, b.centre)
    d = f"M{ends[0][0]:.0f} {ends[0][1]:.0f}L{ends[1][0]:.0f} {ends[1][1]:.0f}"
    return SmallLine(d, edge_style(edge).colour, f"k-{token(edge.kind)}", edge.wrong)


def _raster(shown: Scene) -> dict[str, Point]:
    """Every container's boxes in a raster of their own; lanes side by side, pods as a balanced grid."""
    groups: list[list[Thing]] = [shown.members.get(container.id, []) for container in shown.containers]
    loose = shown.members.get(None, [])
    if shown.graph:
        starts = [thing for thing in loose if thing.id == "START"]
        groups = [starts, *groups, [thing for thing in loose if thing not in starts]]
    else:
        groups.append(loose)
    groups = [group for group in groups if group]
    across = len(groups) if shown.graph else max(1, math.ceil(math.sqrt(len(groups) * 1.4)))
    centres: dict[str, Point] = {}
    x = y = row = 0.0
    for number, group in enumerate(groups):
        if number and number % across == 0:
            x, y, row = 0.0, y + row + 2 * _PAD + _GRID_GAP, 0.0
        wide, high = _fill(group, x, y, centres, shown.graph)
        x += wide + 2 * _PAD + _GRID_GAP
        row = max(row, high)
    return centres


def _fill(group: Sequence[Thing], x: float, y: float, centres: dict[str, Point], lane: bool) -> Point:
    cell_w = max(thing.size[0] for thing in group) + _GRID_GAP
    cell_h = max(thing.size[1] for thing in group) + _GRID_GAP
    rows = min(len(group), 14 if lane else max(2, math.ceil(math.sqrt(len(group)))))
    for number, thing in enumerate(group):
        column, row = divmod(number, rows)
        centres[thing.id] = (x + (column + 0.5) * cell_w, y + (row + 0.5) * cell_h)
    return (math.ceil(len(group) / rows) * cell_w, rows * cell_h)
