"""Operations on nodes: add, rename, set the stage, remove."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...diagnostics import Path
from ...document import Document
from ...document.edit import Draft
from ...edit_arguments import Taken
from ...edits import Edit, Refused, drafted, shorten
from ..vocabulary import STAGES
from .chains import taken_out
from .places import ORDERS, Places
from .routers import take_arm


def add_node(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Add a node: `name`, `stageId`, and any further field of a node."""
    taken = Taken(arguments)
    name, stage = taken.text("name"), taken.choice("stageId", STAGES)
    value = {"name": name, "stageId": stage, **taken.rest([k for k in ORDERS["node"] if k not in ("name", "stageId")])}
    taken.nothing_else()
    places = Places(document)
    places.free(name, "node")
    draft = places.draft()
    draft.append(("nodes",), value, order=ORDERS["node"], home=ORDERS["graph"])
    return drafted(draft, f"added the node `{name}`")


def rename_node(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give a `node` the name `to`; chains, aliases, edges, routers, arms and `omit` follow."""
    taken = Taken(arguments)
    name, to = taken.text("node"), taken.text("to")
    taken.nothing_else()
    places = Places(document)
    node = places.node(name)
    places.free(to, "node")
    draft = places.draft()
    draft.put((*node.path, "name"), to)
    mentions = list(references(places, name))
    for path in mentions:
        draft.put(path, to)
    count = len(mentions)
    said = f", named in {count} other place{'s' * (count != 1)}" if count else ""
    return drafted(draft, f"renamed the node `{name}` to `{to}`{said}")


def set_stage(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Put a `node` into the stage `stageId`."""
    taken = Taken(arguments)
    name, stage = taken.text("node"), taken.choice("stageId", STAGES)
    taken.nothing_else()
    places = Places(document)
    node = places.node(name)
    draft = places.draft()
    draft.put((*node.path, "stageId"), stage, ORDERS["node"])
    return drafted(draft, f"put the node `{name}` into the stage `{stage}`")


def remove_node(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Remove a `node` with its static edges, arms and routers; in chains its neighbours are joined."""
    taken = Taken(arguments)
    name = taken.text("node")
    taken.nothing_else()
    places = Places(document)
    node = places.node(name)
    for alias in places.spec.aliases:
        if [candidate for candidate, _ in alias.candidates] == [name]:
            help = f"give `{alias.name}` another candidate first"
            raise Refused(f"the alias `{shorten(alias.name)}` stands for `{shorten(name)}` alone", help, "E107")
    draft = places.draft()
    draft.remove(node.path)
    also = [*_edges_gone(places, draft, name), *_routers_gone(places, draft, name), *_lists_gone(places, draft, name)]
    return drafted(draft, f"removed the node `{name}`", also)


def _edges_gone(places: Places, draft: Draft, name: str) -> Iterator[str]:
    for edge in places.spec.edges:
        if name in (edge.source, edge.target):
            draft.remove(edge.path)
            yield f"the edge from `{edge.source}` to `{edge.target}`"


def _routers_gone(places: Places, draft: Draft, name: str) -> Iterator[str]:
    for router in places.spec.routers:
        if router.source == name:
            draft.remove(router.path)
            yield f"the router `{router.route}`"
            continue
        arms = [arm for arm in router.arms if arm.target == name]
        if arms and len(arms) == len(router.arms) == len(places.document.get((*router.path, "arms"))):
            draft.remove(router.path)
            yield f"the router `{router.route}`"
            continue
        for arm in arms:
            yield take_arm(places, draft, arm.path)


def _lists_gone(places: Places, draft: Draft, name: str) -> Iterator[str]:
    for chain in places.spec.chains:
        for member, path in taken_out(chain, {i for i, (member, _) in enumerate(chain.members) if member == name}):
            draft.remove(path, fading=False)
            joined = "its neighbours there are joined" if member == name else "its equals there become one"
            yield f"`{member}` in the chain `{chain.name}`; {joined}"
    for alias in places.spec.aliases:
        for candidate, path in alias.candidates:
            if candidate == name:
                draft.remove(path, fading=False)
                yield f"`{name}` among the candidates of `{alias.name}`"
    for omitted, path in places.spec.omit:
        if omitted == name:
            draft.remove(path)
            yield f"`{name}` in `omit`"


def references(places: Places, name: str) -> Iterator[Path]:
    """Every place but its own declaration that names a node."""
    spec = places.spec
    for listed in (spec.omit, *(c.members for c in spec.chains), *(a.candidates for a in spec.aliases)):
        yield from (path for member, path in listed if member == name)
    for edge in spec.edges:
        yield from ((*edge.path, key) for key, end in (("from", edge.source), ("to", edge.target)) if end == name)
    for router in spec.routers:
        if router.source == name:
            yield (*router.path, "from")
        yield from (arm.path for arm in router.arms if arm.target == name)
