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
TOP = "edges:\n  - {kind: can_observe, from: b.three, to: a.one}\n"
E = "{kind: can_observe, from: one, to: two}"
MOVED = "{kind: can_observe, from: a.one, to: b.two}"
STAYS = "{kind: can_observe, from: one, to: one}"
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
    "a comment on a line that the edge shares with its bracket stays": (
        HEAD + f"    edges: [{E}, # c\n    ]\n" + OTHER + TOP,
        move("a.two", "b"),
        [*TWO_GOES, f"-    edges: [{E}, # c", "+    edges: [ # c", *TWO_COMES, f"+  - {MOVED}"],
    ),
    "a comment of the list stays though its bracket closes behind the edge": (
        HEAD + f"    edges: [ # of the list\n      {E}]\n",
        ALONE,
        [f"-      {E}]", "+      ]"],
    ),
    "a comment that stands alone between brackets stays": (
        HEAD + f"    edges: [\n      {E},\n\n      # alone\n\n      {E}\n    ]\n" + OTHER + TOP,
        move("a.two", "b"),
        [*TWO_GOES, f"-      {E},", f"-      {E}", *TWO_COMES, f"+  - {MOVED}", f"+  - {MOVED}"],
    ),
    "a comment below the last edge keeps the list between brackets": (
        HEAD + f"    edges: [\n      {E}\n      # more to come\n    ]\n",
        ALONE,
        [f"-      {E}"],
    ),
    "a comma in a comment is no comma": (
        HEAD + f"    edges: [\n      {E} # see a, b\n    ]\n" + OTHER + TOP,
        move("a.two", "b"),
        [*TWO_GOES, f"-      {E} # see a, b", *TWO_COMES, f"+  - {MOVED} # see a, b"],
    ),
    "an edge is added below a comment with a comma": (
        HEAD + f"    edges: [\n      {E} # see a, b\n    ]\n" + OTHER,
        {"op": "add_edge", "kind": "can_observe", "from": "a.one", "to": "a.one"},
        [f"-      {E} # see a, b", f"+      {E}, # see a, b", f"+      {STAYS}"],
    ),
    "lines that begin left of the edge are brought below it": (
        HEAD
        + "    edges: [{kind: can_observe, # look\n      from: one, to: two}]\n"
        + OTHER
        + "edges:\n  - {kind: can_observe, from: b.three, to: a.one}\n",
        move("a.two", "b"),
        [
            *TWO_GOES,
            "-    edges: [{kind: can_observe, # look",
            "-      from: one, to: two}]",
            "+    edges: []",
            *TWO_COMES,
            "+  - {kind: can_observe, # look",
            "+    from: a.one, to: b.two}",
        ],
    ),
    "a quoted sign is no comment": (
        HEAD
        + "    edges: [\n      {kind: can_observe,\n       from: one, note: 'a # b', to: two}\n    ]\n"
        + OTHER
        + "edges: [{kind: can_observe, from: b.three, to: a.one}]\n",
        move("a.two", "b"),
        [
            *TWO_GOES,
            "-    edges: [",
            "-    ]",
            "-      {kind: can_observe,",
            "-       from: one, note: 'a # b', to: two}",
            *TWO_COMES,
            "-edges: [{kind: can_observe, from: b.three, to: a.one}]",
            "+edges: [{kind: can_observe, from: b.three, to: a.one}, "
            '{kind: can_observe, from: a.one, note: "a # b", to: b.two}]',
        ],
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
        (HEAD + f"    edges: [{E}, # c\n      {STAYS}\n    ]\n" + OTHER, move("a.two", "b")),
        (
            HEAD + f"    edges: [\n      # over both\n      {E}, {E},\n      {STAYS}\n    ]\n" + OTHER,
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


@pytest.mark.parametrize("filling", [" " * 50_000, "#" * 50_000, "# a, b\n" * 5_000, " \n" * 5_000, "#\n " * 5_000])
@pytest.mark.parametrize(
    "operation", [ALONE, {"op": "add_edge", "kind": "can_observe", "from": "a.one", "to": "a.one"}]
)
def test_what_stands_before_a_bracket_takes_no_time(filling, operation):
    """A pattern that tries blanks and comments in every grouping would never end here."""
    text = HEAD + f"    edges: [\n      {E}\n      {filling}\n    ]\n"
    after = edited(text, operation, rig.EDITS).text
    assert after.count("#") == text.count("#")
