"""Where the parts of a document stand as lines: the reading half of text surgery.

A part's *content* ends with its last character that means something. Its *own comments* are the comment lines
directly above it that are not indented deeper than it, and those directly below it that are: a line between two
neighbours belongs to one of them, never to both, whichever side is asked. A heading (a comment with a ruled line) over
several items of a list, the second of which has no comment of its own, belongs to none of them.
"""

from __future__ import annotations

import re

from .document import Document
from .values import Mapping, Sequence, Value

#: A comment with a ruled line in it: at its beginning, at its end, or nothing else.
_RULED = re.compile(r"[ \t]*#(?:##|[ \t]*([-=*~_])\1\1|.*[ \t]([-=*~_#])\2{2,}[ \t]*$)")
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*+[ \t]*+)*+")
_GAP = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_BLOCK_HEADER = re.compile(r"(?:[&!]\S*+[ \t]++)*+[|>]([-+0-9]*+)")


class CannotSplice(Exception):
    """A change that the text does not allow to be made exactly; `help` says what to do instead."""

    def __init__(self, message: str, help: str = "", code: str = "E103") -> None:
        super().__init__(message)
        self.message, self.help, self.code = message, help, code


class Slot:
    """The place of one value in block style: after its key's `:` or its item's `-`.

    `top` is where its owner (the key or the dash) starts, `line` where the owner's line does, `column` its column,
    `head` the offset right after the `:` or `-`, `start`..`end` the value's own content; `owner` is the container that
    holds it. The end is looked for when first asked for: it stands as deep in the value as its last part.
    """

    __slots__ = ("_end", "_layout", "_span", "column", "head", "line", "owner", "start", "top", "value")

    def __init__(self, layout: Layout, top: int, head: int, span: tuple[int, int], owner: Value, value: Value) -> None:
        self.top, self.head, self.owner, self.value = top, head, owner, value
        self.line = layout.line_start(top)
        self.column = top - self.line
        self.start = max(span[0], head)
        self._layout, self._span = layout, span
        self._end: int | None = None

    @property
    def end(self) -> int:
        """Where the value's content ends."""
        if self._end is None:
            start, end = self._span
            stop = self._layout.content_end(start, end, self.value) if end > start else self.head
            self._end = max(stop, self.head)
        return self._end


