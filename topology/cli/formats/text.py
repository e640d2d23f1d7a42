"""For people and for editors that read `path:line:column: severity[CODE] message`."""

from __future__ import annotations

from topology.cli.streams import visible
from topology.core.outcome import Checked, Outcome


def render(outcome: Outcome) -> bytes:
    """A line for each diagnostic, its help indented below; what a baseline knows is left out."""
    lines = [line for checked in outcome.files for line in _lines(checked)]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")


def _lines(checked: Checked) -> list[str]:
    out, path = [], visible(checked.path)
    for index, d in enumerate(checked.diagnostics):
        if index in checked.known:
            continue
        out.append(f"{path}:{d.line}:{d.column}: {d.severity.value}[{d.code}] {visible(d.message)}")
        if d.help:
            out.append(f"    help: {visible(d.help)}")
    out += [f"{path}: changed: {visible(change)}" for change in checked.changes]
    out += [f"{path}: note: {visible(note)}" for note in checked.notes]
    return out
