"""Who hears of a stuck seat: its orchestrators, its one-hop fallback, and how an address resolves among stored rigs.

Source: edge types reference, "Queue escalation" and "Fallback escalation across rigs". Pure functions over light facts
(`RigFacts`), which storage can build from its index rows without reading a document again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .identity import session_name
from .spec import Spec

_PARENT = "a declared `delegates_to` parent takes precedence, even when it is stopped"
_PARENTS = "of several parents the one with the newest session is the orchestrator"
_NOBODY = "no parent and no fallback: the operator hears of unacknowledged rows, the owner of stuck ones"
_SEVERAL = "several `escalates_to` are declared, so none is used"
_UNUSABLE = {
    "self": "the fallback is the seat itself, so it is not used",
    "cycle": "the fallback lies on a declared cycle, so it is not used",
    "ambiguous": "several seats of this rig answer to the fallback's address, so it is not used",
}
_FALLBACK = "no declared parent: new recovery rows go one hop to the fallback"


@dataclass(frozen=True, slots=True)
class Route:
    """Where one seat's recovery rows go, as far as its own rig says.

    `orchestrators` are the sources of `delegates_to` edges into it. `declared` are the targets of its
    `escalates_to` edges as written; `fallback` is the one that is used: None with a declared parent, with none or
    several declared, and where it is the seat itself, lies on a declared cycle of this rig, or is an address to which
    several of its seats answer. `why` says so in words.
    """

    orchestrators: tuple[str, ...]
    declared: tuple[str, ...]
    fallback: str | None
    why: str


@dataclass(frozen=True, slots=True)
class RigFacts:
    """What escalation needs to know of one stored rig.

    `key` is unique among the rigs (its slug). `seats` maps a seat's id to its session name (`pod-member@rig`).
    `edges` are (kind, source id, target id or address) of stored `delegates_to` and `escalates_to` edges.
    """

    key: str
    name: str
    seats: dict[str, str]
    edges: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat among several rigs."""

    rig: str
    id: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """How an address resolves today.

    `state`: `resolved`, `missing`, `ambiguous`, `self`, `cycle` (it lies on a declared cycle) or `unknown` (resolved,
    but somewhere behind it an address does not resolve, so freedom from cycles is not proved).
    """

    address: str
    state: str
    seats: tuple[Seat, ...]
    why: str
    path: tuple[Seat, ...] = ()


@dataclass(slots=True)
class Directory:
    """Stored rigs, indexed by session name and by edges."""

    rigs: dict[str, RigFacts]
    by_session: dict[str, list[Seat]] = field(default_factory=dict)
    parents: dict[Seat, list[Seat]] = field(default_factory=dict)
    declared: dict[Seat, list[str]] = field(default_factory=dict)


def routes_of(spec: Spec) -> dict[str, Route]:
    """The route of every seat of one rig."""
    own = facts_of(spec)
    alone = directory([own])
    return {seat: _route(alone, own.key, seat) for seat in spec.members}


def _route(alone: Directory, rig: str, seat: str) -> Route:
    parents = tuple(dict.fromkeys(parent.id for parent in alone.parents.get(Seat(rig, seat), ())))
    declared = tuple(alone.declared.get(Seat(rig, seat), ()))
    if parents:
        return Route(parents, declared, None, _PARENT if len(parents) == 1 else _PARENTS)
    if len(declared) != 1:
        return Route((), declared, None, _SEVERAL if declared else _NOBODY)
    state = resolve(alone, rig, seat, declared[0]).state
    if state in _UNUSABLE:
        return Route((), declared, None, _UNUSABLE[state])
    return Route((), declared, declared[0], _FALLBACK)


def facts_of(spec: Spec, key: str = "") -> RigFacts:
    """The light facts of one rig; `key` defaults to its name."""
    edges = tuple(
        (link.kind, link.source, link.target)
        for link in spec.links
        if link.sound and link.kind in ("delegates_to", "escalates_to")
    )
    seats = {seat: session_name(spec, member) for seat, member in spec.members.items()}
    return RigFacts(key or spec.name, spec.name, seats, edges)


