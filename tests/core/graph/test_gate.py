"""The gate's diagnostics: exact spans, words, suggestions; and that no document makes it raise."""

from __future__ import annotations

import copy
import json
import random
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.core.diagnostics import Severity
from topology.core.document import parse
from topology.core.graph import FIELDS, GraphModel, claims, judge, load
from topology.samples import sample

DEFAULT = sample("default-agent").read().decode()
HEAD = 'kind: agent-graph\nversion: "1"\nname: g\n'


def found(text: str) -> list[tuple[str, str, str]]:
    """(code, path, text at fault) of every diagnostic."""
    return [(d.code, d.path, text[d.span.start : d.span.end]) for d in judge(parse(text)).report.diagnostics]


def only(text: str):
    (diagnostic,) = judge(parse(text)).report.diagnostics
    return diagnostic


def test_a_forbidden_edge_is_explained() -> None:
    text = DEFAULT.replace("to: subagentReturn}", "to: subagentReturn}\n  - {from: synthesizer, to: tools}")
    diagnostic = only(text)
    assert (diagnostic.code, diagnostic.severity, diagnostic.path) == ("G204", Severity.ERROR, "edges[1].to")
    assert text[diagnostic.span.start : diagnostic.span.end] == "tools"
    assert diagnostic.message == (
        "edge `synthesizer` -> `tools` matches forbidden row 4 (`synthesize` -> `tool-loop`): "
        "post-synthesis tool dispatch"
    )
    assert diagnostic.help == (
        "go through `post-turn` and `anchor-plan` (rows 7, 9, 2): it takes effect next turn; "
        "or move the tool call before synthesis"
    )


def test_a_forbidden_join_names_what_is_missing_between() -> None:
    text = (
        f"{HEAD}builder: custom\nomit: [loop]\nnodes: [{{name: a, stageId: anchor-plan}}, {{name: loop, stageId: "
        "tool-loop}, {name: s, stageId: synthesize}]\nchains: [{name: c, path: [START, a, loop, s, END]}]\n"
    )
    diagnostic = only(text)
    assert diagnostic.path == "chains[0].path[3]" and text[diagnostic.span.start : diagnostic.span.end] == "s"
    assert diagnostic.help.endswith("because `loop` between them is not registered")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("  - {from: subagent, to", "  - {from: subagnt, to", ("G251", "edges[0].from", "subagnt")),
        (
            "      citation: stage3EntryNode",
            "      citation: stageEntry",
            ("G251", "conditionalEdges[1].arms.citation", "stageEntry"),
        ),
        (
            "skillActivation, mainLlmNode]",
            "skilActivation, mainLlmNode]",
            ("G251", "chains[0].path[4]", "skilActivation"),
        ),
        ("omit: [llm]", "omit: [lm, llm]", ("G252", "omit[0]", "lm")),
        ("stageId: synthesize", "stageId: synthesise", ("G212", "nodes[26].stageId", "synthesise")),
        ("acceptsSeam: utility", "acceptsSeam: utilities", ("G225", "nodes[4].acceptsSeam", "utilities")),
        ("mainLlmNode: [llmDecision", "mainLlmNode: [llmDecison", ("G251", "aliases.mainLlmNode[0]", "llmDecison")),
        (
            "    route: afterHallucination",
            "    roote: afterHallucination",
            ("G801", "conditionalEdges[1].roote", "roote"),
        ),
    ],
)
def test_smallest_span_and_a_suggestion(old: str, new: str, expected: tuple[str, str, str]) -> None:
    text = DEFAULT.replace(old, new, 1)
    assert text != DEFAULT
    assert expected in found(text)
    (diagnostic,) = [d for d in judge(parse(text)).report.diagnostics if d.path == expected[1]]
    assert diagnostic.help.startswith("did you mean `")


def test_what_is_missing_is_named_by_its_own_path() -> None:
    text = (
        "kind: agent-graph\nname:\nbuilder: custom\nnodes: [{name: a}, {stageId: tool-loop}]\nchains: [{name: c}]\n"
        "edges: [{from: a}]\nconditionalEdges: [{from: a}]\nstreamFilters: [{name: f}]\n"
    )
    said = [(d.code, d.path) for d in judge(parse(text)).report.diagnostics if d.severity is Severity.ERROR]
    missing = ["version", "name", "nodes[1].name", "chains[0].path", "edges[0].to", "streamFilters[0].priority"]
    missing += ["conditionalEdges[0].route", "conditionalEdges[0].arms"]
    assert sorted(said) == sorted([("G211", "nodes[0].stageId"), *(("G101", path) for path in missing)])


def test_missing_stage_is_told_apart_from_a_forbidden_edge() -> None:
    text = DEFAULT.replace("  - name: costRollup\n    stageId: post-turn", "  - name: costRoll")
    codes = {d.code for d in judge(parse(text)).report.diagnostics if d.severity is Severity.ERROR}
    assert codes == {"G211", "G251"}
    text = (
        f"{HEAD}builder: custom\nnodes: [{{name: a}}, {{name: b, stageId: post-turn}}]\nedges: [{{from: a, to: b}}]\n"
    )
    model = judge(parse(text))
    (missing,) = [d for d in model.report.diagnostics if d.code == "G211"]
    assert missing.message == "missing stage: node `a` has no `stageId`"
    assert model.show()["counts"]["unmapped"] == 1
    assert not any(d.code.startswith("G20") for d in model.report.diagnostics)


