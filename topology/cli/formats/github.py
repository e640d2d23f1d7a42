"""GitHub's workflow commands: each diagnostic becomes an annotation on its line of the change under review."""

from __future__ import annotations

from topology.core.diagnostics import Diagnostic
from topology.core.outcome import Checked, Outcome, Unread

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def render(outcome: Outcome) -> bytes:
    """A command a line; what a baseline knows is left out."""
    lines = [line for checked in outcome.files for line in _lines(checked)]
    lines += [_unread(each) for each in outcome.unread]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")


def _lines(checked: Checked) -> list[str]:
    out = [_annotation(checked.path, d) for i, d in enumerate(checked.diagnostics) if i not in checked.known]
    out += [f"::error file={_property(checked.path)},title=changed graph::{_data(c)}" for c in checked.changes]
    out += [f"::notice file={_property(checked.path)}::{_data(note)}" for note in checked.notes]
    return out


def _unread(each: Unread) -> str:
    message = each.message + (f"\nhelp: {each.help}" if each.help else "")
    return f"::error file={_property(each.path)},title=not judged::{_data(message)}"


def _annotation(path: str, d: Diagnostic) -> str:
    where = f"file={_property(path)},line={d.line},col={d.column},endLine={d.span.end_line}"
    if d.span.end_line == d.line and d.span.end_column > d.column:
        where += f",endColumn={d.span.end_column}"
    message = d.message + (f"\nhelp: {d.help}" if d.help else "")
    return f"::{LEVELS[d.severity.value]} {where},title={_property(d.code)}::{_data(message)}"


def _data(text: str) -> str:
    """Escape the part after `::` as the runner unescapes it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape a property's value, where `:` and `,` have a meaning too."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
