"""Positions that were shown before: read back, kept, and given room for what is new.

The record is plain JSON: `{"v": 1, "kind": ..., "nodes": {id: [x, y]}, "containers": {id: [x, y, w, h]}}`, middles
of boxes and corners of frames in pixels. A record that cannot be read is as if absent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import frames
from .frames import Centres
from .geometry import Box, Point, union
from .inner import FLAT, LANE, POD, Arrangement, Spacing
from .scene import Scene, Thing

_FAR = 200_000.0
#: Boxes nearer than this cannot have an edge between them.
_ROOM = 14.0


@dataclass(frozen=True, slots=True)
class Known:
    """What is remembered of this scene."""

    centres: Centres = field(default_factory=dict)
    empty: dict[str, Box] = field(default_factory=dict)
    corners: dict[str, Point] = field(default_factory=dict)

    @property
    def any(self) -> bool:
        return bool(self.centres or self.empty)


def recall(scene: Scene, remembered: Mapping[str, Any] | None) -> Known:
    """The remembered places of the boxes on show, and of containers without members."""
    if not isinstance(remembered, Mapping) or remembered.get("v") != 1 or remembered.get("kind") != scene.diagram.kind:
        return Known()
    nodes = _numbers(remembered.get("nodes"), 2)
    containers = _numbers(remembered.get("containers"), 4)
    centres = {key: (place[0], place[1]) for key, place in nodes.items() if key in scene.things}
    empty = {
        c.id: Box(*containers[c.id]) for c in scene.containers if c.id in containers and not scene.members.get(c.id)
    }
    corners = {key: (place[0], place[1]) for key, place in containers.items()}
    corners.update({key[5:]: place for key, place in _folded(nodes).items()})
    return Known(centres, empty, corners)


def _folded(nodes: Mapping[str, list[float]]) -> dict[str, Point]:
    return {key: (place[0] - 88, place[1] - 26) for key, place in nodes.items() if key.startswith("fold:")}


def _numbers(value: Any, count: int) -> dict[str, list[float]]:
    if not isinstance(value, Mapping):
        return {}
    out: dict[str, list[float]] = {}
    for key, place in value.items():
        if isinstance(place, (list, tuple)) and len(place) == count and all(_sane(number) for number in place):
            out[str(key)] = [float(number) for number in place]
    return out


def _sane(number: Any) -> bool:
    return (
        isinstance(number, (int, float))
        and not isinstance(number, bool)
        and math.isfinite(number)
        and abs(number) < _FAR
    )


def record(
    scene: Scene, centres: Mapping[str, Point], around: Mapping[str, Box], before: Mapping[str, Any] | None
) -> dict[str, Any]:
    """What to remember: all that is on show, and the old places of what is folded away for now."""
    nodes: dict[str, list[float]] = {}
    if isinstance(before, Mapping) and before.get("kind") == scene.diagram.kind:
        alive = {node.id for node in scene.diagram.nodes} | {f"fold:{unit}" for unit in scene.units}
        nodes = {key: place for key, place in _numbers(before.get("nodes"), 2).items() if key in alive}
    nodes.update({key: [round(x, 1), round(y, 1)] for key, (x, y) in centres.items()})
    containers = {key: [round(n, 1) for n in (box.x, box.y, box.w, box.h)] for key, box in around.items()}
    return {"v": 1, "kind": scene.diagram.kind, "nodes": nodes, "containers": containers}


def settle(
    scene: Scene,
    key: str | None,
    arrangement: Arrangement,
    known: Known,
    centres: Centres,
    empty: dict[str, Box],
) -> None:
    """Put the content of a container that has no remembered member where the container was, else at the end."""
    inside = frames.content(scene.members[key], arrangement)
    if scene.graph:
        side, above = frames.lane_side(scene), frames.LANE_PADDING[0]
    else:
        side, above, _ = frames.POD_PADDING
    corner = known.corners.get(key or "")
    if corner is None:
        place = empty_place(scene, centres, empty)
        corner = (place.x, place.y)
    if scene.graph:
        top = min(
            (centres[t.id][1] - t.size[1] / 2 for t in scene.things.values() if t.id in centres and t.container),
            default=above,
        )
        corner = (corner[0], top - above)
    dx, dy = corner[0] + side - inside.x, corner[1] + above - inside.y
    for name, (x, y) in arrangement.items():
        centres[name] = (x + dx, y + dy)
    empty.pop(key or "", None)


def replace_content(scene: Scene, key: str | None, arrangement: Arrangement, centres: Centres) -> None:
    """Lay a container's members out anew, its left upper corner kept."""
    things = scene.members[key]
    old, new = frames.content(things, centres), frames.content(things, arrangement)
    for name, (x, y) in arrangement.items():
        centres[name] = (x + old.x - new.x, y + old.y - new.y)


