"""What an agent-graph document says, typed, before names are resolved. Every part knows its path in the text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..diagnostics import Path
from .reading import Placed
from .vocabulary import CANONICAL, END, START, TERMINALS


@dataclass(frozen=True, slots=True)
class NodeSpec:
    """A declared node. `stage_id` is as written (perhaps no stage at all); None where absent."""

    name: str
    path: Path
    stage_id: str | None = None
    seam: str | None = None
    subscribes: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    gated: str | None = None
    plugin: str | None = None
    summary: str | None = None


@dataclass(frozen=True, slots=True)
class ChainSpec:
    """An ordered path of names."""

    name: str
    path: Path
    members: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class EdgeSpec:
    """A static edge as written."""

    source: str
    target: str
    path: Path


@dataclass(frozen=True, slots=True)
class ArmSpec:
    """One arm of a router."""

    name: str
    target: str
    path: Path


@dataclass(frozen=True, slots=True)
class RouterSpec:
    """A conditional router as written: its route function and arms."""

    source: str
    route: str
    arms: tuple[ArmSpec, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class AliasSpec:
    """A name that stands for the first registered one of its candidates."""

    name: str
    candidates: tuple[Placed, ...]
    path: Path


@dataclass(frozen=True, slots=True)
class FilterSpec:
    """A stream filter."""

    name: str
    priority: int | None
    summary: str | None
    path: Path


@dataclass(frozen=True)
class GraphSpec:
    """A whole document. `nodes` holds every declaration, doubles included; `declared` the first of each name."""

    name: str
    version: str | None = None
    summary: str | None = None
    builder: str = CANONICAL
    omit: tuple[Placed, ...] = ()
    aliases: tuple[AliasSpec, ...] = ()
    nodes: tuple[NodeSpec, ...] = ()
    chains: tuple[ChainSpec, ...] = ()
    edges: tuple[EdgeSpec, ...] = ()
    routers: tuple[RouterSpec, ...] = ()
    filters: tuple[FilterSpec, ...] = ()

    @property
    def canonical(self) -> bool:
        return self.builder == CANONICAL

    @cached_property
    def declared(self) -> dict[str, NodeSpec]:
        """The declared nodes by name, without the reserved names."""
        out: dict[str, NodeSpec] = {}
        for node in self.nodes:
            if node.name not in TERMINALS:
                out.setdefault(node.name, node)
        return out

    @cached_property
    def alias_table(self) -> dict[str, AliasSpec]:
        """The aliases that stand: neither a node's name nor a reserved one."""
        taken = self.declared
        return {a.name: a for a in self.aliases if a.name not in taken and a.name not in TERMINALS}

    @property
    def offers(self) -> dict[str, tuple[str, ...]]:
        """The names that a form offers, by what `Field.of` calls them."""
        names = (*self.declared, *self.alias_table)
        return {"nodes": tuple(self.declared), "names": names, "ends": (START, *names, END)}

    @cached_property
    def omitted(self) -> tuple[str, ...]:
        """The declared names that `omit` lists, each once, in the order written."""
        return tuple(dict.fromkeys(name for name, _ in self.omit if name in self.declared))
