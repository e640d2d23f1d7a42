"""When an operation on a graph still means the same on a later revision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...document import Document
from ...document.edit import same_value
from ...rebase import Conflict, Outcome, Rules, Same, changed, gone, rename_key, set_field, unset_field
from ..names import Meaning
from .nodes import references
from .places import Places

Arguments = Mapping[str, Any]


def add_edge(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """Both names must be there; an equal static edge is the one that was meant."""
    now = Places(head)
    lost = _lost(now, arguments["from"], arguments["to"])
    if lost is not None:
        return lost
    ends = (arguments["from"], arguments["to"])
    return Same(arguments, already=any((e.source, e.target) == ends for e in now.spec.edges))


def remove_edge(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The edge must be made by what made it."""
    before, after = _made(base, arguments), _made(head, arguments)
    if before and not after:
        return _lost(Places(head), arguments["from"], arguments["to"]) or Same(arguments, already=True)
    return Same(arguments) if before == after else changed("what makes the edge")


def change_edge(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """As removing the edge and adding it anew."""
    now = Places(head)
    new = {"from": arguments.get("new_from") or arguments["from"], "to": arguments.get("new_to") or arguments["to"]}
    before, after = _made(base, arguments), _made(head, arguments)
    if before and not after and _made(head, new) and not _made(base, new):
        return Same(arguments, already=True)
    if before != after:
        return changed("what makes the edge")
    return _lost(now, new["from"], new["to"]) or Same(arguments)


def add_node(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The name must be free still; an equal node is the one that was meant."""
    now = Places(head)
    node = now.spec.declared.get(arguments["name"])
    if node is None:
        return Same(arguments)
    meant = dict(head.get(node.path)) == dict(arguments)
    return Same(arguments, already=True) if meant else Conflict(f"a node `{node.name}` has been added since")


def rename_node(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The node must be there; where only its new name is, others gave it that."""
    if arguments["node"] in Places(head).spec.declared:
        return Same(arguments)
    renamed = _heirs(base, head, arguments["node"]) == [arguments["to"]]
    return Same(arguments, already=True) if renamed else gone(arguments["node"])


def set_stage(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The node must be there, in the stage it was in."""
    was, now = Places(base).spec.declared, Places(head).spec.declared
    name = arguments["node"]
    if name not in now:
        return gone(name)
    if now[name].stage_id == arguments["stageId"]:
        return Same(arguments, already=True)
    return Same(arguments) if was[name].stage_id == now[name].stage_id else changed(f"the stage of `{name}`")


def remove_node(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """Nothing that goes with the node may have changed."""
    was, now = Places(base), Places(head)
    name = arguments["node"]
    if name not in now.spec.declared:
        return gone(name) if _heirs(base, head, name) else Same(arguments, already=True)
    if not same_value(base.get(was.node(name).path), head.get(now.spec.declared[name].path)):
        return changed(f"the node `{name}`")
    held = [[_around(places.document, path) for path in references(places, name)] for places in (was, now)]
    return Same(arguments) if held[0] == held[1] else changed(f"what names `{name}`")


def add_chain(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The name must be free still, and every member there."""
    now = Places(head)
    found = [chain for chain in now.spec.chains if chain.name == arguments["name"]]
    if found:
        meant = [name for name, _ in found[0].members] == arguments["path"]
        return Same(arguments, already=True) if meant else Conflict("a chain of that name has been added since")
    return _lost(now, *arguments["path"]) or Same(arguments)


def remove_chain(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The chain must be what it was."""
    before, after = _chain(base, arguments), _chain(head, arguments)
    if after is None:
        return gone(arguments["chain"]) if before in _chains(head) else Same(arguments, already=True)
    return Same(arguments) if before == after else changed("the chain")


def split_chain(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The chain must still lead from that member to the one that followed it."""
    before, after = _chain(base, arguments) or [], _chain(head, arguments)
    if after is None:
        return gone(arguments["chain"])
    if before == after:
        return Same(arguments)
    pair = _pair(before, arguments)
    if after[-1:] == pair[:1] and any(c[0] == pair[1] for c in _chains(head)):
        return Same(arguments, already=True)
    return _elsewhere(after, pair, arguments)


def insert_in_chain(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The place must be between the two members that it was between."""
    before, after = _chain(base, arguments) or [], _chain(head, arguments)
    if after is None:
        return gone(arguments["chain"])
    lost = _lost(Places(head), arguments["node"])
    if lost is not None or before == after:
        return lost or Same(arguments)
    pair = _pair(before, arguments)
    if [*pair[:1], arguments["node"], *pair[1:]] in _windows(after, 3):
        return Same(arguments, already=True)
    return _elsewhere(after, pair, arguments)


def remove_from_chain(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The member must stand where it stood: once, or in a chain that has not changed."""
    before, after = _chain(base, arguments) or [], _chain(head, arguments)
    if after is None:
        return gone(arguments["chain"])
    node = arguments["node"]
    if before == after:
        return Same(arguments)
    if node not in after:
        return _lost(Places(head), node) or Same(arguments, already=True)
    if before.count(node) == after.count(node) == 1:
        return Same({key: value for key, value in arguments.items() if key != "at"})
    return changed("the chain")


def add_arm(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The arm must be free still, and both ends there."""
    arm = _arm(head, arguments)
    if arm is not None:
        if arm == arguments["to"]:
            return Same(arguments, already=True)
        return Conflict("an arm of that name has been added since")
    return _lost(Places(head), arguments["from"], arguments["to"]) or Same(arguments)


def set_arm(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The arm must lead where it led."""
    before, after = _arm(base, arguments), _arm(head, arguments)
    if after == arguments["to"]:
        return Same(arguments, already=True)
    if before != after:
        return changed("the arm")
    return _lost(Places(head), arguments["to"]) or Same(arguments)


def remove_arm(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The arm must lead where it led."""
    before, after = _arm(base, arguments), _arm(head, arguments)
    if after is None:
        return _lost(Places(head), arguments["from"]) or Same(arguments, already=True)
    return Same(arguments) if before == after else changed("the arm")


def set_alias(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The alias must stand for what it stood for."""
    before, after = (_value(document, "aliases", arguments["name"]) for document in (base, head))
    if after == (arguments["candidates"] or None):
        return Same(arguments, already=True)
    if before != after:
        return changed("the alias")
    return _lost(Places(head), *arguments["candidates"]) or Same(arguments)


def set_omit(base: Document, head: Document, arguments: Arguments) -> Outcome:
    """The list must be what it was."""
    before, after = (_value(document, "omit") or [] for document in (base, head))
    if after == arguments["names"]:
        return Same(arguments, already=True)
    return Same(arguments) if before == after else changed("the list of omitted names")


def _lost(now: Places, *names: str) -> Conflict | None:
    return next((gone(name) for name in names if now.names.resolve(name).meaning is Meaning.UNKNOWN), None)


def _heirs(base: Document, head: Document, name: str) -> list[str]:
    """The nodes that others may have made of one by giving it another name."""
    was, now = Places(base).spec.declared, Places(head).spec.declared
    value = _nameless(base.get(was[name].path))
    new = (other for other in now if other not in was)
    return [other for other in new if same_value(_nameless(head.get(now[other].path)), value)]


def _nameless(value: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in value.items() if key != "name"}


def _made(document: Document, arguments: Arguments) -> list[str]:
    """What makes an edge: each static edge as written, each chain and arm."""
    places = Places(document)
    source, target = arguments["from"], arguments["to"]
    statics = [document.get(path) for path in places.statics(source, target)]
    others = [wire.via for wire in places.others(source, target)]
    return sorted([*(f"edge {edge.get('from')} {edge.get('to')}" for edge in statics), *others])


def _around(document: Document, path: tuple[str | int, ...]) -> Any:
    """What stands around a mention of a name: its edge, its router, or its neighbours in a list."""
    owner, at = document.get(path[:-1]), path[-1]
    if isinstance(owner, list) and isinstance(at, int):
        return (str(path[0]), owner[max(at - 1, 0) : at + 2])
    return (str(path[0]), dict(owner))


def _chains(document: Document) -> list[list[str]]:
    return [names for chain in Places(document).spec.chains if (names := [name for name, _ in chain.members])]


def _chain(document: Document, arguments: Arguments) -> list[str] | None:
    found = [chain for chain in Places(document).spec.chains if chain.name == arguments["chain"]]
    return [name for name, _ in found[0].members] if len(found) == 1 else None


def _pair(members: list[str], arguments: Arguments) -> list[str | None]:
    """The member that an operation is behind, and the one that follows it; None for either end."""
    after, at = arguments.get("after"), arguments.get("at")
    if after is None:
        return [None, members[0] if members else None]
    index = at if at is not None else members.index(after)
    return [after, members[index + 1] if index + 1 < len(members) else None]


def _windows(members: list[str], size: int) -> list[list[str | None]]:
    padded: list[str | None] = [None, *members, None]
    return [padded[index : index + size] for index in range(len(padded) - size + 1)]


def _elsewhere(members: list[str], pair: list[str | None], arguments: Arguments) -> Outcome:
    """The same place in a chain that has changed elsewhere."""
    places = [index for index, window in enumerate(_windows(members, 2)) if window == pair]
    if len(places) != 1:
        return changed("the chain")
    moved = {key: value for key, value in arguments.items() if key != "at"}
    return Same(moved if pair[0] is None else {**moved, "at": places[0] - 1})


def _arm(document: Document, arguments: Arguments) -> Any:
    router = Places(document).router(arguments["from"], arguments["route"])
    arms = document.get(router.path).get("arms") if router else None
    return arms.get(arguments["arm"]) if isinstance(arms, dict) else None


def _value(document: Document, *path: str) -> Any:
    value = document.root
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


_TABLE: dict[str, Callable[[Document, Document, Arguments], Outcome]] = {
    "add_edge": add_edge,
    "remove_edge": remove_edge,
    "change_edge": change_edge,
    "add_node": add_node,
    "rename_node": rename_node,
    "set_stage": set_stage,
    "remove_node": remove_node,
    "add_chain": add_chain,
    "remove_chain": remove_chain,
    "split_chain": split_chain,
    "insert_in_chain": insert_in_chain,
    "remove_from_chain": remove_from_chain,
    "add_arm": add_arm,
    "set_arm": set_arm,
    "remove_arm": remove_arm,
    "set_alias": set_alias,
    "set_omit": set_omit,
    "set_field": set_field,
    "unset_field": unset_field,
    "rename_key": rename_key,
}
RULES: Rules = _TABLE
