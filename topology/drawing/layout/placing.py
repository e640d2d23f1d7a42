"""The first pass: a place for every box. Remembered boxes keep theirs; only what is new is placed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import EngineError
from . import blocks, frames, inner, memory
from .flow import Link, weigh
from .frames import Centres
from .geometry import Box, Point, union
from .scene import Scene, Thing

#: Seconds one placement run may take.
SECONDS = 2.0


@dataclass(slots=True)
class Placement:
    """Where everything stands: middles of boxes, frames, the record to be remembered, a word if degraded.

    `passing`: another try later can go better (see EngineError).
    """

    centres: Centres
    frames: dict[str, Box]
    record: dict[str, Any]
    degraded: str = ""
    passing: bool = False


def place(scene: Scene, remembered: Mapping[str, Any] | None = None) -> Placement:
    """Place a scene. Never raises for an engine that fails: it stacks boxes in columns and says so."""
    known = memory.recall(scene, remembered)
    degraded, passing = "", False
    try:
        centres, empty = _place(scene, known, inner.arrange, True)
    except EngineError as error:
        degraded, passing = f"{error.message}; boxes are stacked", error.passing
        centres, empty = _place(scene, known, _stack, False)
    if scene.graph:
        _set_outsiders(scene, centres, known, empty)
    # Whole pixels keep thin lines crisp and records short.
    centres = {key: (float(round(x)), float(round(y))) for key, (x, y) in centres.items()}
    around = frames.frames(scene, centres, empty)
    return Placement(centres, around, memory.record(scene, centres, around, remembered), degraded, passing)


def _stack(requests: Sequence[inner.Request], seconds: float) -> list[inner.Arrangement]:
    return [inner.stacked(request) for request in requests]


def _place(scene: Scene, known: memory.Known, arrange: Any, engine: bool) -> tuple[Centres, dict[str, Box]]:
    centres: Centres = dict(known.centres)
    empty = dict(known.empty)
    fresh = [key for key in _keys(scene) if not any(t.id in centres for t in scene.members.get(key, ()))]
    fresh = [key for key in fresh if scene.members.get(key)]
    arranged = _arrange(scene, fresh, arrange)
    if not known.any:
        _set_all(scene, arranged, centres, empty, engine)
        return centres, empty
    for key in _keys(scene):
        if key in arranged:
            memory.settle(scene, key, arranged[key], known, centres, empty)
        elif key is not None and not scene.members.get(key) and key not in empty:
            empty[key] = memory.empty_place(scene, centres, empty)
    memory.add_new(scene, centres)
    crowded = memory.crowded(scene, centres)
    for key, arrangement in _arrange(scene, crowded, arrange).items():
        memory.replace_content(scene, key, arrangement, centres)
    if not frames.spread(scene, centres, empty):
        return _place(scene, memory.Known(), arrange, engine)
    return centres, empty


def _keys(scene: Scene) -> list[str | None]:
    keys: list[str | None] = [container.id for container in scene.containers]
    return keys if scene.graph else [*keys, None]


def _arrange(scene: Scene, keys: Iterable[str | None], arrange: Any) -> dict[str | None, inner.Arrangement]:
    wanted = list(keys)
    if not wanted:
        return {}
    links: dict[str | None, dict[Link, int]] = {}
    for link, weight in weigh(scene.diagram.edges if not scene.folded else scene.edges).items():
        ends = [scene.things.get(end) for end in link]
        if ends[0] is not None and ends[1] is not None and ends[0].container == ends[1].container:
            links.setdefault(ends[0].container, {})[link] = weight
    if scene.folded and not scene.graph:
        links.pop(None, None)
    requests = [inner.Request(_ordered(scene, key), links.get(key, {}), _spacing(scene, key)) for key in wanted]
    return dict(zip(wanted, arrange(requests, SECONDS), strict=True))


def _ordered(scene: Scene, key: str | None) -> list[Thing]:
    """The boxes of one container: those entered from elsewhere first in a lane, by launch wave in a pod."""
    things = scene.members[key]
    if not scene.graph:
        return sorted(things, key=lambda thing: thing.wave or 0)
    stage = {c.id: number for number, c in enumerate(scene.containers)}
    entered = {
        edge.target
        for edge in scene.edges
        if not edge.wrong
        and (s := scene.things.get(edge.source))
        and stage.get(s.container or "", -1) < stage.get(key or "", -1)
    }
    return sorted(things, key=lambda thing: thing.id not in entered)


def _spacing(scene: Scene, key: str | None) -> inner.Spacing:
    if scene.graph:
        return inner.LANE
    if key is None:
        return inner.FOLDED if scene.folded else inner.FLAT
    return inner.POD


def _set_all(
    scene: Scene,
    arranged: Mapping[str | None, inner.Arrangement],
    centres: Centres,
    empty: dict[str, Box],
    engine: bool,
) -> None:
    insides = {key: frames.content(scene.members[key], arrangement) for key, arrangement in arranged.items()}
    corners: dict[str | None, Point] = {}
    if scene.graph:
        places = blocks.set_lanes(scene, {key: (box.w, box.h) for key, box in insides.items() if key is not None})
        for lane in scene.containers:
            corners[lane.id] = (places[lane.id].x, places[lane.id].y)
            if lane.id not in insides:
                wide = frames.lane_width(scene, lane.label or lane.id, 0)
                empty[lane.id] = Box(places[lane.id].x - wide / 2, 0, wide, 0)
    else:
        corners = _set_pods(scene, insides, empty, engine)
    for key, arrangement in arranged.items():
        dx, dy = corners[key][0] - insides[key].x, corners[key][1] - insides[key].y
        for name, (x, y) in arrangement.items():
            centres[name] = (x + dx, y + dy)


def _set_pods(scene: Scene, insides: Mapping[str | None, Box], empty: dict[str, Box], engine: bool) -> dict[Any, Point]:
    block_of = {thing.id: thing.container or "" for thing in scene.things.values()}
    side, above, _ = frames.POD_PADDING
    listed: list[blocks.Block] = []
    for container in scene.containers:
        inside = insides.get(container.id)
        around = frames.pod_frame(container, inside) if inside else None
        size = (around.w, around.h) if around else frames.EMPTY_POD
        waves = [thing.wave for thing in scene.members.get(container.id, ()) if thing.wave is not None]
        listed.append(blocks.Block(container.id, size, min(waves, default=0)))
    if None in insides:
        listed.append(blocks.Block("", (insides[None].w, insides[None].h)))
    links: dict[Link, int] = {}
    for (a, b), weight in weigh(scene.edges).items():
        if a in block_of and b in block_of and block_of[a] != block_of[b]:
            pair = (block_of[a], block_of[b])
            links[pair] = links.get(pair, 0) + weight
    corners = blocks.set_pods(listed, links if engine else {}, SECONDS)
    out: dict[Any, Point] = {}
    for block in listed:
        x, y = corners[block.key]
        if block.key == "":
            out[None] = (x, y)
        elif block.key in insides:
            out[block.key] = (x + side, y + above)
        else:
            empty[block.key] = Box(x, y, *frames.EMPTY_POD)
    return out


def _set_outsiders(scene: Scene, centres: Centres, known: memory.Known, empty: Mapping[str, Box]) -> None:
    """START left of the lanes, END right of them, nodes without a stage in a row below."""
    lanes = frames.frames(scene, centres, empty)
    strays = [thing for thing in scene.members.get(None, ()) if not thing.terminal]
    bottom = union(lanes.values()).bottom if lanes else 0.0
    x, y = (union(lanes.values()).x if lanes else 0.0) + 26, bottom + 84
    for thing in strays:
        if thing.id in known.centres:
            y = max(y, known.centres[thing.id][1]) if known.centres[thing.id][1] > bottom + 20 else y
    for thing in strays:
        centres[thing.id] = (x + thing.size[0] / 2, y)
        x += thing.size[0] + 44
    for thing in scene.members.get(None, ()):
        if thing.terminal:
            remembered = known.centres.get(thing.id)
            level = remembered[1] if remembered else _level(scene, thing, centres, lanes)
            centres[thing.id] = blocks.beside_lanes(list(lanes.values()), thing.id, level)


def _level(scene: Scene, thing: Thing, centres: Centres, lanes: Mapping[str, Box]) -> float:
    ends = [e.target for e in scene.edges if e.source == thing.id] + [
        e.source for e in scene.edges if e.target == thing.id
    ]
    levels = sorted(centres[end][1] for end in ends if end in centres)
    if levels:
        return levels[len(levels) // 2]
    return min((box.y for box in lanes.values()), default=0.0) + frames.LANE_PADDING[0] + 15
