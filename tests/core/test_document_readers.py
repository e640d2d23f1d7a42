"""The two readers: wherever the line reader answers, the careful one gives the same value and the same spans."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from conftest import CONFORMANCE
from hypothesis import example, given
from hypothesis import strategies as st

from topology.core.document import DocumentError, Mapping, Sequence, parse, read
from topology.core.document.careful import read_carefully
from topology.core.document.faults import Fault, Unsure
from topology.core.document.line_forms import Forms
from topology.core.document.linewise import read_linewise

ORDINARY = """\
# A rig.
version: "0.2"
name: harbour   # trailing
summary: a text
  that goes on

pods:
  - id: dev
    label: 'The "dev" pod'
    members:
      - id: lead
        agent_ref: local:agents/lead
        cwd: .
        tools: [a, "b c", {d: 1, e: 2}]
        prompt: |
          Do this,
            and that.

        note: >-
          folded
          text
    edges: []
empty:
list:
- 1
- - 2.5
  - true
  -
"""

#: Ordinary as well, and with nothing but keys and items at the start of its lines.
BY_LINES = """\
# A rig.

--- # begins here
version: "0.2"
name:   harbour   # trailing
path: a:b#c
# at the margin
summary: a text
  that goes on

pods:
  - id: dev
    label: 'The "dev" pod'
    members:
    - id: lead
      agent_ref: local:agents/lead
      cwd: .
      escaped: "a \\" b"
      tools: [a, "b c", {d: 1, e: 2}]
      none: []
      prompt: |
        Do this,
          and that.

      note: >-
        folded
        text
    -   id: qa
    edges: []
  -  id: ops
     empty: {}
empty:
list:
- 1
- two
  and more
- |+
  kept