def directory(rigs: Iterable[RigFacts]) -> Directory:
    """Index rigs for resolution; keys must be unique."""
    made = Directory({rig.key: rig for rig in rigs})
    for rig in made.rigs.values():
        for seat, session in rig.seats.items():
            made.by_session.setdefault(session, []).append(Seat(rig.key, seat))
        for kind, source, target in rig.edges:
            if kind == "delegates_to":
                made.parents.setdefault(Seat(rig.key, target), []).append(Seat(rig.key, source))
            elif kind == "escalates_to":
                made.declared.setdefault(Seat(rig.key, source), []).append(target)
    return made


def find(known: Directory, rig: str, target: str) -> tuple[Seat, ...]:
    """The seats a target names: a member of the rig itself (`pod.member`), else every seat with that session name."""
    home = known.rigs.get(rig)
    if home is not None and target in home.seats:
        return (Seat(rig, target),)
    return tuple(known.by_session.get(target, ()))


def resolve(known: Directory, rig: str, source: str, target: str) -> Resolution:
    """How `target`, named by an `escalates_to` edge of seat `source` in `rig`, resolves today."""
    origin = Seat(rig, source)
    seats = find(known, rig, target)
    if not seats:
        return Resolution(target, "missing", (), _missing(known, target))
    if len(seats) > 1:
        return Resolution(target, "ambiguous", seats, f"{len(seats)} seats answer to this address")
    if seats[0] == origin:
        return Resolution(target, "self", seats, "the seat itself: it is not used")
    path, proved = _loop_from(known, seats[0], origin, target)
    if path:
        return Resolution(target, "cycle", seats, "it lies on a declared cycle: it is not used", path)
    if not proved:
        return Resolution(target, "unknown", seats, "it resolves; whether it lies on a cycle cannot be told")
    return Resolution(target, "resolved", seats, "one hop: its own `escalates_to` is not followed")


def resolve_address(known: Directory, address: str) -> Resolution:
    """How an address resolves when nobody in particular asks."""
    seats = tuple(known.by_session.get(address, ()))
    if not seats:
        return Resolution(address, "missing", (), _missing(known, address))
    if len(seats) > 1:
        return Resolution(address, "ambiguous", seats, f"{len(seats)} seats answer to this address")
    path, proved = _loop_from(known, seats[0])
    if path:
        return Resolution(address, "cycle", seats, "it lies on a declared cycle: it is not used", path)
    if not proved:
        return Resolution(address, "unknown", seats, "it resolves; whether it lies on a cycle cannot be told")
    return Resolution(address, "resolved", seats, "one seat answers to this address")


def _missing(known: Directory, target: str) -> str:
    rig = target.partition("@")[2]
    if not rig:
        return "no such member"
    if any(facts.name == rig for facts in known.rigs.values()):
        return f"rig `{rig}` is stored here, but has no such seat"
    return f"no rig named `{rig}` is stored here"


def _hops(known: Directory, seat: Seat, origin: Seat | None, target: str) -> tuple[list[Seat], bool]:
    """Where a seat's own recovery would go: its parents, else its fallback; False where an end does not resolve."""
    parents = known.parents.get(seat)
    if parents:
        return parents, True
    hops: list[Seat] = []
    resolved = True
    for declared in [target] if seat == origin else known.declared.get(seat, ()):
        seats = find(known, seat.rig, declared)
        resolved = resolved and len(seats) == 1
        hops += seats if len(seats) == 1 else ()
    return hops, resolved


def _loop_from(
    known: Directory, start: Seat, origin: Seat | None = None, target: str = ""
) -> tuple[tuple[Seat, ...], bool]:
    """A way from `start` back to itself along declared hops, and whether every end on the way resolved."""
    came: dict[Seat, Seat] = {}
    layer, proved = [start], True
    while layer:
        following: list[Seat] = []
        for seat in layer:
            hops, resolved = _hops(known, seat, origin, target)
            proved = proved and resolved
            for hop in hops:
                if hop == start:
                    return _way(came, start, seat), proved
                if hop not in came:
                    came[hop] = seat
                    following.append(hop)
        layer = following
    return (), proved


def _way(came: dict[Seat, Seat], start: Seat, seat: Seat) -> tuple[Seat, ...]:
    way = [seat]
    while way[-1] != start:
        way.append(came[way[-1]])
    return (*reversed(way), start)
