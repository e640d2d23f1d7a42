"""When an operation on a rig still means the same on a later revision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...document import Document
from ...document.edit import same_value
from ...rebase import Conflict, Outcome, Rules, Same, changed, gone, rename_key, set_field, unset_field
from .places import Places, Written

Arguments = Mapping[str, Any]


def add_edge(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """Both ends must be there; an equal edge that others added is the one that was meant."""
    was, now = Places(base), Places(head)
    lost = _lost(was, now, arguments["from"], arguments["to"])
    if lost is not None:
        return lost
    return Same(arguments, already=_count(now, arguments) > _count(was, arguments))


def remove_edge(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The edge must be there as often as it was, and hold what it held."""
    was, now = Places(base), Places(head)
    before, after = _equal(was, arguments), _equal(now, arguments)
    if not after and len(before) == 1:
        return changed("an end of the edge") if _lives_on(was, now, before[0]) else Same(arguments, already=True)
    if len(before) != len(after) or not _alike(before[-1], after[-1]):
        return changed("the edge")
    return Same(arguments)


def change_edge(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """As removing the edge and adding it anew."""
    was, now = Places(base), Places(head)
    new = {
        "kind": arguments.get("new_kind") or arguments["kind"],
        "from": arguments.get("new_from") or arguments["from"],
        "to": arguments.get("new_to") or arguments["to"],
    }
    before, after = _equal(was, arguments), _equal(now, arguments)
    if len(after) < len(before) and _count(now, new) > _count(was, new):
        return Same(arguments, already=True)
    if len(before) != len(after) or not _alike(before[-1], after[-1]):
        return changed("the edge")
    return _lost(was, now, *(arguments[key] for key in ("new_from", "new_to") if arguments.get(key))) or Same(arguments)


def add_pod(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The id must be free still; an equal empty pod is the one that was meant."""
    now = Places(head)
    found = [pod for pod in now.pods if isinstance(pod, dict) and pod.get("id") == arguments["id"]]
    if found:
        meant = len(found) == 1 and found[0].get("label") == arguments["label"] and not found[0].get("members")
        return Same(arguments, already=True) if meant else Conflict(f"a pod `{arguments['id']}` has been added since")
    after = arguments.get("after")
    return Same(arguments) if after is None or _pods(now)[after] == 1 else gone(after)


def rename_pod(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The pod must be there; where only its new name is, others gave it that."""
    was, now = Places(base), Places(head)
    if not _pods(now)[arguments["pod"]]:
        twins = [pod["id"] for pod in _twins(was, now, was.pods[was.pod(arguments["pod"])])]
        return Same(arguments, already=True) if twins == [arguments["to"]] else gone(arguments["pod"])
    return Same(arguments)


def remove_pod(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """Nothing that goes with the pod may have changed."""
    was, now = Places(base), Places(head)
    name = arguments["pod"]
    if not _pods(now)[name]:
        renamed = _twins(was, now, was.pods[was.pod(name)])
        return gone(name) if renamed else Same(arguments, already=True)
    if _pods(now)[name] > 1 or not same_value(was.pods[was.pod(name)], now.pods[now.pod(name)]):
        return changed(f"the pod `{name}`")
    return Same(arguments) if _around(was, f"{name}.") == _around(now, f"{name}.") else changed("one of its edges")


def add_member(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The pod must be there and the id free; an equal member is the one that was meant."""
    now = Places(head)
    if _pods(now)[arguments["pod"]] != 1:
        return gone(arguments["pod"])
    address = f"{arguments['pod']}.{arguments['id']}"
    found = now.seats.get(address, [])
    if found:
        fields = {key: value for key, value in arguments.items() if key not in ("pod", "after")}
        meant = len(found) == 1 and dict(head.get(found[0].path)) == fields
        return Same(arguments, already=True) if meant else Conflict(f"a member `{address}` has been added since")
    after = arguments.get("after")
    where = after if after is None or "." in after else f"{arguments['pod']}.{after}"
    return Same(arguments) if where is None or len(now.seats.get(where, ())) == 1 else gone(where)


def rename_member(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The member must be there; where only its new name is, others gave it that."""
    was, now = Places(base), Places(head)
    address = arguments["member"]
    if address not in now.seats:
        pod = was.seat(address).pod
        new = arguments["to"] if pod is None else f"{was.pod_name(pod)}.{arguments['to']}"
        return Same(arguments, already=True) if _heirs(was, now, address) == [new] else gone(address)
    return Same(arguments)


def move_member(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The member and the pod must be there; where it is in that pod already, others moved it."""
    was, now = Places(base), Places(head)
    address, to = arguments["member"], arguments["to_pod"]
    new = f"{to}.{was.seat(address).id}"
    if address not in now.seats:
        return Same(arguments, already=True) if _heirs(was, now, address) == [new] else gone(address)
    return Same(arguments) if _pods(now)[to] == 1 else gone(to)


def remove_member(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """Nothing that goes with the member may have changed."""
    was, now = Places(base), Places(head)
    address = arguments["member"]
    if address not in now.seats:
        return gone(address) if _heirs(was, now, address) else Same(arguments, already=True)
    if not same_value(base.get(was.seat(address).path), head.get(now.seat(address).path)):
        return changed(f"the member `{address}`")
    return Same(arguments) if _around(was, address) == _around(now, address) else changed("one of its edges")


def _lost(was: Places, now: Places, *ends: str) -> Conflict | None:
    """The conflict over an end that was a member and is none any more."""
    return next((gone(end) for end in ends if end in was.seats and len(now.seats.get(end, ())) != 1), None)


def _equal(places: Places, arguments: Arguments) -> list[Written]:
    ends = arguments["from"], arguments["to"]
    return [edge for edge in places.edges if edge.kind == arguments["kind"] and edge.joins(*ends)]


def _count(places: Places, arguments: Arguments) -> int:
    return len(_equal(places, arguments))


def _alike(one: Written, other: Written) -> bool:
    """Whether two edges hold the same besides their ends, which are written as their place asks."""
    parts = ({k: v for k, v in edge.value.items() if k not in ("from", "to")} for edge in (one, other))
    return same_value(*parts)


def _lives_on(was: Places, now: Places, edge: Written) -> bool:
    """Whether an edge seems to stand on the head under other names: a new one of its kind, at no other known end."""
    known = {(old.kind, old.source, old.target) for old in was.edges}
    for new in now.edges:
        ends = zip((edge.source, edge.target), (new.source, new.target), strict=True)
        fits = all(one == other or other not in was.seats for one, other in ends)
        if new.kind == edge.kind and fits and (new.kind, new.source, new.target) not in known:
            return True
    return False


def _heirs(was: Places, now: Places, address: str) -> list[str]:
    """The members that others may have made of one: new addresses, with the same id or the same fields."""
    seat = was.seat(address)
    value = _nameless(was.document.get(seat.path))
    new = [found[0] for other, found in now.seats.items() if other not in was.seats]
    return [s.address for s in new if s.id == seat.id or same_value(_nameless(now.document.get(s.path)), value)]


def _twins(was: Places, now: Places, pod: Any) -> list[Any]:
    """The pods that others may have made of one by giving it another id."""
    new = (other for other in now.pods if isinstance(other, dict) and not _pods(was)[other.get("id")])
    return [other for other in new if other.get("label") == pod.get("label")]


def _nameless(value: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in value.items() if key != "id"}


def _pods(places: Places) -> Counter[Any]:
    names = (pod.get("id") for pod in places.pods if isinstance(pod, dict))
    return Counter(name for name in names if isinstance(name, str))


def _around(places: Places, name: str) -> Counter[str]:
    """The edges at a member, or at the members of a pod (`name` ends with a dot)."""
    ends = (edge for edge in places.edges if any(_hits(end, name) for end in (edge.source, edge.target)))
    return Counter(f"{edge.kind} {edge.source} {edge.target}" for edge in ends)


def _hits(end: str, name: str) -> bool:
    return end.startswith(name) if name.endswith(".") else end == name


RULES: Rules = {
    "add_edge": add_edge,
    "remove_edge": remove_edge,
    "change_edge": change_edge,
    "add_pod": add_pod,
    "rename_pod": rename_pod,
    "remove_pod": remove_pod,
    "add_member": add_member,
    "rename_member": rename_member,
    "move_member": move_member,
    "remove_member": remove_member,
    "set_field": set_field,
    "unset_field": unset_field,
    "rename_key": rename_key,
}
