"""From a compiled graph to a `Diagram` and to the JSON form of `show`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..diagram import Container, Diagram, Edge, Filter, Node
from .channels import wired_names
from .compile import Compiled, CompiledEdge, Registered, Status, stage_fault
from .notes import CONTINUE_CHANNEL, FIRES_ON, SHORT_CIRCUIT
from .reading import shown
from .spec import GraphSpec, NodeSpec
from .vocabulary import END, STAGE_SUMMARIES, STAGES, START, SYNTHESIZE, TERMINALS
from .wiring import Loose

_LOOSE_CODES = {"unknown": "G251", "into-start": "G256", "out-of-end": "G257", "start-to-end": "G258"}


def diagram(spec: GraphSpec, compiled: Compiled) -> Diagram:
    """The whole picture: four stages, the registered nodes with START and END, every edge with its verdict.

    A pair that makes no edge (an end declared nowhere, an edge into START) is drawn with the status `invalid`.
    """
    columns = _columns(spec, compiled)
    wired = wired_names(compiled)
    nodes = [_node(node, spec, columns, node.name in wired) for node in compiled.nodes]
    edges = {f"{e.source}\0{e.target}": _edge(e, compiled) for e in compiled.edges}
    for loose in compiled.wiring.loose:
        edges.setdefault(f"{loose.source}\0{loose.target}", _loose_edge(loose, compiled.stages))
    return Diagram(
        kind="graph",
        name=spec.name,
        containers=tuple(Container(stage, summary=STAGE_SUMMARIES[stage]) for stage in STAGES),
        nodes=(Node(START, None, START), *nodes, Node(END, None, END)),
        edges=tuple(edges.values()),
        filters=filters(spec),
    )


def filters(spec: GraphSpec) -> tuple[Filter, ...]:
    """The stream filters in the order in which they fire; a documented one without summary says what it fires on."""
    placed = [item for item in spec.filters if item.priority is not None]
    return tuple(
        Filter(item.name, item.priority or 0, item.summary or FIRES_ON.get(item.name), item.path)
        for item in sorted(placed, key=lambda item: item.priority or 0)
    )


def show(spec: GraphSpec, compiled: Compiled, valid: bool) -> dict[str, Any]:
    """The model as understood, in the form that `show --format json` promises."""
    return {
        "kind": "graph",
        "name": spec.name,
        "valid": valid,
        "containers": [{"id": stage} for stage in STAGES],
        "nodes": [_shown_node(node) for node in compiled.nodes],
        "edges": [_shown_edge(edge) for edge in compiled.edges],
        "counts": compiled.counts.to_dict(),
        "digest": compiled.digest,
        "rowsUsed": list(compiled.rows_used),
        "builder": spec.builder,
        "omitted": list(spec.omitted),
        "filters": [{"name": f.name, "priority": f.priority, "summary": f.summary} for f in filters(spec)],
    }


def _shown_node(node: Registered) -> dict[str, Any]:
    return {
        "id": node.name,
        "container": node.stage,
        "acceptsSeam": node.spec.seam,
        "plugin": node.spec.plugin,
        "subscribes": list(node.spec.subscribes),
        "writes": list(node.spec.writes),
        "gated": node.spec.gated,
    }


def _shown_edge(edge: CompiledEdge) -> dict[str, Any]:
    return {
        "source": edge.source,
        "target": edge.target,
        "via": list(edge.via),
        "label": edge.label,
        "status": edge.status.value,
        "row": edge.row.number if edge.row else None,
        "code": edge.code,
    }


def _columns(spec: GraphSpec, compiled: Compiled) -> dict[str, str]:
    """Which chain carries a node: the first that names it."""
    columns: dict[str, str] = {}
    for chain in spec.chains:
        for name, _ in chain.members:
            node = compiled.names.resolve(name).name
            if node in compiled.stages and chain.name:
                columns.setdefault(node, chain.name)
    return columns


def _node(node: Registered, spec: GraphSpec, columns: dict[str, str], wired: bool) -> Node:
    return Node(
        id=node.name,
        container=node.stage,
        name=node.name,
        detail=node.spec.seam,
        path=node.spec.path,
        seam=node.spec.seam,
        marks=tuple(_marks(node, spec, wired)),
        group=columns.get(node.name),
        plugin=node.spec.plugin,
        status="ok" if node.stage else "unmapped",
    )


def _marks(node: Registered, spec: GraphSpec, wired: bool) -> Iterator[str]:
    if node.spec.plugin:
        yield "plugin"
        if node.spec.subscribes and not wired:
            yield "reactive"
    if CONTINUE_CHANNEL in node.spec.writes or (spec.canonical and node.name in SHORT_CIRCUIT):
        yield "short-circuit"
    if node.stage == SYNTHESIZE:
        yield "singleton"


def _edge(edge: CompiledEdge, compiled: Compiled) -> Edge:
    lost = _stageless(edge, compiled)
    reason = f"no known stage: `{shown(lost.name, 40)}`" if lost else None
    if edge.status is Status.FORBIDDEN and edge.row:
        reason = edge.row.title
    return Edge(
        id=f"{edge.kind}:{edge.source}>{edge.target}",
        source=edge.source,
        target=edge.target,
        kind=edge.kind,
        status=edge.status.value,
        label=edge.label,
        reason=reason,
        code=stage_fault(lost) if lost else edge.code,
        row=edge.row.number if edge.row else None,
        via=edge.via,
        paths=tuple(wire.path for wire in edge.sources),
    )


def _stageless(edge: CompiledEdge, compiled: Compiled) -> NodeSpec | None:
    """The end of an unmapped edge that has no known stage."""
    if edge.status is not Status.UNMAPPED:
        return None
    lost = edge.source if compiled.stages[edge.source] is None else edge.target
    return compiled.names.registered[lost]


def _loose_edge(loose: Loose, stages: dict[str, str | None]) -> Edge:
    source_stands = loose.source in stages or loose.source in TERMINALS
    stranger = loose.target if source_stands else loose.source
    words = {
        "unknown": f"no node `{shown(stranger, 40)}`",
        "into-start": "nothing leads into START",
        "out-of-end": "nothing leaves END",
        "start-to-end": "START leads to no node",
    }
    return Edge(
        id=f"{loose.wire.kind}:{loose.source}>{loose.target}",
        source=loose.source,
        target=loose.target,
        kind=loose.wire.kind,
        status="invalid",
        label=loose.wire.arm,
        reason=words[loose.fault],
        code=_LOOSE_CODES[loose.fault],
        via=(loose.wire.via,),
        paths=(loose.wire.path,),
    )
