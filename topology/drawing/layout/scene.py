"""What is on show: the diagram with its folded pods and chains, every box with its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from topology.core.diagram import Container, Diagram, Edge, Node

from ..measure import width

#: Boxes above which pods and chains fold by themselves.
FOLD_ABOVE = 150
#: Boxes above which not even the folded picture is drawn.
OUTLINE_ABOVE = 3000
#: Members below which a pod or chain never folds.
FOLD_FROM = 3

TERMINALS = ("START", "END")
MEMBER_SIZE = (188.0, 52.0)
TERMINAL_SIZE = (64.0, 28.0)
FOLDED_SIZE = (192.0, 56.0)
NODE_HEIGHT = 30.0
NODE_WIDTHS = (76.0, 208.0)
NODE_FONT = 12.5
MARK_WIDTH = 16.0


@dataclass(frozen=True, slots=True)
class Thing:
    """One box to be placed. `node` is None for a folded unit of `count` nodes and `wrong` wrong inner edges."""

    id: str
    container: str | None
    size: tuple[float, float]
    node: Node | None = None
    label: str = ""
    count: int = 0
    wrong: int = 0
    group: str | None = None
    wave: int | None = None

    @property
    def terminal(self) -> bool:
        return self.node is not None and self.container is None and self.id in TERMINALS


@dataclass(frozen=True, slots=True)
class Scene:
    """The boxes and edges to be drawn. `units` are all that can be folded, `folded` those that are.

    `opened` are the chains that would be folded had nobody opened them.
    """

    diagram: Diagram
    containers: tuple[Container, ...]
    things: dict[str, Thing]
    edges: tuple[Edge, ...]
    units: tuple[str, ...] = ()
    folded: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    members: dict[str | None, list[Thing]] = field(default_factory=dict)

    @property
    def graph(self) -> bool:
        return self.diagram.kind == "graph"


def build(diagram: Diagram, folded: Iterable[str] = (), opened: Iterable[str] = ()) -> Scene:
    """The scene of a diagram. Above FOLD_ABOVE nodes all units fold, but for `opened`; below, only `folded` do."""
    units = _units(diagram)
    wanted = frozenset(folded) & units.keys()
    unfolded = (frozenset(opened) & units.keys()) - wanted
    if len(diagram.nodes) > FOLD_ABOVE:
        wanted = frozenset(units) - unfolded
    unit_of = {node.id: unit for unit, nodes in units.items() if unit in wanted for node in nodes}
    things = _things(diagram, units, unit_of)
    members: dict[str | None, list[Thing]] = {}
    for thing in things.values():
        members.setdefault(thing.container, []).append(thing)
    containers = diagram.containers
    if diagram.kind != "graph":
        containers = tuple(c for c in containers if c.id not in wanted)
    unfolded = unfolded if diagram.kind == "graph" else frozenset()
    return Scene(diagram, containers, things, _edges(diagram, unit_of), tuple(units), wanted, unfolded, members)


def fold_unit(diagram: Diagram, node: Node) -> str:
    """What a node folds into: its chain inside its lane, or its pod."""
    return f"{node.container}/{node.group or 'other'}" if diagram.kind == "graph" else node.container or ""


def _units(diagram: Diagram) -> dict[str, list[Node]]:
    units: dict[str, list[Node]] = {}
    for node in diagram.nodes:
        if node.container is None:
            continue
        units.setdefault(fold_unit(diagram, node), []).append(node)
    return {unit: nodes for unit, nodes in units.items() if len(nodes) >= FOLD_FROM}


def _things(diagram: Diagram, units: dict[str, list[Node]], unit_of: dict[str, str]) -> dict[str, Thing]:
    graph = diagram.kind == "graph"
    names = {container.id: container.label or container.id for container in diagram.containers}
    sizes = _sizes(diagram)
    wrong = Counter(
        unit_of[edge.source]
        for edge in diagram.edges
        if edge.wrong and edge.source in unit_of and unit_of[edge.source] == unit_of.get(edge.target)
    )
    things: dict[str, Thing] = {}
    for node in diagram.nodes:
        unit = unit_of.get(node.id)
        if unit is None:
            things[node.id] = Thing(node.id, node.container, sizes[node.id], node, group=node.group, wave=node.wave)
            continue
        key = f"fold:{unit}"
        if key in things:
            continue
        nodes = units[unit]
        waves = [n.wave for n in nodes if n.wave is not None]
        things[key] = Thing(
            key,
            node.container if graph else None,
            FOLDED_SIZE,
            label=(node.group or "other nodes") if graph else names.get(unit, unit),
            count=len(nodes),
            wrong=wrong[unit],
            group=node.group,
            wave=min(waves) if waves else None,
        )
    return things


def _sizes(diagram: Diagram) -> dict[str, tuple[float, float]]:
    """Members are all alike; a graph's nodes are as wide as the widest of their column."""
    if diagram.kind != "graph":
        return {node.id: MEMBER_SIZE for node in diagram.nodes}
    widest: dict[tuple[str | None, str], float] = {}
    for node in diagram.nodes:
        column = (node.container, node.group or node.id)
        wanted = width(node.name[:80], NODE_FONT) + 26 + MARK_WIDTH * len(node.marks)
        fitting = float(round(min(max(wanted, NODE_WIDTHS[0]), NODE_WIDTHS[1]) / 4) * 4)
        widest[column] = max(widest.get(column, 0.0), fitting)
    return {
        node.id: TERMINAL_SIZE
        if node.container is None and node.id in TERMINALS
        else (widest[node.container, node.group or node.id], NODE_HEIGHT)
        for node in diagram.nodes
    }


def _edges(diagram: Diagram, unit_of: dict[str, str]) -> tuple[Edge, ...]:
    if not unit_of:
        return diagram.edges
    kept: list[Edge] = []
    gathered: dict[tuple[str, str, bool], list[Edge]] = {}
    for edge in diagram.edges:
        source, target = (_shown(end, unit_of) for end in (edge.source, edge.target))
        if (source, target) == (edge.source, edge.target):
            kept.append(edge)
        elif source != target:
            gathered.setdefault((source, target, edge.wrong), []).append(edge)
    for (source, target, _), edges in gathered.items():
        kept.append(_gather(source, target, edges))
    return tuple(kept)


def _shown(end: str, unit_of: dict[str, str]) -> str:
    return f"fold:{unit_of[end]}" if end in unit_of else end


def _gather(source: str, target: str, edges: list[Edge]) -> Edge:
    kind = Counter(edge.kind for edge in edges).most_common(1)[0][0]
    first = edges[0]
    return replace(
        first,
        id=f"{'fold-wrong' if first.wrong else 'fold'}:{source}>{target}",
        source=source,
        target=target,
        kind=kind,
        label=f"{len(edges)} edges" if len(edges) > 1 else None,
        paths=(),
        via=(),
        row=first.row if len(edges) == 1 else None,
    )
