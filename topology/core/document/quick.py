"""The quick reader: libyaml's events for ordinary texts, with the span of every part.

libyaml and OpenRig's parser disagree on many unusual texts. So this reader answers only where both are known to
agree, and raises `Unsure` at the first thing that is not ordinary; the careful reader then decides.
"""

from __future__ import annotations

import re
from typing import Any

from yaml import YAMLError
from yaml._yaml import CParser
from yaml.events import (
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from .faults import Fault
from .limits import MAX_DEPTH, MAX_NODES
from .scalars import MAYBE_TYPED, resolve_plain
from .text import block_scalar_end
from .values import Mapping, Sequence, Value

#: Characters that readers of YAML treat differently, or refuse.
ODD = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
#: Behind a byte order mark OpenRig's parser does not count these as indentation.
_NO_BOM_BEFORE = frozenset(" -?:")
_LONE_CR = re.compile(r"\r(?!\n)")
_EXPLICIT_KEY = re.compile(r"(?:^|[\n\[{,-]) *\?[ \r\n]")
_MARKER_LINE = re.compile(r"--- *(?:\r?\n|$| #)")

_PLAIN_HEADER = re.compile(r"[|>][-+]?(?: *| +#.*)\r?\n")

_WORD = r"[A-Za-z0-9_./][A-Za-z0-9_./@+-]*(?: [A-Za-z0-9_./@+-]+)*"
_ITEM = rf"""(?:{_WORD}|"[^"\\\n]*"|'[^'\n]*')"""


def _flow(item: str) -> str:
    pair = rf"[A-Za-z_][A-Za-z0-9_-]*: +{item} *"
    return rf"(?:\[ *(?:{item} *(?:, *{item} *)*)?\]|\{{ *(?:{pair}(?:, *{pair})*)?\}})"


_INNER = rf"(?:{_ITEM}|{_flow(_ITEM)})"
#: A flow collection on one line, of plain words and simple quotes, two deep at most, with no comment stuck to it.
_SIMPLE_FLOW = re.compile(_flow(_INNER) + "(?!#)")


class Unsure(Exception):
    """The text holds something on which YAML readers may differ."""


def read_quickly(text: str) -> tuple[Value, tuple[int, int]]:
    """The root value and its span; raises `Unsure` (ask the careful reader) or `Fault` (over a limit)."""
    shift = 1 if text.startswith("\ufeff") else 0
    if _unusual(text, shift) or (shift and text[1:2] in _NO_BOM_BEFORE):
        raise Unsure
    get_event = CParser(text).get_event
    try:
        return _Reader(text, shift).run(get_event if len(text) < MAX_NODES else _counted(get_event))
    except (YAMLError, ValueError) as error:
        raise Unsure from error


def read_part(text: str, start: int, end: int) -> tuple[Value, int]:
    """The one scalar or flow collection in a piece of a text that is otherwise ordinary, and where it ends."""
    part = text[start:end]
    if part.startswith("---") or _unusual(part, 0):  # at the start of a piece these would be marks of a document
        raise Unsure
    try:
        value, (_, last) = _Reader(text, start).run(CParser(part).get_event)
    except (YAMLError, ValueError) as error:
        raise Unsure from error
    if isinstance(value, (Mapping, Sequence)) and not value.flow:
        raise Unsure
    return value, last


def _counted(get_event: Any) -> Any:
    """The same events, up to the limit."""
    events = 0

    def counted() -> Any:
        nonlocal events
        events += 1
        event = get_event()
        if events > MAX_NODES:
            raise too_many(event.start_mark.index)
        return event

    return counted


def _unusual(text: str, shift: int) -> bool:
    # A text that is printable but for its line breaks has nothing odd; that is told much faster than by searching.
    if not text[shift:].replace("\n", "").isprintable() and ODD.search(text, shift):
        return True
    if text.startswith("%", shift):
        return True
    if "\n%" in text or "\n..." in text or text.startswith("...", shift):
        return True
    if "\r" in text and _LONE_CR.search(text):
        return True
    return ("? " in text or "?\n" in text or "?\r" in text) and _EXPLICIT_KEY.search(text) is not None


class _Reader:
    """One pass over the events, iterative; the loop keeps its state in locals because it runs once per scalar."""

    def __init__(self, text: str, shift: int) -> None:
        self.text = text
        self.shift = shift
        self.documents = 0

    def run(self, get_event: Any) -> tuple[Value, tuple[int, int]]:
        """Read all events. `owner` is the open collection, `key` the key that waits for its value."""
        top = Sequence(0, False)  # holds the root as its only item
        owner: Any = top
        marks: Any = top.marks
        key: Any = None
        stack: list[Any] = []
        start = last = 0
        scalar_at, shift = self.scalar, self.shift
        while True:
            event = get_event()
            cls = event.__class__
            if cls is ScalarEvent:
                start, last, value = scalar_at(event)
                if key is not None:
                    name, key_start, key_end = key
                    if start - key_end > 2:
                        self.check_between(key_end, start)
                    owner[name] = value
                    marks[name] = (key_start, key_end, start, last)
                    key = None
                elif owner.__class__ is Sequence:
                    if not owner.flow and self.own_line(start):
                        raise Unsure
                    owner.append(value)
                    marks.append((start, last))
                elif value.__class__ is not str or value in owner or last - start > 1000:
                    raise Unsure
                else:
                    key = (value, start, last)
            elif cls is MappingEndEvent or cls is SequenceEndEvent:
                if owner.flow:
                    last = event.end_mark.index + shift
                made = owner
                made.end = last
                owner, marks, key = stack.pop()
                if key is not None:
                    marks[key[0]] = (key[1], key[2], made.start, last)
                    key = None
                else:
                    marks.append((made.start, last))
            elif cls is MappingStartEvent or cls is SequenceStartEvent:
                made = self.collection(event, cls is MappingStartEvent, owner.flow, len(stack))
                self.place(owner, key, made)
                stack.append((owner, marks, key))
                owner, marks, key = made, made.marks, None
            elif cls is StreamEndEvent:
                return self.root(top)
            else:
                self.frame(event, cls)

    def place(self, owner: Any, key: Any, made: Mapping | Sequence) -> None:
        """Put a new collection into the one around it; raises Unsure where it would be a key."""
        if key is not None:
            owner[key[0]] = made
        elif owner.__class__ is Sequence:
            owner.append(made)
        else:
            raise Unsure

    def root(self, top: Sequence) -> tuple[Value, tuple[int, int]]:
        """The root and its span; raises Unsure where a marker has nothing behind it."""
        if not top:
            return None, (self.shift, self.shift)
        start, end = top.marks[0]
        if start == end:
            raise Unsure
        return top[0], (start, end)

    def scalar(self, event: Any) -> tuple[int, int, Value]:
        """Span and value of a scalar; raises Unsure where it is tagged, anchored, oddly broken, or stuck to a #."""
        start = event.start_mark.index + self.shift
        end = event.end_mark.index + self.shift
        value = event.value
        if event.tag is not None or event.anchor is not None:
            raise Unsure
        if event.implicit[0]:
            if end - start != len(value) and self.own_line(start):
                raise Unsure
            return start, end, resolve_plain(value) if not value or value[0] in MAYBE_TYPED else value
        text = self.text
        if event.style in "|>":
            if not value or self.own_line(start) or (end == len(text) and text[-1] != "\n"):
                raise Unsure
            return start, self.block_end(start, end), value
        if text.find("\n", start, end) >= 0 or text[end : end + 1] == "#":
            raise Unsure
        return start, end, value

    def check_between(self, key_end: int, start: int) -> None:
        """Raise Unsure for a comment between key and value: OpenRig's parser may forget the indentation over it."""
        if self.text.find("#", key_end, start) >= 0:
            raise Unsure

    def own_line(self, start: int) -> bool:
        """Whether a scalar begins a line, away from its key or dash: how deep it must be indented then is disputed."""
        if self.text.startswith("- ", start - 2):
            return False
        return not self.text[self.text.rfind("\n", 0, start) + 1 : start].strip(" ")

    def block_end(self, start: int, end: int) -> int:
        """The end of a block scalar's content; raises Unsure where its indentation is given or begins blank."""
        header = _PLAIN_HEADER.match(self.text, start)
        if header is None or self.text[header.end() : header.end() + 200].lstrip(" ")[:1] in ("", "\n", "\r"):
            raise Unsure
        return block_scalar_end(self.text, start, end)

    def collection(self, event: Any, is_map: bool, in_flow: bool, depth: int) -> Mapping | Sequence:
        """A new collection; raises Unsure for an anchor, a tag, or a flow collection that is not simple."""
        start = event.start_mark.index + self.shift
        flow = bool(event.flow_style)
        if event.anchor is not None or not event.implicit:
            raise Unsure
        if flow and not in_flow and not _SIMPLE_FLOW.match(self.text, start):
            raise Unsure
        if depth >= MAX_DEPTH:
            raise too_deep(start)
        return Mapping(start, flow) if is_map else Sequence(start, flow)

    def frame(self, event: Any, cls: type) -> None:
        """Stream and document marks: at most one document, and its marker alone on its line."""
        if cls is DocumentStartEvent:
            self.documents += 1
            marked = not event.explicit or _MARKER_LINE.match(self.text, event.start_mark.index + self.shift)
            if self.documents > 1 or not marked:
                raise Unsure
        elif cls is DocumentEndEvent:
            if event.explicit:
                raise Unsure
        elif cls is not StreamStartEvent:
            raise Unsure


def too_deep(at: int) -> Fault:
    """The fault of a text nested beyond the limit."""
    return Fault("D103", at, f"nested deeper than {MAX_DEPTH} levels", "flatten it, or split the document")


def too_many(at: int) -> Fault:
    """The fault of a text with more parts than the limit."""
    return Fault("D106", at, f"more than {MAX_NODES:,} keys, values and other parts", "split the document")
