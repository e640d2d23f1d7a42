"""Frames around containers: computed from the members' boxes, and pushed apart where they came to overlap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from topology.core.diagram import Container

from ..measure import width
from .geometry import Box, Point, union
from .scene import Scene, Thing

#: Padding of a pod's frame: sides, above (for the title), below; and of a lane: above, below.
POD_PADDING = (28.0, 58.0, 28.0)
#: Of a lane there are two paddings at its sides: many nodes have many edges, which need room between the lanes.
LANE_SIDES = (20.0, 28.0)
LANE_PADDING = (62.0, 24.0)
#: Nodes from which on a graph has the wider one.
MANY_NODES = 70
#: Gaps between pods (across, down) and between lanes.
POD_GAP = (64.0, 52.0)
LANE_GAP = 16.0
#: Frames nearer than this after an addition are pushed apart.
LEAST_GAP = 28.0
EMPTY_POD = (190.0, 76.0)
LANE_WIDTH = 148.0
#: The least height of the lanes as a share of their width, up to some hundred pixels.
LANES_SHAPE = 0.42
TITLE_FONT = 13.5
TITLE_ROOM = 330.0

Centres = dict[str, Point]


def content(things: Iterable[Thing], centres: Mapping[str, Point]) -> Box:
    """The box around some boxes."""
    return union(Box.around(centres[thing.id], thing.size) for thing in things)


def pod_frame(container: Container, inside: Box) -> Box:
    """The frame of a pod around its content, wide enough for a title of common length."""
    side, above, below = POD_PADDING
    title = width((container.label or container.id)[:60], TITLE_FONT, True) + width(container.id[:24], 12)
    wide = max(inside.w + 2 * side, EMPTY_POD[0], min(title + 76, TITLE_ROOM))
    return Box(inside.x - side, inside.y - above, wide, inside.h + above + below)


def frames(scene: Scene, centres: Mapping[str, Point], empty: Mapping[str, Box]) -> dict[str, Box]:
    """The frame of every container on show; `empty` gives the place of those without members."""
    if scene.graph:
        return _lanes(scene, centres, empty)
    out: dict[str, Box] = {}
    for container in scene.containers:
        members = scene.members.get(container.id)
        if members:
            out[container.id] = pod_frame(container, content(members, centres))
        else:
            out[container.id] = empty[container.id]
    return out


def lane_side(scene: Scene) -> float:
    """The padding at the sides of a lane."""
    return LANE_SIDES[len(scene.diagram.nodes) >= MANY_NODES]


def lane_width(scene: Scene, label: str, inside: float) -> float:
    """The width of a lane whose content is `inside` wide."""
    return max(inside + 2 * lane_side(scene), LANE_WIDTH, min(width(label, TITLE_FONT, True), 220) + 74)


def _lanes(scene: Scene, centres: Mapping[str, Point], empty: Mapping[str, Box]) -> dict[str, Box]:
    above, below = LANE_PADDING
    insides = {c.id: content(scene.members[c.id], centres) for c in scene.containers if scene.members.get(c.id)}
    inner = union(insides.values()) if insides else Box(0, 0, 0, 120)
    # A graph of few nodes still has lanes, not a ribbon.
    inner = Box(inner.x, inner.y, inner.w, max(inner.h, min(inner.w * LANES_SHAPE - above - below, 300.0)))
    out: dict[str, Box] = {}
    for lane in scene.containers:
        inside = insides.get(lane.id)
        if inside is None:
            place = empty[lane.id]
            out[lane.id] = Box(place.x, inner.y - above, place.w, inner.h + above + below)
            continue
        wide = lane_width(scene, lane.label or lane.id, inside.w)
        out[lane.id] = Box(inside.centre[0] - wide / 2, inner.y - above, wide, inner.h + above + below)
    return out


def spread(scene: Scene, centres: Centres, empty: dict[str, Box]) -> bool:
    """Move whole containers (and loose boxes) until no two overlap. False where that did not come to rest."""
    if scene.graph:
        _spread_lanes(scene, centres, empty)
        return True
    for _ in range(60):
        moved = _push(scene, centres, empty)
        if not moved:
            return True
    return False


def _spread_lanes(scene: Scene, centres: Centres, empty: dict[str, Box]) -> None:
    edge: float | None = None
    for lane in scene.containers:
        box = frames(scene, centres, empty)[lane.id]
        if edge is not None and box.x < edge + LANE_GAP - 0.5:
            _shift(scene, centres, empty, lane.id, edge + LANE_GAP - box.x, 0)
            box = box.moved(edge + LANE_GAP - box.x, 0)
        edge = box.right


def _push(scene: Scene, centres: Centres, empty: dict[str, Box]) -> bool:
    """Push every overlapping pair once, the later one (right or below) away from the earlier one."""
    boxes: dict[str, Box] = dict(frames(scene, centres, empty))
    loose = {thing.id: Box.around(centres[thing.id], thing.size) for thing in scene.members.get(None, ())}
    everything = {**boxes, **loose}
    order = sorted(everything, key=lambda key: (everything[key].x + everything[key].y, key))
    moved = False
    for number, first in enumerate(order):
        for second in order[number + 1 :]:
            a, b = everything[first], everything[second]
            gap = LEAST_GAP if first in boxes or second in boxes else 14.0
            if not a.meets(b, gap - 0.5):
                continue
            right, down = a.right + gap - b.x, a.bottom + gap - b.y
            dx, dy = (right, 0.0) if right <= down else (0.0, down)
            _shift(scene, centres, empty, second, dx, dy)
            everything[second] = b.moved(dx, dy)
            moved = True
    return moved


def _shift(scene: Scene, centres: Centres, empty: dict[str, Box], key: str, dx: float, dy: float) -> None:
    if key in empty:
        empty[key] = empty[key].moved(dx, dy)
    moving = scene.members.get(key) or ([scene.things[key]] if key in scene.things else [])
    for thing in moving:
        x, y = centres[thing.id]
        centres[thing.id] = (x + dx, y + dy)
