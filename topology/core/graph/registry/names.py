"""The node names that the seeds document, as data: stage, gate, and the retired names with what took over.

Source: agent-graph-format.md, "The registry"; agent-graph-edge-catalog.md, "The conditional routers".
"""

from __future__ import annotations

from ..vocabulary import ANCHOR_PLAN, POST_TURN, SYNTHESIZE, TOOL_LOOP

#: The 36 documented names of the 44, by stage. The other eight are not known and none is invented.
DOCUMENTED: dict[str, tuple[str, ...]] = {
    ANCHOR_PLAN: (
        "sessionAnchor",
        "contextProjection",
        "planReconciler",
        "intentDetector",
        "fileIntentDetector",
        "costRouter",
        "skillActivation",
    ),
    TOOL_LOOP: (
        "llm",
        "llmDecision",
        "subagent",
        "tools",
        "dataSilo",
        "guard",
        "enrichment",
        "safetyReview",
        "quality",
        "continuation",
        "coupling",
        "fabrication",
        "diagnostics",
        "asyncTaskDispatch",
        "creditBudget",
        "eventLogger",
        "garbledContentGuard",
        "repetitionGuard",
        "syntheticExpansionDetector",
        "dsmlDetector",
        "forceSynthesizer",
        "hallucination",
    ),
    SYNTHESIZE: ("synthesizer",),
    POST_TURN: (
        "citation",
        "contextSummarizer",
        "memoryExtraction",
        "consolidation",
        "sessionMemoryWrite",
        "costRollup",
    ),
}

#: How many names the registry has per stage (node catalog, "Stage 1" to "Stage 4"): 44 in all.
CAPACITIES: dict[str, int] = {ANCHOR_PLAN: 10, TOOL_LOOP: 26, SYNTHESIZE: 1, POST_TURN: 7}

#: The gates that are known. For every other name the gate is unknown, so it may be omitted.
GATES: dict[str, str] = {
    "intentDetector": "config.intentDetector",
    "safetyReview": "config.safetyReview",
    "llmDecision": "config.llmDecisionExecutor",
}

#: Nodes that are gone, each with the stream filter that does its work now.
RETIRED: dict[str, str] = {
    "recovery": "standardRecoveryFilter",
    "recoveryDispatchPredicate": "standardRecoveryFilter",
    "garbleRecovery": "garbleRecoveryFilter",
    "refusalHint": "refusalHintFilter",
    "retryNarration": "retryNarrationFilter",
}
