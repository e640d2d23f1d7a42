"""What-ifs: another configuration of one graph, and another lattice under many graphs.

Source: agent-graph-edge-catalog.md, "Config omission" and "Removing an allowed pattern".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .compile import Compiled, Counts, compile_graph
from .lattice import ADDING_STEPS, LATTICE, REMOVING_STEPS, Lattice, Row
from .registry import Registry
from .spec import GraphSpec
from .vocabulary import ALWAYS

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Switch:
    """A declared node as a configuration switch. `gate` is "always", a config field, or None where not known."""

    node: str
    stage: str | None
    gate: str | None
    registered: bool
    switchable: bool


@dataclass(frozen=True, slots=True)
class ArmOff:
    """An arm that a configuration drops: the router's node and route, the arm and where it led."""

    node: str
    route: str
    arm: str
    target: str


@dataclass(frozen=True)
class ConfigChange:
    """The difference between two compiles of one document.

    `joined` are the edges that chains make newly by closing a gap; `added` and `removed` all edges that come and
    go; `arms_off` and `arms_on` the arms that drop or come back; `arms_moved` those that lead elsewhere.
    """

    omit: tuple[str, ...]
    before: Compiled
    after: Compiled
    nodes_off: tuple[str, ...]
    nodes_on: tuple[str, ...]
    added: tuple[Pair, ...]
    removed: tuple[Pair, ...]
    joined: tuple[Pair, ...]
    arms_off: tuple[ArmOff, ...]
    arms_on: tuple[ArmOff, ...]
    arms_moved: tuple[tuple[ArmOff, ArmOff], ...]

    @property
    def counts(self) -> tuple[Counts, Counts]:
        """Counts before and after."""
        return self.before.counts, self.after.counts

    @property
    def digests(self) -> tuple[str, str]:
        """Digests before and after."""
        return self.before.digest, self.after.digest


def switches(spec: GraphSpec, compiled: Compiled, registry: Registry) -> tuple[Switch, ...]:
    """Every declared node with its gate; one gated `always` can be switched only in a custom graph."""
    out = []
    for node in spec.declared.values():
        gate = node.gated if node.gated is not None else registry.gate(node.name)
        stage = compiled.declared_stages.get(node.name)
        switchable = gate != ALWAYS or not spec.canonical
        out.append(Switch(node.name, stage, gate, node.name in compiled.stages, switchable))
    return tuple(out)


def config_change(spec: GraphSpec, registry: Registry, before: Compiled, omit: Iterable[str]) -> ConfigChange:
    """Compile once more with exactly these declared names omitted (others are ignored) and compare."""
    wanted = set(omit)
    chosen = tuple(name for name in spec.declared if name in wanted)
    after = compile_graph(spec, registry, omit=chosen, lattice=before.lattice)
    added = tuple(pair for pair in after.by_pair if pair not in before.by_pair)
    arms_before, arms_after = _arms(spec, before), _arms(spec, after)
    return ConfigChange(
        omit=chosen,
        before=before,
        after=after,
        nodes_off=tuple(name for name in before.stages if name not in after.stages),
        nodes_on=tuple(name for name in after.stages if name not in before.stages),
        added=added,
        removed=tuple(pair for pair in before.by_pair if pair not in after.by_pair),
        joined=tuple(pair for pair in added if any(wire.skipped for wire in after.by_pair[pair].sources)),
        arms_off=tuple(arm for key, arm in arms_before.items() if key not in arms_after),
        arms_on=tuple(arm for key, arm in arms_after.items() if key not in arms_before),
        arms_moved=tuple(
            (arm, arms_after[key]) for key, arm in arms_before.items() if arms_after.get(key, arm).target != arm.target
        ),
    )


def _arms(spec: GraphSpec, compiled: Compiled) -> dict[tuple[object, ...], ArmOff]:
    routes = {router.path: router for router in spec.routers}
    out: dict[tuple[object, ...], ArmOff] = {}
    for edge in compiled.edges:
        for wire in edge.sources:
            if wire.arm is not None:
                out[wire.path] = ArmOff(edge.source, routes[wire.path[:2]].route, wire.arm, edge.target)
    return out


@dataclass(frozen=True, slots=True)
class Affected:
    """An edge of a named graph whose verdict a lattice what-if turns round."""

    graph: str
    source: str
    target: str
    before: Row
    after: Row


@dataclass(frozen=True, slots=True)
class LatticeChange:
    """What another lattice does to a set of graphs: edges that break or heal, and the steps it takes upstream."""

    lattice: Lattice
    turned: tuple[Row, ...]
    breaks: tuple[Affected, ...]
    heals: tuple[Affected, ...]
    steps: tuple[str, ...]


def lattice_change(graphs: Mapping[str, Compiled], lattice: Lattice, base: Lattice = LATTICE) -> LatticeChange:
    """Judge every edge of the named graphs by another lattice; edges without two staged ends are not concerned."""
    turned = {row.pair: row for row in lattice.rows if row.allowed is not base.row(*row.pair).allowed}
    affected = []
    for name, compiled in graphs.items():
        for edge in compiled.edges:
            if edge.row is not None and edge.row.pair in turned:
                pair = edge.row.pair
                affected.append(Affected(name, edge.source, edge.target, base.row(*pair), turned[pair]))
    forbids = any(not row.allowed for row in turned.values())
    allows = any(row.allowed for row in turned.values())
    return LatticeChange(
        lattice,
        tuple(turned.values()),
        tuple(a for a in affected if not a.after.allowed),
        tuple(a for a in affected if a.after.allowed),
        (REMOVING_STEPS if forbids else ()) + (ADDING_STEPS if allows else ()),
    )
