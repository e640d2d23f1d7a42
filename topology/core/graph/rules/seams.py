"""Singleton and seams: one node in `synthesize`, and only that one takes the seam `synthesize`."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Finding, one_of
from ..compile import Registered
from ..reading import shown
from ..vocabulary import DECISION_NODE, SEAMS, SYNTHESIZE, SYNTHESIZER
from .subject import Subject, rows

RULES = (
    *rows(
        "agent-graph-node-catalog.md, The singleton invariant; agent-graph-format.md, What the gate checks: singleton",
        (
            "G221",
            "second-synthesize-node",
            "a second node in the stage `synthesize`",
            "The synthesis stage is a true singleton: one node writes the answer the user sees. A second one would "
            "compete for the seam and for the turn's only synthesis. No custom builder lifts this.",
        ),
        (
            "G222",
            "synthesize-not-synthesizer",
            "a canonical graph has another node than `synthesizer` in `synthesize`",
            "`synthesizer` is the only entry of the singleton table and the only name the lattice admits in this "
            "stage of a canonical graph. A custom graph may name its one node as it likes.",
        ),
        (
            "G223",
            "synthesize-seam-elsewhere",
            "a node outside the stage `synthesize` takes the seam `synthesize`",
            "The singleton provider seam of synthesis is held by the one synthesize node. Another holder would let a "
            "second call write user-visible text.",
        ),
        (
            "G224",
            "plugin-takes-synthesize-seam",
            "a plugin node takes the seam `synthesize`",
            "A plugin cannot wire its node into the singleton seam path; declaring it fails the singleton invariant "
            "at compile time.",
        ),
    ),
    *rows(
        "agent-graph-format.md, What the gate checks: seams; agent-graph-node-catalog.md, Plugin path",
        (
            "G225",
            "unknown-seam",
            "`acceptsSeam` is none of the five values",
            "A node takes no seam (null), or one of utility, reasoning, converse and synthesize.",
        ),
        (
            "G226",
            "decision-takes-synthesize-seam",
            "the decision node takes the seam `synthesize`",
            "The decision call is utility-class and runs on a separate seam: it decides whether to keep looping and "
            "never writes the final answer. The singleton is per call class, so it cannot reach this seam.",
        ),
    ),
)


def check(subject: Subject) -> Iterator[Finding]:
    """Seam values of every declared node; singleton and ownership of the seam among the registered ones."""
    for spec in subject.spec.nodes:
        if spec.seam is not None and spec.seam not in SEAMS:
            remedy = subject.slips.meant(spec.seam, SEAMS, f"{one_of(SEAMS)}, or null for none")
            yield Finding("G225", (*spec.path, "acceptsSeam"), f"unknown seam `{shown(spec.seam)}`", remedy)
    yield from _singleton(subject)
    for node in subject.compiled.nodes:
        if node.spec.seam == SYNTHESIZE:
            yield from _holder(node)


def _singleton(subject: Subject) -> Iterator[Finding]:
    members = [node for node in subject.compiled.nodes if node.stage == SYNTHESIZE]
    owner = next((node for node in members if node.name == SYNTHESIZER), members[0] if members else None)
    for node in members:
        where = (*node.spec.path, "stageId" if node.spec.stage_id is not None else "name")
        if subject.spec.canonical and node.name != SYNTHESIZER:
            if _belongs_elsewhere(node, subject):
                continue
            message = f"`{shown(node.name)}` stands in `synthesize`, where only `{SYNTHESIZER}` may"
            yield Finding("G222", where, message, "put it into another stage, or set `builder: custom`")
        elif owner is not None and node is not owner:
            message = f"`{shown(node.name)}` is a second node in `synthesize`, beside `{shown(owner.name)}`"
            yield Finding("G221", where, message, "the stage holds one node: omit one of the two, or move it")


def _belongs_elsewhere(node: Registered, subject: Subject) -> bool:
    """Whether the registry has a name in another stage, which is said already (G213)."""
    return not node.spec.plugin and subject.registry.stage(node.name) not in (None, SYNTHESIZE)


def _holder(node: Registered) -> Iterator[Finding]:
    where, name = (*node.spec.path, "acceptsSeam"), shown(node.name)
    if node.spec.plugin:
        message = f"plugin node `{name}` takes the seam `synthesize`"
        yield Finding("G224", where, message, "a plugin may take utility, reasoning or converse, or no seam")
    elif node.name == DECISION_NODE:
        message = f"the decision node `{name}` takes the seam `synthesize`"
        yield Finding("G226", where, message, "its call is utility-class: write `acceptsSeam: utility`")
    elif node.stage is not None and node.stage != SYNTHESIZE:
        message = f"`{name}` in `{node.stage}` takes the seam `synthesize`"
        yield Finding("G223", where, message, "only the node in the stage `synthesize` may take it")
