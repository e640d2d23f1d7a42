"""The drawing of a topology as markup, drawn once per text and layout and then kept in memory."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any

from ...core.diagram import Diagram
from ...drawing import draw, render
from ...models import Topology
from ...services.lifecycle import remember_layout

_KEPT = 32
#: Places of nodes that are gone, kept per topology.
_GONE = 500
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture with its rendered SVG."""

    picture: Any
    markup: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to draw: containers to fold or to open, keys (`edge:ID`, `node:ID`) to light up.

    A `trial` shows what is not stored: its positions are not remembered.
    """

    folded: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    lit: frozenset[str] = frozenset()
    trial: bool = False

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
    positions = merged(topology.layout, picture.positions)
    if not wanted.trial and positions != topology.layout:
        remember_layout(topology, positions)
        key = _key(digest, topology, diagram, wanted)
    made = Drawn(picture, render(picture))
    with _lock:
        _drawn[key] = made
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)
    return made


def merged(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> dict[str, Any]:
    """The positions to remember: the new ones, and those of nodes that are gone, for when an undo brings them back."""
    nodes = dict(new.get("nodes", {}))
    if old and old.get("kind") == new.get("kind"):
        gone = {key: place for key, place in old.get("nodes", {}).items() if key not in nodes}
        nodes |= dict(list(gone.items())[-_GONE:])
    return {**new, "nodes": nodes}


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