class Layout:
    """Line arithmetic over one document. A text without a final line break is read as if it had one (`text`)."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.real = document.text
        first = self.real.find("\n")
        self.newline = "\r\n" if first > 0 and self.real[first - 1] == "\r" else "\n"
        self.final = "" if not self.real or self.real.endswith("\n") else self.newline
        self.text = self.real + self.final
        self.bom = 1 if self.real.startswith("\ufeff") else 0
        #: Whether there may be an alias at all.
        self.starred = "*" in self.real
        #: Whether there may be an explicit key.
        self.asked = "?" in self.real
        #: Whether there may be a block scalar, whose content may end later than its span.
        self.piped = "|" in self.real or ">" in self.real
        self._kept: set[int] = set()
        self._slots: dict[tuple[int, int], Slot] = {}

    def line_start(self, offset: int) -> int:
        return (self.real.rfind("\n", 0, offset) + 1) or self.bom

    def line_end(self, offset: int) -> int:
        """The offset after the line break of the line that holds `offset`."""
        stop = self.text.find("\n", offset)
        return len(self.text) if stop < 0 else stop + 1

    def column(self, offset: int) -> int:
        return offset - self.line_start(offset)

    def leads(self, offset: int) -> bool:
        """Whether nothing but blanks stands before `offset` on its line."""
        return not self.text[self.line_start(offset) : offset].strip(" \t")

    def newline_at(self, boundary: int) -> str:
        """The line break for a new line put at a line boundary: that of the line above it."""
        if boundary <= self.bom:
            return self.newline
        return "\r\n" if self.text[boundary - 2 : boundary] == "\r\n" else "\n"

    def comment_indent(self, start: int) -> int | None:
        """The indent of the comment line that starts at `start`; None where it is no comment line."""
        stop = self.text.find("\n", start)
        line = self.text[start:stop] if stop >= 0 else self.text[start:]
        bare = line.lstrip(" \t")
        return len(line) - len(bare) if bare.startswith("#") else None

    def blank(self, start: int) -> bool:
        """Whether the line that starts at `start` exists and is blank."""
        return start < len(self.text) and not self.text[start : self.line_end(start)].strip()

    def below(self, end: int, column: int) -> int:
        """The line boundary under a part that ends at `end`: after its line and its own deeper comments."""
        at = self.line_end(end)
        while at < len(self.text):
            indent = self.comment_indent(at)
            if indent is None or indent <= column:
                break
            at = self.line_end(at)
        return at

    def above(self, top: int, column: int, floor: int) -> int:
        """Start of the first own line of a part on the line at `top`: over comments directly above, down to `floor`."""
        while top > self.bom and top > floor:
            before = self.line_start(top - 1)
            indent = self.comment_indent(before)
            if before < floor or indent is None or indent > column:
                break
            top = before
        return top

    def under_heading(self, top: int, line: int) -> int:
        """Where the own comments of a part at `line` begin, below a heading among the comment lines from `top` on."""
        under, at = top, top
        while at < line:
            end = self.line_end(at)
            if _RULED.match(self.text[at:end].rstrip("\r\n")):
                under = end
            at = end
        return under

    def content_end(self, start: int, end: int, value: Value) -> int:
        """Where the content of a value ends, trailing comments and blank lines left out."""
        text = self.text
        if not self.piped and not self.starred and isinstance(value, (Mapping, Sequence)) and not value.flow:
            return value.end
        while isinstance(value, (Mapping, Sequence)) and not value.flow and text[start : start + 1] != "*":
            last = self._last_child(value)
            if last is None:
                break
            start, end, value = last
        if isinstance(value, (Mapping, Sequence)):
            return start + len(text[start:end].rstrip())
        return self._scalar_end(start, end)

    def keeps(self, end: int) -> bool:
        """Whether the content that ends at `end` is a block scalar that keeps the blank lines below it (`|+`)."""
        return end in self._kept

    def _last_child(self, value: Mapping | Sequence) -> tuple[int, int, Value] | None:
        if isinstance(value, Sequence):
            return (*value.marks[-1], value[-1]) if value.marks else None
        if not value.marks:
            return None
        key = next(reversed(value.marks))
        _, ke, vs, ve = value.marks[key]
        return (max(vs, ke), max(ve, ke), value[key])

    def _scalar_end(self, start: int, end: int) -> int:
        text = self.text
        header = _BLOCK_HEADER.match(text, start, end)
        if header is None:
            return start + len(text[start:end].rstrip())
        end = max(start + len(text[start:end].rstrip()), header.end())
        if "+" not in header[1]:
            return end
        at = self.line_end(end)
        while self.blank(at):
            end, at = at, self.line_end(at)
        self._kept.add(end)
        return end

    def _dash(self, sequence: Sequence, index: int, first: int) -> int:
        """Offset of the `-` of an item of a block sequence that begins at `first`."""
        if self.text.startswith("- ", first - 2):
            return first - 2
        line = self.line_start(first)
        before = self.text[line:first].rstrip(" ")
        if before.endswith("-"):
            return line + len(before) - 1
        if index:
            start, end = sequence.span(index - 1)
            at = self.content_end(start, end, sequence[index - 1])
        else:
            at = self.after_properties(sequence.start)
        match = _GAP.match(self.text, at)
        at = match.end() if match else at
        if self.text[at : at + 1] != "-":
            raise CannotSplice("the text is laid out in a way that cannot be edited item by item")
        return at

    def after_properties(self, offset: int) -> int:
        """The offset after an anchor and a tag, blanks included."""
        match = _PROPERTIES.match(self.text, offset)
        return match.end() if match else offset

    def colon(self, mapping: Mapping, key: str) -> int:
        """Offset of the `:` after a key of a mapping."""
        ks, at, _, _ = mapping.marks[key]
        while self.text[at : at + 1] in {" ", "\t"}:
            at += 1
        explicit = self.asked and not mapping.flow and self.text[self.line_start(ks) : ks].rstrip().endswith("?")
        if explicit or self.text[at : at + 1] != ":":
            raise CannotSplice(f"`{key}` is written as an explicit key", "write it as `key: value` first")
        return at

    def item_slot(self, sequence: Sequence, index: int) -> Slot:
        """The slot of an item of a block sequence."""
        slot = self._slots.get((id(sequence), index))
        if slot is None:
            span = sequence.span(index)
            dash = self._dash(sequence, index, span[0])
            slot = Slot(self, dash, dash + 1, span, sequence, sequence[index])
            self._slots[id(sequence), index] = slot
        return slot

    def pair_slot(self, mapping: Mapping, key: str) -> Slot:
        """The slot of a key's value in a block mapping."""
        start, _, *span = mapping.marks[key]
        return Slot(self, start, self.colon(mapping, key) + 1, (span[0], span[1]), mapping, mapping[key])

    def is_alias(self, start: int) -> bool:
        return self.text[start : start + 1] == "*"
