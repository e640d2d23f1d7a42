"""Parts that leave their list for another: the text they are written in, and the comments of their own beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Sequence as Many
from dataclasses import dataclass

from .edit_layout import CannotSplice, Layout, Slot
from .values import Sequence

#: What may be a comment in block style; a text with a blank and `#` in it is taken for one, to be on the safe side.
COMMENT = re.compile(r"(?m)(?:^|\s)#")
_COMMA = re.compile(r"[ \t\r\n]*+(?:#[^\n]*+[ \t\r\n]*+)*+,")
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"|\'(?:[^\']++|\'\')*+\'', re.DOTALL)

#: The spans of the parts between brackets.
Parts = Many[tuple[int, int]]


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
        return bool(self.above or self.trail or self.below or commented(self.text))

    def lines(self, column: int, dash: str = "", comma: str = "") -> list[str]:
        """The lines of the part at a column, behind a `dash` in a block list or before a `comma` in brackets."""
        pad, inner = " " * column, column + len(dash)
        first, *more = self.text.split("\n")
        text = [pad + dash + first, *(_under(line, inner, inner - self.column) for line in more)]
        text[-1] += comma + self.trail
        return [*(pad + line for line in self.above), *text, *(f"{pad}  {line}" for line in self.below)]

    def alone(self) -> str:
        """The text for a place between others on one line; raises `CannotSplice` where comments stand by it."""
        if self.commented:
            raise CannotSplice("its comments would be lost in a list in brackets", "write that list in block style")
        return self.text


def commented(text: str) -> bool:
    """Whether a comment stands in a text in flow style; what is quoted holds none."""
    at, opens = 0, True
    while at < len(text):
        sign = text[at]
        quoted = _QUOTED.match(text, at) if opens and sign in "\"'" else None
        if quoted is not None:
            at, opens = quoted.end(), False
            continue
        if sign == "#" and (at == 0 or text[at - 1].isspace()):
            return True
        if not sign.isspace():
            opens = sign in "[{,:"
        at += 1
    return False


def comma_after(layout: Layout, close: int, end: int) -> int | None:
    """Offset of the comma after a part that ends at `end`, or None (the last before `close` may lack it)."""
    match = _COMMA.match(layout.text, end, close)
    return match.end() - 1 if match else None


def own_lines(layout: Layout, parts: Parts, brackets: tuple[int, int], index: int) -> tuple[int, int] | None:
    """The lines that a part between `brackets` has for itself and its comments; None where it shares one."""
    start, end = parts[index]
    following = parts[index + 1][0] if index + 1 < len(parts) else brackets[1]
    if not (layout.leads(start) and layout.leads(following)):
        return None
    column, comma = layout.column(start), comma_after(layout, brackets[1], end)
    floor = parts[index - 1][1] if index else brackets[0] + 1
    bottom = layout.below(end if comma is None else comma, column)
    return layout.above(layout.line_start(start), column, floor), min(bottom, layout.line_start(following))


def alone(layout: Layout, parts: Parts, brackets: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """What goes with each part when all go: its lines, or itself and its comma where it shares a line."""
    for index, (start, end) in enumerate(parts):
        comma = comma_after(layout, brackets[1], end)
        yield own_lines(layout, parts, brackets, index) or (start, end if comma is None else comma + 1)


def carried(layout: Layout, sequence: Sequence, index: int, text: str, *, emptied: bool) -> Carried:
    """A part of a flow sequence, written as `text`, with the comments that go from there when it goes.

    `emptied`: all the others go too. Comments on lines that it shares stay then; else `CannotSplice` is raised.
    """
    start, end = sequence.marks[index]
    brackets = layout.after_properties(sequence.start), sequence.end - 1
    column, line = layout.column(start), layout.line_start(start)
    lines = own_lines(layout, sequence.marks, brackets, index)
    if lines is not None:
        comma = comma_after(layout, brackets[1], end)
        after = layout.text[end : lines[1]]
        if comma is not None:
            after = layout.text[end:comma] + layout.text[comma + 1 : lines[1]]
        trail, _, below = after.partition("\n")
        return Carried(_bare(text), column, _comments(layout.text[lines[0] : line]), trail.rstrip(), _comments(below))
    last = index + 1 == len(sequence)
    floor = sequence.marks[index - 1][1] if index else brackets[0] + 1
    top = layout.above(line, column, floor) if layout.leads(start) else line
    following = brackets[1] if last else sequence.marks[index + 1][0]
    if not emptied and ("#" in layout.text[end:following] or (top < line and not last)):
        raise CannotSplice("a comment stands in the way between brackets", "edit the source instead")
    return Carried(_bare(text), column, () if emptied else _comments(layout.text[top:line]))


def carried_line(layout: Layout, slot: Slot, bounds: tuple[int, int], text: str) -> Carried:
    """An item of a block list that is written in braces behind its dash; `bounds` are its lines with its comments."""
    end = layout.line_end(slot.end)
    trail = layout.text[slot.end : end].rstrip()
    above, below = layout.text[bounds[0] : slot.line], layout.text[end : bounds[1]]
    column = layout.column(slot.start)
    return Carried(_bare(text), column, _comments(above), trail, _comments(below))


def _bare(text: str) -> str:
    return text.replace("\r\n", "\n")


def _comments(lines: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines.split("\n") if line.strip())


def _under(line: str, column: int, shift: int) -> str:
    """A line of a text in flow style, indented by `shift` columns more or less, but at least to a column."""
    bare = line.lstrip(" ")
    return " " * max(len(line) - len(bare) + shift, column) + bare if bare else line


def shifted(line: str, shift: int) -> str:
    """A line indented by `shift` columns more, or less as far as it has blanks."""
    if shift >= 0:
        return " " * shift + line if line else line
    blanks = len(line) - len(line.lstrip(" "))
    return line[min(-shift, blanks) :]
