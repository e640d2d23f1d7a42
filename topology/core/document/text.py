"""Positions: from a character offset to line and column, with an own table of line starts.

`str.splitlines` cannot be used: it counts U+0085, U+2028 and U+2029 as line breaks; OpenRig's parser does not.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from ..diagnostics import Span


class Lines:
    """The line starts of a text (LF and CRLF end lines; a lone CR does not)."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] | None = None

    @property
    def starts(self) -> list[int]:
        """The offset at which each line begins, built on first use."""
        if self._starts is None:
            starts = [0]
            find = self._text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        return self._starts

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of an offset; a BOM at the start has no width."""
        line = bisect_right(self.starts, offset)
        start = self.starts[line - 1]
        width = offset - start
        if line == 1 and width and self._text[:1] == "\ufeff":
            width -= 1
        return line, width + 1

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets, with lines and columns."""
        line, column = self.locate(start)
        end_line, end_column = self.locate(max(start, end))
        return Span(start, end, line, column, end_line, end_column)

    def bounds(self, offset: int) -> tuple[int, int]:
        """Start and end (after its line break) of the line that holds an offset."""
        line = bisect_right(self.starts, offset)
        end = self.starts[line] if line < len(self.starts) else len(self._text)
        return self.starts[line - 1], end


_BLANK_OR_END = frozenset(("", " ", "\n", "\r", "\t"))
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*")


def block_scalar_end(text: str, start: int, end: int) -> int:
    """Where the content of a block scalar ends: the last line that is not blank, its line break excluded.

    `start` is its `|` or `>`, `end` any offset after its last line and before what follows. A scalar without
    content ends with its header.
    """
    filled = len(text[start:end].rstrip(" \t\r\n"))
    if text.find("\n", start, start + filled) < 0:
        header = _BLOCK_HEADER.match(text, start)
        return header.end() if header else start
    stop = text.find("\n", start + filled, end)
    stop = end if stop < 0 else stop
    return stop - 1 if text[stop - 1] == "\r" else stop


def is_blank_at(text: str, at: int) -> bool:
    """Whether white space stands at an offset, or the text ends there."""
    return text[at : at + 1] in _BLANK_OR_END


def match_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a pattern that may match nothing stops matching."""
    match = pattern.match(text, at)
    return match.end() if match else at
