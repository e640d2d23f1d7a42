"""Numbered lines of two texts: those of both, the words that differ, and which lines stand for each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.services import lines as numbered
from topology.services import patch
from topology.services.lines import hunks, side_by_side

texts = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "é\n", "\n", "x"]), max_size=12).map("".join)
#: Lines that often have something in common.
alike = st.lists(st.sampled_from([f"  {k}: {v}\n" for k in ("kind", "from") for v in ("a", "ab", "b c")]), max_size=9)
documents = texts | alike.map("".join)


@given(documents, documents)
def test_numbered_lines_are_those_of_both_texts(before, after):
    old, new = (patch.lines_of(text) for text in (before, after))
    for hunk in hunks(before, after):
        for line in hunk:
            assert line.old is None or old[line.old - 1] == line.text
            assert line.new is None or new[line.new - 1] == line.text
            assert "".join(line.parts or (line.text,)) == line.text
            assert (line.sign == "+") is (line.old is None) and (line.sign == "-") is (line.new is None)
    signs = [line.sign for hunk in hunks(before, after) for line in hunk]
    shown = patch.unified(before, after).splitlines()[2:]
    assert signs == [line[0] for line in shown if line[:1] in "+- "]


@given(documents, documents)
def test_side_by_side_every_line_stands_once_in_its_order(before, after):
    for hunk in hunks(before, after):
        rows = side_by_side(hunk)
        assert all(left or right for left, right in rows)
        assert [left for left, _ in rows if left] == [line for line in hunk if line.sign in " -"]
        assert [right for _, right in rows if right] == [line for line in hunk if line.sign in " +"]
        for left, right in rows:
            if left and left.faces is not None:
                assert right and right.new == left.faces and right.faces == left.old
            if left and right and left.sign == " ":
                assert left is right


def facing(before, after):
    shown = [
        (left and left.text.strip(), right and right.text.strip())
        for left, right in side_by_side(hunks(before, after)[0])
    ]
    return [row for row in shown if row[0] != row[1]]


def test_lines_that_are_alike_meet_though_others_stand_between():
    before = "id: impl\ncwd: .\nmodel: opus\n"
    after = "id: impl\neffort: high\nprofile: new\nmodel: sonnet\n"
    assert facing(before, after) == [
        ("cwd: .", "effort: high"),
        (None, "profile: new"),
        ("model: opus", "model: sonnet"),
    ]


def test_an_added_line_stands_alone():
    assert facing("a: 1\nb: 2\n", "a: 1\nnew: 3\nb: 2\n") == [(None, "new: 3")]
    assert facing("a: 1\nb: 2\n", "a: 1\n") == [("b: 2", None)]


@pytest.mark.parametrize(
    ("one", "two", "differs"),
    [
        ("kind: delegates_to\n", "kind: can_observe\n", ("delegates_to", "can_observe")),
        ("[a, citation, costs, END]\n", "[a, costs, END]\n", ("citation, ", "")),
        ("model: opus\n", "model: opus2\n", ("opus", "opus2")),
    ],
)
def test_what_differs_in_a_line_is_whole_words(one, two, differs):
    removed, added = hunks(one, two)[0]
    assert (removed.parts[1], added.parts[1]) == differs


def test_lines_with_little_in_common_are_not_cut():
    removed, added = hunks("abc\n", "xyz\n")[0]
    assert removed.parts == ("abc\n",) and added.parts == ("xyz\n",) and removed.faces is None


def test_a_line_that_is_only_indented_alike_is_another_line():
    removed, added = hunks("            a: 1\n", "            zzz\n")[0]
    assert removed.faces is None and added.parts == ("            zzz\n",)


def test_far_too_many_changed_lines_are_paired_as_they_come(monkeypatch):
    monkeypatch.setattr(numbered, "TRIED", 3)
    (removed, _), (added, _) = zip(*side_by_side(hunks("a: 1\nb: 1\n", "b: 2\na: 2\n")[0]), strict=True)
    assert (removed.text, added.text) == ("a: 1\n", "b: 2\n")
    assert hunks("a: 1\nb: 1\n", "a: 2\nb: 2\nc: 2\n")[0][0].faces is None
