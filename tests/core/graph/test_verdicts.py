"""The verdict on one possible edge, before it is saved."""

from __future__ import annotations

import pytest

from topology.core.document import parse
from topology.core.graph import judge
from topology.samples import sample

DEFAULT = judge(parse(sample("default-agent").read().decode()))


def test_forbidden() -> None:
    verdict = DEFAULT.edge_verdict("synthesizer", "tools", "edge")
    assert (verdict.legal, verdict.status, verdict.code, verdict.row) == (False, "forbidden", "G204", 4)
    assert verdict.title == "forbidden 4: post-synthesis tool dispatch"
    assert verdict.way_round == ("synthesize", "post-turn", "anchor-plan", "tool-loop")
    assert (verdict.way_rows, verdict.next_turn, verdict.kind) == ((7, 9, 2), True, "edge")
    assert "or move the tool call before synthesis" in verdict.help


def test_allowed() -> None:
    verdict = DEFAULT.edge_verdict("synthesizer", "costRollup")
    assert (verdict.legal, verdict.title, verdict.row, verdict.code) == (True, "allowed by row 7", 7, None)
    assert verdict.reason == "The terminal chain enters post-turn cleanup." and verdict.way_round == ()


@pytest.mark.parametrize(
    ("source", "target", "legal", "status", "code"),
    [
        ("START", "tools", True, "exempt", None),
        ("tools", "END", True, "exempt", None),
        ("START", "END", False, "invalid", "G258"),
        ("tools", "START", False, "invalid", "G256"),
        ("END", "tools", False, "invalid", "G257"),
        ("tols", "END", False, "invalid", "G251"),
        ("tools", "", False, "invalid", "G251"),
        ("mainLlmNode", "stage3EntryNode", True, "allowed", None),
        ("synthesizer", "mainLlmNode", False, "forbidden", "G204"),
        ("synthesizer", "llm", False, "forbidden", "G204"),
    ],
)
def test_ends(source: str, target: str, legal: bool, status: str, code: str | None) -> None:
    verdict = DEFAULT.edge_verdict(source, target)
    assert (verdict.legal, verdict.status, verdict.code) == (legal, status, code)


def test_what_else_is_said() -> None:
    assert DEFAULT.edge_verdict("tols", "END").help == "did you mean `tools`?"
    (omitted,) = DEFAULT.edge_verdict("tools", "llm").effects
    assert omitted.startswith("`llm` is not registered in this compile")
    (there,) = DEFAULT.edge_verdict("subagent", "enrichment").effects
    assert there == "The edge is there already, made by `edge`."
    assert any("Next-turn rollover" in said for said in DEFAULT.edge_verdict("citation", "costRouter").effects)
    retry = DEFAULT.edge_verdict("synthesizer", "synthesizer")
    assert retry.row == 6 and "`messageId`" in retry.effects[0]


def test_every_pair_of_the_default_graph_agrees_with_the_gate() -> None:
    for edge in DEFAULT.compiled.edges:
        verdict = DEFAULT.edge_verdict(edge.source, edge.target)
        assert (
            verdict.legal
            and verdict.status == edge.status.value
            and verdict.row == (edge.row.number if edge.row else None)
        )


def test_without_a_stage() -> None:
    text = (
        'kind: agent-graph\nversion: "1"\nname: g\nbuilder: custom\nomit: [c]\naliases: {gone: [c]}\n'
        "nodes: [{name: a}, {name: b, stageId: nowhere}, {name: c, stageId: tool-loop}]\n"
    )
    model = judge(parse(text))
    assert model.edge_verdict("a", "c").code == "G211"
    unknown = model.edge_verdict("c", "b")
    assert (unknown.code, unknown.status, unknown.title) == ("G212", "unmapped", "unknown stage: `b`")
    gone = model.edge_verdict("c", "gone")
    assert (gone.code, gone.legal, gone.title) == ("G806", True, "left out: `gone` stands for no registered node")
