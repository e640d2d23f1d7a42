"""Interim."""
from __future__ import annotations
from typing import Any
import yaml
from yaml._yaml import CParser
from ..faults import Fault
from ..limits import MAX_DEPTH
from ..scalars import resolve_plain
from ..values import Mapping, Sequence, Value

def key_text(value):
    if isinstance(value, str): return value
    if value is None: return ""
    if value is True: return "true"
    if value is False: return "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21: return str(int(value))
    return str(value)

def _failure(text, code, offset, message, remedy=""):
    return Fault(code, offset, message, remedy)

def read_carefully(text):
    l=_Loader(text); l.load(); return l.root, l.root_span, []

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

    def load(self):
        try:
            self._run(CParser(self.text))
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            offset = mark.index + self.shift if mark else 0
            raise _failure(self.text, "D101", offset, error.problem or "not YAML") from None
        except (yaml.YAMLError, ValueError, UnicodeError) as error:
            raise _failure(self.text, "D101", getattr(error, "position", 0), str(error)) from None
        return

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
