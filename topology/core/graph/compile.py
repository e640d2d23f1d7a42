"""From a `GraphSpec` to the graph that is checked and drawn: registered nodes, one set of edges, counts, digest.

Source: agent-graph-format.md, "Compiling"; interface.md, "`show --format json`, a graph" (counts and digest).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from ..diagnostics import Path
from .lattice import LATTICE, Lattice, Row
from .names import Names
from .registry import Registry
from .spec import GraphSpec, NodeSpec
from .vocabulary import STAGES, TERMINALS
from .wiring import Wire, Wiring, wire

_KIND_RANK = {"arm": 0, "edge": 1, "chain": 2}


class Status(Enum):
    """The lattice's verdict on an edge."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    EXEMPT = "exempt"
    UNMAPPED = "unmapped"


@dataclass(frozen=True, slots=True)
class Registered:
    """A node of the compiled graph; `stage` is None where it has no known one."""

    name: str
    stage: str | None
    spec: NodeSpec


@dataclass(frozen=True, slots=True)
class CompiledEdge:
    """An edge of the compiled graph with every piece of text that makes it, in document order."""

    source: str
    target: str
    sources: tuple[Wire, ...]
    status: Status
    row: Row | None = None

    @property
    def via(self) -> tuple[str, ...]:
        """Every source, sorted: `chain:NAME`, `edge`, `arm:ROUTE.ARM`."""
        return tuple(sorted({wire.via for wire in self.sources}))

    @property
    def kind(self) -> str:
        """`arm`, `edge` or `chain`: of several sources the first in that order."""
        return min((wire.kind for wire in self.sources), key=_KIND_RANK.__getitem__)

    @property
    def label(self) -> str | None:
        """The arms' names joined by commas, or None."""
        return ", ".join(dict.fromkeys(wire.arm for wire in self.sources if wire.arm is not None)) or None

    @property
    def code(self) -> str | None:
        """The diagnostic code of a forbidden edge."""
        return self.row.code if self.row and self.status is Status.FORBIDDEN else None


@dataclass(frozen=True, slots=True)
class Counts:
    """Sizes of a compiled graph: edges by allowed row, by forbidden row, exempt and unmapped ones."""

    nodes: int
    edges: int
    by_row: dict[int, int]
    by_forbidden_row: dict[int, int]
    exempt: int
    unmapped: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; rows are text keys in ascending order."""
        return {
            "nodes": self.nodes,
            "edges": self.edges,
            "by_row": {str(row): self.by_row[row] for row in sorted(self.by_row)},
            "by_forbidden_row": {str(row): self.by_forbidden_row[row] for row in sorted(self.by_forbidden_row)},
            "exempt": self.exempt,
            "unmapped": self.unmapped,
        }


@dataclass(frozen=True)
class Compiled:
    """One compile of a document. Nodes and edges stand in the order in which the text first makes them.

    `declared_stages` has the stage of every declared node, the omitted ones included.
    """

    nodes: tuple[Registered, ...]
    edges: tuple[CompiledEdge, ...]
    wiring: Wiring
    names: Names
    lattice: Lattice
    declared_stages: dict[str, str | None]

    @cached_property
    def stages(self) -> dict[str, str | None]:
        """The stage of every registered node."""
        return {node.name: node.stage for node in self.nodes}

    @cached_property
    def by_pair(self) -> dict[tuple[str, str], CompiledEdge]:
        """The edges by their ends."""
        return {(edge.source, edge.target): edge for edge in self.edges}

    @cached_property
    def counts(self) -> Counts:
        """Node and edge counts, per row and per forbidden row."""
        allowed = Counter(e.row.number for e in self.edges if e.row and e.status is Status.ALLOWED)
        forbidden = Counter(e.row.number for e in self.edges if e.row and e.status is Status.FORBIDDEN)
        status = Counter(edge.status for edge in self.edges)
        sizes = len(self.nodes), len(self.edges)
        return Counts(*sizes, dict(allowed), dict(forbidden), status[Status.EXEMPT], status[Status.UNMAPPED])

    @cached_property
    def rows_used(self) -> tuple[int, ...]:
        """Which of the allowed rows this graph uses, ascending."""
        return tuple(sorted(self.counts.by_row))

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the sorted node and edge lists as compact UTF-8 JSON."""
        edges = sorted([edge.source, edge.target] for edge in self.edges)
        nodes = sorted(([node.name, node.stage] for node in self.nodes), key=lambda pair: str(pair[0]))
        text = json.dumps({"edges": edges, "nodes": nodes}, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def stage_of(node: NodeSpec, spec: GraphSpec, registry: Registry) -> str | None:
    """The stage that a node counts for, None where it is missing or unknown.

    Only in a canonical graph a registry name without `stageId` gets the registry's; a plugin node never does.
    """
    if node.stage_id is not None:
        return node.stage_id if node.stage_id in STAGES else None
    return registry.stage(node.name) if spec.canonical and not node.plugin else None


def stage_fault(node: NodeSpec) -> str:
    """The code that tells why a node has no known stage: G212 unknown, G211 missing."""
    return "G211" if node.stage_id is None else "G212"


def compile_graph(
    spec: GraphSpec, registry: Registry, *, omit: Iterable[str] | None = None, lattice: Lattice = LATTICE
) -> Compiled:
    """Compile a document; `omit` replaces what the document omits, `lattice` judges the edges. Never raises."""
    names = Names(spec, frozenset(spec.omitted if omit is None else omit))
    stages = {name: stage_of(node, spec, registry) for name, node in spec.declared.items()}
    nodes = tuple(Registered(name, stages[name], node) for name, node in names.registered.items())
    wiring = wire(spec, names)
    edges = tuple(_judged(source, target, tuple(wires), stages, lattice) for (source, target), wires in wiring.edges)
    return Compiled(nodes, edges, wiring, names, lattice, stages)


def _judged(
    source: str, target: str, wires: tuple[Wire, ...], stages: dict[str, str | None], lattice: Lattice
) -> CompiledEdge:
    if source in TERMINALS or target in TERMINALS:
        return CompiledEdge(source, target, wires, Status.EXEMPT)
    row = lattice.get(stages[source], stages[target])
    if row is None:
        return CompiledEdge(source, target, wires, Status.UNMAPPED)
    return CompiledEdge(source, target, wires, Status.ALLOWED if row.allowed else Status.FORBIDDEN, row)


def wire_path(edge: CompiledEdge) -> Path:
    """Where the first piece of text that makes an edge stands."""
    return edge.sources[0].path
