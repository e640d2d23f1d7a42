"""Diagnostics in numbers: which are listed first, and when slips are no longer looked up."""

from __future__ import annotations

import pytest

from topology.core.diagnostics import Diagnostic, Severity, Span, foremost, one_of
from topology.core.kinds import judge
from topology.core.slips import Slips


def told(number: int, severity: Severity) -> Diagnostic:
    """A diagnostic of a number."""
    return Diagnostic("R101", severity, str(number), Span(0, 0, 1, 1, 1, 1), "said")


@pytest.mark.parametrize(
    ("severities", "most", "kept"),
    [
        ("", 2, []),
        ("wew", 3, [0, 1, 2]),
        ("wewe", 3, [0, 1, 3]),
        ("wwwee", 2, [3, 4]),
        ("eeew", 2, [0, 1]),
        ("www", 2, [0, 1]),
    ],
)
def test_errors_come_before_the_rest_and_the_order_stays(severities: str, most: int, kept: list[int]) -> None:
    kinds = {"e": Severity.ERROR, "w": Severity.WARNING}
    listed = foremost([told(number, kinds[sign]) for number, sign in enumerate(severities)], most)
    assert [int(one.path) for one in listed] == kept


def test_a_document_of_countless_slips_is_told_of_some() -> None:
    slips = Slips()
    found = [slips.meant(f"edgs{number}", ["edges", "nodes"], "one of two") for number in range(10_000)]
    assert found[0] == "did you mean `edges`?" and found[-1] == "one of two"


def test_what_is_right_is_no_slip() -> None:
    assert Slips().near("edges", ["edges"]) is None and Slips().near("", ["edges"]) is None


@pytest.mark.parametrize("head", ['version: "0.2"\nname: a\npods: []\n', "kind: agent-graph\nname: a\n"])
def test_the_unknown_keys_of_one_mapping_are_told_one_by_one_up_to_a_number(head: str) -> None:
    report = judge(head + "".join(f"x{number}: 1\n" for number in range(2_500))).report
    unknown = [d for d in report.diagnostics if "has no key" in d.message]
    assert len(unknown) == 2_001 and unknown[-1].path == "x2000"
    assert "500 keys from here on" in unknown[-1].message and "from here on" not in unknown[-2].message


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "one of `a`"), (2, "one of `a`, `b`"), (3, "one of `a`, `b`, `c`"), (4, "one of `a`, `b` and 2 more")],
)
def test_choices_are_cut_where_more_than_one_is_left(count: int, words: str) -> None:
    assert one_of("abcd"[:count], limit=2) == words
