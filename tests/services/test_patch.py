"""Patches: the fewest lines, true line numbers, and a splice that leads from one text to the other."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.core.document import apply_splices
from topology.services import patch

lines = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "é\n", "\n", "x"]), max_size=12).map("".join)


@given(lines, lines)
def test_the_splice_leads_from_one_text_to_the_other_and_back(before, after):
    splice = patch.splice_between(before, after)
    assert apply_splices(before, [splice]) == after
    assert apply_splices(after, [splice.inverse(before)]) == before


def test_the_splice_is_the_smallest():
    splice = patch.splice_between("abcXdef", "abcYYdef")
    assert (splice.start, splice.end, splice.new) == (3, 4, "YY")


def test_equal_texts_have_no_patch():
    assert patch.unified("a\n", "a\n") == ""


def test_a_patch_far_down_has_the_lines_of_the_whole_text():
    before = "".join(f"line {n}\n" for n in range(1, 1001))
    after = before.replace("line 900\n", "line nine hundred\n")
    shown = patch.unified(before, after, name="x.yaml", numbers=("r1", "r2"))
    assert shown.splitlines() == [
        "--- x.yaml (r1)",
        "+++ x.yaml (r2)",
        "@@ -897,7 +897,7 @@",
        " line 897",
        " line 898",
        " line 899",
        "-line 900",
        "+line nine hundred",
        " line 901",
        " line 902",
        " line 903",
    ]


def test_a_missing_last_line_break_is_said():
    assert "\\ No newline at end of file" in patch.unified("a", "a\n")


def test_a_huge_rewrite_is_shown_whole_and_soon():
    before = "".join(f"a{n}\n" for n in range(20_000))
    after = "".join(f"b{n}\n" for n in range(20_000))
    shown = patch.unified(before, after).splitlines()
    assert shown[2] == "@@ -1,20000 +1,20000 @@"
    assert sum(line.startswith("-a") for line in shown) == sum(line.startswith("+b") for line in shown) == 20_000


plain = st.lists(st.sampled_from(["one\n", "two\n", "three\n", "four\n"]), min_size=1, max_size=40).map("".join)


@pytest.mark.skipif(not Path("/usr/bin/patch").exists(), reason="no patch program on this machine")
@given(plain, plain)
def test_the_patch_program_applies_it(tmp_path_factory, before, after):
    shown = patch.unified(before, after, name="x")
    if not shown:
        return
    folder = tmp_path_factory.mktemp("patch")
    (folder / "x").write_text(before)
    subprocess.run(["patch", "-s", "--fuzz=0", "x"], input=shown, cwd=folder, text=True, check=True)
    assert (folder / "x").read_text() == after