- [three]
last:
"""

UNSURE = [
    "a: &x 1\n",
    "a: [&x 1, 2]\n",
    "a: [*x]\n",
    "a: [!t x]\n",
    "a: {b: 1, b: 2}\n",
    "a: !t 1\n",
    "a: ! 1\n",
    "? a\n",
    "7: a\n",
    'a: "b"# c\n',
    "a:\tb\n",
    "a: \x85\n",
    "a: b\rc\n",
    "a: b\rc\r\n",
    "%YAML 1.1\n---\na\n",
    "a\n...\n",
    "---\n---\n",
    "--- a\n",
    "a:\n|\n b\n",
    "a: |#c\n  b\n",
    "a: 1\na: 2\n",
    "a: b: c\n",
    "a:\n#todo\n  b\n",
    "-\n#todo\n  b\n",
    "\ufeff- a\n",
    "a\n",
]

#: Ordinary but for their values, which one line does not settle.
VALUES = [
    "a: [\n  b]\n",
    "a:\n- [b,\n  {c: d}]\n",
    'a: "b\n  c"\n',
    'a: "\\u00e9\\n"\n',
    "a: |2\n   b\n",
    "a: |\n\n  b\n",
    "a: |\n    b\n  # c\nd: >-\n  e\n",
    "- ---\n []\n",
    "a: ---\n",
    "a: ...\n  b\n",
    "a: b\n  c\n\n  d # e\n",
    "a: {b: [1, 2], c: 'd'} # e\n",
    "- a: >+\n    b\n\n- c\n",
]

#: Lines that do not fit their place, or that a line reader cannot place.
MISPLACED = [
    *("a: x\n b: 1\n", "a: 1\n- b\n", "- a\nb: 1\n", "a:\n  b: 1\n c: 2\n", "- a: 1\n   b: 2\n", "  a: 1\nb: 2\n"),
    *("a: 1\r\nb: 2\n", "a: x # c\n  y\n", "a: [x\n", "a: - b\n", "a: ? b\n", "- - a\n", "-\n  a: 1\n", "a:\n  x\n"),
    *('"a": 1\n', "a b: 1\n", "1: a\n", "true: a\n", "a" * 1001 + ": 1\n", "---\n---\na: 1\n", "a: 1\n---\n", ""),
    *("a: 'x' y\n", "a: [b]\n  c\n", "a: 'b'\n  c\n", "a: ]\n", "a: @b\n", "a: |x\n  b\n", "a:\n    b: |\n  c\n"),
]


def same(left: Any, right: Any) -> bool:
    """Whether two values are the same in kind, content, order and every mark."""
    if type(left) is not type(right):
        return False
    if not isinstance(left, Mapping | Sequence):
        return bool(left == right or (left != left and right != right))
    facts = [(x.start, x.end, x.flow, x.marks, list(x) if isinstance(x, Mapping) else len(x)) for x in (left, right)]
    if facts[0] != facts[1]:
        return False
    pairs = (
        zip(left.values(), right.values(), strict=True) if isinstance(left, Mapping) else zip(left, right, strict=True)
    )
    return all(same(a, b) for a, b in pairs)


def sure(text: str) -> bool:
    """Whether the line reader answers at all."""
    try:
        read_linewise(text)
    except Unsure:
        return False
    return True


def agree(text: str) -> bool:
    """Whether the line reader leaves the text to the careful one or gives the very same."""
    try:
        value, span = read_linewise(text)
    except Unsure:
        return True
    careful, careful_span, cyclic, warnings = read_carefully(text)
    return same(value, careful) and span == careful_span and not cyclic and not warnings


@pytest.mark.parametrize("prefix", ["", "\n  # a comment\n"])
def test_ordinary_block_style_is_read_line_by_line(prefix: str) -> None:
    for text in (prefix + BY_LINES, (prefix + BY_LINES).replace("\n", "\r\n"), prefix + BY_LINES.rstrip("\n")):
        assert sure(text) and agree(text)
    root, _ = read_linewise(BY_LINES)
    assert root["summary"] == "a text that goes on" and root["path"] == "a:b#c" and root["last"] is None
    assert root["list"] == [1, "two and more", "kept\n\n", ["three"]]


@pytest.mark.parametrize("text", UNSURE)
def test_what_is_not_ordinary_is_left_to_the_careful_one(text: str) -> None:
    assert not sure(text)


@pytest.mark.parametrize("text", VALUES)
def test_unusual_values_in_an_ordinary_text_are_read_with_it(text: str) -> None:
    assert sure(text) and agree(text)


@pytest.mark.parametrize("text", MISPLACED)
def test_lines_that_do_not_fit_their_place_are_left_to_the_careful_one(text: str) -> None:
    assert not sure(text)


def test_a_text_without_repetitions_keeps_few_of_its_lines() -> None:
    text = "".join(f"key{n}: value {n}\n" for n in range(30_000))
    forms = Forms(1)
    assert all(forms[line] for line in text.splitlines()) and len(forms) < 30_000
    assert len(read_linewise(text)[0]) == 30_000


_PIECES = [
    "a",
    "b c",
    "1",
    ": ",
    ":",
    "- ",
    "\n",
    "\n  ",
    "\n    ",
    "\n- ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    " #c",
    "#",
    '"',
    "'",
]
_PIECES += [
    "|\n  ",
    ">-\n  ",
    "|+\n",
    "---\n",
    "\n...\n",
    "&x ",
    "*x",
    "!t ",
    "\t",
    "\r\n",
    "? ",
    "~",
    "k: v\n",
    "\\n",
    "@",
    "%",
]


_LINES = [
    "a: b\n",
    "- c\n",
    "d:\n",
    "- e: f\n",
    "# g\n",
    "\n",
    "h i\n",
    "j: |\n",
    "k: []\n",
    "l: [m, n]\n",
    "o: 'p'\n",
    "q: >-\n",
]
_LINES += ["- |+\n", "r: s # t\n", "- u:\n", "v: ~\n", '- "w"\n', "x: {}", "---\n", "- - y\n", "a:\n"]


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from(_LINES)), max_size=9), st.sampled_from(["\n", "\r\n"]))
def test_readers_agree_on_lines_of_chance(lines: list[tuple[int, str]], ending: str) -> None:
    text = "".join(" " * indent + line for indent, line in lines).replace("\n", ending)
    try:
        assert agree(text)
    except Fault as fault:
        raise AssertionError(fault.message) from fault


@given(st.lists(st.sampled_from(_PIECES), max_size=14).map("".join))
def test_readers_agree_on_texts_of_chance(text: str) -> None:
    try:
        assert agree(text)
    except Fault as fault:  # the careful reader refuses what the line reader took
        raise AssertionError(fault.message) from fault


@given(
    st.sampled_from([ORDINARY, BY_LINES]),
    st.integers(0, len(BY_LINES)),
    st.integers(0, 6),
    st.lists(st.sampled_from(_PIECES), max_size=3).map("".join),
)
def test_readers_agree_on_an_ordinary_text_with_a_slip(text: str, at: int, width: int, new: str) -> None:
    try:
        assert agree(text[:at] + new + text[at + width :])
    except Fault as fault:
        raise AssertionError(fault.message) from fault


@given(
    st.integers(0, len(BY_LINES)),
    st.integers(0, 30),
    st.lists(st.sampled_from(_LINES + _PIECES), max_size=3).map("".join),
    st.booleans(),
)
@example(0, 5000, "a: b\nc: d\n", True)
@example(0, 0, "a: b\n", False)
def test_what_is_known_of_a_like_text_changes_nothing(at: int, width: int, new: str, other_ends: bool) -> None:
    before = parse(BY_LINES)
    text = BY_LINES[:at] + new + BY_LINES[at + width :]
    text = text.replace("\n", "\r\n") if other_ends else text
    try:
        alone = parse(text)
    except DocumentError as error:
        with pytest.raises(DocumentError) as caught:
            parse(text, before)
        assert caught.value.diagnostics == error.diagnostics
        return
    for _ in range(2):
        after = parse(text, before)
        assert same(after.root, alone.root) and after.root_span == alone.root_span
    assert same(before.root, parse(BY_LINES).root)


@pytest.mark.conformance
def test_readers_agree_on_conformance_files() -> None:
    texts = [read(file.read_bytes(), strict=False) for file in sorted(Path(CONFORMANCE).glob("*/*.yaml"))[::4]]
    assert [text for text in texts if not agree(text)] == []
    assert sum(map(sure, texts)) > 0.9 * len(texts)


@pytest.mark.conformance
def test_readers_agree_on_conformance_files_with_slips() -> None:
    files = sorted(Path(CONFORMANCE).glob("*/*.yaml"))
    chance = random.Random(7)
    for file in chance.sample(files, 100):
        text = read(file.read_bytes(), strict=False)[:3000]
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(_PIECES) + text[at + chance.randrange(3) :]
        try:
            assert agree(text), (file.name, at)
        except Fault as fault:
            raise AssertionError(f"{file.name}: {fault.message}") from fault
