"""Containers set side by side: lanes in stage order, pods by launch order or as a balanced grid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from . import dot
from .flow import Link, back_links, strong_or_lone
from .frames import LANE_GAP, LANE_PADDING, POD_GAP, lane_width
from .geometry import Box, Point
from .scene import TERMINAL_SIZE, Scene

#: A left-to-right placement of pods is kept where its width to height lies between these, or it is small anyway.
_SHAPES = (0.85, 2.6)
_SMALL = (1500.0, 760.0)
WANTED_SHAPE = 1.6
#: How much better the shape of a grid must be to give up a tall flow for it.
_WORTH = 0.35
_TERMINAL_GAP = 36.0


@dataclass(frozen=True, slots=True)
class Block:
    """Something placed as one piece: a framed pod, or all loose boxes together. `wave` orders the grid."""

    key: str
    size: Point
    wave: int = 0


def set_pods(blocks: Sequence[Block], links: dict[Link, int], seconds: float) -> dict[str, Point]:
    """The left upper corner of each block, flowing left to right, or a grid where that would be too wide or tall."""
    if len(blocks) <= 1:
        return {block.key: (0.0, 0.0) for block in blocks}
    grid = _grid(blocks)
    bound = {end for link in strong_or_lone(links) for end in link}
    if not bound or len(blocks) > 60:
        return grid
    flowing = _flowing(blocks, links, seconds)
    return flowing if _reads_well(blocks, flowing, grid) else grid


def _flowing(blocks: Sequence[Block], links: dict[Link, int], seconds: float) -> dict[str, Point]:
    gaps = {"nodesep": f"{POD_GAP[1] / 72:.4f}", "ranksep": f"{(POD_GAP[0] + 24) / 72:.4f}"}
    sheet = dot.Sheet(rankdir="LR", splines="none", **gaps)
    order = sorted(blocks, key=lambda block: block.wave)
    for block in order:
        sheet.box(block.key, block.size)
    pulls = strong_or_lone(links)
    back = back_links([block.key for block in order], pulls)
    for link, weight in pulls.items():
        sheet.edge(*link, **({"constraint": "false"} if link in back else {"weight": str(weight)}))
    (middles,) = dot.place([sheet], seconds)
    sizes = {block.key: block.size for block in blocks}
    return {key: (x - sizes[key][0] / 2, y - sizes[key][1] / 2) for key, (x, y) in middles.items()}


def _extent(blocks: Sequence[Block], corners: dict[str, Point]) -> Point:
    boxes = [Box(*corners[block.key], *block.size) for block in blocks]
    return (
        max(b.right for b in boxes) - min(b.x for b in boxes),
        max(b.bottom for b in boxes) - min(b.y for b in boxes),
    )


def _reads_well(blocks: Sequence[Block], flowing: dict[str, Point], grid: dict[str, Point]) -> bool:
    wide, high = _extent(blocks, flowing)
    if wide < high * 1.25 and _off_shape(blocks, flowing) > _off_shape(blocks, grid) + _WORTH:
        return False
    if wide <= _SMALL[0] and high <= _SMALL[1] and wide >= high * 0.6:
        return True
    return _SHAPES[0] <= wide / high <= _SHAPES[1]


def _off_shape(blocks: Sequence[Block], corners: dict[str, Point]) -> float:
    wide, high = _extent(blocks, corners)
    return abs(math.log(wide / high / WANTED_SHAPE))


def _grid(blocks: Sequence[Block]) -> dict[str, Point]:
    """Shelves in launch order; as many columns as come nearest to the wanted shape."""
    order = sorted(blocks, key=lambda block: block.wave)
    best: tuple[float, dict[str, Point]] | None = None
    for columns in range(1, min(len(order), 40) + 1):
        corners = _shelves(order, columns)
        cost = _off_shape(order, corners)
        if best is None or cost < best[0]:
            best = (cost, corners)
    return best[1] if best else {}


def _shelves(order: Sequence[Block], columns: int) -> dict[str, Point]:
    widths = [max(b.size[0] for b in order[column::columns]) for column in range(columns)]
    lefts = [sum(widths[:column]) + column * POD_GAP[0] for column in range(columns)]
    corners: dict[str, Point] = {}
    y = 0.0
    for start in range(0, len(order), columns):
        row = order[start : start + columns]
        for column, block in enumerate(row):
            corners[block.key] = (lefts[column], y)
        y += max(block.size[1] for block in row) + POD_GAP[1]
    return corners


def set_lanes(scene: Scene, contents: dict[str, Point]) -> dict[str, Box]:
    """Where the content of each lane goes: the lanes side by side in stage order, tops level."""
    x = 0.0
    out: dict[str, Box] = {}
    for lane in scene.containers:
        inside = contents.get(lane.id, (0.0, 0.0))
        wide = lane_width(scene, lane.label or lane.id, inside[0])
        out[lane.id] = Box(x + (wide - inside[0]) / 2, LANE_PADDING[0], inside[0], inside[1])
        x += wide + LANE_GAP
    return out


def beside_lanes(lanes: Sequence[Box], key: str, y: float) -> Point:
    """The middle of START (left of all lanes) or END (right of all)."""
    if not lanes:
        return (0.0 if key == "START" else 200.0, y)
    half = TERMINAL_SIZE[0] / 2
    if key == "START":
        return (min(lane.x for lane in lanes) - _TERMINAL_GAP - half, y)
    return (max(lane.right for lane in lanes) + _TERMINAL_GAP + half, y)
