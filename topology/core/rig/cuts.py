"""The fewest edges to cut so that no loop is left: a minimum feedback arc set, exact where that is affordable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .loops import components, shortest_loop

Arc = tuple[int, int]

#: Up to this many nodes every order of the component is weighed (2^n sets).
_WEIGHED = 11
#: Arcs that the search for a few cuts may pass, over all the loops it looks at.
_PASSES = 150_000


def fewest_cuts(weights: Mapping[Arc, int], component: Sequence[int]) -> tuple[list[Arc], bool]:
    """Arcs of least total weight without which the component has no loop, and whether that is proved to be least.

    A weight is the number of edges that make an arc: cutting the arc means removing all of them.
    """
    inside = set(component)
    own = {arc: weight for arc, weight in weights.items() if arc[0] in inside and arc[1] in inside}
    selves = [arc for arc in own if arc[0] == arc[1]]
    arcs = {arc: weight for arc, weight in own.items() if arc[0] != arc[1]}
    if not arcs:
        return sorted(selves), True
    if len(component) <= _WEIGHED:
        return sorted(selves + _by_order(arcs, component)), True
    cuts, exact = _by_search(arcs, component)
    return sorted(selves + cuts), exact


def _by_order(arcs: Mapping[Arc, int], component: Sequence[int]) -> list[Arc]:
    """The order of nodes with the least weight pointing backward, by dynamic programming over sets of nodes."""
    size = len(component)
    place = {node: i for i, node in enumerate(component)}
    into = [[0] * size for _ in range(size)]
    for (source, target), weight in arcs.items():
        into[place[target]][place[source]] = weight
    cost, last = [0] * (1 << size), [0] * (1 << size)
    for chosen in range(1, 1 << size):
        best = -1
        for node in range(size):
            if chosen >> node & 1:
                rest = chosen & ~(1 << node)
                # Placed after `rest`, the node is pointed at backward by everything not placed yet.
                late = sum(w for i, w in enumerate(into[node]) if w and not chosen >> i & 1)
                if best < 0 or cost[rest] + late < best:
                    best, last[chosen] = cost[rest] + late, node
        cost[chosen] = best
    rank: dict[int, int] = {}
    chosen = (1 << size) - 1
    while chosen:
        rank[component[last[chosen]]] = chosen.bit_count()
        chosen &= ~(1 << last[chosen])
    return [arc for arc in arcs if rank[arc[0]] > rank[arc[1]]]


def _by_search(arcs: Mapping[Arc, int], component: Sequence[int]) -> tuple[list[Arc], bool]:
    """Every set of cuts must hit a shortest loop: try its arcs in turn, with one unit of weight more each round."""
    budget = [max(10, _PASSES // len(arcs))]
    for allowed in range(1, 6):
        found = _hit(dict(arcs), component, allowed, budget)
        if found is not None:
            return found, True
        if budget[0] <= 0:
            break
    return _greedy(dict(arcs), component), False


def _hit(arcs: dict[Arc, int], nodes: Sequence[int], allowed: int, budget: list[int]) -> list[Arc] | None:
    loop = _a_loop(arcs, nodes)
    if loop is None:
        return []
    budget[0] -= 1
    for arc in loop:
        weight = arcs[arc]
        if weight <= allowed and budget[0] > 0:
            rest = {other: w for other, w in arcs.items() if other != arc}
            more = _hit(rest, nodes, allowed - weight, budget)
            if more is not None:
                return [arc, *more]
    return None


def _greedy(arcs: dict[Arc, int], nodes: Sequence[int]) -> list[Arc]:
    """The cheapest of a few orders: cut what points back. Good, but not proved to be least."""
    out, into = dict.fromkeys(nodes, 0), dict.fromkeys(nodes, 0)
    for (source, target), weight in arcs.items():
        out[source] += weight
        into[target] += weight
    orders = (
        list(nodes),
        sorted(nodes, key=lambda node: (into[node] - out[node], node)),
        _finishing_order(arcs, nodes),
    )
    return min((_backward(arcs, order) for order in orders), key=lambda cuts: sum(arcs[arc] for arc in cuts))


def _backward(arcs: Mapping[Arc, int], order: Sequence[int]) -> list[Arc]:
    rank = {node: i for i, node in enumerate(order)}
    return [arc for arc in arcs if rank[arc[0]] > rank[arc[1]]]


def _finishing_order(arcs: Mapping[Arc, int], nodes: Sequence[int]) -> list[int]:
    """Nodes by the time a depth-first walk leaves them, latest first: only the walk's back edges point back."""
    graph: dict[int, list[int]] = {node: [] for node in nodes}
    for source, target in arcs:
        graph[source].append(target)
    left: list[int] = []
    seen: set[int] = set()
    for root in nodes:
        if root in seen:
            continue
        seen.add(root)
        work = [(root, iter(graph[root]))]
        while work:
            node, targets = work[-1]
            following = next((t for t in targets if t not in seen), None)
            if following is None:
                work.pop()
                left.append(node)
            else:
                seen.add(following)
                work.append((following, iter(graph[following])))
    return left[::-1]


def _a_loop(arcs: Mapping[Arc, int], nodes: Sequence[int]) -> list[Arc] | None:
    place = {node: i for i, node in enumerate(nodes)}
    graph: list[list[int]] = [[] for _ in nodes]
    for source, target in arcs:
        graph[place[source]].append(place[target])
    parts = components(graph, range(len(nodes)))
    if not parts:
        return None
    loop = [nodes[i] for i in shortest_loop(graph, parts[0], 2 * len(arcs))]
    return [(node, loop[(i + 1) % len(loop)]) for i, node in enumerate(loop)]
