"""Compiling: collapse, aliases, arms, omission, set semantics, counts, digest, the default graph."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.core.document import parse
from topology.core.graph import LATTICE, compile_graph, documented_registry, judge
from topology.samples import sample

ROOT = Path(__file__).parents[3]
DEFAULT = sample("default-agent").read().decode()
MODEL = judge(parse(DEFAULT))
DECLARED = tuple(MODEL.spec.declared)


def compiled(*omit: str):
    return compile_graph(MODEL.spec, documented_registry(), omit=omit)


def graph(body: str, builder: str = "custom") -> str:
    return f'kind: agent-graph\nversion: "1"\nname: g\nbuilder: {builder}\n{body}'


NODES = "nodes:\n" + "".join(f"  - {{name: {n}, stageId: tool-loop}}\n" for n in "abcde")


def pairs(text: str) -> list[tuple[str, str]]:
    return list(judge(parse(text)).compiled.by_pair)


def test_the_default_graph() -> None:
    show = MODEL.show()
    assert len(DECLARED) == 33
    assert not MODEL.report.diagnostics
    assert show["counts"] == {
        "nodes": 32,
        "edges": 39,
        "by_row": {"1": 3, "2": 1, "3": 24, "4": 1, "7": 1, "8": 7},
        "by_forbidden_row": {},
        "exempt": 2,
        "unmapped": 0,
    }
    assert len(show["nodes"]) == 32 and len(show["edges"]) == 39
    assert list(show["counts"]["by_row"]) == sorted(show["counts"]["by_row"])


def test_the_default_graph_by_source() -> None:
    def made_by(prefix: str) -> set[tuple[str, str]]:
        edges = MODEL.compiled.edges
        return {(e.source, e.target) for e in edges if any(via.startswith(prefix) for via in e.via)}

    terminal = made_by("chain:terminalChain")
    fan_out = made_by("chain:sessionMemoryPath") | made_by("chain:costRollupPath")
    sizes = [len(made_by(f"chain:{name}")) for name in ("preLlmChain", "enrichRouteChain", "postToolChain")]
    assert sizes == [5, 5, 13]
    assert (len(terminal), len(fan_out - terminal)) == (5, 4)
    assert (len(made_by("arm:shouldContinue.")), len(made_by("arm:afterHallucination."))) == (4, 2)
    assert made_by("edge") == {("subagent", "enrichment")}


def test_digest_is_what_the_interface_says() -> None:
    show = MODEL.show()
    nodes = sorted([node["id"], node["container"]] for node in show["nodes"])
    edges = sorted([edge["source"], edge["target"]] for edge in show["edges"])
    text = json.dumps({"edges": edges, "nodes": nodes}, separators=(",", ":"), ensure_ascii=False)
    assert show["digest"] == hashlib.sha256(text.encode()).hexdigest()


def test_digest_of_nodes_without_a_stage_and_beyond_ascii() -> None:
    model = judge(parse(graph("nodes: [{name: größe}, {name: z, stageId: nowhere}]\nedges: [{from: z, to: größe}]\n")))
    text = '{"edges":[["z","größe"]],"nodes":[["größe",null],["z",null]]}'
    assert model.show()["digest"] == hashlib.sha256(text.encode()).hexdigest()
    assert model.show()["edges"][0]["status"] == "unmapped"


def test_digest_is_stable_across_processes() -> None:
    script = (
        "from topology.core.document import parse; from topology.core.graph import judge; "
        "from topology.samples import sample; "
        "m = judge(parse(sample('canonical-omissions').read().decode())); print(m.show())"
    )
    seen = set()
    for seed in ("0", "1", "4711"):
        run = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(run.stdout)
    assert len(seen) == 1 and "'digest'" in seen.pop()


omissions = st.lists(st.sampled_from(DECLARED), unique=True)


@given(omissions, st.randoms(use_true_random=False))
def test_any_omission_of_the_default_graph(omit: list[str], rnd: random.Random) -> None:
    result = compiled(*omit)
    there = {node.name for node in result.nodes} | {"START", "END"}
    assert {node.name for node in result.nodes} == set(DECLARED) - set(omit)
    assert not result.counts.by_forbidden_row and not result.counts.unmapped
    assert all(edge.source in there and edge.target in there for edge in result.edges)
    assert not result.wiring.loose
    shuffled = list(omit)
    rnd.shuffle(shuffled)
    again = compiled(*shuffled)
    assert (again.digest, again.edges) == (result.digest, result.edges)


@given(omissions)
def test_omission_in_the_text_and_by_argument_agree(omit: list[str]) -> None:
    text = DEFAULT.replace("omit: [llm]", f"omit: [{', '.join(omit)}]")
    model = judge(parse(text))
    assert model.compiled.digest == compiled(*omit).digest
    assert model.report.valid


@given(omissions)
def test_omitting_more_joins_what_is_left(omit: list[str]) -> None:
    """Collapse keeps paths: what chains order stays ordered among the nodes that are left."""
    result = compiled(*omit)
    for chain in MODEL.spec.chains:
        left = [result.names.resolve(name).name for name, _ in chain.members]
        left = [name for name in left if name is not None]
        for source, target in pairwise(left):
            assert source == target or (source, target) in result.by_pair


def test_the_seeds_examples() -> None:
    edges = compiled("llm", "intentDetector").by_pair
    assert ("START", "fileIntentDetector") in edges and ("fileIntentDetector", "costRouter") in edges
    arms = {e.target for e in compiled("llm", "synthesizer").edges if e.source == "hallucination"}
    assert arms == {"llmDecision", "citation"}
    arms = {e.target for e in compiled("llm", "synthesizer", "citation").edges if e.source == "hallucination"}
    assert arms == {"llmDecision"}
    assert ("skillActivation", "llm") in compiled("llmDecision").by_pair
    assert ("subagent", "guard") in compiled("llm", "enrichment").by_pair
    assert ("subagent", "llmDecision") in compiled("llm", "enrichment", "guard").by_pair
    assert ("llmDecision", "repetitionGuard") in compiled("llm", "garbledContentGuard").by_pair
    assert ("quality", "continuation") in compiled("llm", "safetyReview").by_pair
    assert ("enrichment", "quality") in compiled("llm", "safetyReview").by_pair


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("[a, b, c]", [("a", "b"), ("b", "c")]),
        ("[a, x, c]", [("a", "c")]),
        ("[x, a, x]", []),
        ("[a, x, a]", []),
        ("[a, a]", [("a", "a")]),
        ("[a, a, x, a, b]", [("a", "a"), ("a", "b")]),
        ("[first, a, b]", [("a", "b")]),
        ("[a, first, b]", [("a", "b")]),
        ("[first, first]", [("a", "a")]),
        ("[a, b, a]", [("a", "b"), ("b", "a")]),
        ("[START, a, x, END]", [("START", "a"), ("a", "END")]),
        ("[a, gone, b]", [("a", "b")]),
        ("[a]", []),
    ],
)
def test_collapse(path: str, expected: list[tuple[str, str]]) -> None:
    body = f"omit: [x]\naliases: {{first: [x, a], gone: [x]}}\n{NODES}  - {{name: x, stageId: tool-loop}}\n"
    assert pairs(graph(f"{body}chains: [{{name: c, path: {path}}}]\n")) == expected


def test_aliases_wherever_a_name_may_stand() -> None:
    body = (
        f"aliases: {{outer: [inner, b], inner: [x, a]}}\nomit: [x]\n{NODES}  - {{name: x, stageId: tool-loop}}\n"
        "chains: [{name: c, path: [c, outer]}]\nedges: [{from: outer, to: d}, {from: e, to: inner}]\n"
        "conditionalEdges: [{from: outer, route: r, arms: {again: inner}}]\n"
    )
    assert pairs(graph(body)) == [("c", "a"), ("a", "d"), ("e", "a"), ("a", "a")]


def test_a_chain_of_aliases_as_long_as_one_likes() -> None:
    aliases = "".join(f"  n{i}: [n{i + 1}]\n" for i in range(5000)) + "  n5000: [a]\n"
    body = f"aliases:\n{aliases}{NODES}edges: [{{from: n0, to: b}}]\n"
    assert pairs(graph(body)) == [("a", "b")]
    loop = aliases.replace("  n5000: [a]\n", "  n5000: [n0]\n")
    model = judge(parse(graph(f"aliases:\n{loop}{NODES}edges: [{{from: n0, to: b}}]\n")))
    assert [d.code for d in model.report.diagnostics if d.severity == "error"] == ["G253"]


def test_an_alias_loop_with_a_way_out_still_resolves() -> None:
    for aliases in ("p: [q, a], q: [p]", "p: [a, q], q: [p]", "p: [a, p]", "p: [q], q: [a, p]"):
        text = graph(f"aliases: {{{aliases}}}\n{NODES}edges: [{{from: p, to: b}}]\n")
        assert pairs(text) == [("a", "b")]
        assert [d.code for d in judge(parse(text)).report.diagnostics if d.severity == "error"] == ["G253"]


def test_edges_are_a_set_that_remembers_its_sources() -> None:
    body = (
        f"{NODES}chains: [{{name: z, path: [a, b]}}, {{name: c, path: [a, b]}}]\nedges: [{{from: a, to: b}}]\n"
        "conditionalEdges: [{from: a, route: r, arms: {yes: b, no: b}}]\n"
    )
    (edge,) = judge(parse(graph(body))).show()["edges"]
    assert edge["via"] == ["arm:r.no", "arm:r.yes", "chain:c", "chain:z", "edge"]
    assert edge["label"] == "yes, no"
    (compiled_edge,) = judge(parse(graph(body))).compiled.edges
    assert compiled_edge.kind == "arm"
    assert [wire.path for wire in compiled_edge.sources] == [
        ("chains", 0, "path", 1),
        ("chains", 1, "path", 1),
        ("edges", 0, "to"),
        ("conditionalEdges", 0, "arms", "yes"),
        ("conditionalEdges", 0, "arms", "no"),
    ]


def test_two_compiles_are_identical() -> None:
    first, second = judge(parse(DEFAULT)), judge(parse(DEFAULT))
    assert json.dumps(first.show()) == json.dumps(second.show())
    assert first.diagram() == second.diagram()


def test_stage_from_the_registry_only_in_a_canonical_graph() -> None:
    body = "nodes: [{name: llm}, {name: tools, plugin: p}, {name: guard, stageId: null}]\n"
    assert judge(parse(graph(body, "canonical"))).compiled.stages == {
        "llm": "tool-loop",
        "tools": None,
        "guard": "tool-loop",
    }
    assert judge(parse(graph(body, "custom"))).compiled.stages == {"llm": None, "tools": None, "guard": None}


def test_another_lattice_judges_the_same_edges() -> None:
    tighter = compile_graph(MODEL.spec, documented_registry(), lattice=LATTICE.forbid(4))
    assert tighter.counts.by_forbidden_row == {8: 1}
    assert tighter.digest == MODEL.compiled.digest
