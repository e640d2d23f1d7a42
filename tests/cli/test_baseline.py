"""Baselines: only what is new fails, counts are a ratchet, and accepting is one switch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from people import BROKEN_GRAPH, BROKEN_RIG, GRAPH, RIG

CHECK = ("check", "--baseline", "base.json")


@pytest.fixture
def accept(run: Any, write: Any) -> Any:
    """Write files, accept them, and give the baseline."""

    def call(**texts: str) -> dict[str, Any]:
        paths = [write(f"specs/{name}.yaml", text) for name, text in texts.items()]
        assert run("check", "--write-baseline", "base.json", *paths).code == 0
        return dict(json.loads(Path("base.json").read_text()))

    return call


def test_a_baseline_holds_errors_and_graphs(accept: Any) -> None:
    files = accept(rig=BROKEN_RIG, graph=BROKEN_GRAPH)["files"]
    assert sorted(files) == ["specs/graph.yaml", "specs/rig.yaml"]
    assert [(e["code"], e["path"]) for e in files["specs/rig.yaml"]["errors"]] == [("R203", "edges[0].to")]
    assert all(sorted(e) == ["code", "message", "path"] for e in files["specs/rig.yaml"]["errors"])
    graph = files["specs/graph.yaml"]["graph"]
    assert (graph["nodes"], graph["edges"], graph["by_forbidden_row"]) == (3, 5, {"4": 1})
    assert graph["by_row"] == {"2": 1, "4": 1}
    assert len(graph["digest"]) == 64
    assert "graph" not in files["specs/rig.yaml"]


def test_known_errors_pass_even_when_they_moved(run: Any, write: Any, accept: Any) -> None:
    accept(rig=BROKEN_RIG)
    ended = run(*CHECK, write("specs/rig.yaml", "# one\n# two\n" + BROKEN_RIG))
    assert (ended.code, "error[" in ended.text) == (0, False)
    assert "0 new errors, 1 known" in ended.err


def test_a_new_error_fails_and_only_it_is_shown(run: Any, write: Any, accept: Any) -> None:
    accept(rig=BROKEN_RIG)
    worse = write("specs/rig.yaml", BROKEN_RIG.replace("from: qa", "from: qaa"))
    ended = run(*CHECK, worse)
    assert ended.code == 1
    assert [line.split(" ")[1] for line in ended.text.splitlines() if ": error[" in line] == ["error[R203]"]
    diagnostics = json.loads(run(*CHECK, "--format", "json", worse).out)["files"][0]["diagnostics"]
    assert [d.get("known", False) for d in diagnostics if d["severity"] == "error"] == [False, True]


def test_an_error_that_comes_once_more_is_new(run: Any, write: Any, accept: Any) -> None:
    text = BROKEN_GRAPH + "  - {from: answer, to: decidee}\n"
    accept(graph=text)
    twice = write("specs/graph.yaml", text.replace("edges:\n", "edges:\n  - {from: decidee, to: END}\n"))
    assert run(*CHECK, twice).code == 1


def test_a_file_that_the_baseline_does_not_know(run: Any, write: Any, accept: Any) -> None:
    accept(rig=RIG)
    assert run(*CHECK, write("specs/other.yaml", BROKEN_RIG)).code == 1
    assert run(*CHECK, write("specs/third.yaml", RIG)).code == 0
    ended = run(*CHECK, write("specs/new.yaml", GRAPH))
    assert (ended.code, "not in the baseline yet" in ended.text) == (0, True)


CHANGES = {
    "an edge more": ("edges:\n", "edges:\n  - {from: decide, to: decide}\n", "5 -> 6 edges, row 3 +1"),
    "an edge less": ("edges:\n  - {from: answer, to: decide}\n", "edges: []\n", "5 -> 4 edges, forbidden row 4 -1"),
    "a node more": ("nodes:\n", "nodes:\n  - {name: other, stageId: tool-loop}\n", "3 -> 4 nodes"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_counts_are_a_ratchet(run: Any, write: Any, accept: Any, name: str) -> None:
    old, new, words = CHANGES[name]
    accept(graph=BROKEN_GRAPH)
    path = write("specs/graph.yaml", BROKEN_GRAPH.replace(old, new))
    ended = run(*CHECK, path)
    assert ended.code == 1
    assert f"{path}: changed: {words}" in ended.text.splitlines()
    assert json.loads(run(*CHECK, "--format", "json", path).out)["files"][0]["changes"] == [words]
    assert f"::error file={path},title=changed graph::{words}" in run(*CHECK, "--format", "github", path).text
    results = json.loads(run(*CHECK, "--format", "sarif", path).out)["runs"][0]["results"]
    assert f"changed graph: {words}" in [r["message"]["text"] for r in results]
    assert run("check", "--baseline", "base.json", "--write-baseline", "base.json", path).code == 0
    assert run(*CHECK, path).code == 0


def test_another_graph_with_the_same_counts_is_noted(run: Any, write: Any, accept: Any) -> None:
    accept(graph=GRAPH)
    ended = run(*CHECK, write("specs/graph.yaml", GRAPH.replace("decide", "think")))
    assert (ended.code, "same counts, another graph: digest " in ended.text) == (0, True)


def test_mended_errors_are_noted(run: Any, write: Any, accept: Any) -> None:
    accept(rig=BROKEN_RIG)
    ended = run(*CHECK, write("specs/rig.yaml", RIG.replace("crew-rig", "broken-rig")))
    assert (ended.code, "1 known error mended" in ended.text) == (0, True)


def test_paths_are_relative_to_the_baseline(run: Any, write: Any, tmp_path: Path, monkeypatch: Any) -> None:
    write("specs/rig.yaml", BROKEN_RIG)
    assert run("check", "--write-baseline", "specs/base.json", "specs").code == 0
    assert list(json.loads((tmp_path / "specs/base.json").read_text())["files"]) == ["rig.yaml"]
    monkeypatch.chdir(tmp_path / "specs")
    for path in ("rig.yaml", "./rig.yaml", tmp_path / "specs/rig.yaml", "."):
        assert run("check", "--baseline", "base.json", path).code == 0


def test_accepting_some_files_keeps_the_others_while_they_exist(run: Any, write: Any, accept: Any) -> None:
    accept(rig=BROKEN_RIG, gone=RIG, other=RIG)
    Path("specs/gone.yaml").unlink()
    assert run("check", "--write-baseline", "base.json", write("specs/other.yaml", BROKEN_RIG)).code == 0
    files = json.loads(Path("base.json").read_text())["files"]
    assert {name: len(entry["errors"]) for name, entry in files.items()} == {"specs/other.yaml": 1, "specs/rig.yaml": 1}


def test_writing_twice_gives_the_same_bytes(run: Any, accept: Any) -> None:
    accept(rig=BROKEN_RIG, graph=GRAPH)
    before = Path("base.json").read_bytes()
    run("check", "--write-baseline", "base.json", "specs")
    assert Path("base.json").read_bytes() == before


BROKEN = [
    "",
    "[]",
    "{}",
    '{"version": 2, "files": {}}',
    '{"version": 1, "files": {"a": {"errors": [1]}}}',
    '{"version": 1, "files": {"a": {"graph": {"nodes": "x"}}}}',
    "[" * 5000,
]


@pytest.mark.parametrize("content", BROKEN)
def test_what_is_no_baseline_ends_in_2(run: Any, write: Any, content: str) -> None:
    write("base.json", content)
    ended = run(*CHECK, write("specs/rig.yaml", RIG))
    assert (ended.code, "--write-baseline" in ended.err) == (2, True)


def test_a_baseline_that_is_missing_ends_in_2(run: Any, write: Any) -> None:
    assert run(*CHECK, write("rig.yaml", RIG)).code == 2


def test_standard_input_has_no_place_in_a_baseline(run: Any, accept: Any) -> None:
    accept(rig=RIG)
    assert run(*CHECK, "-", stdin=RIG.encode()).code == 2