def test_a_retired_name_is_answered_with_its_filter() -> None:
    text = DEFAULT.replace("{from: subagent, to: subagentReturn}", "{from: subagent, to: garbleRecovery}")
    (diagnostic,) = [d for d in judge(parse(text)).report.diagnostics if d.code == "G251"]
    assert diagnostic.help == "it is retired; the stream filter `garbleRecoveryFilter` took over"


def overfull(count: int) -> str:
    nodes = "".join(f"  - {{name: n{i}, stageId: tool-loop}}\n" for i in range(count))
    path = ", ".join(f"n{i}" for i in range(count))
    return f"{HEAD}nodes:\n{nodes}chains: [{{name: c, path: [START, {path}, END]}}]\n"


def test_capacity_of_a_stage() -> None:
    def codes(text: str) -> set[str]:
        return {d.code for d in judge(parse(text)).report.diagnostics}

    assert "G811" not in codes(overfull(26))
    assert "G811" in codes(overfull(27))
    assert "G811" in codes(overfull(27).replace(HEAD, HEAD + "builder: custom\n"))
    assert judge(parse(overfull(27))).report.valid


def test_a_null_optional_is_as_if_absent() -> None:
    keys = ("summary", "builder", "omit", "aliases", "nodes", "chains", "edges", "conditionalEdges", "streamFilters")
    assert found(HEAD + "".join(f"{key}: null\n" for key in keys)) == []
    keys = ("acceptsSeam", "subscribes", "writes", "gated", "plugin", "summary")
    node = "stageId: tool-loop, " + ", ".join(f"{key}: null" for key in keys)
    text = f"{HEAD}builder: custom\nnodes: [{{name: a, {node}}}]\nchains: [{{name: c, path: [START, a, END]}}]\n"
    assert found(text) == []


def test_claims() -> None:
    assert claims({"kind": "agent-graph"})
    for other in (None, [], "agent-graph", {"kind": "agent-graphs"}, {"kind": ["agent-graph"]}, {}):
        assert not claims(other)


words = st.sampled_from(["START", "END", "a", "b", "tool-loop", "synthesize", "canonical", "custom", "1", "", "llm"])
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=4)
keys = st.sampled_from(sorted({field.name for fields in FIELDS.values() for field in fields} | {"a", "b"}))
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=6), max_leaves=30
)


def survives(value: Any) -> GraphModel:
    model = judge(parse(json.dumps(value)))
    json.dumps(model.show())
    diagram = model.diagram()
    ids = [edge.id for edge in diagram.edges]
    assert len(ids) == len(set(ids))
    nodes = [node.id for node in diagram.nodes]
    assert len(nodes) == len(set(nodes))
    for source in ("a", "START", "nobody", ""):
        for target in ("b", "END", "llm", ""):
            model.edge_verdict(source, target).to_dict()
    model.channels(), model.reactions(), model.collisions(), model.switches(), model.whatif(["a", "llm"])
    return model


@given(values)
def test_never_raises_on_any_value(value: Any) -> None:
    survives(value)
    load(value)


@given(st.dictionaries(keys, values, max_size=8))
def test_never_raises_on_any_graph_like_mapping(value: dict[str, Any]) -> None:
    survives({**value, "kind": "agent-graph", "version": "1", "name": "x"})


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


PLAIN = plain(parse(DEFAULT).root)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a value tree."""
    out: list[tuple[Any, Any]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        out += [(value, key), *places(item)]
    return out


@given(st.randoms(use_true_random=False), st.integers(1, 6), values)
def test_never_raises_on_a_mutated_graph(rnd: random.Random, count: int, other: Any) -> None:
    root = copy.deepcopy(PLAIN)
    for _ in range(count):
        spots = places(root)
        container, key = rnd.choice(spots)
        move = rnd.randrange(3)
        if move == 0:
            del container[key]
        elif move == 1:
            container[key] = copy.deepcopy(other)
        else:
            donor, donor_key = rnd.choice(spots)
            container[key] = copy.deepcopy(donor[donor_key]) if donor is not container else None
    survives(root)


def wide(count: int) -> str:
    """A fan of siblings that all write one channel, each naming a node that is declared nowhere."""
    nodes = "".join(f"  - {{name: n{i}, stageId: tool-loop, writes: [log]}}\n" for i in range(count))
    edges = "".join(f"  - {{from: n0, to: n{i}}}\n  - {{from: n{i}, to: m{i}}}\n" for i in range(count))
    return f"{HEAD}builder: custom\nnodes:\n{nodes}edges:\n{edges}"


def test_time_grows_with_the_size_even_at_the_worst() -> None:
    small, large = parse(wide(300)), parse(wide(3000))
    times = []
    for document in (small, large):
        start = time.process_time()
        judge(document)
        times.append(time.process_time() - start)
    assert times[1] < 60 * max(times[0], 0.02), times


def test_suggestions_stop_where_there_are_too_many_slips() -> None:
    nodes = "".join(f"  - {{name: node{i}, stageId: tool-loop}}\n" for i in range(1000))
    edges = "".join(f"  - {{from: node{i}, to: nde{i}}}\n" for i in range(1000))
    report = judge(parse(f"{HEAD}builder: custom\nnodes:\n{nodes}edges:\n{edges}")).report
    suggested = [d.help.startswith("did you mean") for d in report.diagnostics if d.code == "G251"]
    assert len(suggested) == 1000
    assert suggested[0] and not suggested[-1] and sum(suggested) < 500
