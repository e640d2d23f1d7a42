"""Every case document carries its own expectation on the line at fault, and nothing else may be said of it.

`# R203 pods[0].edges[1].to` behind a line: that code with that path, on that line; the path may be left out. Several
may follow one another. A first line `# openrig: 0.4.6` chooses the version.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from topology.core.diagnostics import Diagnostic
from topology.core.document import parse
from topology.core.rig import DEFAULT_OPENRIG, RULES, judge

CASES = sorted((Path(__file__).parents[2] / "cases" / "rig").glob("*.yaml"))
EXPECTED = re.compile(r"# (R\d{3}(?: \S+)*)$")
VERSION = re.compile(r"# openrig: (\S+)")
CODE = re.compile(r"R\d{3}")

Expectation = tuple[int, str, str | None]


def expectations(text: str) -> list[Expectation]:
    """(line, code, path or None) of every expectation in a case."""
    expected: list[Expectation] = []
    for number, line in enumerate(text.split("\n"), 1):
        match = EXPECTED.search(line)
        for word in match[1].split(" ") if match else ():
            if CODE.fullmatch(word):
                expected.append((number, word, None))
            else:
                expected[-1] = (number, expected[-1][1], word)
    return expected


def diagnostics(path: Path) -> tuple[Diagnostic, ...]:
    text = path.read_text(encoding="utf-8")
    version = VERSION.match(text)
    return judge(parse(text), version[1] if version else DEFAULT_OPENRIG).report.diagnostics


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    expected = expectations(path.read_text(encoding="utf-8"))
    said = diagnostics(path)
    assert Counter((d.line, d.code) for d in said) == Counter((line, code) for line, code, _ in expected)
    paths = Counter((d.line, d.code, d.path) for d in said)
    assert not Counter(entry for entry in expected if entry[2] is not None) - paths
    starts = [d.span.start for d in said]
    assert starts == sorted(starts)


def test_every_rule_has_a_case() -> None:
    covered = {code for path in CASES for _, code, _ in expectations(path.read_text(encoding="utf-8"))}
    assert {rule.code for rule in RULES} - covered == set()


def test_rule_rows_are_complete() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))
    for rule in RULES:
        assert rule.name and rule.summary and rule.source, rule.code
        assert len(rule.explanation) > 20 and rule.explanation.endswith((".", ".)")), rule.code
        assert not rule.summary.endswith("."), rule.code


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_words_keep_to_their_form(path: Path) -> None:
    for d in diagnostics(path):
        assert not d.message.endswith("."), d
        assert d.message[:1] == "`" or d.message[:1].islower() or d.message.startswith("OpenRig"), d
        assert d.help == "" or not d.help.endswith("."), d
        assert "\n" not in d.message and len(d.message) < 250, d
