"""The checks page: every diagnostic, the worst first, grouped by severity, each with the lines around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.diagnostics import Diagnostic, Severity
from ...core.kinds import OPENRIG_VERSIONS, rule_index
from .frame import Frame
from .selection import place_of

HEADINGS = ((Severity.ERROR, "Errors"), (Severity.WARNING, "Warnings"), (Severity.INFO, "Worth knowing"))
_AROUND = 1
_LONGEST = 240
#: Of one severity on the page.
_SHOWN = 300


def context(frame: Frame) -> dict[str, Any]:
    """Diagnostics by severity, each with its rule and an excerpt of the text."""
    found = groups(frame.judgement.text, frame.judgement.report.diagnostics, _SHOWN)
    for _, _, entries, _ in found:
        for entry in entries:
            entry["place"] = place_of(frame, entry["diagnostic"])
    return {"groups": found, "openrig_versions": OPENRIG_VERSIONS}


def groups(text: str, diagnostics: Iterable[Diagnostic], most: int) -> list[tuple[str, str, list[dict[str, Any]], int]]:
    """Of each severity that occurs: it, its heading, its first entries (at most so many), and how many are left out."""
    lines, rules = text.split("\n"), rule_index()
    found = list(diagnostics)
    made = []
    for severity, heading in HEADINGS:
        of_it = [d for d in found if d.severity is severity]
        entries = [{"diagnostic": d, "rule": rules.get(d.code), "excerpt": excerpt(lines, d)} for d in of_it[:most]]
        if entries:
            made.append((severity.value, heading, entries, len(of_it) - len(entries)))
    return made


def excerpt(lines: list[str], diagnostic: Diagnostic, around: int = _AROUND) -> list[tuple[int, str, bool]]:
    """The line at fault with its neighbours: number, text (cut where very long), whether it is the one."""
    at = diagnostic.span.line
    first, last = max(1, at - around), min(len(lines), at + around)
    return [(n, lines[n - 1].rstrip("\r")[:_LONGEST], n == at) for n in range(first, last + 1)]
