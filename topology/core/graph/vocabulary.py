"""The fixed words of an agent graph: stages, seams, builders, the two terminals.

Source: agent-graph-edge-catalog.md (stages), agent-graph-node-catalog.md "Plugin path" (seams), agent-graph-format.md.
"""

from __future__ import annotations

#: The four stages in the order a turn passes through them.
STAGES = ("anchor-plan", "tool-loop", "synthesize", "post-turn")
ANCHOR_PLAN, TOOL_LOOP, SYNTHESIZE, POST_TURN = STAGES

#: What each stage is for, one line (node catalog, "Stage 1" to "Stage 4").
STAGE_SUMMARIES = {
    ANCHOR_PLAN: "Shapes the context before the first model call; no tools, nothing the user sees.",
    TOOL_LOOP: "Decides, dispatches and inspects, again and again; its decision call never writes the final answer.",
    SYNTHESIZE: "Writes the answer the user sees; exactly one node lives here.",
    POST_TURN: "Side effects after the user has seen the answer: memory, costs, citations.",
}

#: The call classes a node may take a provider seam of; null means none.
SEAMS = ("utility", "reasoning", "converse", "synthesize")
#: The builders a document may name; canonical is the default.
CANONICAL, CUSTOM = BUILDERS = ("canonical", "custom")

START, END = TERMINALS = ("START", "END")

#: The lone node of the stage `synthesize` in a canonical graph.
SYNTHESIZER = "synthesizer"
#: The node that decides whether to keep looping; it may never take the seam `synthesize`.
DECISION_NODE = "llmDecision"
#: The `gated` text of a node that a canonical graph cannot leave out.
ALWAYS = "always"
