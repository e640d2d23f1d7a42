"""The two readers: wherever the quick one answers, the careful one gives the same value and the same spans."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from conftest import CONFORMANCE
from hypothesis import given
from hypothesis import strategies as st

from topology.core.document import Mapping, Sequence, read
from topology.core.document.careful import read_carefully
from topology.core.document.faults import Fault
from topology.core.document.quick import Unsure, read_quickly

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

UNSURE = [
    "a: &x 1\n",
    "a: !t 1\n",
    "a: ! 1\n",
    "? a\n",
    "7: a\n",
    "a: [\n  b]\n",
    'a: "b\n  c"\n',
    'a: "b"# c\n',
    "a:\tb\n",
    "a: \x85\n",
    "a: b\rc\n",
    "%YAML 1.1\n---\na\n",
    "a\n...\n",
    "---\n---\n",
    "--- a\n",
    "a: |2\n   b\n",
    "a:\n|\n b\n",
    "a: |#c\n  b\n",
    "a: |\n\n  b\n",
    "a: 1\na: 2\n",
    "a: b: c\n",
    "a:\n#todo\n  b\n",
    "-\n#todo\n  b\n",
    "\ufeff- a\n",
    "a\n",
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


def agree(text: str) -> bool:
    """Whether the quick reader leaves the text to the careful one or gives the very same."""
    try:
        value, span = read_quickly(text)
    except Unsure:
        return True
    careful, careful_span, cyclic, warnings = read_carefully(text)
    return same(value, careful) and span == careful_span and not cyclic and not warnings


def test_ordinary_texts_are_read_quickly() -> None:
    value, _ = read_quickly(ORDINARY)
    assert value["summary"] == "a text that goes on" and value["list"] == [1, [2.5, True, None]]
    assert agree(ORDINARY) and agree(ORDINARY.replace("\n", "\r\n")) and agree("\ufeff" + ORDINARY)


@pytest.mark.parametrize("text", UNSURE)
def test_what_readers_dispute_is_left_to_the_careful_one(text: str) -> None:
    with pytest.raises(Unsure):
        read_quickly(text)


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


@given(st.lists(st.sampled_from(_PIECES), max_size=14).map("".join))
def test_readers_agree_on_texts_of_chance(text: str) -> None:
    try:
        assert agree(text)
    except Fault as fault:  # the careful reader refuses what the quick one took
        raise AssertionError(fault.message) from fault


@given(st.integers(0, len(ORDINARY)), st.integers(0, 6), st.lists(st.sampled_from(_PIECES), max_size=3).map("".join))
def test_readers_agree_on_an_ordinary_text_with_a_slip(at: int, width: int, new: str) -> None:
    try:
        assert agree(ORDINARY[:at] + new + ORDINARY[at + width :])
    except Fault as fault:
        raise AssertionError(fault.message) from fault


@pytest.mark.conformance
def test_readers_agree_on_conformance_files() -> None:
    files = sorted(Path(CONFORMANCE).glob("*/*.yaml"))[::4]
    quick = 0
    for file in files:
        text = read(file.read_bytes(), strict=False)
        assert agree(text), file.name
        try:
            quick += read_quickly(text) is not None
        except Unsure:
            continue
    assert quick > 0.9 * len(files)


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
