"""Three-way merges: what both sides changed apart is joined, what they changed together is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from styled import few

from topology.core.line_ends import keep_line_ends
from topology.core.merge import Matcher, merge

BASE = "a\nb\nc\nd\n"

CLEAN = [
    ("one side only", "a\nB\nc\nd\n", BASE, "a\nB\nc\nd\n"),
    ("apart", "A\nb\nc\nd\n", "a\nb\nc\nD\n", "A\nb\nc\nD\n"),
    ("alike", "a\nX\nc\nd\n", "a\nX\nc\nd\n", "a\nX\nc\nd\n"),
    ("alike, and more on one side", "a\nX\nc\nd\n", "a\nX\nc\nD\n", "a\nX\nc\nD\n"),
    ("alike inserted, and more on one side", "a\nn\nb\nc\nd\n", "a\nn\nm\nb\nc\nd\n", "a\nn\nm\nb\nc\nd\n"),
    ("neighbouring lines", "a\nB\nc\nd\n", "a\nb\nC\nd\n", "a\nB\nC\nd\n"),
    ("removed on both sides", "a\nd\n", "a\nd\n", "a\nd\n"),
    ("removed, and changed elsewhere", "a\nc\nd\n", "a\nb\nc\nD\n", "a\nc\nD\n"),
    ("appended on one side, no final break", "a\nb\nc\nd\ne", "A\nb\nc\nd\n", "A\nb\nc\nd\ne"),
    ("everything replaced alike", "x\n", "x\n", "x\n"),
]


@pytest.mark.parametrize(("name", "theirs", "yours", "wanted"), CLEAN, ids=[case[0] for case in CLEAN])
def test_no_clash(name, theirs, yours, wanted):
    assert merge(BASE, theirs, yours).text == wanted
    assert merge(BASE, yours, theirs).text == wanted


CLASHES = [
    ("the same line", "a\nX\nc\nd\n", "a\nY\nc\nd\n", ("b\n", "X\n", "Y\n"), 2),
    ("both at the end", "a\nb\nc\nd\nx\n", "a\nb\nc\nd\ny\n", ("", "x\n", "y\n"), 5),
    ("changed here, removed there", "a\nX\nc\nd\n", "a\nc\nd\n", ("b\n", "X\n", ""), 2),
]


@pytest.mark.parametrize(("name", "theirs", "yours", "sides", "line"), CLASHES, ids=[case[0] for case in CLASHES])
def test_a_clash_shows_base_theirs_and_yours(name, theirs, yours, sides, line):
    merged = merge(BASE, theirs, yours)
    assert merged.text is None
    (clash,) = merged.clashes
    assert (clash.base, clash.theirs, clash.yours) == sides
    assert clash.base_line == line
    assert merged.resolved(["theirs"]) == theirs and merged.resolved(["yours"]) == yours
    assert merged.resolved(["base"]) == BASE
    assert clash.to_dict()["theirs"] == sides[1]


def test_only_the_lines_that_clash_are_a_clash():
    merged = merge(BASE, "a\nX\nC\nd\n", "a\nY\nc\nD\n")
    assert [clash.base for clash in merged.clashes] == ["b\n"]
    assert merged.resolved(["both"]) == "a\nX\nY\nC\nD\n"


TEXTS = st.lists(st.sampled_from("abcd\r"), max_size=9).map(lambda lines: "".join(line + "\n" for line in lines))


@few
@given(TEXTS, TEXTS, TEXTS)
def test_a_merge_is_fair_and_loses_nothing(base, theirs, yours):
    merged, mirrored = merge(base, theirs, yours), merge(base, yours, theirs)
    assert merged.text == mirrored.text
    assert "".join(region.base for region in merged.regions) == base
    assert "".join(region.theirs for region in merged.regions) == theirs
    assert "".join(region.yours for region in merged.regions) == yours
    assert merge(base, theirs, base).text == merge(base, base, theirs).text == theirs
    assert merge(base, theirs, theirs).text == theirs


@few
@given(st.lists(st.sampled_from("abcdef"), max_size=30), st.lists(st.sampled_from("abcdef"), max_size=30))
def test_matching_blocks_match_and_rise(one, other):
    at = (0, 0)
    for i, j, size in Matcher(None, one, other).get_matching_blocks():
        assert (i, j) >= at and i >= at[0] and j >= at[1]
        assert one[i : i + size] == other[j : j + size]
        at = (i + size, j + size)
    assert at == (len(one), len(other))


def test_a_merge_of_many_repeated_lines_ends():
    lines = [f"  - kind: x\n    from: p{i % 9}\n" for i in range(6000)]
    theirs, yours = list(lines), list(lines)
    theirs[10] = yours[5990] = "  - changed\n"
    both = list(lines)
    both[10] = both[5990] = "  - changed\n"
    assert merge("".join(lines), "".join(theirs), "".join(yours)).text == "".join(both)


FORMS = [
    ("LF text sent with CRLF", "a\nb\n", "a\r\nb\r\n", "a\nb\n"),
    ("CRLF text sent with LF", "a\r\nb\r\n", "a\nb\n", "a\r\nb\r\n"),
    ("mixed ends stay", "a\r\nb\nc\n", "a\nb\nc\n", "a\r\nb\nc\n"),
    ("a new line takes its neighbour's", "a\r\nb\nc\n", "a\nnew\nb\nc\n", "a\r\nnew\r\nb\nc\n"),
    ("a new first line takes the next one's", "a\r\nb\n", "new\na\nb\n", "new\r\na\r\nb\n"),
    ("a changed line", "a\r\nb\r\n", "a\nB\n", "a\r\nB\r\n"),
    ("a lone CR is text", "a\rb\nc\n", "a\r\nb\r\nc\r\n", "a\rb\nc\n"),
    ("a BOM stays", "\ufeffa\n", "a\r\n", "\ufeffa\n"),
    ("a BOM is not doubled", "\ufeffa\n", "\ufeffa\n", "\ufeffa\n"),
    ("the final break stays", "a\nb\n", "a\r\nb", "a\nb\n"),
    ("no final break stays", "a\nb", "a\r\nb\r\n", "a\nb"),
    ("blank lines at the end", "a\n\n", "a\r\n\r\n", "a\n\n"),
    ("nothing before", "", "a\r\nb", "a\nb"),
    ("nothing left", "a\n", "", ""),
    ("lines moved", "a\r\nb\nc\n", "b\nc\na\n", "b\nc\na\n"),
]


@pytest.mark.parametrize(("name", "base", "given_text", "wanted"), FORMS, ids=[case[0] for case in FORMS])
def test_line_ends_across_a_form(name, base, given_text, wanted):
    assert keep_line_ends(base, given_text) == wanted


ENDS = st.lists(
    st.tuples(st.sampled_from(["", "a", "b", "\x85", "\u2028"]), st.sampled_from(["\n", "\r\n", "\r"])), max_size=8
)


@few
@given(ENDS, st.booleans(), st.sampled_from(["\r\n", "\n"]))
def test_a_text_that_nobody_changed_comes_back_as_it_was(lines, bom, sent):
    text = ("\ufeff" if bom else "") + "".join(line + end for line, end in lines)
    posted = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", sent)
    assert keep_line_ends(text, posted) == text


@few
@given(TEXTS, TEXTS)
def test_only_line_ends_are_touched(base, posted):
    kept = keep_line_ends(base, posted)
    assert (
        kept.replace("\r", "\n").split("\n") == kept.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        or "\r" in kept
    )
    assert [line for line in kept.replace("\r", "\n").split("\n") if line] == [
        line for line in posted.replace("\r", "\n").split("\n") if line
    ]
