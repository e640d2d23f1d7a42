"""Operations on a graph's edges: static ones by themselves, those of chains and arms on request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ...document import Document
from ...edit_arguments import Taken
from ...edits import Edit, Refused, drafted, shorten
from ..wiring import Wire
from .chains import cut
from .places import ORDERS, Places
from .routers import take_arm


def add_edge(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Add a static edge: `from`, `to`, each a node, an alias, START or END."""
    taken = Taken(arguments)
    source, target = taken.text("from"), taken.text("to")
    taken.nothing_else()
    places = Places(document)
    places.target(target, places.source(source))
    if any((e.source, e.target) == (source, target) for e in places.spec.edges):
        raise Refused(f"there is a static edge from `{source}` to `{target}` already", "nothing needs doing", "E105")
    draft = places.draft()
    draft.append(("edges",), {"from": source, "to": target}, order=ORDERS["edge"], home=ORDERS["graph"])
    return drafted(draft, f"added an edge from `{source}` to `{target}`")


def remove_edge(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Remove the static edge `from` -> `to`; `sources` "all" takes chains and arms along, a list just those named."""
    taken = Taken(arguments)
    source, target = taken.text("from"), taken.text("to")
    sources = _sources(taken)
    taken.nothing_else()
    places = Places(document)
    statics = places.statics(source, target, every=sources == "all")
    others = places.others(source, target)
    _exists(places, source, target, statics, others)
    if sources is None and others:
        raise _made_elsewhere(source, target, statics, others)
    if isinstance(sources, list):
        _named(sources, statics, others)
    wanted = None if sources in (None, "all") else set(sources or ())
    draft, also = places.draft(), []
    for path in statics if wanted is None or "edge" in wanted else ():
        draft.remove(path)
    chosen = [wire for wire in others if wanted is None or wire.via in wanted]
    for arm in (wire for wire in chosen if wire.kind == "arm"):
        also.append(take_arm(places, draft, arm.path))
    also += cut(places, draft, [wire for wire in chosen if wire.kind == "chain"])
    return drafted(draft, f"removed the edge from `{source}` to `{target}`", also)


def change_edge(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give the static edge `from` -> `to` another end: `new_from`, `new_to`."""
    taken = Taken(arguments)
    source, target = taken.text("from"), taken.text("to")
    new_source, new_target = taken.optional_text("new_from"), taken.optional_text("new_to")
    sources = _sources(taken)
    taken.nothing_else()
    if new_source is None and new_target is None:
        raise Refused("nothing is to be changed", "give `new_from` or `new_to`", "E102")
    if sources not in (None, ["edge"]):
        raise Refused("only a static edge can be changed", "leave `sources` out, or give `edge`", "E102")
    places = Places(document)
    statics, others = places.statics(source, target), places.others(source, target)
    _exists(places, source, target, statics, others)
    if (others and sources is None) or not statics:
        raise _made_elsewhere(source, target, statics, others)
    if len(statics) > 1:
        raise Refused("several static edges come to this one", "name its ends as they are written", "E106")
    old: dict[str, Any] = document.get(statics[0])
    start, end = new_source or old["from"], new_target or old["to"]
    places.target(end, places.source(start))
    if any((e.source, e.target) == (start, end) and e.path != statics[0] for e in places.spec.edges):
        raise Refused(f"there is a static edge from `{start}` to `{end}` already", "remove this one instead", "E105")
    draft = places.draft()
    draft.put(statics[0], {**old, "from": start, "to": end})
    return drafted(draft, f"changed the edge from `{source}` to `{target}`: now from `{start}` to `{end}`")


def _sources(taken: Taken) -> str | list[str] | None:
    if taken.arguments.get("sources") is None:
        return taken.optional_text("sources")
    if isinstance(taken.arguments["sources"], list):
        return taken.texts("sources")
    given = taken.text("sources")
    return given if given == "all" else [given]


def _exists(places: Places, source: str, target: str, statics: list[Path], others: list[Wire]) -> None:
    if statics or others:
        return
    places.known(source)
    places.known(target)
    back = places.wires.get((places.resolved(target), places.resolved(source)))
    help = "there is one the other way round" if back else "name both ends as the picture shows them"
    raise Refused(f"there is no edge from `{shorten(source)}` to `{shorten(target)}`", help, "E104")


def _named(sources: list[str], statics: list[Path], others: list[Wire]) -> None:
    known = [*(["edge"] if statics else []), *(wire.via for wire in others)]
    for name in sources:
        if name not in known:
            help = "made by " + ", ".join(f"`{via}`" for via in known)
            raise Refused(f"`{shorten(name)}` does not make this edge", help, "E104")


def _made_elsewhere(source: str, target: str, statics: list[Path], others: list[Wire]) -> Refused:
    made = ", ".join(f"`{wire.via}`" for wire in others)
    also = "also " if statics else ""
    message = f"the edge from `{shorten(source)}` to `{shorten(target)}` is {also}made by {made}"
    return Refused(message, "; ".join(_remedies(others)) + '; or give `"sources": "all"`', "E107")


def _remedies(others: list[Wire]) -> list[str]:
    """The operations that would take each source away, ready to be sent."""
    out = []
    for wire in others:
        if wire.kind == "chain":
            at = wire.path[-1]
            start = at - 1 - len(wire.skipped) if isinstance(at, int) else 0
            chain = wire.via.removeprefix("chain:")
            operation = {"op": "split_chain", "chain": chain, "after": wire.names[0], "at": start}
        else:
            route = wire.via.removeprefix("arm:").removesuffix(f".{wire.arm}")
            operation = {"op": "remove_arm", "from": wire.names[0], "route": route, "arm": wire.arm or ""}
        out.append(f"`{json.dumps(operation, ensure_ascii=False)}`")
    return out
