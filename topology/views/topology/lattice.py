"""The lattice page of a graph: what happens if gated nodes are left out, and which of the rows the graph uses."""

from __future__ import annotations

from typing import Any

from ...core.diagram import Diagram
from ...core.graph.picture import diagram
from ...core.graph.whatif import ConfigChange, Switch
from .frame import Frame
from .pictures import Wanted, drawn


def context(frame: Frame) -> dict[str, Any]:
    """The picture with the asked-for omissions, what they change, and the sixteen pairs with their edge counts.

    `?asked=1&on=NAME&on=...` lists the nodes that stay; without `asked` the document's own `omit` holds.
    """
    model = frame.judgement.model
    switches = model.switches()
    asked = set(frame.request.GET.getlist("on")) if "asked" in frame.request.GET else None
    omit = model.spec.omitted if asked is None else tuple(s.node for s in switches if s.node not in asked)
    change = model.whatif(omit)
    changed = set(change.omit) != set(model.spec.omitted)
    made = drawn(frame.topology, *_trial(frame, change, changed))
    return {
        "picture": made.picture,
        "picture_markup": made.markup,
        "switches": by_stage(switches, set(change.omit)),
        "change": change,
        "changed": changed,
        "matrix": matrix(change.after),
    }


def _trial(frame: Frame, change: ConfigChange, changed: bool) -> tuple[Diagram, str, Wanted]:
    """The diagram of the what-if, a name for its text, and the edges to light up in it."""
    if not changed:
        return frame.diagram, frame.topology.digest, Wanted()
    trial = diagram(frame.judgement.model.spec, change.after)
    new = set(change.added)
    lit = frozenset(f"edge:{edge.id}" for edge in trial.edges if (edge.source, edge.target) in new)
    return trial, f"{frame.topology.digest}|{','.join(change.omit)}", Wanted(lit=lit, trial=True)


def by_stage(switches: tuple[Switch, ...], omit: set[str]) -> list[tuple[str, list[tuple[Switch, bool]]]]:
    """The switches stage by stage, each with whether the node stays."""
    stages: dict[str, list[tuple[Switch, bool]]] = {}
    for switch in switches:
        stages.setdefault(switch.stage or "no stage", []).append((switch, switch.node not in omit))
    return list(stages.items())


def matrix(compiled: Any) -> list[tuple[str, list[tuple[Any, int]]]]:
    """The sixteen pairs, a line per source stage, each with how many edges use it."""
    counts: dict[tuple[str, str], int] = {}
    for edge in compiled.edges:
        if edge.row is not None:
            counts[edge.row.pair] = counts.get(edge.row.pair, 0) + 1
    return [(line[0].source, [(row, counts.get(row.pair, 0)) for row in line]) for line in compiled.lattice.matrix()]
