"""Every case document carries its own expectation: the codes behind `#` on the line at fault, and no others."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from topology.core.document import parse
from topology.core.graph import RULES, judge

CASES = sorted((Path(__file__).parents[2] / "cases" / "graph").glob("*.yaml"))
EXPECTED = re.compile(r"# ((?:G\d{3} ?)+)$")


def expectations(text: str) -> Counter[tuple[int, str]]:
    found: Counter[tuple[int, str]] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        match = EXPECTED.search(line)
        if match:
            found.update((number, code) for code in match[1].split())
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    text = path.read_text()
    report = judge(parse(text)).report
    assert Counter((d.line, d.code) for d in report.diagnostics) == expectations(text)
    starts = [d.span.start for d in report.diagnostics]
    assert starts == sorted(starts)


def test_every_rule_has_a_case() -> None:
    covered = {code for path in CASES for _, code in expectations(path.read_text())}
    graph_rules = {rule.code for rule in RULES if not rule.code.startswith("G9")}
    assert graph_rules - covered == {"G811"}, "G811 needs 27 nodes and is tested in test_gate.py"


def test_messages_keep_to_their_form() -> None:
    for path in CASES:
        for d in judge(parse(path.read_text())).report.diagnostics:
            assert not d.message.endswith("."), d
            assert d.message[:1] == d.message[:1].lower(), d
            assert not d.help.endswith(".") or d.code == "G101", d


def test_rule_rows_are_complete() -> None:
    codes = [rule.code for rule in RULES]
    assert len(codes) == len(set(codes))
    for rule in RULES:
        assert rule.summary and rule.explanation and rule.source and rule.name, rule.code
