"""The diagram: lanes, columns, marks, labels, reasons, the strip of filters."""

from __future__ import annotations

from topology.core.document import parse
from topology.core.graph import STAGES, judge
from topology.samples import sample


def diagram_of(slug: str):
    return judge(parse(sample(slug).read().decode())).diagram()


def test_the_default_graph() -> None:
    diagram = diagram_of("default-agent")
    nodes = {node.id: node for node in diagram.nodes}
    assert [container.id for container in diagram.containers] == list(STAGES)
    assert (len(nodes), len(diagram.edges)) == (34, 39)
    assert nodes["START"].container is None and nodes["END"].container is None
    assert diagram.nodes[0].id == "START" and diagram.nodes[-1].id == "END"
    assert not any(edge.wrong for edge in diagram.edges)
    assert {node.group for node in nodes.values() if node.container == "tool-loop"} == {
        None,
        "preLlmChain",
        "enrichRouteChain",
        "postToolChain",
    }
    assert nodes["subagent"].group is None and nodes["costRollup"].group == "costRollupPath"
    short = {node.id for node in nodes.values() if "short-circuit" in node.marks}
    assert short == {"safetyReview", "quality", "continuation", "creditBudget"}
    assert nodes["synthesizer"].marks == ("singleton",) and nodes["synthesizer"].seam == "synthesize"
    labels = {(edge.source, edge.target): edge.label for edge in diagram.edges if edge.kind == "arm"}
    assert labels == {
        ("llmDecision", "tools"): "tools",
        ("llmDecision", "subagent"): "subagent",
        ("llmDecision", "garbledContentGuard"): "enrich",
        ("llmDecision", "llmDecision"): "retry",
        ("hallucination", "llmDecision"): "llm",
        ("hallucination", "synthesizer"): "citation",
    }
    assert [(f.name, f.priority) for f in diagram.filters] == [
        ("refusalHintFilter", 100),
        ("retryNarrationFilter", 200),
        ("garbleRecoveryFilter", 300),
        ("standardRecoveryFilter", 400),
    ]
    assert all(f.summary for f in diagram_of("plugins").filters)


def test_marks_of_plugin_nodes() -> None:
    nodes = {node.id: node for node in diagram_of("plugins").nodes}
    assert nodes["costAuditWriter"].marks == ("plugin", "reactive")
    assert nodes["tenantContext"].marks == ("plugin",) and nodes["tenantContext"].group == "preLlmChain"
    assert nodes["vectorRetrieval"].marks == ("plugin",) and nodes["vectorRetrieval"].group == "postToolChain"


def test_wrong_edges_carry_code_and_reason() -> None:
    edges = {(e.source, e.target): e for e in diagram_of("broken-graph").edges}
    bad = edges["synthesizer", "tools"]
    assert (bad.status, bad.code, bad.row) == ("forbidden", "G204", 4)
    assert bad.reason == "forbidden 4: post-synthesis tool dispatch"
    stub = edges["tools", "citations"]
    assert (stub.status, stub.code, stub.reason, stub.wrong) == ("invalid", "G251", "no node `citations`", True)


def test_edges_that_are_none_are_drawn_but_not_shown() -> None:
    text = (
        'kind: agent-graph\nversion: "1"\nname: g\nbuilder: custom\nnodes: [{name: a}, {name: b, stageId: nowhere}]\n'
        "edges: [{from: a, to: START}, {from: END, to: a}, {from: START, to: END}, {from: ghost, to: a}]\n"
        "chains: [{name: c, path: [a, typo, b]}]\n"
    )
    model = judge(parse(text))
    edges = {(e.source, e.target): e for e in model.diagram().edges}
    assert {pair: (e.status, e.code) for pair, e in edges.items()} == {
        ("a", "b"): ("unmapped", "G211"),
        ("a", "typo"): ("invalid", "G251"),
        ("a", "START"): ("invalid", "G256"),
        ("END", "a"): ("invalid", "G257"),
        ("START", "END"): ("invalid", "G258"),
        ("ghost", "a"): ("invalid", "G251"),
    }
    assert [(e["source"], e["target"]) for e in model.show()["edges"]] == [("a", "b")]
    assert {node.id: node.container for node in model.diagram().nodes}["b"] is None
    assert edges["a", "b"].reason == "no known stage: `a`"


def test_edge_ids_tell_their_kind_and_paths() -> None:
    edges = {edge.id: edge for edge in diagram_of("custom").edges}
    loop = edges["arm:answer>answer"]
    assert (loop.row, loop.label, loop.paths) == (6, "again", (("conditionalEdges", 1, "arms", "again"),))
    assert edges["arm:notes>anchor"].row == 9
    assert edges["chain:START>anchor"].status == "exempt"
