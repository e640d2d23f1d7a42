"""A place in a text that moves on, token by token."""

from __future__ import annotations

import re

from ..faults import Fault
from ..text import match_end
from .tokens import NEWLINE, SPACE, kind_of

_SPACES = re.compile(r" *")
_BLANKS = re.compile(r"[ \t]*")


class Cursor:
    """Takes pieces of `text` from `pos` on and leaves each in `out` as (kind, start, end)."""

    def __init__(self, text: str, out: list[tuple[str, int, int]]) -> None:
        self.text, self.size = text, len(text)
        self.out = out
        self.pos = 0
        self._line = -1

    def take(self, kind: str, end: int) -> int:
        """Emit the text up to `end` as one token, where there is any; how long it is."""
        start = self.pos
        if end > start:
            self.out.append((kind, start, end))
            self.pos = end
        return end - start

    def spaces(self) -> int:
        """Take spaces, the only indentation there is."""
        return self.take(SPACE, match_end(_SPACES, self.text, self.pos))

    def blanks(self) -> int:
        """Take spaces and tabs, which separate."""
        return self.take(SPACE, match_end(_BLANKS, self.text, self.pos))

    def newline(self) -> int:
        """Take a line end, if one is here."""
        if self.text.startswith("\n", self.pos):
            return self.take(NEWLINE, self.pos + 1)
        return self.take(NEWLINE, self.pos + 2) if self.text.startswith("\r\n", self.pos) else 0

    def line_end(self) -> int:
        """Where the text of this line ends, before its line break."""
        end = self._line
        if end < self.pos:
            end = self.text.find("\n", self.pos)
            self._line = end = self.size if end < 0 else end
        if end < self.size and end > self.pos and self.text[end - 1] == "\r":
            return end - 1
        return end

    def rest_of_line(self) -> None:
        """Take what is left of the line as one piece, named by its looks."""
        end = self.line_end()
        if end <= self.pos:
            return
        kind = kind_of(self.text[self.pos : end])
        if kind is None:
            message = "text follows on the line of a block text's `|` or `>`"
            raise Fault("D122", self.pos, message, "begin the text on the next line", end)
        self.take(kind, end)
