"""Operations that set a list as a whole: an alias's candidates, and the names that a compile omits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...document import Document
from ...edit_arguments import Taken
from ...edits import Edit, Refused, drafted, no_such, shorten
from ..vocabulary import TERMINALS
from .places import ORDERS, Places


def set_alias(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Let the alias `name` stand for the first registered one of `candidates`; an empty list removes the alias."""
    taken = Taken(arguments)
    name, candidates = taken.text("name"), taken.texts("candidates")
    taken.nothing_else()
    places = Places(document)
    alias = places.alias(name)
    if not candidates:
        return _without(places, name)
    if alias is None:
        places.free(name, "alias")
    for candidate in candidates:
        if candidate in TERMINALS or candidate == name:
            raise Refused(f"`{candidate}` cannot be a candidate of `{name}`", "name nodes or other aliases", "E108")
        places.known(candidate)
    draft = places.draft()
    if "aliases" in places.root and places.root["aliases"] is not None:
        draft.put(("aliases", name), candidates)
    else:
        draft.put(("aliases",), {name: candidates}, ORDERS["graph"])
    return drafted(draft, f"let `{name}` stand for the first registered of {_listed(candidates)}")


def set_omit(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Omit exactly the declared `names` from this compile; an empty list omits nothing."""
    taken = Taken(arguments)
    names = taken.texts("names")
    taken.nothing_else()
    places = Places(document)
    for name in names:
        if name not in places.spec.declared:
            raise no_such("node", name, places.spec.declared)
    if len(set(names)) < len(names):
        raise Refused("a name stands twice in `names`", "give each once", "E102")
    draft = places.draft()
    given = places.root.get("omit")
    if not names and isinstance(given, list):
        for index in range(len(given)):
            draft.remove(("omit", index))
    elif names and "omit" not in places.root:
        for name in names:
            draft.append(("omit",), name, home=ORDERS["graph"])
    elif names or given is not None:
        draft.put(("omit",), names)
    return drafted(draft, f"omitted {_listed(names)}" if names else "omitted nothing")


def _without(places: Places, name: str) -> Edit:
    alias = places.alias(name)
    if alias is None:
        raise no_such("alias", name, [a.name for a in places.spec.aliases])
    spec = places.spec
    ends = [end for edge in spec.edges for end in (edge.source, edge.target)]
    listed = [m for part in (*(c.members for c in spec.chains), *(a.candidates for a in spec.aliases)) for m, _ in part]
    routed = [end for router in spec.routers for end in (router.source, *(arm.target for arm in router.arms))]
    uses = [*ends, *listed, *routed].count(name)
    if uses:
        message = f"`{shorten(name)}` is still named in {uses} place{'s' * (uses != 1)}"
        raise Refused(message, "let those name a node first", "E107")
    draft = places.draft()
    draft.remove(alias.path)
    return drafted(draft, f"removed the alias `{name}`")


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{shorten(name, 40)}`" for name in names[:6]) + (" and more" if len(names) > 6 else "")
