"""What a check says: rules, findings, diagnostics with positions, and near-miss suggestions.

A rule function yields `Finding` objects (code, path, message, help). The runner that called it stamps severity
(from the rule index) and position (from the document) and makes `Diagnostic` objects; a rule never formats output.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

Path = tuple[str | int, ...]


class Severity(StrEnum):
    """How much a diagnostic weighs. Only an error makes a document invalid."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the rule index. Codes are stable and never reused.

    `summary` is one line; `explanation` is the help page shown by `check --explain CODE` (plain text, paragraphs
    separated by blank lines); `source` names the document and section the rule comes from.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    explanation: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule function found, before severity and position are known.

    `at` chooses the text at fault: the "value" at `path`, its "key", or the first character of an "item" (used
    when something is missing inside it). `display` replaces the printed path where OpenRig reports another one.
    """

    code: str
    path: Path
    message: str
    help: str = ""
    at: str = "value"
    display: str | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of the text: character offsets (0-based, end exclusive) and its line and column (1-based)."""

    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing said about a document: what is wrong (`message`) and, apart, what to do (`help`)."""

    code: str
    severity: Severity
    path: str
    span: Span
    message: str
    help: str = ""
    keys: Path = ()

    @property
    def line(self) -> int:
        return self.span.line

    @property
    def column(self) -> int:
        return self.span.column

    def to_dict(self) -> dict[str, Any]:
        """The JSON form that `check --format json` and the API promise (plus `endLine` and `endColumn`)."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "path": self.path,
            "line": self.span.line,
            "column": self.span.column,
            "endLine": self.span.end_line,
            "endColumn": self.span.end_column,
            "message": self.message,
            "help": self.help,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All diagnostics of one document, in document order."""

    diagnostics: tuple[Diagnostic, ...] = field(default=())

    @property
    def errors(self) -> int:
        return sum(d.severity is Severity.ERROR for d in self.diagnostics)

    @property
    def warnings(self) -> int:
        return sum(d.severity is Severity.WARNING for d in self.diagnostics)

    @property
    def valid(self) -> bool:
        return not any(d.severity is Severity.ERROR for d in self.diagnostics)


def foremost(diagnostics: Sequence[Diagnostic], most: int) -> list[Diagnostic]:
    """At most so many diagnostics, in their order: errors before anything else where there are more."""
    if len(diagnostics) <= most:
        return list(diagnostics)
    errors = [d for d in diagnostics if d.severity is Severity.ERROR][:most]
    others = [d for d in diagnostics if d.severity is not Severity.ERROR][: most - len(errors)]
    kept = {id(d) for d in (*errors, *others)}
    return [d for d in diagnostics if id(d) in kept]


def format_path(path: Path) -> str:
    """Write a path in the document's own names: `("pods", 0, "id")` becomes `pods[0].id`."""
    out: list[str] = []
    for step in path:
        if isinstance(step, int):
            out.append(f"[{step}]")
        else:
            out.append(f".{step}" if out else step)
    return "".join(out)


def suggest(word: str, choices: Iterable[str], cutoff: float = 0.7) -> str | None:
    """The choice nearest to `word`, or None where nothing is near enough to be a slip of the hand."""
    if len(word) > 80:
        return None
    best, best_ratio = None, cutoff
    folded = word.casefold()
    for choice in choices:
        other = choice.casefold()
        if 2 * min(len(folded), len(other)) < cutoff * (len(folded) + len(other)):
            continue  # too unlike in length, and long ones take long to compare
        ratio = SequenceMatcher(None, folded, other).ratio()
        if ratio > best_ratio or (best is None and ratio == best_ratio):
            best, best_ratio = choice, ratio
    return best


def one_of(choices: Sequence[str], limit: int = 12) -> str:
    """The choices as help text: "one of `a`, `b`, `c`", cut with a count where there are many."""
    rest = len(choices) - limit
    if rest == 1:
        limit, rest = limit + 1, 0
    shown = ", ".join(f"`{c}`" for c in choices[:limit])
    return f"one of {shown}" + (f" and {rest} more" if rest > 0 else "")
