"""A parsed text: its value tree, and the place of every part of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Diagnostic, Finding, Path, Severity, Span, format_path
from .line_forms import KnownLines
from .text import Lines
from .values import Mapping, Sequence, Value


@dataclass(slots=True)
class _Reached:
    """Where a path led: the value and its span, whether that was its end, and the path of an alias on the way."""

    value: Value
    span: tuple[int, int]
    whole: bool
    alias: Path | None


@dataclass(slots=True)
class Document:
    """A parsed text: its value tree and the position of every part.

    `root` is the value; `root_span` its offsets. `text` is the whole text as given, BOM and line ends included.
    `warnings` are what the reader found odd; `cyclic` says that an alias makes some value hold itself. `known` is what
    was read of single lines, for a text that shares most of them.
    """

    text: str
    root: Value
    root_span: tuple[int, int]
    warnings: tuple[Diagnostic, ...] = ()
    cyclic: bool = False
    known: KnownLines = field(default_factory=dict, repr=False, compare=False)
    lines: Lines = field(init=False)
    _newest: tuple[Path, _Reached] | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.lines = Lines(self.text)

    def get(self, path: Path) -> Value:
        """The value at a path; raises KeyError where there is none."""
        value = self.root
        for step in path:
            listed = isinstance(value, Sequence) and isinstance(step, int) and 0 <= step < len(value)
            if not listed and not (isinstance(value, Mapping) and isinstance(step, str) and step in value):
                raise KeyError(format_path(path))
            value = value[step]
        return value

    def offsets(self, path: Path, at: str = "value") -> tuple[int, int]:
        """Start and end of the value or the key at a path; of the nearest container where the path ends early."""
        if not path:
            return self._head(self.root_span) if at == "item" else self.root_span
        around = self._reached(path[:-1])
        mark = _mark(around.value, path[-1]) if around.whole else None
        if mark is None:
            return self._head(around.span)
        span = (mark[0], mark[1]) if at == "key" else _own_span(mark)
        return self._head(span) if at == "item" else span

    def _reached(self, path: Path) -> _Reached:
        """What a path leads to. The newest answer is kept, for many findings stand in one container."""
        if self._newest is not None and self._newest[0] == path:
            return self._newest[1]
        found = _Reached(self.root, self.root_span, True, None)
        for depth, step in enumerate(path, 1):
            mark = _mark(found.value, step)
            if mark is None:
                found.whole = False
                break
            value: Any = found.value
            found.value, found.span = value[step], _own_span(mark)
            if found.alias is None and isinstance(found.value, (Mapping, Sequence)) and found.value.start < mark[-2]:
                found.alias = path[:depth]
        self._newest = (path, found)
        return found

    def span(self, path: Path, at: str = "value") -> Span:
        """Like `offsets`, as a `Span` with lines and columns."""
        return self.lines.span(*self.offsets(path, at))

    def diagnose(self, finding: Finding, severity: Severity) -> Diagnostic:
        """Stamp severity and position on a finding; what an alias brings in is found at the alias."""
        shown = format_path(finding.path) if finding.display is None else finding.display
        alias = self._reached(finding.path[:-1]).alias
        span = self.span(finding.path, finding.at) if alias is None else self.span(alias)
        return Diagnostic(finding.code, severity, shown, span, finding.message, finding.help, finding.path)

    def _head(self, span: tuple[int, int]) -> tuple[int, int]:
        """The first line of a span: enough to point at an item without reddening a page of text."""
        start, end = span
        stop = self.text.find("\n", start, end)
        return (start, end if stop < 0 else stop)


def _mark(value: Value, step: str | int) -> tuple[int, ...] | None:
    """The mark of a container's part, None where it has no such part."""
    if isinstance(value, Mapping):
        return value.marks.get(step) if isinstance(step, str) else None
    if isinstance(value, Sequence) and isinstance(step, int) and 0 <= step < len(value.marks):
        return value.marks[step]
    return None


def _own_span(mark: tuple[int, ...]) -> tuple[int, int]:
    """The span of a part's value; of its key where the value is missing."""
    key_or_value, value = (mark[0], mark[1]), (mark[-2], mark[-1])
    return key_or_value if value[0] == value[1] else value
