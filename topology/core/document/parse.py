"""From text to a `Document`: libyaml events, resolved by the YAML 1.2 core schema, with the span of every part.

Bounded before anything is built: bytes, depth, number of nodes, alias weight (rig-rules, section 1.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml._yaml import CParser

from ..diagnostics import Diagnostic, Finding, Path, Severity, Span, format_path
from .scalars import key_text, resolve_plain
from .text import Lines
from .values import Mapping, Sequence, Value

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 500
MAX_NODES = 1_000_000
MAX_ALIAS_WEIGHT = 100


class DocumentError(Exception):
    """The text cannot be read as one YAML document; `diagnostics` says where and why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics[0].message if self.diagnostics else "unreadable")


@dataclass(slots=True)
class Document:
    """A parsed text: its value tree and the position of every part.

    `root` is the value; `root_span` its offsets. `text` is the whole text as given, BOM and line ends included.
    """

    text: str
    root: Value
    root_span: tuple[int, int]
    warnings: tuple[Diagnostic, ...] = ()
    lines: Lines = field(init=False)

    def __post_init__(self) -> None:
        self.lines = Lines(self.text)

    def get(self, path: Path) -> Value:
        """The value at a path; raises KeyError where there is none."""
        value = self.root
        for step in path:
            if isinstance(step, int) and isinstance(value, Sequence) and 0 <= step < len(value):
                value = value[step]
            elif isinstance(step, str) and isinstance(value, Mapping) and step in value:
                value = value[step]
            else:
                raise KeyError(format_path(path))
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
        """Stamp severity and position on a finding."""
        shown = format_path(finding.path) if finding.display is None else finding.display
        span = self.span(finding.path, finding.at)
        return Diagnostic(finding.code, severity, shown, span, finding.message, finding.help, finding.path)

    def _head(self, span: tuple[int, int]) -> tuple[int, int]:
        """The first line of a span: enough to point at an item without reddening a page of text."""
        start, end = span
        stop = self.text.find("\n", start, end)
        return (start, end if stop < 0 else stop)


def parse(text: str) -> Document:
    """Parse a text as OpenRig's parser reads it.

    Raises `DocumentError` (codes `D1xx`) where the text is not exactly one readable YAML document within limits.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise _failure(text, "D102", 0, f"the document is larger than {MAX_BYTES // 1024 // 1024} MiB", "split it")
    return _Loader(text).load()


def _failure(text: str, code: str, offset: int, message: str, remedy: str = "") -> DocumentError:
    span = Lines(text).span(min(offset, len(text)), min(offset + 1, len(text)))
    return DocumentError([Diagnostic(code, Severity.ERROR, "", span, message, remedy)])


class _Loader:
    """One pass over the events; iterative, so depth costs no stack."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.shift = 1 if text.startswith("\ufeff") else 0
        self.anchors: dict[str, list[Any]] = {}
        self.root: Value = None
        self.root_span = (0, 0)
        self.documents = 0
        self.nodes = 0

    def load(self) -> Document:
        try:
            self._run(CParser(self.text))
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            offset = mark.index + self.shift if mark else 0
            raise _failure(self.text, "D101", offset, error.problem or "not YAML") from None
        except (yaml.YAMLError, ValueError, UnicodeError) as error:
            raise _failure(self.text, "D101", getattr(error, "position", 0), str(error)) from None
        return Document(self.text, self.root, self.root_span)

    def _run(self, parser: Any) -> None:
        stack: list[tuple[Any, Any]] = []
        shift = self.shift
        while True:
            event = parser.get_event()
            if event is None or isinstance(event, yaml.StreamEndEvent):
                return
            start, end = event.start_mark.index + shift, event.end_mark.index + shift
            if isinstance(event, yaml.ScalarEvent):
                value = resolve_plain(event.value) if event.implicit[0] else event.value
                self._place(stack, value, start, end)
                if event.anchor:
                    self.anchors[event.anchor] = [value]
            elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                cls = Mapping if isinstance(event, yaml.MappingStartEvent) else Sequence
                made = cls(start, bool(event.flow_style))
                if len(stack) >= MAX_DEPTH:
                    raise _failure(self.text, "D103", start, f"nested deeper than {MAX_DEPTH} levels")
                self._place(stack, made, start, end)
                if event.anchor:
                    self.anchors[event.anchor] = [made]
                stack.append([made, None])
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                made, _ = stack.pop()
                made.end = end
                self._close(stack, end)
            elif isinstance(event, yaml.AliasEvent):
                self._place(stack, self.anchors[event.anchor][0], start, end)
            elif isinstance(event, yaml.DocumentStartEvent):
                self.documents += 1
                if self.documents > 1:
                    raise _failure(self.text, "D104", start, "a second document starts here")

    def _place(self, stack: list[Any], value: Value, start: int, end: int) -> None:
        self.nodes += 1
        if not stack:
            self.root, self.root_span = value, (start, end)
            return
        top = stack[-1]
        owner, key = top
        if type(owner) is Sequence:
            owner.append(value)
            owner.marks.append((start, end))
        elif key is None:
            name = key_text(value)
            if name in owner:
                raise _failure(self.text, "D105", start, f"the key `{name}` stands twice in one mapping")
            top[1] = (name, start, end)
        else:
            name, ks, ke = key
            owner[name] = value
            owner.marks[name] = (ks, ke, start, end)
            top[1] = None

    def _close(self, stack: list[Any], end: int) -> None:
        if not stack:
            self.root_span = (self.root_span[0], end)
            return
        owner = stack[-1][0]
        if type(owner) is Sequence:
            owner.marks[-1] = (owner.marks[-1][0], end)
        elif owner.marks:
            name = next(reversed(owner.marks))
            ks, ke, vs, _ = owner.marks[name]
            owner.marks[name] = (ks, ke, vs, end)
