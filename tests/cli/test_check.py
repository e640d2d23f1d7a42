"""`topology check`: exit codes, folders, formats."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from people import BROKEN_GRAPH, BROKEN_RIG, GRAPH, RIG

from topology.cli.formats import github
from topology.core.diagnostics import Diagnostic, Report, Severity, Span
from topology.core.document import MAX_BYTES
from topology.core.kinds import Judgement, rule_index
from topology.core.outcome import Checked, Outcome

TEXTS = {"rig": RIG, "graph": GRAPH, "broken rig": BROKEN_RIG, "broken graph": BROKEN_GRAPH, "no yaml": "a: ["}


@pytest.mark.parametrize(
    ("name", "code"), [("rig", 0), ("graph", 0), ("broken rig", 1), ("broken graph", 1), ("no yaml", 1)]
)
def test_exit_code_says_whether_a_file_is_valid(run: Any, write: Any, name: str, code: int) -> None:
    assert run("check", write("a.yaml", TEXTS[name])).code == code
    assert run("check", "-", stdin=TEXTS[name].encode()).code == code


def test_text_is_a_line_with_its_help_below(run: Any, write: Any) -> None:
    lines = run("check", write("rig.yaml", BROKEN_RIG)).text.splitlines()
    line = next(i for i, t in enumerate(BROKEN_RIG.splitlines(), 1) if "dev.nobody" in t)
    assert lines[0] == f"rig.yaml:{line}:9: error[R203] no member `dev.nobody`"
    assert lines[1].startswith("    help: ")


def test_json_has_the_promised_form(run: Any, write: Any) -> None:
    ended = run("check", "--format", "json", write("a/rig.yaml", BROKEN_RIG), write("b.yaml", GRAPH))
    body = json.loads(ended.out)
    first, second = body["files"]
    assert (first["file"], first["kind"], first["valid"]) == ("a/rig.yaml", "rig", False)
    assert (second["kind"], second["valid"], second["diagnostics"]) == ("graph", True, [])
    error = next(d for d in first["diagnostics"] if d["severity"] == "error")
    assert {"code", "severity", "path", "line", "column", "message", "help"} <= error.keys()
    assert (error["code"], error["path"]) == ("R203", "edges[0].to")
    assert {"checked": 2, "valid": 1, "errors": 1, "skipped": 0}.items() <= body["summary"].items()


def test_an_unreadable_text_is_of_unknown_kind(run: Any) -> None:
    (file,) = json.loads(run("check", "--format", "json", "-", stdin=b"a: [").out)["files"]
    assert (file["file"], file["kind"], file["valid"]) == ("-", "unknown", False)


def test_github_annotations_are_escaped(run: Any, write: Any) -> None:
    path = write("odd, name: 100%.yaml", BROKEN_RIG.replace("dev.nobody", '"dev.100%0A,x"'))
    ended = run("check", "--format", "github", path)
    error = next(line for line in ended.text.split("\n") if line.startswith("::error"))
    assert error.startswith("::error file=odd%2C name%3A 100%25.yaml,line=")
    assert ",title=R203::" in error
    assert "dev.100%250A,x" in error and "%0Ahelp: " in error
    assert ended.code == 1


def test_github_commands_stay_on_their_line() -> None:
    span = Span(0, 1, 2, 3, 2, 4)
    said = Diagnostic("R1", Severity.WARNING, "", span, "100%\r\n::error::x", "a\nb")
    outcome = Outcome([Checked("a\nb.yaml", Judgement("", "rig", "", Report((said,))))])
    (line,) = github.render(outcome).decode().splitlines()
    where = "file=a%0Ab.yaml,line=2,col=3,endLine=2,endColumn=4,title=R1"
    assert line == f"::warning {where}::100%25%0D%0A::error::x%0Ahelp: a%0Ab"


def test_a_document_cannot_drive_the_terminal(run: Any, write: Any) -> None:
    path = write("rig.yaml", BROKEN_RIG.replace("dev.nobody", r'"dev.\e[2J\u202e\x07"'))
    text = run("check", path).text
    assert "\\x1b[2J" in text
    assert not any(c in text for c in "\x1b\u202e\x07")


def test_a_folder_means_its_yaml_files(run: Any, write: Any) -> None:
    write("specs/rig.yaml", RIG)
    write("specs/deep/er/graph.yml", GRAPH)
    write("specs/.hidden/rig.yaml", BROKEN_RIG)
    write("specs/values.yaml", "replicas: 3\n")
    write("specs/agent.yaml", "kind: agent\n")
    write("specs/notes.txt", BROKEN_RIG)
    body = json.loads(run("check", "--format", "json", "specs").out)
    assert [f["file"] for f in body["files"]] == ["specs/.hidden/rig.yaml", "specs/deep/er/graph.yml", "specs/rig.yaml"]
    assert (body["summary"]["checked"], body["summary"]["skipped"]) == (3, 2)


@pytest.mark.parametrize(
    "text", ["pods: []\n", "nodes: {}\n", "kind: agent-graph\n", "[1, 2]\n", "a: [\n", "a: 1\n---\nb: 2\n"]
)
def test_what_is_not_let_off_in_a_folder(run: Any, write: Any, text: str) -> None:
    write("specs/a.yaml", text)
    ended = run("check", "--format", "json", "specs")
    assert (ended.code, json.loads(ended.out)["summary"]["checked"]) == (1, 1)


def test_a_file_named_itself_is_always_judged(run: Any, write: Any) -> None:
    assert run("check", write("values.yaml", "replicas: 3\n")).code == 1


def test_a_file_named_twice_is_judged_once(run: Any, write: Any) -> None:
    path = write("specs/a.yaml", RIG)
    assert json.loads(run("check", "--format", "json", path, path, "specs").out)["summary"]["checked"] == 1


def test_an_empty_folder_is_fine_and_says_so(run: Any, tmp_path: Any) -> None:
    ended = run("check", tmp_path)
    assert (ended.code, ended.out) == (0, b"")
    assert "checked 0 files" in ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such.yaml"],
        ["--registry", "no-such.yaml", "-"],
        ["--format", "xml", "-"],
        ["--nonsense"],
        ["--openrig", "9.9", "-"],
    ],
)
def test_a_wrong_call_ends_in_2(run: Any, write: Any, arguments: list[str]) -> None:
    write("x", "")
    ended = run("check", *arguments)
    assert ended.code == 2
    assert ended.err


def test_a_bad_path_among_good_ones_ends_in_2_and_the_others_are_judged(run: Any, write: Any) -> None:
    ended = run("check", "--format", "json", "no-such.yaml", write("rig.yaml", BROKEN_RIG))
    assert ended.code == 2
    assert "`no-such.yaml` cannot be read: no such file or directory" in ended.err
    assert json.loads(ended.out)["summary"]["checked"] == 1


def test_too_large_ends_in_2(run: Any, write: Any) -> None:
    large = RIG.encode() + b"#" * (MAX_BYTES - len(RIG))
    assert run("check", write("fits.yaml", large)).code == 0
    for arguments, stdin in ((["check", write("large.yaml", large + b"#")], b""), (["check", "-"], large + b"#")):
        ended = run(*arguments, stdin=stdin)
        assert (ended.code, "larger than 4 MiB" in ended.err) == (2, True)


def test_a_path_that_cannot_be_read_ends_in_2(run: Any, write: Any) -> None:
    path = write("rig.yaml", RIG)
    ended = run("check", f"{path}/below")
    assert (ended.code, "cannot be read: not a directory" in ended.err) == (2, True)


def test_a_folder_given_to_another_subcommand_ends_in_2(run: Any, tmp_path: Any) -> None:
    assert run("show", tmp_path).code == 2


def test_bad_utf8_is_judged_with_its_replacement(run: Any, write: Any) -> None:
    data = RIG.encode().replace(b"decides", b"d\xe9cides")
    assert run("check", write("rig.yaml", data)).code == 0


@pytest.mark.parametrize(("version", "code"), [("0.6.6", 0), ("0.4.6", 1)])
def test_the_openrig_version_counts(run: Any, write: Any, version: str, code: int) -> None:
    path = write("rig.yaml", RIG.replace("runtime: codex", "runtime: pi"))
    assert run("check", "--openrig", version, path).code == code


def test_a_registry_counts(run: Any, write: Any) -> None:
    registry = write("registry.json", json.dumps([{"name": "plan", "stageId": "tool-loop"}]))
    path = write("graph.yaml", GRAPH.replace("builder: custom", "builder: canonical"))
    codes = [
        d["code"]
        for d in json.loads(run("check", "--format", "json", "--registry", registry, path).out)["files"][0][
            "diagnostics"
        ]
    ]
    assert codes != [
        d["code"] for d in json.loads(run("check", "--format", "json", path).out)["files"][0]["diagnostics"]
    ]


def test_a_registry_that_is_none_is_told_with_its_places(run: Any, write: Any) -> None:
    ended = run(
        "check",
        "--registry",
        write("registry.yaml", "names:\n  - {name: a, stageId: nowhere}\n"),
        "-",
        stdin=GRAPH.encode(),
    )
    assert ended.code == 2
    assert "registry.yaml:2:" in ended.err and "G905" in ended.err


@pytest.mark.parametrize("code", sorted(rule_index()))
def test_every_rule_explains_itself(run: Any, code: str) -> None:
    ended = run("check", "--explain", code)
    assert ended.code == 0
    assert ended.text.startswith(f"{code} {rule_index()[code].name} ")
    assert len(ended.text.split("\n\n")) >= 3


def test_explaining_what_is_no_rule(run: Any) -> None:
    ended = run("check", "--explain", "R2O3")
    assert ended.code == 2
    assert "no rule has the code `R2O3`" in ended.err and "did you mean" in ended.err
    assert json.loads(run("check", "--explain", "r203", "--format", "json").out)["code"] == "R203"


def test_a_lone_surrogate_in_a_name_can_be_printed(run: Any, write: Any) -> None:
    path = write("rig.yaml", BROKEN_RIG.replace("dev.nobody", r'"dev.\ud800"'))
    for form in ("text", "json", "sarif", "github"):
        assert run("check", "--format", form, path).code == 1


def test_a_folder_with_a_pipe_in_it_ends(run: Any, write: Any, tmp_path: Any) -> None:
    write("specs/rig.yaml", RIG)
    os.mkfifo(tmp_path / "specs" / "pipe.yaml")
    ended = run("check", "--format", "json", "specs")
    assert ended.code == 0 and json.loads(ended.out)["summary"]["checked"] == 1


@pytest.mark.parametrize("target", ["nowhere.yaml", "link.yaml"], ids=["dangling", "circle"])
def test_a_link_that_leads_nowhere_is_a_wrong_file_and_the_others_are_judged(
    run: Any, write: Any, tmp_path: Any, target: str
) -> None:
    write("specs/rig.yaml", BROKEN_RIG)
    (tmp_path / "specs" / "link.yaml").symlink_to(target)
    ended = run("check", "--format", "json", "specs")
    body = json.loads(ended.out)
    assert ended.code == 2
    assert [(f["file"], f["valid"]) for f in body["files"]] == [("specs/rig.yaml", False)]
    (unread,) = body["unread"]
    assert unread["file"] == "specs/link.yaml" and f"it links to `{target}`: " in unread["message"] and unread["help"]
    assert unread["message"] in ended.err and "1 not judged" in ended.err


def test_annotations_say_what_was_not_judged(run: Any, write: Any) -> None:
    paths = ["no, such.yaml", write("rig.yaml", RIG)]
    assert "error: `no, such.yaml` cannot be read" in run("check", *paths).err
    annotation = run("check", "--format", "github", *paths).text.splitlines()[-1]
    assert annotation.startswith("::error file=no%2C such.yaml,title=not judged::`no, such.yaml` cannot be read: ")


def test_a_baseline_cannot_be_accepted_over_what_was_not_judged(run: Any, write: Any) -> None:
    ended = run("check", "--write-baseline", "base.json", "no-such.yaml", write("rig.yaml", BROKEN_RIG))
    assert ended.code == 2
