"""Renaming: every text that names a pod or a member, rewritten in place with its quotes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...document.edit import Draft
from ...edits import Refused, shorten
from .places import Places, Seat, Written

Renamer = Callable[[str], str | None]


def free_id(name: str, what: str, taken: list[Any]) -> str:
    """A new id for a pod or member: without a dot, and not taken (rig-rules, sections 4 and 5.1)."""
    if "." in name:
        help = "members are addressed `pod.member`: use `-` or `_`"
        raise Refused(f"the id `{shorten(name)}` of a {what} has a dot", help, "E105")
    if name in taken:
        raise Refused(f"there is a {what} called `{shorten(name)}` already", "take another id", "E105")
    return name


def rename_ends(places: Places, draft: Draft, local: dict[int, dict[str, str]], top: Renamer, skip: Any = ()) -> int:
    """Rewrite the ends of edges: `local` maps names by pod, `top` gives a qualified name's new form; says how many."""
    count = 0
    for edge in places.edges:
        if edge.path in skip:
            continue
        changed = False
        for key in ("from", "to"):
            end = edge.value.get(key)
            new = _renamed(edge, end, local, top)
            if new is not None and new != end:
                draft.put((*edge.path, key), new)
                changed = True
        count += changed
    return count


def _renamed(edge: Written, end: Any, local: dict[int, dict[str, str]], top: Renamer) -> str | None:
    if not isinstance(end, str):
        return None
    if edge.pod is not None and end in local.get(edge.pod, {}):
        return local[edge.pod][end]
    return top(end)


def rename_addresses(places: Places, draft: Draft, moved: dict[str, str], skip: Any = ()) -> None:
    """Rewrite session addresses of this rig's own seats where they stand: `escalates_to` targets and mechanics."""
    sure = {old: new for old, new in moved.items() if old != new and places.answers_alone(old)}
    if not sure:
        return
    for edge in places.edges:
        deferred = edge.kind == "escalates_to" and edge.target not in places.seats
        if deferred and edge.target in sure and edge.path not in skip:
            draft.put((*edge.path, "to"), sure[edge.target])
    for found in places.seats.values():
        for seat in found:
            mechanic = places.document.get(seat.path).get("mechanic")
            if isinstance(mechanic, str) and mechanic in sure:
                draft.put((*seat.path, "mechanic"), sure[mechanic])


def addresses(places: Places, seats: list[Seat], pod: str | None, member: str | None = None) -> dict[str, str]:
    """The session addresses of seats with what they become under another pod or member id."""
    out = {}
    for seat in seats:
        old, new = places.address_of(seat), places.address_of(seat, pod, member)
        if old is not None and new is not None:
            out[old] = new
    return out
