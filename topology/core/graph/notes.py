"""What the seeds say about single nodes, routes, arms, filters and edges, keyed by name.

Source: agent-graph-edge-catalog.md, "The chain skeleton", "The conditional routers", "Recovery dispatch is a filter
collection"; agent-graph-node-catalog.md, "Plugin path".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .vocabulary import POST_TURN, SYNTHESIZE

#: The channel by which a post-tool node ends the loop.
CONTINUE_CHANNEL = "shouldContinue"
#: The four nodes of the post-tool chain that may write `shouldContinue: false`.
SHORT_CIRCUIT = ("safetyReview", "quality", "continuation", "creditBudget")
SHORT_CIRCUIT_NOTE = "May short-circuit the post-tool chain by writing `shouldContinue: false`."

STANDARD_RECOVERY = "standardRecoveryFilter"
#: Route names by which earlier revisions dispatched recovery in the graph.
RECOVERY_ROUTES = frozenset({"recoveryDispatch", "recoveryDispatchPredicate"})
#: Route functions that are gone, each with the one to use.
RETIRED_ROUTES = {"shouldContinueWithGarbleRoute": "shouldContinue"}

#: What each documented stream filter fires on.
FIRES_ON: dict[str, str] = {
    "refusalHintFilter": "A model refusal that should be reshaped before the user sees it.",
    "retryNarrationFilter": "A provider retry or fallback model switch worth narrating.",
    "garbleRecoveryFilter": "Body or prefix garble detected in the streamed output.",
    STANDARD_RECOVERY: "The cohort dispatch for zero-tool, missing-params and max-steps scenarios.",
}
FILTER_PRIORITIES = {name: 100 * (index + 1) for index, name in enumerate(FIRES_ON)}


@dataclass(frozen=True, slots=True)
class RouteNote:
    """What a documented route function decides on, what each arm means, and what bounds its loop."""

    summary: str
    arms: dict[str, str] = field(default_factory=dict)
    latch: str | None = None


ROUTES: dict[str, RouteNote] = {
    "shouldContinue": RouteNote(
        "The post-LLM router: what the decision call asked for.",
        {
            "tools": "The decision call emitted pending tool calls; dispatch them.",
            "subagent": "The decision call delegated to a subagent.",
            "enrich": "Go through the detectors that look at the stream after the fact.",
            "retry": "Self-loop of the provider cascade: the same node, a new model.",
        },
    ),
    "afterHallucination": RouteNote(
        "The post-detector router: retry the decision, or go on to synthesis.",
        {
            "llm": "Retry the decision: a hallucination was detected or a model fallback is pending.",
            "citation": "Go on to synthesis: `synthesizer` where it is registered, `citation` otherwise.",
        },
        "`synthesisState.exhausted` is set for good once the retry condition has fired twice in a turn. The latch "
        "closes the retry arm and sends the turn to `citation`, so that the loop over the detectors ends.",
    ),
}

#: What else is worth knowing of a node.
NODES: dict[str, str] = {
    **dict.fromkeys(SHORT_CIRCUIT, SHORT_CIRCUIT_NOTE),
    "llm": "Stands in for `llmDecision` where the host wires no streaming decision executor.",
    "llmDecision": "Decides on its own utility seam whether to keep looping; never writes the final answer.",
    "hallucination": "Ends the enrich route; `afterHallucination` decides where the turn goes.",
    "synthesizer": "The singleton: the one node that may take the seam `synthesize`.",
    "citation": "Where post-turn begins; also the entry of synthesis where no `synthesizer` is registered.",
    "sessionMemoryWrite": "Fans out from `citation` beside `costRollup`; their channels are disjoint.",
    "costRollup": "Fans out from `citation` beside `sessionMemoryWrite`; their channels are disjoint.",
}


def edge_note(source: str, target: str, source_stage: str | None, target_stage: str | None) -> str | None:
    """What is special about an edge: a guarded self-loop or the rollover into the next turn."""
    if (source_stage, target_stage) == (POST_TURN, "anchor-plan"):
        return "Next-turn rollover: what it leads to happens in the next turn."
    if source != target:
        return None
    if source_stage == SYNTHESIZE:
        return "Synthesis retry, guarded by `messageId` equality: only the same message is written again."
    return "Self-loop: the same node once more, for example with the next provider of the cascade."
