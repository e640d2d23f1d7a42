"""Which pairs of names the chains, static edges and router arms join, and what is dropped on the way.

Source: agent-graph-format.md, "Compiling", steps 2 to 5.
"""

from __future__ import annotations

from collections.abc import ItemsView
from dataclasses import dataclass, field

from ..diagnostics import Path
from .names import Meaning, Names, Resolved
from .spec import ChainSpec, EdgeSpec, GraphSpec, RouterSpec
from .vocabulary import END, START

_NOWHERE = frozenset({Meaning.OMITTED, Meaning.UNRESOLVED})


@dataclass(frozen=True, slots=True)
class Wire:
    """One piece of text that makes an edge. `path` is the smallest text to point at: where the edge's target stands.

    `kind` is `chain`, `edge` or `arm`; `names` are the ends as written; `skipped` the chain members left out between.
    `guessed` tells that one of those is declared nowhere: that is the fault, and what follows from the gap is none.
    """

    kind: str
    via: str
    path: Path
    names: tuple[str, str]
    arm: str | None = None
    skipped: tuple[str, ...] = ()
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """What a compile left out. `what` is `edge`, `arm`, `router` or `member`; `name` the written name at fault."""

    what: str
    path: Path
    name: str
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Loose:
    """A pair that makes no edge: an end that is declared nowhere, or a wrong use of START or END.

    `fault` is `unknown`, `into-start`, `out-of-end` or `start-to-end`.
    """

    source: str
    target: str
    wire: Wire
    fault: str


@dataclass(slots=True)
class Wiring:
    """The edge set of one compile with the sources of each edge, in document order, and everything left out."""

    _edges: dict[tuple[str, str], list[Wire]] = field(default_factory=dict)
    dropped: list[Dropped] = field(default_factory=list)
    loose: list[Loose] = field(default_factory=list)

    @property
    def edges(self) -> ItemsView[tuple[str, str], list[Wire]]:
        """Each pair with its sources."""
        return self._edges.items()

    def join(self, source: str, target: str, wire: Wire) -> None:
        """Add a source of an edge, or note why the pair can be none."""
        fault = _terminal_fault(source, target)
        if fault and not wire.guessed:
            self.loose.append(Loose(source, target, wire, fault))
        elif not fault:
            self._edges.setdefault((source, target), []).append(wire)


def wire(spec: GraphSpec, names: Names) -> Wiring:
    """Join what the document joins: chains first, then static edges, then arms."""
    wiring = Wiring()
    for chain in spec.chains:
        _wire_chain(chain, names, wiring)
    for edge in spec.edges:
        _wire_edge(edge, names, wiring)
    for router in spec.routers:
        _wire_router(router, names, wiring)
    return wiring


def _terminal_fault(source: str, target: str) -> str | None:
    if source == START and target == END:
        return "start-to-end"
    if target == START:
        return "into-start"
    return "out-of-end" if source == END else None


def _wire_chain(chain: ChainSpec, names: Names, wiring: Wiring) -> None:
    via = f"chain:{chain.name}"
    before: tuple[int, str, str] | None = None
    for index, (name, path) in enumerate(chain.members):
        resolved = names.resolve(name)
        if resolved.name is None:
            _leave_out(name, path, resolved, before, via, wiring)
            continue
        if before is not None:
            start, written, source = before
            # A name written twice in a row is a self-edge; neighbours made equal by omission or aliasing are one.
            if source != resolved.name or (index == start + 1 and name == written):
                skipped = tuple(name for name, _ in chain.members[start + 1 : index])
                guessed = any(names.resolve(between).meaning is Meaning.UNKNOWN for between in skipped)
                wiring.join(source, resolved.name, Wire("chain", via, path, (written, name), None, skipped, guessed))
        before = (index, name, resolved.name)


def _leave_out(
    name: str, path: Path, resolved: Resolved, before: tuple[int, str, str] | None, via: str, wiring: Wiring
) -> None:
    if resolved.meaning is Meaning.UNRESOLVED:
        wiring.dropped.append(Dropped("member", path, name, resolved.meaning))
    elif resolved.meaning is Meaning.UNKNOWN and before is not None:
        wire = Wire("chain", via, path, (before[1], name))
        wiring.loose.append(Loose(before[2], name, wire, "unknown"))


def _wire_edge(edge: EdgeSpec, names: Names, wiring: Wiring) -> None:
    source, target = names.resolve(edge.source), names.resolve(edge.target)
    wire = Wire("edge", "edge", (*edge.path, "to"), (edge.source, edge.target))
    _wire_pair("edge", source, target, wire, (*edge.path, "from"), wiring)


def _wire_router(router: RouterSpec, names: Names, wiring: Wiring) -> None:
    source = names.resolve(router.source)
    if source.meaning in _NOWHERE:
        wiring.dropped.append(Dropped("router", (*router.path, "from"), router.source, source.meaning))
        return
    for arm in router.arms:
        wire = Wire("arm", f"arm:{router.route}.{arm.name}", arm.path, (router.source, arm.target), arm.name)
        _wire_pair("arm", source, names.resolve(arm.target), wire, (*router.path, "from"), wiring)
    gone = [names.resolve(arm.target).meaning in _NOWHERE for arm in router.arms]
    if gone and all(gone):
        wiring.dropped.append(Dropped("router", router.path, router.source, Meaning.REGISTERED))


def _wire_pair(what: str, source: Resolved, target: Resolved, wire: Wire, source_path: Path, wiring: Wiring) -> None:
    if source.name is not None and target.name is not None:
        wiring.join(source.name, target.name, wire)
    elif Meaning.UNKNOWN in (source.meaning, target.meaning):
        ends = source.name or wire.names[0], target.name or wire.names[1]
        wiring.loose.append(Loose(*ends, wire, "unknown"))
    elif source.meaning in _NOWHERE:
        wiring.dropped.append(Dropped(what, source_path, wire.names[0], source.meaning))
    else:
        wiring.dropped.append(Dropped(what, wire.path, wire.names[1], target.meaning))