def empty_place(scene: Scene, centres: Mapping[str, Point], empty: Mapping[str, Box]) -> Box:
    """A free place for one more container: after the last lane; right of a tall picture, below a wide one."""
    boxes = [Box.around(centres[t.id], t.size) for t in scene.things.values() if t.id in centres and not t.terminal]
    all_ = union([*boxes, *empty.values()])
    if scene.graph:
        return Box(all_.right + 80, all_.y, frames.LANE_WIDTH, 0)
    side, above, below = frames.POD_PADDING
    if all_.w < all_.h * 1.6:
        return Box(all_.right + side + frames.POD_GAP[0], all_.y - above, *frames.EMPTY_POD)
    return Box(all_.x - side, all_.bottom + below + frames.POD_GAP[1], *frames.EMPTY_POD)


def add_new(scene: Scene, centres: Centres) -> None:
    """Place every box that has none yet: in a lane below what leads to it or its chain, else at the pod's end."""
    leads = {edge.target: edge.source for edge in scene.edges if not edge.wrong and edge.source != edge.target}
    for key, things in scene.members.items():
        if scene.graph and key is None:
            continue
        for thing in things:
            if thing.id in centres:
                continue
            placed = [other for other in things if other.id in centres]
            if scene.graph:
                spots = _lane_spots(thing, placed, centres, leads.get(thing.id))
            else:
                spots = _pod_spots(thing, placed, centres, FLAT if key is None else POD)
            centres[thing.id] = _first_free(thing, spots, placed, centres)


def _first_free(thing: Thing, spots: list[Point], placed: list[Thing], centres: Centres) -> Point:
    boxes = [Box.around(centres[other.id], other.size) for other in placed]
    for spot in spots:
        here = Box.around(spot, thing.size)
        if not any(here.meets(box, _ROOM) for box in boxes):
            return spot
    return spots[-1]


def _lane_spots(thing: Thing, placed: list[Thing], centres: Centres, before: str | None) -> list[Point]:
    down = LANE.down + thing.size[1]
    kin = [other for other in placed if thing.group is not None and other.group == thing.group] or placed
    last = centres[max(kin, key=lambda other: (centres[other.id][1], centres[other.id][0])).id]
    spots = [(last[0], last[1] + down)]
    if before in {other.id for other in placed} and before is not None:
        spots.insert(0, (centres[before][0], centres[before][1] + down))
    return [*spots, _below(thing, placed, centres, LANE.down)]


def _pod_spots(thing: Thing, placed: list[Thing], centres: Centres, spacing: Spacing) -> list[Point]:
    """Free columns of the last row, the rest of that row, a new row."""
    row = max(centres[other.id][1] for other in placed)
    right = max(centres[other.id][0] + other.size[0] / 2 for other in placed)
    wide = thing.size[0] + spacing.across
    columns = sorted({round(centres[other.id][0], 1) for other in placed})
    last = max(centres[other.id][0] for other in placed if centres[other.id][1] == row)
    further = [last + wide * step for step in range(1, 4) if last + wide * step + thing.size[0] / 2 <= right + 1]
    return [*((x, row) for x in [*columns, *further]), _below(thing, placed, centres, spacing.down)]


def _below(thing: Thing, placed: list[Thing], centres: Centres, gap: float) -> Point:
    inside = union(Box.around(centres[other.id], other.size) for other in placed)
    return (inside.x + thing.size[0] / 2, inside.bottom + gap + thing.size[1] / 2)


def crowded(scene: Scene, centres: Centres) -> list[str | None]:
    """The containers in which two boxes have come to lie on one another (a card grew, a record was odd)."""
    out: list[str | None] = []
    for key, things in scene.members.items():
        if scene.graph and key is None:
            continue
        boxes = sorted((Box.around(centres[t.id], t.size) for t in things), key=lambda box: box.x)
        if _any_meet(boxes):
            out.append(key)
    return out


def _any_meet(boxes: list[Box]) -> bool:
    for number, box in enumerate(boxes):
        for other in boxes[number + 1 :]:
            if other.x >= box.right + _ROOM - 2:
                break
            if box.meets(other, _ROOM - 2):
                return True
    return False
