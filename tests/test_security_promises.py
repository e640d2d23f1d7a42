"""SECURITY.md names the test that proves each promise: they are all there."""

from __future__ import annotations

import re

from conftest import ROOT

TEXT = (ROOT / "SECURITY.md").read_text()
NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", TEXT)


def test_every_promise_names_a_test():
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith(("| promise", "| ---"))]
    assert len(rows) > 10
    for row in rows:
        assert re.search(r"`tests/[\w/]+\.py", row.split("|")[2]), row


def test_every_test_that_is_named_is_there():
    for path, name in NAMED:
        text = (ROOT / path).read_text()
        assert not name or f"def {name}(" in text, f"{path}::{name}"
