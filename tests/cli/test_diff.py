"""`topology diff`: differences of pictures and reports, not of lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from people import BROKEN_GRAPH, BROKEN_RIG, GRAPH, RIG

ADDED = "  - {kind: can_observe, from: orch.lead, to: dev.qa}\n"


def test_a_document_is_the_same_as_itself_in_another_style(run: Any, write: Any) -> None:
    turned = RIG.replace("{kind: can_observe, from: qa, to: impl}", "{to: impl, from: 'qa', kind: can_observe}")
    styled = f"# a comment\n{turned}"
    ended = run("diff", write("a.yaml", RIG), write("b.yaml", styled))
    assert (ended.code, ended.out) == (0, b"")
    assert json.loads(run("diff", "--format", "json", "a.yaml", "b.yaml").out)["same"] is True


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (RIG, RIG + ADDED, ["+ edge orch.lead -> dev.qa (can_observe)"]),
        (RIG + ADDED, RIG, ["- edge orch.lead -> dev.qa (can_observe)"]),
        (RIG, RIG.replace("label: Development", "label: Makers"), ["~ pod dev: label Development -> Makers"]),
        (RIG, RIG.replace("cwd: .", "cwd: /srv", 1), ["~ member orch.lead: cwd . -> /srv"]),
        (RIG, RIG.replace("name: crew-rig", "name: crew"), ["~ name crew-rig -> crew"]),
        (
            GRAPH,
            BROKEN_GRAPH.replace("broken-graph", "small-graph"),
            ["+ edge answer -> decide (edge)", "! new error[G204] edge `answer` -> `decide` matches forbidden row 4"],
        ),
    ],
)
def test_differences_in_words(run: Any, write: Any, before: str, after: str, lines: list[str]) -> None:
    ended = run("diff", write("a.yaml", before), write("b.yaml", after))
    assert ended.code == 1
    found = ended.text.splitlines()
    assert len(found) == len(lines), found
    assert all(line.startswith(start) for line, start in zip(found, lines, strict=True))


def test_each_side_has_the_words_of_its_own_kind(run: Any, write: Any) -> None:
    there = run("diff", write("rig.yaml", RIG), write("graph.yaml", GRAPH)).text.splitlines()
    assert {"~ kind rig -> graph", "- pod dev", "- member dev.qa", "+ stage tool-loop", "+ node answer"} <= set(there)
    back = run("diff", "graph.yaml", "rig.yaml").text.splitlines()
    assert {"+ pod dev", "+ member dev.qa", "- stage tool-loop", "- node answer"} <= set(back)
    assert not any(line.startswith(("- stage dev", "+ stage dev", "+ pod tool")) for line in (*there, *back))


def test_fixed_diagnostics_are_told(run: Any, write: Any) -> None:
    ended = run("diff", write("a.yaml", BROKEN_RIG), write("b.yaml", BROKEN_RIG.replace("dev.nobody", "dev.impl")))
    assert "✓ fixed error[R203] no member `dev.nobody`" in ended.text


def test_json(run: Any, write: Any) -> None:
    body = json.loads(run("diff", "--format", "json", write("a.yaml", RIG), write("b.yaml", RIG + ADDED)).out)
    assert body["same"] is False
    (edge,) = body["edges"]["added"]
    assert (edge["source"], edge["target"], edge["kind"]) == ("orch.lead", "dev.qa", "can_observe")
    assert body["diagnostics"] == {"new": [], "fixed": []}


def test_what_cannot_be_read_differs(run: Any, write: Any) -> None:
    ended = run("diff", write("a.yaml", RIG), "-", stdin=b"a: [")
    assert ended.code == 1
    assert "! new error[D" in ended.text


@pytest.mark.parametrize("arguments", [[], ["a.yaml"], ["a.yaml", "no.yaml"], ["-", "-"], ["a.yaml"] * 3])
def test_wrong_calls_end_in_2(run: Any, write: Any, arguments: list[str]) -> None:
    write("a.yaml", RIG)
    assert run("diff", *arguments, stdin=RIG.encode()).code == 2
