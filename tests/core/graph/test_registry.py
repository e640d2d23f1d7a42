"""The documented registry and a team's own."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.core.document import DocumentError, parse
from topology.core.graph import STAGES, Entry, Registry, documented_registry, judge, load_registry
from topology.core.graph.registry import CAPACITIES, RETIRED


def test_documented_names() -> None:
    registry = documented_registry()
    assert len(registry) == 36
    assert [len(registry.in_stage(stage)) for stage in STAGES] == [7, 22, 1, 6]
    assert [registry.capacities[stage] for stage in STAGES] == [10, 26, 1, 7]
    assert sum(CAPACITIES.values()) == 44
    assert registry.stage("synthesizer") == "synthesize" and registry.stage("nobody") is None
    assert not set(RETIRED) & set(registry.by_name)
    assert set(RETIRED) == {"recovery", "garbleRecovery", "recoveryDispatchPredicate", "refusalHint", "retryNarration"}


def test_round_trip() -> None:
    registry = documented_registry()
    assert load_registry(registry.to_yaml()) == registry
    assert load_registry(json.dumps(registry.to_dict())) == registry


names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


@given(
    st.lists(st.tuples(names, st.sampled_from(STAGES), st.none() | names), unique_by=lambda e: e[0], max_size=8), names
)
def test_round_trip_of_any_names(entries: list[tuple[str, str, str | None]], name: str) -> None:
    made = tuple(Entry(*entry) for entry in entries if entry[0] not in ("START", "END"))
    registry = Registry(name, made, dict.fromkeys(STAGES, 10), {"x": name})
    assert load_registry(registry.to_yaml()) == registry


@pytest.mark.parametrize(
    "text",
    [
        "names:\n  - {name: a, stageId: tool-loop, gated: always}\n  - {name: b, stageId: post-turn}\n",
        "nodes:\n  - {name: a, stage: tool-loop, gate: always}\n  - {name: b, stage: post-turn}\n",
        "- {name: a, stageId: tool-loop, gated: always}\n- {name: b, stageId: post-turn}\n",
        "names:\n  a: {stageId: tool-loop, gated: always}\n  b: post-turn\n",
        '{"names": [{"name": "a", "stageId": "tool-loop", "gated": "always"}, {"name": "b", "stageId": "post-turn"}]}',
    ],
)
def test_forms_of_a_registry(text: str) -> None:
    registry = load_registry(text)
    assert registry.entries == (Entry("a", "tool-loop", "always"), Entry("b", "post-turn"))
    assert registry.capacities == {"anchor-plan": 0, "tool-loop": 1, "synthesize": 0, "post-turn": 1}
    assert registry.retired == RETIRED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", [("G909", 1, 1)]),
        ("names: 3", [("G909", 1, 1)]),
        ("kind: agent-graph\nnames: []", [("G909", 1, 7)]),
        ("- x", [("G902", 1, 3)]),
        ("names:\n  - {name: a, stageId: tool-lop}", [("G905", 2, 24)]),
        ("names:\n  - {stageId: tool-loop}", [("G901", 2, 5)]),
        ("names:\n  - {name: '', stageId: tool-loop}", [("G903", 2, 12)]),
        ("names:\n  - {name: a, stageId: tool-loop}\n  - {name: a, stageId: post-turn}", [("G906", 3, 12)]),
        ("names:\n  - {name: END, stageId: tool-loop}", [("G907", 2, 12)]),
        ("names: [{name: a, stageId: tool-loop}]\ncapacities: {tool-loop: 0}", [("G908", 2, 25)]),
        ("names: []\ncapacities: {loop: 1, tool-loop: many}", [("G905", 2, 14), ("G902", 2, 34)]),
        ("names: []\ncapacities: 1\nretired: [a]", [("G902", 2, 13), ("G902", 3, 10)]),
        ("names: []\nretired: {a: 1}", [("G902", 2, 14)]),
    ],
)
def test_faults_of_a_registry(text: str, expected: list[tuple[str, int, int]]) -> None:
    with pytest.raises(DocumentError) as caught:
        load_registry(text)
    assert [(d.code, d.line, d.column) for d in caught.value.diagnostics] == expected


def test_unreadable_text_is_no_registry() -> None:
    with pytest.raises(DocumentError) as caught:
        load_registry("names: [")
    assert caught.value.diagnostics[0].code.startswith("D1")


def test_doubts_are_kept_as_warnings() -> None:
    registry = load_registry("names:\n  - {name: a, stageId: tool-loop, gatd: always}\n")
    (warning,) = registry.warnings
    assert (warning.code, warning.line, warning.help) == ("G904", 2, "did you mean `gated`?")


def test_a_registry_that_uses_a_retired_name_revives_it() -> None:
    registry = load_registry("names: {recovery: post-turn}")
    assert "recovery" not in registry.retired and "refusalHint" in registry.retired


GRAPH = """\
kind: agent-graph
version: "1"
name: g
omit: [ours]
nodes:
  - name: ours
  - name: llm
chains:
  - {name: way, path: [START, llm, END]}
"""


def test_the_registry_in_force_decides() -> None:
    document = parse(GRAPH)
    assert [d.code for d in judge(document).report.diagnostics] == ["G211", "G812"]
    own = load_registry("names:\n  ours: {stageId: tool-loop, gated: always}\n  llm: post-turn\n")
    model = judge(document, own)
    assert [d.code for d in model.report.diagnostics] == ["G109"]
    assert model.compiled.stages == {"llm": "post-turn"}


def test_a_registry_without_names_is_in_force_too() -> None:
    nodes = "nodes: [{name: guard}, {name: quality, plugin: p, stageId: tool-loop}]"
    text = f'kind: agent-graph\nversion: "1"\nname: g\n{nodes}\n'
    model = judge(parse(text), registry=load_registry("[]"))
    assert {(d.code, d.path) for d in model.report.diagnostics if d.severity == "error"} == {
        ("G211", "nodes[0].stageId")
    }
    assert "`tool-loop` has 1 node; the registry has 0 names there" in [d.message for d in model.report.diagnostics]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["names", "nodes", "kind", "name", "stageId", "capacities", "retired", "x"]),
                inner,
                max_size=4,
            )
        ),
    )
)
def test_never_anything_but_a_document_error(value: object) -> None:
    try:
        assert isinstance(load_registry(json.dumps(value)), Registry)
    except DocumentError as error:
        assert error.diagnostics
