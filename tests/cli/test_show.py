"""`topology show`: the model as understood, also of what is invalid."""

from __future__ import annotations

import json
from typing import Any

from people import BROKEN_GRAPH, BROKEN_RIG, GRAPH, RIG


def test_a_rig(run: Any, write: Any) -> None:
    ended = run("show", write("rig.yaml", RIG))
    body = json.loads(ended.out)
    assert (ended.code, body["kind"], body["name"], body["valid"]) == (0, "rig", "crew-rig", True)
    assert body["containers"][0]["id"] == "orch"
    assert [n["id"] for n in body["nodes"]] == ["orch.lead", "dev.impl", "dev.qa"]
    assert body["deferred"] == [{"source": "dev.qa", "kind": "escalates_to", "target": "review-advisor@coord"}]
    assert body["launch"]["waves"] == [["dev.qa", "orch.lead"], ["dev.impl"]]
    assert {"source", "target", "kind", "scope", "status", "code", "effects"} <= body["edges"][0].keys()
    assert body["escalation"].keys() == {"orch.lead", "dev.impl", "dev.qa"}


def test_a_graph(run: Any, write: Any) -> None:
    body = json.loads(run("show", write("graph.yaml", GRAPH)).out)
    assert (body["kind"], body["counts"]["nodes"], body["counts"]["edges"]) == ("graph", 3, 4)
    assert [c["id"] for c in body["containers"]] == ["anchor-plan", "tool-loop", "synthesize", "post-turn"]
    assert {"source", "target", "via", "label", "status", "row", "code"} <= body["edges"][0].keys()


def test_what_is_invalid_is_shown_and_ends_in_1(run: Any, write: Any) -> None:
    for text in (BROKEN_RIG, BROKEN_GRAPH):
        ended = run("show", write("a.yaml", text))
        body = json.loads(ended.out)
        assert (ended.code, body["valid"], bool(body["nodes"])) == (1, False, True)
        assert "a.yaml:" in ended.err and ": error[" in ended.err


def test_what_cannot_be_read_has_the_same_keys(run: Any) -> None:
    ended = run("show", "-", stdin=b"a: [")
    body = json.loads(ended.out)
    assert ended.code == 1
    assert (body["kind"], body["valid"], body["nodes"], body["edges"]) == ("unknown", False, [], [])
    assert body["diagnostics"][0]["severity"] == "error"


def test_text_is_for_people(run: Any, write: Any) -> None:
    text = run("show", "--format", "text", write("rig.yaml", RIG)).text
    assert text.startswith("rig crew-rig: valid\n")
    for part in (
        "dev.qa  codex",
        "orch.lead -> dev.impl  delegates_to  ok",
        "dev.qa escalates_to review-advisor@coord",
    ):
        assert part in text
    assert text.endswith("launch:\n  1. dev.qa, orch.lead\n  2. dev.impl\n")
    text = run("show", "--format", "text", write("graph.yaml", BROKEN_GRAPH)).text
    assert "answer -> decide  edge  forbidden row 4 [G204]" in text
    assert "3 nodes, 5 edges\ndigest " in text


def test_a_launch_cycle_is_shown(run: Any, write: Any) -> None:
    looped = RIG.replace("from: orch.lead\n    to: dev.impl", "from: orch.lead\n    to: orch.lead")
    ended = run("show", "--format", "text", write("rig.yaml", looped))
    assert ended.code == 1


def test_missing_and_folder_end_in_2(run: Any, tmp_path: Any) -> None:
    assert (run("show", "no-such.yaml").code, run("show", tmp_path).code, run("show").code) == (2, 2, 2)
