"""Operations on members: add, rename, move to another pod, remove. A legacy rig's nodes are members without a pod."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ...document import Document
from ...document.edit import Draft
from ...edit_arguments import Taken
from ...edits import Edit, Refused, drafted, shorten
from .names import addresses, free_id, rename_addresses, rename_ends
from .places import ORDERS, Places, Seat, Written

_REQUIRED = ("agent_ref", "profile", "runtime", "cwd")


def add_member(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Add a member to a `pod`: `id`, `agent_ref`, `profile`, `runtime`, `cwd`, any further member field, `after`."""
    taken = Taken(arguments)
    pod, name = taken.text("pod"), taken.text("id")
    after = taken.optional_text("after")
    value = {"id": name, **{key: taken.text(key) for key in _REQUIRED}}
    value |= taken.rest([key for key in ORDERS["member"] if key not in value])
    taken.nothing_else()
    places = Places(document)
    index = places.pod(pod)
    free_id(name, "member", _ids(places, index))
    path: Path = ("pods", index, "members")
    draft = places.draft()
    draft.append(path, value, after=_after(places, pod, after), order=ORDERS["member"], home=ORDERS["pod"])
    return drafted(draft, f"added the member `{pod}.{name}`")


def rename_member(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give a `member` (`pod.member`) the id `to`; every edge and session address that names it follows."""
    taken = Taken(arguments)
    address, to = taken.text("member"), taken.text("to")
    taken.nothing_else()
    places = Places(document)
    seat = places.seat(address)
    if to == seat.id:
        raise Refused(f"the member is called `{shorten(to)}` already", "nothing needs doing", "E105")
    draft = places.draft()
    draft.put((*seat.path, "id"), to)
    if seat.pod is None:
        _free_node(places, to)
        new, local = to, {}
    else:
        free_id(to, "member", _ids(places, seat.pod))
        new, local = f"{places.pod_name(seat.pod)}.{to}", {seat.pod: {seat.id: to}}
    count = rename_ends(places, draft, local, lambda end: new if end == address else None)
    rename_addresses(places, draft, addresses(places, [seat], None, to))
    return drafted(draft, f"renamed the member `{address}` to `{new}`{_edges(count)}")


def remove_member(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Remove a `member` and every edge that names it."""
    taken = Taken(arguments)
    address = taken.text("member")
    taken.nothing_else()
    places = Places(document)
    seat = places.seat(address)
    draft = places.draft()
    draft.remove(seat.path)
    gone = {address, *addresses(places, [seat], None)}
    edges = [edge for edge in places.near(gone) if edge.source in gone or edge.target in gone]
    for edge in edges:
        draft.remove(edge.path)
    return drafted(draft, f"removed the member `{address}`", [f"the edge {edge.words()}" for edge in edges])


def move_member(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Move a `member` into the pod `to_pod` with its text; its edges move between pod and top as their ends ask."""
    taken = Taken(arguments)
    address, to = taken.text("member"), taken.text("to_pod")
    taken.nothing_else()
    places = Places(document)
    seat = places.seat(address)
    index = places.pod(to)
    if seat.pod == index:
        raise Refused(f"`{shorten(address)}` is in the pod `{shorten(to)}` already", "nothing needs doing", "E105")
    if seat.id in _ids(places, index):
        help = "rename one of them first"
        raise Refused(f"the pod `{shorten(to)}` has a member `{shorten(seat.id)}` already", help, "E105")
    draft = places.draft()
    draft.remove(seat.path)
    moved_to = addresses(places, [seat], to)
    value = dict(document.get(seat.path))
    mechanic = value.get("mechanic")
    if isinstance(mechanic, str) and mechanic in moved_to and places.answers_alone(mechanic):
        value["mechanic"] = moved_to[mechanic]
    draft.append(("pods", index, "members"), value, source=seat.path, home=ORDERS["pod"])
    new = f"{to}.{seat.id}"
    moved = [edge for edge in places.near((address,)) if _rehomed(places, draft, edge, seat, index, new)]
    rename_addresses(places, draft, moved_to, {edge.path for edge in moved})
    return drafted(draft, f"moved `{address}` to the pod `{to}`{_moved(len(moved))}")


def _rehomed(places: Places, draft: Draft, edge: Written, seat: Seat, index: int, new: str) -> bool:
    """Rewrite an edge of a member that moves to the pod at `index`; says whether it had to change its list."""
    if not edge.touches(seat.address):
        return False
    ends = {key: new if end == seat.address else end for key, end in (("from", edge.source), ("to", edge.target))}
    other = next((end for end in ends.values() if end != new), None)
    pods = {known.pod for known in places.seats.get(other or "", ())}
    if other is None or pods == {index} or (not pods and edge.pod is not None):
        home: Path = ("pods", index, "edges")
        ends = {key: _unqualified(places, end, index, new, seat) for key, end in ends.items()}
    else:
        home = ("edges",)
    value = {**edge.value, **ends}
    if home == edge.path[:-1]:
        draft.put(edge.path, value)
        return False
    draft.remove(edge.path)
    draft.append(home, value, source=edge.path, home=ORDERS["rig" if len(home) == 1 else "pod"])
    return True


def _unqualified(places: Places, end: str, index: int, new: str, seat: Seat) -> str:
    """An end as it is written in the pod at `index`."""
    if end == new:
        return seat.id
    known = places.seats.get(end, [])
    return known[0].id if known and known[0].pod == index else end


def _ids(places: Places, index: int) -> list[Any]:
    members = places.pods[index].get("members")
    return [m.get("id") for m in members if isinstance(m, dict)] if isinstance(members, list) else []


def _after(places: Places, pod: str, after: str | None) -> int | None:
    if after is None:
        return None
    seat = places.seat(after if "." in after else f"{pod}.{after}")
    if seat.pod != places.pod(pod):
        raise Refused(f"`{shorten(after)}` is not in the pod `{shorten(pod)}`", "name one of its members", "E104")
    return int(seat.path[-1])


def _free_node(places: Places, name: str) -> None:
    if name in places.seats:
        raise Refused(f"there is a node called `{shorten(name)}` already", "take another id", "E105")


def _edges(count: int) -> str:
    return f", with {count} edge{'s' * (count != 1)}" if count else ""


def _moved(count: int) -> str:
    return f"; {count} edge{'s' * (count != 1)} changed places between pod and top" if count else ""
