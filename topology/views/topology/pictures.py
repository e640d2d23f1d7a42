"""The drawing of a topology as markup, drawn once per text and layout and then kept in memory."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any

from ...core.diagram import Diagram
from ...drawing import draw, render
from ...models import Topology
from ...services.lifecycle import remember_layout

_KEPT = 32
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture with its rendered SVG."""

    picture: Any
    markup: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to draw: containers to fold or to open, and keys (`edge:ID`, `node:ID`) to light up."""

    folded: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    lit: frozenset[str] = frozenset()

    @property
    def key(self) -> tuple[list[str], ...]:
        return sorted(self.folded), sorted(self.opened), sorted(self.lit)


_drawn: OrderedDict[str, Drawn] = OrderedDict()


def drawn(topology: Topology, diagram: Diagram, digest: str, wanted: Wanted | None = None) -> Drawn:
    """The picture of a diagram, its nodes where they were before; new positions are remembered.

    `digest` names the text; `wanted` says what to fold and to light up.
    """
    wanted = wanted or Wanted()
    key = _key(digest, topology, diagram, wanted)
    with _lock:
        found = _drawn.get(key)
        if found is not None:
            _drawn.move_to_end(key)
            return found
    picture = draw(
        diagram,
        remembered=topology.layout or None,
        folded=wanted.folded,
        opened=wanted.opened,
        highlight=wanted.lit,
    )
    if picture.positions and picture.positions != topology.layout:
        remember_layout(topology, picture.positions)
        key = _key(digest, topology, diagram, wanted)
    made = Drawn(picture, render(picture))
    with _lock:
        _drawn[key] = made
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)
    return made


def _key(digest: str, topology: Topology, diagram: Diagram, wanted: Wanted) -> str:
    parts = [
        digest,
        topology.openrig,
        diagram.kind,
        sha256(bytes(topology.team.registry)).hexdigest(),
        json.dumps(topology.layout, sort_keys=True),
        repr(wanted.key),
    ]
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
