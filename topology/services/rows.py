"""The index of a head: containers, nodes and edges as rows, brought up to date in the transaction of the revision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..core.diagram import Diagram
from ..models import ContainerRow, EdgeRow, NodeRow, Topology, escaped

_BATCH = 500
_STAGE = 100


def rebuild(topology: Topology, diagram: Diagram | None) -> None:
    """Make the rows say what the diagram says. Only rows that differ are written: most edits touch one or two."""
    diagram = diagram or Diagram(topology.kind, topology.name)
    _sync(ContainerRow, topology, _containers(diagram))
    _sync(NodeRow, topology, _nodes(diagram))
    _sync(EdgeRow, topology, _edges(diagram))


def real_nodes(diagram: Diagram) -> list[Any]:
    """The nodes that somebody wrote: without START and END of a graph."""
    return [n for n in diagram.nodes if diagram.kind != "graph" or n.id not in ("START", "END")]


def _sync(model: Any, topology: Topology, wanted: Iterator[tuple[Any, ...]]) -> None:
    fresh: dict[tuple[Any, ...], int] = {}
    for values in wanted:
        fresh[values] = fresh.get(values, 0) + 1
    stale: list[int] = []
    for pk, *values in model.objects.filter(topology=topology).values_list("pk", *model.columns):
        left = fresh.get(tuple(values), 0)
        if left:
            fresh[tuple(values)] = left - 1
        else:
            stale.append(pk)
    for at in range(0, len(stale), _BATCH):
        model.objects.filter(pk__in=stale[at : at + _BATCH]).delete()
    made = (
        model(topology=topology, **dict(zip(model.columns, values, strict=True)))
        for values, times in fresh.items()
        for _ in range(times)
    )
    model.objects.bulk_create(made, batch_size=_BATCH)


def _containers(diagram: Diagram) -> Iterator[tuple[Any, ...]]:
    for c in diagram.containers:
        yield escaped(c.id), escaped(c.label)


def _nodes(diagram: Diagram) -> Iterator[tuple[Any, ...]]:
    for n in real_nodes(diagram):
        texts = (n.id, n.container, n.name, n.label, n.detail, n.seam, n.plugin, n.session)
        yield (*map(escaped, texts), n.status)


def _edges(diagram: Diagram) -> Iterator[tuple[Any, ...]]:
    home = {n.id: n.container for n in diagram.nodes}
    for e in diagram.edges:
        texts = (e.id, e.source, e.target, e.kind)
        stages = (home.get(e.source), home.get(e.target))
        yield (
            *map(escaped, texts), e.status, escaped(e.label), escaped(e.reason), escaped(e.code, 10), e.row,
            *(escaped(stage, _STAGE) for stage in stages), escaped(e.scope, 12), False,
        )  # fmt: skip
    for o in diagram.off_canvas:
        texts = (f"{o.kind}:{o.source}>{o.target}", o.source, o.target, o.kind)
        yield (*map(escaped, texts), "ok", "", "", "", None, escaped(home.get(o.source), _STAGE), "", "deferred", True)
