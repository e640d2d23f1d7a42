"""OpenRig's own verdicts: every file it cannot parse is refused, every other one is read."""

from __future__ import annotations

import json

import pytest
from conftest import CONFORMANCE

from topology.core.document import DocumentError, parse, read

pytestmark = pytest.mark.conformance


def test_exactly_the_files_that_openrig_cannot_parse_are_refused() -> None:
    wrong = []
    lines = (CONFORMANCE / "verdicts.jsonl").read_text().splitlines()
    for line in lines:
        case = json.loads(line)
        text = read((CONFORMANCE / case["file"]).read_bytes(), strict=False)
        try:
            parse(text)
            readable = True
        except DocumentError:
            readable = False
        if readable == (case["kind"] == "unparseable"):
            wrong.append(case["file"])
    assert len(lines) > 1000
    assert wrong == []
