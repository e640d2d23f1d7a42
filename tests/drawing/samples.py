"""Diagrams made by hand for the drawing's tests, its bench and its screenshots."""

from __future__ import annotations

import itertools
import random

from topology.core.diagram import Container, Diagram, Edge, Filter, Node, OffCanvas

STAGES = ("anchor-plan", "tool-loop", "synthesize", "post-turn")

_STAGED = {
    "anchor-plan": "intentDetector fileIntentDetector costRouter skillActivation",
    "tool-loop": "llmDecision subagent tools dataSilo guard enrichment safetyReview quality continuation coupling "
    "fabrication diagnostics asyncTaskDispatch creditBudget eventLogger garbledContentGuard repetitionGuard "
    "syntheticExpansionDetector dsmlDetector forceSynthesizer hallucination",
    "synthesize": "synthesizer",
    "post-turn": "citation sessionMemoryWrite costRollup contextSummarizer memoryExtraction consolidation",
}
_CHAINS = {
    "preLlmChain": "START intentDetector fileIntentDetector costRouter skillActivation llmDecision",
    "enrichRouteChain": "garbledContentGuard repetitionGuard syntheticExpansionDetector dsmlDetector forceSynthesizer "
    "hallucination",
    "postToolChain": "tools dataSilo guard enrichment safetyReview quality continuation coupling fabrication "
    "diagnostics asyncTaskDispatch creditBudget eventLogger llmDecision",
    "terminalChain": "synthesizer citation sessionMemoryWrite contextSummarizer memoryExtraction consolidation END",
    "terminalChainCost": "synthesizer citation costRollup contextSummarizer memoryExtraction consolidation END",
}
_ARMS = [
    ("llmDecision", "tools", "tools"),
    ("llmDecision", "subagent", "subagent"),
    ("llmDecision", "enrich", "garbledContentGuard"),
    ("llmDecision", "retry", "llmDecision"),
    ("hallucination", "llm", "llmDecision"),
    ("hallucination", "citation", "synthesizer"),
]
_SHORT = {"continuation", "creditBudget", "safetyReview", "quality"}
_SEAMS = {"llmDecision": "utility", "synthesizer": "synthesize"}


def edge(source: str, target: str, kind: str = "delegates_to", status: str = "ok", **more: object) -> Edge:
    number = f"#{more.pop('repeat')}" if "repeat" in more else ""
    return Edge(f"{kind}:{source}>{target}{number}", source, target, kind, status, **more)  # type: ignore[arg-type]


def default_graph(*extra: Edge) -> Diagram:
    group = {name: chain for chain, path in reversed(_CHAINS.items()) for name in path.split()}
    nodes = [Node("START", None, "START")]
    for stage, names in _STAGED.items():
        for name in names.split():
            marks = ("short-circuit",) if name in _SHORT else ("singleton",) if name == "synthesizer" else ()
            nodes.append(
                Node(
                    name,
                    stage,
                    name,
                    seam=_SEAMS.get(name),
                    marks=marks,
                    group=group.get(name) if name != "llmDecision" else None,
                )
            )
    nodes.append(Node("END", None, "END"))
    edges: dict[str, Edge] = {}
    for path in _CHAINS.values():
        names = path.split()
        for a, b in itertools.pairwise(names):
            made = edge(a, b, "chain", "exempt" if "START" in a or b == "END" else "allowed")
            edges[made.id] = made
    for source, arm, target in _ARMS:
        made = edge(source, target, "arm", "allowed", label=arm)
        edges[made.id] = made
    made = edge("subagent", "enrichment", "edge", "allowed")
    edges[made.id] = made
    for made in extra:
        edges[made.id] = made
    filters = [("refusalHintFilter", 100), ("retryNarrationFilter", 200), ("garbleRecoveryFilter", 300)]
    return Diagram(
        "graph",
        "default-agent",
        tuple(Container(stage, stage) for stage in STAGES),
        tuple(nodes),
        tuple(edges.values()),
        filters=tuple(Filter(name, priority) for name, priority in filters),
    )


def broken_graph() -> Diagram:
    return default_graph(
        edge("synthesizer", "tools", "edge", "forbidden", reason="forbidden 4: post-synthesis tool dispatch", row=4),
        edge(
            "intentDetector",
            "citation",
            "edge",
            "forbidden",
            reason="forbidden 2: skipping the loop and synthesis",
            row=2,
        ),
        edge("consolidation", "intentDetector", "edge", "allowed", row=9),
        edge("quality", "qualiti", "edge", "unmapped", reason="no node `qualiti`, did you mean `quality`?"),
    )


