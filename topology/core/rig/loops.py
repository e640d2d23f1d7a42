"""Loops in a directed graph: strongly connected components, a shortest loop, the fewest edges to cut.

Graphs are adjacency lists over 0..n-1 without repeats. All walks are iterative; all searches are bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Graph = Sequence[Sequence[int]]

#: Steps a search for the very shortest loop may take before the shortest one found so far is good enough.
STEPS = 300_000


def components(graph: Graph, nodes: Iterable[int]) -> list[list[int]]:
    """The components that hold a loop (more than one node, or a node with an edge to itself), each sorted."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for root in nodes:
        if root in index:
            continue
        work = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            descend = _descend(graph[node], at, index, low, on_stack, node)
            if descend is not None:
                work += ((node, descend + 1), (graph[node][descend], 0))
                continue
            if low[node] == index[node]:
                _collect(graph, node, stack, on_stack, found)
            if work and low[node] < low[work[-1][0]]:
                low[work[-1][0]] = low[node]
    return sorted(found)


def _descend(
    targets: Sequence[int], at: int, index: dict[int, int], low: dict[int, int], on_stack: set[int], node: int
) -> int | None:
    for place in range(at, len(targets)):
        target = targets[place]
        if target not in index:
            return place
        if target in on_stack and index[target] < low[node]:
            low[node] = index[target]
    return None


def _collect(graph: Graph, node: int, stack: list[int], on_stack: set[int], found: list[list[int]]) -> None:
    part: list[int] = []
    while True:
        member = stack.pop()
        on_stack.discard(member)
        part.append(member)
        if member == node:
            break
    if len(part) > 1 or node in graph[node]:
        found.append(sorted(part))


def shortest_loop(graph: Graph, component: Sequence[int], steps: int = STEPS) -> list[int]:
    """A shortest loop of one component as open path, from its lowest node; the earliest of several as a rule.

    Every loop of a component that is not itself a plain ring passes a node with two ways on, so only those are
    tried; each search stops at the length already reached, and all together after about `steps` edges.
    """
    inside = set(component)
    for node in component:
        if node in graph[node]:
            return [node]
    starts = [node for node in component if sum(target in inside for target in graph[node]) > 1]
    best: list[int] = []
    for start in starts or component[:1]:
        loop, steps = _loop_through(graph, inside, start, len(best), steps)
        best = loop or best
        inside.discard(start)
        if steps <= 0 or len(best) == 2:
            break
    lowest = best.index(min(best))
    return best[lowest:] + best[:lowest]


def _loop_through(graph: Graph, inside: set[int], start: int, limit: int, steps: int) -> tuple[list[int], int]:
    """A loop through `start` that is shorter than `limit` (0: of any length), breadth first."""
    came: dict[int, int] = {start: start}
    layer, depth = [start], 0
    while layer and (not limit or depth + 1 < limit):
        depth += 1
        following: list[int] = []
        for node in layer:
            steps -= len(graph[node])
            for target in graph[node]:
                if target == start:
                    return _unwind(came, start, node), steps
                if target in inside and target not in came:
                    came[target] = node
                    following.append(target)
        if steps <= 0 and limit:
            break
        layer = following
    return [], steps


def _unwind(came: dict[int, int], start: int, node: int) -> list[int]:
    path = [node]
    while node != start:
        node = came[node]
        path.append(node)
    return path[::-1]
