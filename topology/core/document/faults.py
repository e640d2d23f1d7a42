"""How a reader says that a text cannot be read: one `Fault` with offsets, turned into diagnostics at the door."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic, Severity
from .text import Lines

#: Characters of a text that a message repeats.
_SHOWN = 60


class DocumentError(Exception):
    """The text cannot be read as one YAML document; `diagnostics` says where and why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics[0].message if self.diagnostics else "unreadable")


def excerpt(source: str) -> str:
    """A piece of a text, short enough to stand in a message."""
    return source if len(source) <= _SHOWN else source[:_SHOWN] + "..."


class Unsure(Exception):
    """A reader leaves a text to the careful one."""


class Fault(Exception):
    """One thing that makes a text unreadable: a code of `RULES`, where it stands, what is wrong, what to do."""

    def __init__(self, code: str, start: int, message: str, help: str = "", end: int | None = None) -> None:
        super().__init__(message)
        self.code, self.start, self.message, self.help = code, start, message, help
        self.end = start + 1 if end is None else end

    def diagnostic(self, text: str, severity: Severity = Severity.ERROR, lines: Lines | None = None) -> Diagnostic:
        """The fault with lines and columns; offsets beyond the text are pulled back into it."""
        start = min(self.start, len(text))
        end = min(max(self.end, start), len(text))
        span = (lines or Lines(text)).span(start, end)
        return Diagnostic(self.code, severity, "", span, self.message, self.help)
