"""Red stubs for the missing ends of edges, placed in free space near the end that is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from topology.core.diagram import Edge

from .layout.geometry import Box, Point, union
from .layout.scene import Scene
from .measure import clean, width, wrap

FONT = 12.0
HEIGHT = 28.0
LEADING = 16.0
_WIDEST = 280.0


def key_of(edge: Edge, end: str) -> str:
    """The key under which a stub is routed to: edges to one missing name share none, each has its own."""
    return f"stub:{end}:{edge.id}"


def text_of(edge: Edge, name: str) -> list[str]:
    """What stands in a stub: the reason where it speaks of the missing name, else the name."""
    text = plain(edge.reason) if speaks_of(edge, name) else f"missing {clean(name, 80) or '(empty)'}"
    return wrap(text, FONT, _WIDEST, 2, True)


def speaks_of(edge: Edge, name: str) -> bool:
    """Whether the reason of an edge names its missing end."""
    return bool(name) and clean(name, 80) in plain(edge.reason)


def plain(reason: str | None) -> str:
    """A reason without the marks round its identifiers."""
    return clean(reason, 200).replace("`", "")


def missing(scene: Scene) -> Iterator[tuple[Edge, str, str]]:
    """(edge, which end, its name) of every end that is nowhere."""
    for edge in scene.edges:
        for end, name in (("source", edge.source), ("target", edge.target)):
            if name not in scene.things:
                yield edge, end, name


def place(scene: Scene, centres: Mapping[str, Point], frames: Mapping[str, Box]) -> dict[str, Box]:
    """A box for every missing end, none on any frame, card or other stub."""
    taken = [*frames.values()]
    taken += [Box.around(centres[t.id], t.size) for t in scene.members.get(None, ())]
    out: dict[str, Box] = {}
    for edge, end, name in missing(scene):
        lines = text_of(edge, name)
        size = (max(width(line, FONT, True) for line in lines) + 24, HEIGHT + LEADING * (len(lines) - 1))
        other = scene.things.get(edge.target if end == "source" else edge.source)
        if other is None:
            spots = _below(union(taken), size)
        else:
            box = Box.around(centres[other.id], other.size)
            spots = _near(box, frames.get(other.container or "", box), size, union(taken))
        spot = next(s for s in spots if not any(s.meets(box, 20) for box in taken))
        taken.append(spot)
        out[key_of(edge, end)] = spot
    return out


def _near(box: Box, frame: Box, size: Point, everything: Box) -> Iterator[Box]:
    wide, high = size
    x = box.centre[0] - wide / 2
    for shift in (0.0, 60.0, -60.0, 130.0, -130.0):
        yield Box(x + shift, frame.bottom + 40, wide, high)
    for shift in (0.0, 40.0, -40.0, 80.0):
        yield Box(frame.right + 44, box.centre[1] - high / 2 + shift, wide, high)
        yield Box(frame.x - 44 - wide, box.centre[1] - high / 2 + shift, wide, high)
    for shift in (0.0, 60.0, -60.0):
        yield Box(x + shift, frame.y - 40 - high, wide, high)
    yield from _below(Box(x, everything.y, wide, everything.h), size)


def _below(everything: Box, size: Point) -> Iterator[Box]:
    step = 0
    while True:
        yield Box(everything.x + step % 2 * 30, everything.bottom + 40 + step * (size[1] + 22), *size)
        step += 1
