"""What the audit of the installed packages says, and when it fails."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

AUDIT = runpy.run_path(str(Path(__file__).resolve().parent.parent / ".ci" / "audit.py"))
by_page, by_version, verdict = AUDIT["by_page"], AUDIT["by_version"], AUDIT["verdict"]

NONE = "1 packages audited, 0 known vulnerabilities"
WAITING = "newest of its series, 1.2.0 is the newest of all"
FAULT = {"id": "CVE-1", "fixed_in": ["1.2.1"], "withdrawn": None}


def page(newest: str, *faults: dict[str, Any], yanked: tuple[str, ...] = ()) -> dict[str, Any]:
    """A project's page: releases of two series, and what is known of the newest."""
    versions = ("1.1.8", "1.1.9", "1.2.0", "1.2.1rc1", newest)
    releases = {v: [{"yanked": v in yanked}] for v in versions}
    return {"info": {"version": newest}, "vulnerabilities": list(faults), "releases": releases}


def of(version: str, known: dict[str, Any] | None) -> Any:
    return by_page("lib", version, known)


def of_version(*faults: dict[str, Any]) -> Any:
    return by_version({"name": "lib", "version": "1.0", "vulns": list(faults)})


@pytest.mark.parametrize(
    ("answer", "codes", "said"),
    [
        (of_version(), (0, 0), NONE),
        (of_version({"id": "CVE-1", "fix_versions": ["1.1"]}), (1, 1), "lib 1.0: CVE-1, mended in 1.1"),
        (of_version({"id": "CVE-2", "fix_versions": []}), (1, 1), "lib 1.0: CVE-2, mended in no version yet"),
        (of("1.2.0", page("1.2.0")), (0, 0), NONE),
        (of("1.2.0", page("1.2.0", FAULT)), (1, 1), "lib 1.2.0: CVE-1, mended in 1.2.1"),
        (of("1.2.0", page("1.2.0", FAULT | {"withdrawn": "2026-01-01"})), (0, 0), NONE),
        (of("1.1.9", page("1.2.0", FAULT)), (0, 3), f"NOT AUDITED: lib 1.1.9: {WAITING}"),
        (of("1.1.8", page("1.2.0")), (0, 3), "NOT AUDITED: lib 1.1.8: 1.1.9 of the same series is out"),
        (of("1.1.8", page("1.2.0", yanked=("1.1.9",))), (0, 3), f"NOT AUDITED: lib 1.1.8: {WAITING}"),
        (of("1.2", page("1.2.0")), (0, 0), NONE),
        (
            of(
                "1.1.9",
                page(
                    "1.2.0",
                )
                | {"releases": {"2004d": [], "1.1.9": [{}]}},
            ),
            (0, 3),
            f"NOT AUDITED: lib 1.1.9: {WAITING}",
        ),
        (of("1.1.9", {"info": {}}), (0, 3), "NOT AUDITED: lib 1.1.9: its page is not what was expected"),
        (of("1.1.8", None), (0, 3), "NOT AUDITED: lib 1.1.8: its page does not answer"),
    ],
)
def test_each_outcome(answer: Any, codes: tuple[int, int], said: str) -> None:
    for required, code in enumerate(codes):
        lines, ended = verdict([answer], bool(required))
        assert ended == code
        assert said in lines


def test_a_fault_weighs_more_than_what_was_not_audited() -> None:
    lines, code = verdict([of("1.1.8", None), of("1.2.0", page("1.2.0", FAULT))], True)
    assert (len(lines), lines[0], code) == (3, "1 packages audited, 1 known vulnerabilities", 1)
