"""Operations on a rig's edges. An edge stands where its ends put it: in the pod, unqualified, or at the top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ...document import Document
from ...document.edit import Draft
from ...edit_arguments import Taken
from ...edits import Edit, Refused, drafted, shorten
from ..spec import is_address
from ..vocabulary import EDGE_KINDS
from .places import ORDERS, Places, Seat, Written

_LEGACY_ORDER = ("from", "to", "kind")


def add_edge(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Add an edge: `kind`, `from`, `to` (`pod.member`; an `escalates_to` may name `pod-member@rig`)."""
    taken = Taken(arguments)
    kind, source, target = taken.choice("kind", EDGE_KINDS), taken.text("from"), taken.text("to")
    taken.nothing_else()
    places = Places(document)
    home, value = _at_home(places, kind, places.seat(source), target_of(places, kind, target))
    draft = places.draft()
    draft.append(home, value, order=_LEGACY_ORDER if places.legacy else ORDERS["edge"], home=_home(home))
    return drafted(draft, f"added `{kind}` from `{source}` to `{target}`")


def remove_edge(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Remove an edge: `kind`, `from`, `to`; of equal ones the last."""
    taken = Taken(arguments)
    kind, source, target = taken.text("kind"), taken.text("from"), taken.text("to")
    taken.nothing_else()
    places = Places(document)
    edge = places.edge(kind, source, target)
    draft = places.draft()
    draft.remove(edge.path)
    return drafted(draft, f"removed {edge.words()}")


def change_edge(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give an edge another kind or another end; it moves between pod and top where its ends put it."""
    taken = Taken(arguments)
    kind, source, target = taken.text("kind"), taken.text("from"), taken.text("to")
    new_kind = taken.choice("new_kind", EDGE_KINDS) if arguments.get("new_kind") is not None else None
    new_from, new_to = taken.optional_text("new_from"), taken.optional_text("new_to")
    taken.optional_text("new_kind")
    taken.nothing_else()
    if new_kind is None and new_from is None and new_to is None:
        raise Refused("nothing is to be changed", "give `new_kind`, `new_from` or `new_to`", "E102")
    places = Places(document)
    edge = places.edge(kind, source, target)
    draft = places.draft()
    words = _changed(places, draft, edge, new_kind, new_from, new_to)
    return drafted(draft, words)


def _changed(
    places: Places, draft: Draft, edge: Written, kind: str | None, source: str | None, target: str | None
) -> str:
    now_kind = kind or str(edge.kind)
    start = places.seat(source) if source is not None else _known(places, edge.source)
    end = target if target is not None else edge.target
    known = end in places.seats or "@" in end
    checked = target_of(places, now_kind, end) if target is not None or known else None
    value = {**edge.value, "kind": now_kind} if kind is not None else dict(edge.value)
    home = edge.path[:-1]
    if isinstance(start, Seat) and checked is not None:
        home, ends = _at_home(places, now_kind, start, checked, edge)
        value |= {"from": ends["from"], "to": ends["to"]}
    elif source is not None or target is not None:
        home = ("edges",)
        value |= {"from": start.address if isinstance(start, Seat) else edge.source, "to": end}
    relocate(draft, edge, home, value)
    now_source = start.address if isinstance(start, Seat) else edge.source
    return f"changed {edge.words()} to `{now_kind}` from `{now_source}` to `{end}`"


def relocate(draft: Draft, edge: Written, home: Path, value: dict[str, Any]) -> None:
    """Give an edge new contents, in place or in another list; its text and comments come along."""
    if home == edge.path[:-1]:
        draft.put(edge.path, value)
    else:
        draft.remove(edge.path)
        draft.append(home, value, source=edge.path, home=_home(home))


def target_of(places: Places, kind: str, target: str) -> Seat | str:
    """A target as a seat, or as an address of another rig where the rules allow one."""
    if target in places.seats or "@" not in target or places.legacy:
        return places.seat(target)
    if kind != "escalates_to":
        raise Refused(f"an address of another rig under `{kind}`", "only `escalates_to` may name one", "E108")
    if not is_address(target):
        help = "a seat of another rig is written `pod-member@rig`"
        raise Refused(f"`{shorten(target)}` is not the address of a seat", help, "E108")
    return target


def _known(places: Places, end: str) -> Seat | None:
    found = places.seats.get(end, [])
    return found[0] if len(found) == 1 else None


def _at_home(
    places: Places, kind: str, source: Seat, target: Seat | str, edge: Written | None = None
) -> tuple[Path, dict[str, Any]]:
    """The list an edge belongs to, and the edge as it is written there. An edge to another rig stays on its level."""
    local = isinstance(target, Seat) and source.pod is not None and source.pod == target.pod
    if isinstance(target, str) and edge is not None and edge.pod is not None:
        local = edge.pod == source.pod
    if local and source.pod is not None:
        end = target.id if isinstance(target, Seat) else target
        return ("pods", source.pod, "edges"), {"kind": kind, "from": source.id, "to": end}
    end = target.address if isinstance(target, Seat) else target
    return ("edges",), {"kind": kind, "from": source.address, "to": end}


def _home(home: Path) -> tuple[str, ...]:
    """The key order of what holds a list of edges."""
    return ORDERS["rig" if len(home) == 1 else "pod"]
