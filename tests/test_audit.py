"""What the audit of the installed packages says, and when it fails."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

verdict = runpy.run_path(str(Path(__file__).resolve().parent.parent / ".ci" / "audit.py"))["verdict"]

CLEAN = {"name": "django", "version": "5.2.9", "vulns": []}
FAULTY = {"name": "lib", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": ["1.1"]}]}
UNMENDED = {"name": "old", "version": "2.0", "vulns": [{"id": "CVE-2", "fix_versions": []}]}
UNKNOWN = {"name": "own", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("packages", "required", "code", "said"),
    [
        ([CLEAN], True, 0, "1 packages audited, 0 known vulnerabilities"),
        ([CLEAN, FAULTY], False, 1, "lib 1.0: CVE-1, mended in 1.1"),
        ([UNMENDED], False, 1, "old 2.0: CVE-2, mended in no version yet"),
        ([CLEAN, UNKNOWN], False, 0, "NOT AUDITED, unknown to the advisory database: own"),
        ([CLEAN, UNKNOWN], True, 3, "NOT AUDITED, unknown to the advisory database: own"),
        ([UNKNOWN], False, 0, "NOT AUDITED: the advisory database does not answer"),
        ([UNKNOWN], True, 3, "NOT AUDITED: the advisory database does not answer"),
    ],
)
def test_each_outcome(packages: list[dict[str, Any]], required: bool, code: int, said: str) -> None:
    lines, ended = verdict({"dependencies": packages}, required)
    assert ended == code
    assert said in lines


@pytest.mark.parametrize(("required", "code"), [(False, 0), (True, 3)])
def test_no_report_at_all(required: bool, code: int) -> None:
    assert verdict(None, required)[1] == code
