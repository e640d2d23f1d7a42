"""Operations on pods: add, rename, remove."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...document import Document
from ...edit_arguments import Taken
from ...edits import Edit, Refused, drafted, shorten
from .names import addresses, free_id, rename_addresses, rename_ends
from .places import ORDERS, Places, pod_id


def add_pod(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Add an empty pod: `id`, `label`, and the pod it goes `after` (else the last place)."""
    taken = Taken(arguments)
    name, label, after = taken.text("id"), taken.text("label"), taken.optional_text("after")
    taken.nothing_else()
    places = Places(document)
    if places.legacy:
        raise Refused("the rig has no list `pods`", "set the field `pods` to [] first", "E104")
    free_id(name, "pod", [pod_id(pod) for pod in places.pods])
    value: dict[str, Any] = {"id": name, "label": label, "members": []}
    if sum(isinstance(pod, dict) and "edges" in pod for pod in places.pods) * 2 > len(places.pods):
        value["edges"] = []
    draft = places.draft()
    index = None if after is None else places.pod(after)
    draft.append(("pods",), value, after=index, order=ORDERS["pod"], home=ORDERS["rig"])
    return drafted(draft, f"added the pod `{name}`")


def rename_pod(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give a `pod` the id `to`; every edge and session address that names one of its members follows."""
    taken = Taken(arguments)
    name, to = taken.text("pod"), taken.text("to")
    taken.nothing_else()
    places = Places(document)
    index = places.pod(name)
    if to == name:
        raise Refused(f"the pod is called `{shorten(name)}` already", "nothing needs doing", "E105")
    free_id(to, "pod", [pod_id(pod) for pod in places.pods])
    seats = [seat for found in places.seats.values() for seat in found if seat.pod == index]
    known = {seat.address for seat in seats}
    draft = places.draft()
    draft.put(("pods", index, "id"), to)
    count = rename_ends(places, draft, {}, lambda end: to + end[len(name) :] if _in_pod(end, name, known) else None)
    rename_addresses(places, draft, addresses(places, seats, to))
    return drafted(draft, f"renamed the pod `{name}` to `{to}`{_edges(count)}")


def remove_pod(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Remove a `pod` with its members, and every edge that names one of them."""
    taken = Taken(arguments)
    name = taken.text("pod")
    taken.nothing_else()
    places = Places(document)
    index = places.pod(name)
    seats = [seat for found in places.seats.values() for seat in found if seat.pod == index]
    gone = {seat.address for seat in seats} | set(addresses(places, seats, None))
    draft = places.draft()
    draft.remove(("pods", index))
    also = [f"the member `{seat.address}`" for seat in seats]
    for edge in places.edges:
        if edge.pod == index:
            also.append(f"the edge {edge.words()}")
        elif edge.source in gone or edge.target in gone:
            draft.remove(edge.path)
            also.append(f"the edge {edge.words()}")
    return drafted(draft, f"removed the pod `{name}`", also)


def _in_pod(end: str, pod: str, known: set[str]) -> bool:
    return end in known or (end.startswith(f"{pod}.") and "@" not in end)


def _edges(count: int) -> str:
    return f", with {count} edge{'s' * (count != 1)}" if count else ""
