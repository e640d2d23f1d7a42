"""The marks of a comparison on a drawn picture: a sign on every added, removed or changed thing, and a word for it.

Classes (`m-added`, ...) colour and dash what is marked; the signs and the words are for whoever cannot go by those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from .cards import sub_box, title_box
from .layout.geometry import Box, Point, length, walk
from .measure import identity
from .picture import Badge, Card, Frame, Link, Picture, Stub

Shape = TypeVar("Shape", Frame, Card, Link)

RADIUS = 8.0
#: Strokes of each sign, from the middle of its badge.
SIGNS = {
    "added": "M-4 0H4M0 -4V4",
    "removed": "M-4 0H4",
    "changed": "M-4.2 1.2Q-2.1 -3 0 0T4.2 -1.2",
}
#: Where along an edge its sign may stand, best first.
_ALONG = (0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72, 0.2, 0.8)


def sign(picture: Picture, marks: Mapping[str, str]) -> Picture:
    """The picture with a badge and a word on each thing that `marks` (as `draw` takes them) names."""
    known = {_key(key): mark for key, mark in marks.items() if mark in SIGNS}
    frames = tuple(_said(frame, known.get(f"container:{frame.id}")) for frame in picture.frames)
    cards = tuple(_said(card, known.get(f"node:{card.id}")) for card in picture.cards)
    links = tuple(_said(link, known.get(f"edge:{link.id}")) for link in picture.links)
    stubs = tuple(_stub(stub, known.get(f"edge:{stub.edge}")) for stub in picture.stubs)
    corners = [_corner(f"container:{f.id}", f.box, known) for f in frames]
    corners += [_corner(f"node:{c.id}", c.box, known) for c in cards]
    placed = [badge for badge in corners if badge is not None]
    placed += _on_edges(picture, known, [_box(badge.at) for badge in placed])
    return replace(picture, frames=frames, cards=cards, links=links, stubs=stubs, badges=tuple(placed))


def _key(key: str) -> str:
    what, _, name = key.partition(":")
    return f"{what}:{identity(name)}"


def _said(shape: Shape, mark: str | None) -> Shape:
    """A shape whose name for a screen reader and whose tooltip say its mark."""
    if mark is None:
        return shape
    return replace(shape, aria=f"{shape.aria}, {mark}", tooltip=f"{shape.tooltip} · {mark}")


def _stub(stub: Stub, mark: str | None) -> Stub:
    return replace(stub, mark=mark) if mark else stub


def _corner(key: str, box: Box, known: Mapping[str, str]) -> Badge | None:
    mark = known.get(key)
    return Badge((box.x, box.y), mark, SIGNS[mark]) if mark else None


def _on_edges(picture: Picture, known: Mapping[str, str], taken: list[Box]) -> Iterator[Badge]:
    """A badge on each marked edge, where it covers no card, no words and no other badge, if there is such a place."""
    fixed = [item.box for group in (picture.cards, picture.labels, picture.stubs) for item in group]
    fixed += [box for frame in picture.frames for box in (title_box(frame), sub_box(frame))]
    fixed += [Box.around(link.cross, (20.0, 20.0)) for link in picture.links if link.cross]
    for link in picture.links:
        mark = known.get(f"edge:{link.id}")
        if mark is None or not link.line:
            continue
        line = list(link.line)
        spots = [walk(line, length(line) * share)[0] for share in _ALONG]
        free = (spot for spot in spots if not any(_box(spot).meets(box, 1) for box in (*taken, *fixed)))
        spot = next(free, spots[0])
        taken.append(_box(spot))
        yield Badge((round(spot[0], 1), round(spot[1], 1)), mark, SIGNS[mark], link.id)


def _box(at: Point) -> Box:
    return Box.around(at, (2 * RADIUS, 2 * RADIUS))
