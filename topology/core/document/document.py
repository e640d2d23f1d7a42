"""A parsed text: its value tree, and the place of every part of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..diagnostics import Diagnostic, Finding, Path, Severity, Span, format_path
from .line_forms import KnownLines
from .text import Lines
from .values import Mapping, Sequence, Value


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
        value, span = self.root, self.root_span
        for depth, step in enumerate(path):
            if isinstance(step, str) and isinstance(value, Mapping) and step in value.marks:
                ks, ke, vs, ve = value.marks[step]
                last = depth == len(path) - 1
                span = (ks, ke) if (last and at == "key") or vs == ve else (vs, ve)
                value = value[step]
            elif isinstance(step, int) and isinstance(value, Sequence) and 0 <= step < len(value.marks):
                span, value = value.marks[step], value[step]
            else:
                return self._head(span)
        return self._head(span) if at == "item" else span

    def span(self, path: Path, at: str = "value") -> Span:
        """Like `offsets`, as a `Span` with lines and columns."""
        return self.lines.span(*self.offsets(path, at))

    def diagnose(self, finding: Finding, severity: Severity) -> Diagnostic:
        """Stamp severity and position on a finding; what an alias brings in is found at the alias."""
        shown = format_path(finding.path) if finding.display is None else finding.display
        written = self._written(finding.path)
        span = self.span(written, finding.at if len(written) == len(finding.path) else "value")
        return Diagnostic(finding.code, severity, shown, span, finding.message, finding.help, finding.path)

    def _written(self, path: Path) -> Path:
        """The part of a path whose text stands in its own place: up to the first alias on the way."""
        value = self.root
        for depth, step in enumerate(path):
            if not isinstance(value, (Mapping, Sequence)):
                break
            try:
                mark, value = value.marks[step], value[step]  # type: ignore[index]
            except (KeyError, IndexError, TypeError):
                break
            if isinstance(value, (Mapping, Sequence)) and value.start < mark[-2]:
                return path[: depth + 1]
        return path

    def _head(self, span: tuple[int, int]) -> tuple[int, int]:
        """The first line of a span: enough to point at an item without reddening a page of text."""
        start, end = span
        stop = self.text.find("\n", start, end)
        return (start, end if stop < 0 else stop)
