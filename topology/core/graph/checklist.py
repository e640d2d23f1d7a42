"""What the builder of a new node must touch, by the path the node comes in on.

Source: agent-graph-node-catalog.md, "Adding or removing nodes: three paths" and "Adding a node to the upstream
canonical builder".
"""

from __future__ import annotations

from dataclasses import dataclass

from .registry import Registry
from .spec import NodeSpec
from .vocabulary import SEAMS, STAGES

_REGISTRARS = {
    "anchor-plan": "registerAnchorPlanNodes.ts",
    "tool-loop": "registerToolLoopNodes.ts",
    "synthesize": "registerSynthesizeNodes.ts",
    "post-turn": "registerPostTurnNodes.ts",
}


@dataclass(frozen=True, slots=True)
class CheckItem:
    """One thing to see to. `done` tells whether the document shows it done; None where it cannot show it."""

    title: str
    text: str
    done: bool | None = None


def new_node_checklist(node: NodeSpec, *, canonical: bool, registry: Registry) -> tuple[CheckItem, ...]:
    """The checklist for a node: plugin, custom builder, or upstream in the canonical builder."""
    if node.plugin:
        return _plugin(node, registry)
    if not canonical:
        return _custom(node)
    return () if node.name in registry else _upstream(node)


def _plugin(node: NodeSpec, registry: Registry) -> tuple[CheckItem, ...]:
    return (
        CheckItem("Registration", f"Return `{node.name}` from `extraGraphNodes()` of the plugin `{node.plugin}`."),
        CheckItem("Stage", "State one of the four stages as `stageId`.", node.stage_id in STAGES),
        CheckItem("Name", "Unique, and not a name of the registry.", node.name not in registry),
        CheckItem(
            "Seam",
            "None, or utility, reasoning or converse; the synthesize seam is out of reach.",
            node.seam is None or node.seam in SEAMS[:3],
        ),
        CheckItem(
            "Scheduling",
            "Subscribe to a channel to fire reactively, or have the chain extension place the node in a chain.",
            bool(node.subscribes) or None,
        ),
        CheckItem("Channels", "Name every channel that the node writes.", bool(node.writes) or None),
    )


def _custom(node: NodeSpec) -> tuple[CheckItem, ...]:
    return (
        CheckItem("Node", f"Call `.addNode({node.name!r}, fn, metadata)` on the `StateGraph`."),
        CheckItem("Stage", "State one of the four stages as `stageId`.", node.stage_id in STAGES),
        CheckItem("Seam", "State `acceptsSeam`: null or a call class.", node.seam is None or node.seam in SEAMS),
        CheckItem("Edges", "Wire every edge yourself; each must match an allowed row."),
    )


def _upstream(node: NodeSpec) -> tuple[CheckItem, ...]:
    registrar = _REGISTRARS.get(node.stage_id or "", "register<Stage>Nodes.ts")
    steps = [
        CheckItem(
            "Factory",
            "One file under `src/graph/nodes/` that exports the factory and its `*_NODE_METADATA` constant.",
        ),
        CheckItem("Stage map", f"An entry for `{node.name}` in `NODE_STAGE_MAP` of `topology.ts`.", None),
        CheckItem("Registrar", f"The `addNode` call in `wiring/{registrar}`, not in the orchestrator."),
    ]
    if node.seam is not None:
        steps.append(CheckItem("Wire check", "An entry in `seamWireCheck.test.ts`, because the node accepts a seam."))
    return tuple(steps)
