"""Two diagrams as one picture: the later one, with what was removed still standing where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from .diagram import Container, Diagram, Edge, Node
from .diff import Comparison, Difference

Thing = TypeVar("Thing", Container, Node, Edge)


@dataclass(frozen=True, slots=True)
class Union:
    """One diagram to be drawn, and how its things came to be in it.

    `marks` are `{"node:ID" | "edge:ID" | "container:ID": "added" | "removed" | "changed"}`, as the drawing takes them.
    `whole` is False where the two have no picture in common: then the diagram is one of them alone, without marks.
    """

    diagram: Diagram
    marks: dict[str, str] = field(default_factory=dict)
    whole: bool = True


def unite(before: Diagram | None, after: Diagram | None, found: Comparison) -> Union:
    """Both diagrams on one picture; the later one alone (or the only one that is there) where their kinds differ.

    Removed things keep their place in the order and their container. An edge that is gone is nobody's fault any more:
    it has no status or reason, so that only what is wrong now is drawn as wrong.
    """
    if before is None or after is None or before.kind != after.kind:
        return Union(after or before or Diagram("unknown", ""), {}, False)
    gone = [_ghost(edge, after.kind) for edge in found.edges.removed]
    kept = {edge.id for edge in after.edges} | {edge.id for edge in gone}
    ghosts = {edge.id: edge for edge in gone}
    old_edges = [ghosts.get(edge.id, edge) for edge in before.edges if edge.id in kept]
    diagram = replace(
        after,
        containers=_woven(before.containers, after.containers, lambda thing: thing.id),
        nodes=_woven(before.nodes, after.nodes, lambda thing: thing.id),
        edges=_woven(old_edges, after.edges, lambda thing: thing.id),
    )
    return Union(diagram, _marks(found))


def _ghost(edge: Edge, kind: str) -> Edge:
    status = "allowed" if kind == "graph" else "ok"
    return replace(edge, status=status, reason=None, code=None, row=None if edge.wrong else edge.row)


def _woven(old: Iterable[Thing], new: Iterable[Thing], name: Callable[[Thing], str]) -> tuple[Thing, ...]:
    """The new things in their order, each followed by those that came after it before and are gone."""
    after: dict[str, Thing] = {name(thing): thing for thing in new}
    gone: dict[str | None, list[Thing]] = {}
    last: str | None = None
    for thing in old:
        if name(thing) in after:
            last = name(thing)
        else:
            gone.setdefault(last, []).append(thing)
    out = list(gone.get(None, ()))
    for present in after:
        out.append(after[present])
        out += gone.get(present, ())
    return tuple(out)


def _marks(found: Comparison) -> dict[str, str]:
    marks: dict[str, str] = {}
    parts: tuple[tuple[str, Difference], ...] = (
        ("container", found.containers),
        ("node", found.nodes),
        ("edge", found.edges),
    )
    for what, part in parts:
        marks |= {f"{what}:{thing.id}": "added" for thing in part.added}
        marks |= {f"{what}:{thing.id}": "removed" for thing in part.removed}
        marks |= {f"{what}:{change.id}": "changed" for change in part.changed}
    return marks
