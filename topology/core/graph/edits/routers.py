"""Operations on routers: arms come and go; a router comes with its first arm and goes with its last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ...document import Document
from ...document.edit import Draft
from ...edit_arguments import Taken
from ...edits import Edit, Refused, drafted, no_such, shorten
from ..spec import RouterSpec
from .places import ORDERS, Places


def add_arm(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Add an `arm` of the router `route` at `from`, leading `to` a node; the router is made where there is none."""
    source, route, arm, target = _arguments(arguments)
    places = Places(document)
    places.target(target, places.source(source))
    router = places.router(source, route)
    draft = places.draft()
    if router is None:
        value = {"from": source, "route": route, "arms": {arm: target}}
        draft.append(("conditionalEdges",), value, order=ORDERS["router"], home=ORDERS["graph"])
    else:
        arms = _arms(places, router)
        if arm in arms:
            help = f"it leads to `{arms[arm]}`; change it with `set_arm`"
            raise Refused(f"the router `{shorten(route)}` has an arm `{shorten(arm)}` already", help, "E105")
        draft.put((*router.path, "arms", arm), target)
    return drafted(draft, f"added the arm `{arm}` of `{route}` at `{source}`, to `{target}`")


def set_arm(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Let an `arm` of the router `route` at `from` lead `to` another node."""
    source, route, arm, target = _arguments(arguments)
    places = Places(document)
    places.target(target, source)
    router = places.needed_router(source, route)
    arms = _arms(places, router)
    if arm not in arms:
        raise no_such(f"arm of `{shorten(route)}` called", arm, arms)
    draft = places.draft()
    draft.put((*router.path, "arms", arm), target)
    return drafted(draft, f"let the arm `{arm}` of `{route}` at `{source}` lead to `{target}`")


def remove_arm(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Remove an `arm` of the router `route` at `from`; the router goes with its last arm."""
    taken = Taken(arguments)
    source, route, arm = taken.text("from"), taken.text("route"), taken.text("arm", empty=True)
    taken.nothing_else()
    places = Places(document)
    router = places.needed_router(source, route)
    arms = _arms(places, router)
    if arm not in arms:
        raise no_such(f"arm of `{shorten(route)}` called", arm, arms)
    draft = places.draft()
    said = take_arm(places, draft, (*router.path, "arms", arm))
    return drafted(draft, f"removed the arm `{arm}` of `{route}` at `{source}`", [said] if "router" in said else [])


def take_arm(places: Places, draft: Draft, path: Path) -> str:
    """Remove the arm at a path, and its router where it was the last one; says what went."""
    router, arms = path[:-2], path[:-1]
    gone = draft.removed(arms) | {path[-1]}
    route = places.document.get(router).get("route")
    if len(gone) == len(places.document.get(arms)) and draft.vanishes(arms):
        draft.remove(router)
        return f"the router `{route}`"
    draft.remove(path, fading=False)
    return f"the arm `{path[-1]}` of `{route}`"


def _arguments(arguments: Mapping[str, Any]) -> tuple[str, str, str, str]:
    taken = Taken(arguments)
    found = taken.text("from"), taken.text("route"), taken.text("arm"), taken.text("to")
    taken.nothing_else()
    return found


def _arms(places: Places, router: RouterSpec) -> dict[str, Any]:
    arms = places.document.get(router.path).get("arms")
    if not isinstance(arms, dict):
        raise Refused(f"the router `{shorten(router.route)}` has no mapping `arms`", "set its `arms` first", "E104")
    return arms
