"""Operations on chains: add, split, insert, remove; and cutting a chain where it makes an edge."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from ...document import Document, Sequence
from ...document.edit import Draft
from ...edit_arguments import Taken
from ...edits import Edit, Refused, drafted, no_such, shorten
from ..reading import Placed
from ..spec import ChainSpec
from ..vocabulary import END, START
from ..wiring import Wire
from .places import ORDERS, Places

_ORDER, _HOME = ORDERS["chain"], ORDERS["graph"]


def add_chain(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Add a chain: `name` and `path`, a list of nodes and aliases, with START first or END last if wanted."""
    taken = Taken(arguments)
    name, path = taken.text("name"), taken.texts("path")
    taken.nothing_else()
    places = Places(document)
    _free(places, name)
    if len(path) < 2:
        raise Refused("a chain of fewer than two members makes no edge", "give it a longer path", "E102")
    for index, member in enumerate(path):
        _member(places, member, index == 0, index == len(path) - 1)
    draft = places.draft()
    draft.append(("chains",), {"name": name, "path": path}, order=_ORDER, home=_HOME)
    return drafted(draft, f"added the chain `{name}`")


def remove_chain(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Remove a `chain` with every edge that it alone makes."""
    taken = Taken(arguments)
    name = taken.text("chain")
    taken.nothing_else()
    places = Places(document)
    draft = places.draft()
    draft.remove(places.chain(name).path)
    return drafted(draft, f"removed the chain `{name}`")


def split_chain(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Split a `chain` behind its member `after` (`at`: its index, where it stands twice); `name` for the rest."""
    taken = Taken(arguments)
    chain_name, after = taken.text("chain"), taken.text("after")
    name, at = taken.optional_text("name"), _index(taken)
    taken.nothing_else()
    places = Places(document)
    chain = places.chain(chain_name)
    index = _position(chain, after, at)
    if index == len(chain.members) - 1:
        raise Refused(f"`{after}` is the last member of `{chain_name}`", "there is nothing to split off", "E104")
    if name is not None:
        _free(places, name)
    draft = places.draft()
    also = _split(places, draft, chain, [index], name)
    return drafted(draft, f"split the chain `{chain_name}` behind `{after}`", also)


def insert_in_chain(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Put a `node` into a `chain` behind its member `after` (null: in front); `at` where `after` stands twice."""
    taken = Taken(arguments)
    chain_name, node = taken.text("chain"), taken.text("node")
    if "after" not in arguments:
        raise Refused("the argument `after` is missing", "name a member of the chain, or null for the front", "E102")
    after, at = taken.optional_text("after"), _index(taken)
    taken.nothing_else()
    places = Places(document)
    chain = places.chain(chain_name)
    index = -1 if after is None else _position(chain, after, at)
    _member(places, node, index < 0, index == len(chain.members) - 1)
    if index < 0 and chain.members and chain.members[0][0] == START:
        raise Refused("nothing stands before `START`", "give `START` as `after`", "E108")
    if index >= 0 and chain.members[index][0] == END:
        raise Refused("nothing stands behind `END`", "name an earlier member", "E108")
    draft = places.draft()
    draft.append((*chain.path, "path"), node, after=index, order=_ORDER, home=_HOME)
    where = f"behind `{after}`" if after is not None else "in front"
    return drafted(draft, f"put `{node}` into the chain `{chain_name}`, {where}")


def remove_from_chain(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Take a `node` out of a `chain`, joining its neighbours; `at`: its index, where it stands twice."""
    taken = Taken(arguments)
    chain_name, node, at = taken.text("chain"), taken.text("node"), _index(taken)
    taken.nothing_else()
    places = Places(document)
    chain = places.chain(chain_name)
    index = _position(chain, node, at)
    draft = places.draft()
    for _, path in taken_out(chain, {index}):
        draft.remove(path, fading=False)
    return drafted(draft, f"took `{node}` out of the chain `{chain_name}`")


def taken_out(chain: ChainSpec, gone: Container[int]) -> Iterator[Placed]:
    """The members to remove so that those at some indexes go and their neighbours are joined.

    Equal neighbours become one, as they do where the member between is omitted: written twice they were a self-edge.
    """
    before: tuple[int, str] | None = None
    for index, (name, path) in enumerate(chain.members):
        joined = before is not None and before[1] == name and before[0] < index - 1
        if index in gone or joined:
            yield name, path
        if index not in gone:
            before = index, name


def cut(places: Places, draft: Draft, wires: Iterable[Wire]) -> list[str]:
    """Cut chains where they make the given edges; says what was done."""
    cuts: dict[int, list[int]] = {}
    for wire in wires:
        _, chain, _, at = wire.path
        cuts.setdefault(int(chain), []).append(int(at) - 1 - len(wire.skipped))
    by_index = {chain.path[1]: chain for chain in places.spec.chains}
    return [said for index, at in cuts.items() for said in _split(places, draft, by_index[index], at, None)]


def _split(places: Places, draft: Draft, chain: ChainSpec, cuts: list[int], name: str | None) -> list[str]:
    """Split a chain behind some members. A part of one member makes no edge and is not kept."""
    members = [member for member, _ in chain.members]
    bounds = [0, *(cut + 1 for cut in sorted(cuts)), len(members)]
    parts = [(a, b) for a, b in pairwise(bounds) if b - a > 1]
    if not parts:
        draft.remove(chain.path)
        return [f"the chain `{chain.name}`"]
    first, last = parts[0]
    for index, (_, path) in enumerate(chain.members):
        if not first <= index < last:
            draft.remove(path, fading=False)
    kept = {index for a, b in parts for index in range(a, b)}
    also = [f"`{members[i]}` in the chain `{chain.name}`" for i in range(len(members)) if i not in kept]
    taken = {c.name for c in places.spec.chains}
    path = places.document.get((*chain.path, "path"))
    draft.habits.hints[("chains", "*", "path")] = isinstance(path, Sequence) and path.flow
    for a, b in parts[1:]:
        rest = name or _fresh_name(chain.name, taken)
        taken.add(rest)
        value = {"name": rest, "path": members[a:b]}
        paths = [path for _, path in chain.members[a:b]]
        place = int(chain.path[1])
        draft.append(("chains",), value, after=place, order=_ORDER, home=_HOME, moved={"path": paths})
    return also


def _fresh_name(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name}{number}" in taken:
        number += 1
    return f"{name}{number}"


def _free(places: Places, name: str) -> None:
    if any(chain.name == name for chain in places.spec.chains):
        raise Refused(f"there is a chain called `{shorten(name)}` already", "give it another name", "E105")


def _member(places: Places, name: str, first: bool, last: bool) -> None:
    places.known(name)
    if name == START and not first:
        raise Refused("`START` can only be the first member of a chain", "leave it out", "E108")
    if name == END and not last:
        raise Refused("`END` can only be the last member of a chain", "leave it out", "E108")


def _index(taken: Taken) -> int | None:
    taken.known.append("at")
    value = taken.arguments.pop("at", None)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise Refused("`at` must be a whole number", "the index of the member, from 0", "E102")
    return value


def _position(chain: ChainSpec, name: str, at: int | None) -> int:
    """The index of a member of a chain; `at` says which, where it stands there more than once."""
    found = [index for index, (member, _) in enumerate(chain.members) if member == name]
    if not found:
        raise no_such(f"member of the chain `{chain.name}` called", name, [member for member, _ in chain.members])
    if at is not None:
        if at in found:
            return at
        raise Refused(f"`{name}` is not member {at} of the chain `{chain.name}`", f"it is at {found}", "E104")
    if len(found) > 1:
        message = f"`{name}` stands {len(found)} times in the chain `{chain.name}`"
        raise Refused(message, f"say which with `at`: one of {found}", "E106")
    return found[0]