def harbor_rig() -> Diagram:
    def member(pod: str, name: str, runtime: str, wave: int, off: int = 0, label: str | None = None) -> Node:
        return Node(f"{pod}.{name}", pod, name, label=label, detail=runtime, wave=wave, off_canvas=off)

    pods = (("orch", "Orchestration"), ("dev", "Development"), ("rev", "Review"), ("ops", "Operations"))
    nodes = (
        member("orch", "lead", "claude-code", 1),
        member("orch", "peer", "codex", 1),
        member("dev", "impl", "claude-code", 2),
        member("dev", "design", "claude-code", 2, label="Product designer"),
        member("dev", "qa", "codex", 3, 1),
        member("rev", "r1", "claude-code", 2),
        member("rev", "r2", "codex", 2),
        member("ops", "deploy", "codex", 3),
        member("ops", "logs", "terminal", 1),
    )
    edges = (
        edge("orch.lead", "dev.impl"),
        edge("orch.lead", "dev.design"),
        edge("orch.peer", "rev.r1"),
        edge("orch.peer", "rev.r2"),
        edge("dev.impl", "dev.qa"),
        edge("dev.impl", "ops.deploy"),
        edge("rev.r1", "dev.impl", "can_observe"),
        edge("rev.r2", "dev.qa", "can_observe"),
        edge("rev.r1", "rev.r2", "collaborates_with"),
        edge("ops.deploy", "orch.lead", "escalates_to"),
        edge("ops.deploy", "ops.logs", "can_observe"),
        edge("rev.r2", "dev.qaa", "can_observe", "invalid", reason="no member `dev.qaa`, did you mean `dev.qa`?"),
    )
    return Diagram(
        "rig",
        "harbor",
        tuple(Container(key, label) for key, label in pods),
        nodes,
        edges,
        (OffCanvas("dev.qa", "escalates_to", "review-advisor@coord"),),
    )


def cycle_rig() -> Diagram:
    nodes = tuple(Node(f"a.m{i}", "a", f"m{i}", detail="codex") for i in range(4))
    reason = "launch cycle: a.m0 → a.m1 → a.m2 → a.m0"
    edges = (
        edge("a.m0", "a.m1", status="cycle", reason=reason),
        edge("a.m1", "a.m2", status="cycle", reason=reason),
        edge("a.m2", "a.m0", status="cycle", reason=reason),
        edge("a.m3", "a.m3", "can_observe"),
        edge("a.m3", "a.m3", "collaborates_with"),
        edge("a.m0", "a.m3", "can_observe"),
        edge("a.m0", "a.m3", "delegates_to"),
        edge("a.m3", "a.m0", "escalates_to"),
    )
    return Diagram("rig", "cycle", (Container("a", "Loop"), Container("empty", "Nobody yet")), nodes, edges)


def legacy_rig(count: int = 7) -> Diagram:
    nodes = tuple(Node(f"n{i}", None, f"n{i}", detail="claude-code", wave=1) for i in range(count))
    edges = tuple(edge(f"n{i}", f"n{i + 1}") for i in range(0, count - 2, 2))
    return Diagram("rig-legacy", "old", (), nodes, edges)


def big_rig(count: int, seed: int = 8) -> Diagram:
    """Pods of 8: a lead that delegates, a tree of pods, and observing edges between pods up to 1.3 n edges."""
    chance = random.Random(seed)
    pods = [list(range(i, min(i + 8, count))) for i in range(0, count, 8)]
    nodes: list[Node] = []
    edges: list[Edge] = []
    for number, pod in enumerate(pods):
        for place, _ in enumerate(pod):
            name = "lead" if place == 0 else f"hand{place}"
            depth = len(f"{number + 1:b}")
            nodes.append(
                Node(
                    f"crew{number}.{name}",
                    f"crew{number}",
                    name,
                    detail="codex" if place % 2 else "claude-code",
                    wave=depth + (place > 0),
                )
            )
            if place:
                edges.append(edge(f"crew{number}.lead", f"crew{number}.{name}"))
        if number:
            edges.append(edge(f"crew{(number - 1) // 3}.lead", f"crew{number}.lead"))
    seen = {made.id for made in edges}
    while len(edges) < round(1.3 * count) and len(pods) > 1:
        a, b = chance.choice(nodes), chance.choice(nodes)
        made = edge(a.id, b.id, "can_observe")
        if a.container != b.container and made.id not in seen:
            seen.add(made.id)
            edges.append(made)
    containers = tuple(Container(f"crew{number}", f"Crew {number}") for number in range(len(pods)))
    return Diagram("rig", f"big-{count}", containers, tuple(nodes), tuple(edges))


def custom_graph(count: int, seed: int = 3) -> Diagram:
    """A graph of `count` nodes without chain names: a walk through the stages with some arms across."""
    chance = random.Random(seed)
    shares = (0.2, 0.5, 0.0, 0.3)
    nodes: list[Node] = [Node("START", None, "START")]
    staged: list[list[str]] = []
    for stage, share in zip(STAGES, shares, strict=True):
        names = [f"{stage.split('-')[0]}Step{i}" for i in range(max(1, int(count * share)))]
        nodes += [Node(name, stage, name, group=f"{stage}Chain{i // 12}") for i, name in enumerate(names)]
        staged.append(names)
    nodes.append(Node("END", None, "END"))
    path = ["START", *(name for names in staged for name in names), "END"]
    edges = {e.id: e for e in (edge(a, b, "chain", "allowed") for a, b in itertools.pairwise(path))}
    for _ in range(count // 5):
        a, b = sorted(chance.sample(range(len(staged[1])), 2)) if len(staged[1]) > 1 else (0, 0)
        made = edge(staged[1][b], staged[1][a], "arm", "allowed", label=f"again{b}")
        edges[made.id] = made
    return Diagram(
        "graph", f"custom-{count}", tuple(Container(s, s) for s in STAGES), tuple(nodes), tuple(edges.values())
    )


SAMPLES = {
    "default graph": default_graph,
    "broken graph": broken_graph,
    "harbor rig": harbor_rig,
    "cycle rig": cycle_rig,
    "legacy rig": legacy_rig,
    "rig of 12": lambda: big_rig(12),
    "rig of 24": lambda: big_rig(24),
    "rig of 40": lambda: big_rig(40),
    "graph of 12": lambda: custom_graph(12),
    "graph of 48": lambda: custom_graph(48),
}
