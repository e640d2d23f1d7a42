"""What both kinds of topology become to be drawn, listed, stored as rows and compared.

A `Diagram` knows nothing of positions or colours; `topology.drawing` adds those. An edge whose end is not among
the nodes keeps the name as written; the drawing gives it a red stub.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .diagnostics import Path

#: Edge statuses that are drawn red, short-dashed, with a cross.
WRONG = frozenset({"invalid", "cycle", "forbidden", "unmapped"})


@dataclass(frozen=True, slots=True)
class Container:
    """A pod of a rig or a stage of a graph. `path` leads to its text (empty for a stage)."""

    id: str
    label: str | None = None
    path: Path = ()
    summary: str | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A member of a rig or a node of a graph.

    `id` is unique in the diagram (`pod.member`, a graph node's name, `START`, `END`); `container` is None for
    START, END, nodes of a legacy rig and nodes without a known stage. `detail` is the second line of its card
    (runtime or seam). `marks` are small words drawn as badges: `plugin`, `short-circuit`, `singleton`, `reactive`.
    `group` names the column a graph node belongs to (the chain that carries it). `wave` counts from 1.
    """

    id: str
    container: str | None
    name: str
    label: str | None = None
    detail: str | None = None
    path: Path = ()
    wave: int | None = None
    seam: str | None = None
    marks: tuple[str, ...] = ()
    group: str | None = None
    off_canvas: int = 0
    session: str | None = None
    plugin: str | None = None
    status: str = "ok"


@dataclass(frozen=True, slots=True)
class Edge:
    """One drawn edge.

    `id` is unique in the diagram and stable under edits elsewhere: `kind:source>target`, with `#2`, `#3` for
    repeats. `kind` is one of the five rig kinds, or `chain`, `edge`, `arm` for a graph (arm wins over edge over
    chain when several make it). `status`: rig `ok`, `invalid`, `cycle`; graph `allowed`, `forbidden`, `exempt`,
    `unmapped`. `reason` is the short text drawn beside a wrong edge, `code` its diagnostic code. `paths` lead to
    each piece of text that makes it. `via` is `chain:NAME`, `edge`, `arm:ROUTE.ARM`, sorted.
    """

    id: str
    source: str
    target: str
    kind: str
    status: str
    label: str | None = None
    reason: str | None = None
    code: str | None = None
    row: int | None = None
    via: tuple[str, ...] = ()
    scope: str | None = None
    effects: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()

    @property
    def wrong(self) -> bool:
        return self.status in WRONG


@dataclass(frozen=True, slots=True)
class OffCanvas:
    """A deferred cross-rig target: never drawn, always listed."""

    source: str
    kind: str
    target: str
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Filter:
    """A stream filter: drawn as a strip in priority order, never as an edge."""

    name: str
    priority: int
    summary: str | None = None
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Diagram:
    """A whole picture without positions. `kind` is `rig`, `rig-legacy` or `graph`."""

    kind: str
    name: str
    containers: tuple[Container, ...] = ()
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    off_canvas: tuple[OffCanvas, ...] = field(default=())
    filters: tuple[Filter, ...] = field(default=())
