"""Stages: every node has one of the four; a missing stage is told apart from a forbidden edge."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Finding, Severity, format_path, one_of, suggest
from ..reading import shown
from ..spec import NodeSpec
from ..vocabulary import STAGES, TERMINALS
from .subject import Subject, rows

RULES = (
    *rows(
        "agent-graph-format.md, What the gate checks: stage; agent-graph-node-catalog.md, Adding a node",
        (
            "G211",
            "missing-stage",
            "a node has no stage",
            "Without a stage no edge of the node can be matched against the lattice, so its edges are `unmapped`: "
            "neither allowed nor forbidden. In a canonical graph a name of the registry takes the registry's stage; "
            "every other node, and every plugin node, states its own `stageId`.",
        ),
        (
            "G212",
            "unknown-stage",
            "a node names a stage outside the four",
            "The lattice has four stages: anchor-plan, tool-loop, synthesize and post-turn. A node under another one "
            "fails the gate before its registration takes effect.",
        ),
        (
            "G213",
            "stage-differs",
            "a registry name is put into another stage",
            "In a canonical graph the registry pairs each name with its stage; a document cannot move it. A custom "
            "graph may use the name in any stage.",
        ),
    ),
    *rows(
        "agent-graph-format.md, The registry; What the gate checks: advisory",
        (
            "G811",
            "stage-overfull",
            "a stage has more nodes than the registry has names",
            "The registry has 10, 26, 1 and 7 names in its stages, 44 in all: the most that a canonical compile can "
            "register there. Nodes of plugins and of a custom builder come on top and may well go beyond; it is worth "
            "a look all the same.",
        ),
        (
            "G812",
            "undocumented-name",
            "a canonical graph uses a name that the registry in force does not list",
            "The documented registry knows 36 of the 44 names, so the name may well be one of the other eight. A team "
            "can load its own registry. A node that a plugin registers says so with `plugin`.",
        ),
        severity=Severity.INFO,
    ),
)


def check(subject: Subject) -> Iterator[Finding]:
    """Stage of each declared node; names of a canonical graph; sizes of the stages."""
    for node in subject.spec.nodes:
        if node.name in TERMINALS:
            # Nothing but the name is at fault.
            continue
        yield from _stage(node, subject)
        if subject.spec.canonical and not node.plugin and node.name not in subject.registry:
            yield from _undocumented(node, subject)
    yield from _capacities(subject)


def _stage(node: NodeSpec, subject: Subject) -> Iterator[Finding]:
    where = (*node.path, "stageId")
    expected = subject.registry.stage(node.name) if subject.spec.canonical and not node.plugin else None
    if node.stage_id is None:
        retired = subject.spec.canonical and node.name in subject.registry.retired
        if expected is None and not retired:
            message = f"missing stage: node `{shown(node.name)}` has no `stageId`"
            yield Finding("G211", (*node.path, "name"), message, one_of(STAGES), display=format_path(where))
    elif node.stage_id not in STAGES:
        remedy = subject.slips.meant(node.stage_id, STAGES, one_of(STAGES))
        yield Finding("G212", where, f"unknown stage `{shown(node.stage_id)}`", remedy)
    elif expected is not None and expected != node.stage_id:
        message = f"`{node.name}` belongs to `{expected}`, not to `{node.stage_id}`"
        remedy = f"write `stageId: {expected}` or leave it out; only a custom graph may move the name"
        yield Finding("G213", where, message, remedy)


def _undocumented(node: NodeSpec, subject: Subject) -> Iterator[Finding]:
    retired = node.name in subject.registry.retired
    if not retired:
        message = f"`{shown(node.name)}` is not among the {len(subject.registry)} names of the registry in force"
        near = suggest(node.name, subject.registry.by_name, 0.8) if len(subject.spec.nodes) <= 200 else None
        remedy = f"did you mean `{near}`?" if near else "load a registry that lists it, or name its `plugin`"
        yield Finding("G812", (*node.path, "name"), message, remedy)


def _capacities(subject: Subject) -> Iterator[Finding]:
    for stage in STAGES:
        members = [node for node in subject.compiled.nodes if node.stage == stage]
        room = subject.registry.capacities[stage]
        # More than one node in `synthesize` is an error of its own.
        if len(members) > room and stage != "synthesize":
            extra = members[room]
            nodes = f"{len(members)} node{'s' if len(members) > 1 else ''}"
            message = f"`{stage}` has {nodes}; the registry has {room} name{'' if room == 1 else 's'} there"
            yield Finding(
                "G811", (*extra.spec.path, "name"), message, "omit nodes, or load a registry that has room for them"
            )
