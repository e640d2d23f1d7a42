"""What a check of one or many files found, before anything writes it down: the command line and the API alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .diagnostics import Diagnostic, Severity, foremost
from .kinds import Judgement


@dataclass(slots=True)
class Checked:
    """One judged file. With a baseline, `known` holds the positions of the errors it knows of, `changes` the counts
    that moved (these fail the run) and `notes` what is worth a word but fails nothing."""

    path: str
    judgement: Judgement
    known: frozenset[int] = frozenset()
    changes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return self.judgement.report.diagnostics

    @property
    def errors(self) -> int:
        return self.judgement.report.errors

    @property
    def new_errors(self) -> int:
        return self.errors - len(self.known)

    def to_dict(self, most: int | None = None) -> dict[str, Any]:
        """The entry in `check --format json`, and (with so many diagnostics at most) the API's answer to a check."""
        listed = self.diagnostics if most is None else foremost(self.diagnostics, most)
        entry: dict[str, Any] = {
            "file": self.path,
            "kind": self.judgement.kind,
            "valid": self.judgement.valid,
            "diagnostics": [d.to_dict() | ({"known": True} if i in self.known else {}) for i, d in enumerate(listed)],
        }
        if self.changes:
            entry["changes"] = list(self.changes)
        if self.notes:
            entry["notes"] = list(self.notes)
        return entry


@dataclass(frozen=True, slots=True)
class Unread:
    """A path that could not be judged, because it could not be read: why, and what to do."""

    path: str
    message: str
    help: str = ""


@dataclass(slots=True)
class Outcome:
    """All judged files of one run, in order; `compared` says that a baseline was at hand."""

    files: list[Checked] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    skipped: int = 0
    compared: bool = False

    @property
    def failing(self) -> bool:
        """Whether the run fails: something is invalid, or with a baseline something is new or moved."""
        if self.compared:
            return any(f.new_errors or f.changes for f in self.files)
        return any(not f.judgement.valid for f in self.files)

    @property
    def exit_code(self) -> int:
        """2 where a path could not be judged, else 1 where the run fails."""
        return 2 if self.unread else int(self.failing)

    def summary(self) -> dict[str, int]:
        """Counts over all files; `new` and `known` split the errors where a baseline was at hand."""
        counts = {
            "checked": len(self.files),
            "valid": sum(f.judgement.valid for f in self.files),
            "errors": sum(f.errors for f in self.files),
            "warnings": sum(f.judgement.report.warnings for f in self.files),
            "skipped": self.skipped,
        }
        if self.compared:
            counts["known"] = sum(len(f.known) for f in self.files)
            counts["new"] = counts["errors"] - counts["known"]
        return counts

    def to_dict(self, most: int | None = None) -> dict[str, Any]:
        """The whole of `check --format json`; with so many diagnostics of a file at most."""
        told = {"files": [f.to_dict(most) for f in self.files], "summary": self.summary()}
        if self.unread:
            told["unread"] = [{"file": u.path, "message": u.message, "help": u.help} for u in self.unread]
        return told


def is_error(diagnostic: Diagnostic) -> bool:
    """Whether a diagnostic makes its document invalid."""
    return diagnostic.severity is Severity.ERROR
