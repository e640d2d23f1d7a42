"""The drawing of a topology as markup, drawn once per text and layout.

What took a while to draw is kept in the database, where every worker finds it; the last few are in memory too.
"""

from __future__ import annotations

import json
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from threading import Lock
from typing import Any

from ...core.diagram import Diagram
from ...drawing import Drawing, Picture, render
from ...drawing import begin as begin_drawing
from ...drawing.marking import sign
from ...models import Topology
from ...services.drawings import find_drawing, keep_drawing, release, remember

_KEPT = 32
#: Seconds from which on a drawing is worth a row in the database; what the engine did meanwhile is not counted.
SLOW = 0.03
#: Seconds for which a picture that the engine failed is shown before it is drawn anew.
_PASSING = 15.0
#: How often a picture is drawn on places that others remembered meanwhile.
_TRIES = 3
#: Places of nodes that are gone, kept per topology.
_GONE = 500
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Face:
    """What a page says of a picture beside showing it. `wrong` counts edges; `strips` and `legend` are plain rows."""

    degraded: str
    outline_only: bool
    empty: bool
    wrong: int
    strips: list[dict[str, Any]]
    legend: list[dict[str, Any]]

    @classmethod
    def of(cls, picture: Picture) -> Face:
        """The face of a picture that was just drawn."""
        strips, legend = [asdict(strip) for strip in picture.strips], [asdict(row) for row in picture.legend]
        return cls(picture.degraded, picture.outline_only, picture.empty, picture.wrong, strips, legend)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture's face with its rendered SVG. `until`: when it is drawn anew, since the engine failed it."""

    picture: Face
    markup: str
    until: float | None = None


@dataclass(frozen=True, slots=True)
class _Begun:
    """A drawing on its way, and the seconds that were spent on it so far."""

    drawing: Drawing
    spent: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to draw: containers to fold or to open, keys (`edge:ID`, `node:ID`) to light up, marks of a comparison.

    A `trial` shows what is not stored: its positions are not remembered, and its drawing is kept in memory alone,
    unless it is one of a stored text (`shared`).
    """

    folded: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    lit: frozenset[str] = frozenset()
    trial: bool = False
    marks: tuple[tuple[str, str], ...] = ()
    shared: bool = False

    @property
    def is_shared(self) -> bool:
        return self.shared or not self.trial

    @property
    def key(self) -> tuple[object, ...]:
        return sorted(self.folded), sorted(self.opened), sorted(self.lit), self.marks


_drawn: OrderedDict[str, Drawn] = OrderedDict()
#: Drawings that the engine is at work on before anybody asks for them.
_begun: dict[str, _Begun] = {}

Begin = Callable[[Topology, Diagram, str, Wanted], None]


@contextmanager
def ahead() -> Iterator[Begin]:
    """A way to begin the drawing that `drawn` will be asked for, with the same arguments, before the block ends.

    The engine then works while the text is stored and the rest of the page is made. What nobody asked for is ended.
    """
    mine: list[str] = []

    def begin(topology: Topology, diagram: Diagram, digest: str, wanted: Wanted) -> None:
        key = _key(digest, topology, diagram, wanted)
        if key in _begun or _kept_under(key, wanted) is not None:
            return
        begun = _begin(topology, diagram, wanted)
        with _lock:
            first = _begun.setdefault(key, begun) is begun
        if first:
            mine.append(key)
        else:
            begun.drawing.drop()

    try:
        yield begin
    finally:
        for key in mine:
            unwanted = _taken(key)
            if unwanted is not None:
                unwanted.drawing.drop()


def _taken(key: str) -> _Begun | None:
    with _lock:
        return _begun.pop(key, None)


def drawn(topology: Topology, diagram: Diagram, digest: str, wanted: Wanted | None = None) -> Drawn:
    """The picture of a diagram, its nodes where they were before; new positions are remembered.

    `digest` names the text; `wanted` says what to fold and to light up.
    """
    wanted = wanted or Wanted()
    for _ in range(_TRIES):
        key = _key(digest, topology, diagram, wanted)
        found = _kept_under(key, wanted)
        if found is not None:
            return found
        begun = _taken(key) or _begin(topology, diagram, wanted)
        since = time.perf_counter()
        picture = begun.drawing.finish()
        if wanted.marks:
            picture = sign(picture, dict(wanted.marks))
        markup = render(picture)
        slow = begun.spent + time.perf_counter() - since >= SLOW
        if wanted.trial or picture.passing or _remembered(topology, picture):
            break
    # Drawn again on the places that were just remembered it would be the same.
    key = _key(digest, topology, diagram, wanted)
    made = Drawn(Face.of(picture), markup, time.monotonic() + _PASSING if picture.passing else None)
    _keep(key, made)
    if slow and wanted.is_shared and not picture.passing:
        keep_drawing(key, {"picture": asdict(made.picture), "markup": markup})
    return made


def _begin(topology: Topology, diagram: Diagram, wanted: Wanted) -> _Begun:
    since = time.perf_counter()
    drawing = begin_drawing(
        diagram,
        remembered=topology.layout or None,
        folded=wanted.folded,
        opened=wanted.opened,
        marks=dict(wanted.marks),
        highlight=wanted.lit,
    )
    return _Begun(drawing, time.perf_counter() - since)


def _remembered(topology: Topology, picture: Picture) -> bool:
    """Whether the drawing's places are those that are remembered now; False where somebody was faster."""
    positions = merged(topology.layout, picture.positions)
    return positions == topology.layout or remember(topology, positions)


def _kept_under(key: str, wanted: Wanted) -> Drawn | None:
    with _lock:
        found = _drawn.get(key)
        if found is not None and (found.until is None or found.until > time.monotonic()):
            _drawn.move_to_end(key)
            return found
    stored = find_drawing(key) if wanted.is_shared else None
    if stored is None:
        return None
    found = Drawn(Face(**stored["picture"]), stored["markup"])
    _keep(key, found)
    return found


def _keep(key: str, made: Drawn) -> None:
    with _lock:
        _drawn[key] = made
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)


def merged(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> dict[str, Any]:
    """The positions to remember: the new ones, and those of nodes that are gone, for when an undo brings them back."""
    nodes = dict(new.get("nodes", {}))
    if old and old.get("kind") == new.get("kind"):
        gone = {key: place for key, place in old.get("nodes", {}).items() if key not in nodes}
        nodes |= dict(list(gone.items())[-_GONE:])
    return {**new, "nodes": nodes}


def _key(digest: str, topology: Topology, diagram: Diagram, wanted: Wanted) -> str:
    parts = [
        release(),
        os.environ.get("ESPALIER_DOT", ""),
        digest,
        topology.openrig,
        diagram.kind,
        sha256(bytes(topology.team.registry)).hexdigest(),
        json.dumps(topology.layout, sort_keys=True),
        repr(wanted.key),
    ]
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
