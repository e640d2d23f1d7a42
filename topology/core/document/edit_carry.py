"""Parts that leave their list for another: the text they are written in, and the comments of their own beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .edit_layout import CannotSplice, Layout, Slot
from .values import Sequence

#: What may be a comment; a text with a blank and `#` in it is taken for one, to be on the safe side.
COMMENT = re.compile(r"(?m)(?:^|\s)#")
_COMMA = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*,")


@dataclass(frozen=True, slots=True)
class Carried:
    """A part of a list in brackets, or one to be: its `text` (which stood at `column`) among its comments.

    `above` and `below` are comment lines without their indentation, `trail` is what follows the text on its line.
    """

    text: str
    column: int = 0
    above: tuple[str, ...] = ()
    trail: str = ""
    below: tuple[str, ...] = ()

    @property
    def commented(self) -> bool:
        """Whether a comment would be lost if the text alone were taken along in one line."""
        return bool(self.above or self.trail or self.below or COMMENT.search(self.text))

    def lines(self, column: int, dash: str = "", comma: str = "") -> list[str]:
        """The lines of the part at a column, behind a `dash` in a block list or before a `comma` in brackets."""
        pad = " " * column
        first, *more = self.text.split("\n")
        text = [pad + dash + first, *(shifted(line, column + len(dash) - self.column) for line in more)]
        text[-1] += comma + self.trail
        return [*(pad + line for line in self.above), *text, *(f"{pad}  {line}" for line in self.below)]

    def alone(self) -> str:
        """The text for a place between others on one line; raises `CannotSplice` where comments stand by it."""
        if self.commented:
            raise CannotSplice("its comments would be lost in a list in brackets", "write that list in block style")
        return self.text


def comma_after(layout: Layout, sequence_end: int, end: int) -> int | None:
    """Offset of the comma after a part that ends at `end`, or None (the last part may lack it)."""
    match = _COMMA.match(layout.text, end, sequence_end - 1)
    return match.end() - 1 if match else None


def carried(layout: Layout, sequence: Sequence, index: int, text: str) -> Carried:
    """A part of a flow sequence, written as `text`, with the comments that go from there when it goes."""
    start, end = sequence.marks[index]
    column, led = layout.column(start), layout.leads(start)
    last = index + 1 == len(sequence)
    following = sequence.end - 1 if last else sequence.marks[index + 1][0]
    comma = comma_after(layout, sequence.end, end)
    floor = sequence.marks[index - 1][1] if index else sequence.start + 1
    line = layout.line_start(start)
    top = layout.above(line, column, floor) if led else line
    if led and layout.leads(following):
        stop = end if comma is None else comma
        bottom = min(layout.below(stop, column), layout.line_start(following))
        after = layout.text[end:bottom] if comma is None else layout.text[end:comma] + layout.text[comma + 1 : bottom]
        trail, *below = after.split("\n")
        above = _comments(layout.text[top:line].split("\n"))
        return Carried(_bare(text), column, above, trail.rstrip(), _comments(below))
    if "#" in layout.text[end:following] or (top < line and not last):
        raise CannotSplice("a comment stands in the way between brackets", "edit the source instead")
    return Carried(_bare(text), column, _comments(layout.text[top:line].split("\n")))


def carried_line(layout: Layout, slot: Slot, bounds: tuple[int, int], text: str) -> Carried:
    """An item of a block list that is written in braces behind its dash; `bounds` are its lines with its comments."""
    end = layout.line_end(slot.end)
    trail = layout.text[slot.end : end].rstrip()
    above, below = layout.text[bounds[0] : slot.line], layout.text[end : bounds[1]]
    column = layout.column(slot.start)
    return Carried(_bare(text), column, _comments(above.split("\n")), trail, _comments(below.split("\n")))


def _bare(text: str) -> str:
    return text.replace("\r\n", "\n")


def _comments(lines: list[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines if line.strip())


def shifted(line: str, shift: int) -> str:
    """A line indented by `shift` columns more, or less as far as it has blanks."""
    if shift >= 0:
        return " " * shift + line if line else line
    blanks = len(line) - len(line.lstrip(" "))
    return line[min(-shift, blanks) :]
