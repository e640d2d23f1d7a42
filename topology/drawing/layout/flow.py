"""Which way an edge makes things flow: what stands above or left of what. Cycles are opened deterministically."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topology.core.diagram import Edge

Link = tuple[str, str]

#: Kinds whose target stands before the source (the parent, the one escalated to).
_TURNED = frozenset({"spawned_by", "escalates_to"})
#: How strongly a kind pulls on the order; 0 pulls only where nothing else does.
_WEIGHTS = {"delegates_to": 8, "spawned_by": 6, "escalates_to": 3, "chain": 8, "edge": 3, "arm": 2}


def weigh(edges: Iterable[Edge]) -> dict[Link, int]:
    """The flow between pairs of ends: (first, second) -> weight, from all edges between them. No self-loops."""
    links: dict[Link, int] = {}
    for edge in edges:
        if edge.source == edge.target:
            continue
        turned = edge.kind in _TURNED
        link = (edge.target, edge.source) if turned else (edge.source, edge.target)
        weight = 0 if edge.status in {"forbidden", "unmapped"} else _WEIGHTS.get(edge.kind, 0)
        links[link] = max(links.get(link, 0), weight)
    return links


def strong_or_lone(links: dict[Link, int]) -> dict[Link, int]:
    """Without the links that pull at nothing, except where both ends have no other."""
    bound = {end for link, weight in links.items() if weight for end in link}
    return {link: weight or 1 for link, weight in links.items() if weight or not (link[0] in bound or link[1] in bound)}


def back_links(order: Sequence[str], links: Iterable[Link]) -> set[Link]:
    """The links that close a cycle when walked depth first in `order`."""
    after: dict[str, list[str]] = {}
    for source, target in links:
        after.setdefault(source, []).append(target)
    back: set[Link] = set()
    done: set[str] = set()
    open_: set[str] = set()
    for start in order:
        if start in done:
            continue
        stack = [(start, iter(after.get(start, ())))]
        open_.add(start)
        while stack:
            at, rest = stack[-1]
            for target in rest:
                if target in open_:
                    back.add((at, target))
                elif target not in done:
                    open_.add(target)
                    stack.append((target, iter(after.get(target, ()))))
                    break
            else:
                stack.pop()
                open_.discard(at)
                done.add(at)
    return back
