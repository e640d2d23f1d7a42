"""Renaming: every text that names a pod or a member, rewritten in place with its quotes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...diagnostics import Path
from ...document.edit import Draft
from ...edits import Refused, shorten
from .places import Places, Seat

Renamer = Callable[[str], str | None]


def free_id(name: str, what: str, taken: list[Any]) -> str:
    """A new id for a pod or member: without a dot, and not taken (rig-rules, sections 4 and 5.1)."""
    if "." in name:
        help = "members are addressed `pod.member`: use `-` or `_`"
        raise Refused(f"the id `{shorten(name)}` of a {what} has a dot", help, "E105")
    if name in taken:
        raise Refused(f"there is a {what} called `{shorten(name)}` already", "take another id", "E105")
    return name


def rename_ends(places: Places, draft: Draft, local: dict[int, dict[str, str]], top: Renamer) -> int:
    """Rewrite the ends of edges: `local` maps names by pod, `top` gives a qualified name's new form; says how many."""
    count = 0
    nowhere: dict[str, str] = {}
    for pod, place, edge in places.listed():
        inside = local.get(pod, nowhere) if pod is not None else nowhere
        changed = False
        for key in ("from", "to"):
            end = edge.get(key)
            if end.__class__ is not str:
                continue
            new = inside[end] if end in inside else top(end)
            if new is not None and new != end:
                home: Path = ("edges",) if pod is None else ("pods", pod, "edges")
                draft.put((*home, place, key), new)
                changed = True
        count += changed
    return count


def rename_addresses(places: Places, draft: Draft, moved: dict[str, str], skip: Any = ()) -> None:
    """Rewrite session addresses of this rig's own seats where they stand: `escalates_to` targets and mechanics."""
    known = {old: new for old, new in moved.items() if old != new and _written(places, old)}
    sure = {old: new for old, new in known.items() if places.answers_alone(old)}
    if not sure:
        return
    for edge in places.near(sure):
        deferred = edge.kind == "escalates_to" and edge.target not in places.seats
        if deferred and edge.target in sure and edge.path not in skip:
            draft.put((*edge.path, "to"), sure[edge.target])
    for pod, place, member in places.members():
        mechanic = member.get("mechanic")
        if pod is not None and isinstance(mechanic, str) and mechanic in sure:
            draft.put(("pods", pod, "members", place, "mechanic"), sure[mechanic])


def _written(places: Places, address: str) -> bool:
    """Whether an address may stand in the text; with escapes it could be written in another way."""
    text = places.document.text
    return address in text or "\\" in text


def addresses(places: Places, seats: list[Seat], pod: str | None, member: str | None = None) -> dict[str, str]:
    """The session addresses of seats with what they become under another pod or member id."""
    out = {}
    for seat in seats:
        old, new = places.address_of(seat), places.address_of(seat, pod, member)
        if old is not None and new is not None:
            out[old] = new
    return out
