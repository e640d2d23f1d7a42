"""Comments beside what leaves its list: they go along, or the edit is refused; none is ever dropped."""

from __future__ import annotations

import difflib

import pytest
from test_edit_fidelity import edited

from topology.core import rig
from topology.core.edits import Refused

HEAD = """\
version: "0.2"
name: r
pods:
  - id: a
    label: A
    members:
      - {id: one, agent_ref: "local:a", profile: d, runtime: codex, cwd: .}
      - {id: two, agent_ref: "local:a", profile: d, runtime: codex, cwd: .}
"""
OTHER = """\
  - id: b
    label: B
    members:
      - {id: three, agent_ref: "local:a", profile: d, runtime: codex, cwd: .}
"""
BRACKETS = """\
    edges: [ # of the list
      # above
      {kind: can_observe, # within
       from: one, to: two}, # beside
        # below
      {kind: delegates_to, from: one, to: two} # last
    ]
"""
EDGE = "      - kind: can_observe\n        from: one\n        to: two\n"
EDGE_GOES = [f"-{line}" for line in EDGE.splitlines()]
ALONE = {"op": "remove_edge", "kind": "can_observe", "from": "a.one", "to": "a.two"}
TWO_GOES = ['-      - {id: two, agent_ref: "local:a", profile: d, runtime: codex, cwd: .}']
TWO_COMES = [line.replace("-", "+", 1) for line in TWO_GOES]
BRACKETS_GO = [f"-{line}" for line in BRACKETS.splitlines()[1:-1]]


def changes(before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def move(member: str, pod: str) -> dict[str, str]:
    return {"op": "move_member", "member": member, "to_pod": pod}


CASES = {
    "out of brackets into a block list": (
        HEAD + BRACKETS + OTHER + "edges:\n  - {kind: can_observe, from: b.three, to: a.one}  # top\n",
        move("a.two", "b"),
        [
            *TWO_GOES,
            *BRACKETS_GO,
            *TWO_COMES,
            "+  # above",
            "+  - {kind: can_observe, # within",
            "+     from: a.one, to: b.two} # beside",
            "+    # below",
            "+  - {kind: delegates_to, from: a.one, to: b.two} # last",
        ],
    ),
    "out of brackets into brackets with one edge a line": (
        HEAD + BRACKETS + OTHER + "edges: [\n  {kind: can_observe, from: b.three, to: a.one} # top\n]\n",
        move("a.two", "b"),
        [
            *TWO_GOES,
            *BRACKETS_GO,
            *TWO_COMES,
            "-  {kind: can_observe, from: b.three, to: a.one} # top",
            "+  {kind: can_observe, from: b.three, to: a.one}, # top",
            "+  # above",
            "+  {kind: can_observe, # within",
            "+   from: a.one, to: b.two}, # beside",
            "+    # below",
            "+  {kind: delegates_to, from: a.one, to: b.two} # last",
        ],
    ),
    "out of a block list into brackets with one edge a line": (
        HEAD + BRACKETS + OTHER + "edges:\n  # over\n  - {kind: can_observe, from: b.three, to: a.one}  # top\n",
        move("b.three", "a"),
        [
            '+      - {id: three, agent_ref: "local:a", profile: d, runtime: codex, cwd: .}',
            "-      {kind: delegates_to, from: one, to: two} # last",
            "+      {kind: delegates_to, from: one, to: two}, # last",
            "+      # over",
            "+      {kind: can_observe, from: three, to: one}  # top",
            "-    members:",
            '-      - {id: three, agent_ref: "local:a", profile: d, runtime: codex, cwd: .}',
            "-edges:",
            "-  # over",
            "-  - {kind: can_observe, from: b.three, to: a.one}  # top",
            "+    members: []",
        ],
    ),
    "a list whose key has a comment beside it stays": (
        HEAD + "    edges: # why\n" + EDGE,
        ALONE,
        ["-    edges: # why", *EDGE_GOES, "+    edges: [] # why"],
    ),
    "a list whose key has a comment above it stays": (
        HEAD + "    # why\n    edges:\n" + EDGE,
        ALONE,
        ["-    edges:", *EDGE_GOES, "+    edges: []"],
    ),
    "a list among whose parts a comment stands alone stays": (
        HEAD + "    edges:\n        # alone\n\n" + EDGE,
        ALONE,
        ["-    edges:", *EDGE_GOES, "+    edges: []"],
    ),
    "a list in brackets behind which a comment stands stays": (
        HEAD + "    edges: [{kind: can_observe, from: one, to: two}] # why\n",
        ALONE,
        ["-    edges: [{kind: can_observe, from: one, to: two}] # why", "+    edges: [] # why"],
    ),
    "a list without a comment of its own goes": (
        HEAD + "    edges:\n      # the edge's\n" + EDGE,
        ALONE,
        ["-    edges:", "-      # the edge's", *EDGE_GOES],
    ),
    "a heading over two edges goes along with the first when both are moved": (
        HEAD
        + "    edges:\n      # --- looks ---\n      - {kind: can_observe, from: one, to: two}\n"
        + "      - {kind: delegates_to, from: one, to: two}\n"
        + OTHER
        + "edges:\n  - {kind: can_observe, from: b.three, to: a.one}\n",
        move("a.two", "b"),
        [
            *TWO_GOES,
            "-    edges:",
            "-      # --- looks ---",
            "-      - {kind: can_observe, from: one, to: two}",
            "-      - {kind: delegates_to, from: one, to: two}",
            *TWO_COMES,
            "+  # --- looks ---",
            "+  - {kind: can_observe, from: a.one, to: b.two}",
            "+  - {kind: delegates_to, from: a.one, to: b.two}",
        ],
    ),
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("text", "operation", "lines"), CASES.values(), ids=CASES.keys())
def test_comments_go_along(text, operation, lines, newline):
    after = edited(text.replace("\n", newline), operation, rig.EDITS).text
    assert sorted(changes(text, after.replace(newline, "\n"))) == sorted(lines)
    assert after.count("\n") == after.count(newline)


ONE_LINE = "edges: [{kind: can_observe, from: b.three, to: a.one}]\n"


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        (HEAD + BRACKETS + OTHER + ONE_LINE, move("a.two", "b")),
        (HEAD + "    edges: [{kind: can_observe, from: one, to: two}, # c\n    ]\n" + OTHER, move("a.two", "b")),
        (
            HEAD
            + "    edges: [\n      # over both\n      {kind: can_observe, from: one, to: two}, "
            + "{kind: can_observe, from: two, to: one}\n    ]\n"
            + OTHER,
            move("a.two", "b"),
        ),
    ],
    ids=["into one line", "a comment behind the first", "a comment over two on one line"],
)
def test_a_comment_that_cannot_go_along_stops_the_edit(text, operation):
    with pytest.raises(Refused) as refused:
        edited(text, operation, rig.EDITS)
    assert refused.value.code == "E103"
    assert "comment" in refused.value.message
    assert refused.value.help
