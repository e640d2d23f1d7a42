"""Cutting a text into tokens, as OpenRig's parser does: the state at each point decides what a character means."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from ..faults import Fault
from ..text import is_blank_at, match_end
from . import extents
from .cursor import Cursor
from .tokens import (
    ALIAS,
    ANCHOR,
    BEGIN,
    BLOCK,
    BOM,
    COMMENT,
    DIRECTIVE,
    END_MARKER,
    MARKER,
    SCALAR,
    TAG,
)

_EMPTY_LINE = re.compile(r"[ \t]*+(?:#[^\n]*+)?\r?\n")
#: Lines whose tokens are kept before the builder gets them.
_LINES_AT_ONCE = 100
_LINE_END = re.compile(r"[ \t]*(?:#|\r?\n|\Z)")
_NAME = re.compile(r"[^ ,\[\]{}\n\r\t]*")
_TAG = re.compile(r"!(?:<[^ \n\r\t>]*>?|(?:[0-9A-Za-z\-#;/?:@&=+$_.!~*'()]++|%[0-9A-Fa-f]{2})*+)")
_HEADER = re.compile(r"[|>][^ \n\r\t#]*")
_FLOW = frozenset(",[]{}")
_AFTER_COLON = frozenset((",", "", " ", "\n", "\r", "\t"))


class Shortcuts(Protocol):
    """What may be asked to go on from the scanner's place, once all tokens so far have been taken."""

    def lines(self) -> None:
        """Take ordinary lines, and move the scanner behind them."""

    def brackets(self) -> bool:
        """Take a whole collection in brackets, if it is ordinary."""


class Scanner(Cursor):
    """Cuts `text` piece by piece; `advance` runs one state and leaves its tokens in `out`."""

    def __init__(self, text: str, out: list[tuple[str, int, int]], shortcuts: Shortcuts) -> None:
        super().__init__(text, out)
        self.floor = 0
        self.column = 0
        self.open: list[int] = []
        self.after_json = False
        self.shortcuts = shortcuts
        self.state: Callable[[], None] = self.stream

    def advance(self) -> bool:
        """Run the present state once; False at the end of the text."""
        if self.pos >= self.size:
            return False
        self.state()
        return True

    def stream(self) -> None:
        """Between documents: directives, comments and blank lines."""
        if self.text.startswith("\ufeff", self.pos):
            self.take(BOM, self.pos + 1)
        if self.text.startswith("%", self.pos):
            self.take(DIRECTIVE, self._directive_end())
            self.blanks()
            self.rest_of_line()
        elif _LINE_END.match(self.text, self.pos):
            self.blanks()
            self.take(COMMENT, self.line_end())
            self.newline()
        else:
            self.out.append((BEGIN, self.pos, self.pos))
            self.line_start()

    def _directive_end(self) -> int:
        line = self.text[self.pos : self.line_end()]
        cut = re.search(r"[ \t]#", line)
        return self.pos + len((line[: cut.start()] if cut else line).rstrip(" \t"))

    def line_start(self) -> None:
        """At the start of a line in a block: markers, then indentation."""
        for marker, after in ((MARKER, self.block), (END_MARKER, self.stream)):
            if self.text.startswith(marker, self.pos) and is_blank_at(self.text, self.pos + 3):
                self.take(marker, self.pos + 3)
                self.column = self.floor = 0
                self.state = after
                return
        self.column = self.spaces()
        if self.floor > self.column and not is_blank_at(self.text, self.pos + 1):
            self.floor = self.column
        self.block_start()

    def line(self) -> None:
        """At the start of a line in a block: blank lines and comments, then ordinary lines, then any other."""
        taken = 0
        while taken < _LINES_AT_ONCE and self._empty_line():
            taken += 1
        if taken:
            return
        self.shortcuts.lines()
        self.line_start()

    def _empty_line(self) -> bool:
        """Take a line of white space or a comment, if one is here."""
        found = _EMPTY_LINE.match(self.text, self.pos)
        if found is None:
            return False
        self.column = self.spaces()
        if self.floor > self.column and not is_blank_at(self.text, self.pos + 1):
            self.floor = self.column
        self.blanks()
        self.take(COMMENT, self.line_end())
        self.newline()
        return True

    def bracket(self) -> None:
        """At a bracket in a block, where the collection may be taken whole."""
        self.state = self.block
        if not self.shortcuts.brackets():
            self.opening(self.text[self.pos])

    def block_start(self) -> None:
        """Signs at the start of a line, one at a time: each indents what follows it."""
        char = self.text[self.pos : self.pos + 1]
        if char in ("-", "?", ":") and is_blank_at(self.text, self.pos + 1):
            width = self.take(char, self.pos + 1) + self.blanks()
            self.floor = self.column + 1
            self.column += width
            self.state = self.block_start
        else:
            self.state = self.block

    def block(self) -> None:
        """In block context, after the indentation."""
        self.blanks()
        self.indicators()
        char = self.text[self.pos : self.pos + 1]
        if char == "#" or self.pos >= self.line_end():
            self.take(COMMENT, self.line_end())
            self.newline()
            self.state = self.line
        elif char in "[{":
            self.state = self.bracket
        elif char in "]}":
            raise Fault("D108", self.pos, f"this `{char}` closes nothing", "remove it, or quote the text it stands in")
        elif char == "*":
            self.take(ALIAS, self._name_end())
        elif char in "'\"":
            self.quoted(char)
        elif char in "|>":
            self.block_scalar()
        else:
            self.plain()

    def opening(self, char: str) -> None:
        """Take an opening bracket and go into flow context."""
        self.open.append(self.pos)
        self.take(char, self.pos + 1)
        self.after_json = False
        self.state = self.flow

    def flow(self) -> None:
        """Inside brackets."""
        self._flow_blanks()
        while self.text.startswith(",", self.pos):
            self.take(",", self.pos + 1)
            self.blanks()
            self.after_json = False
        self.indicators()
        char = self.text[self.pos : self.pos + 1]
        if self.pos >= self.line_end():
            return
        if char == "#":
            self.take(COMMENT, self.line_end())
        elif char in "[{":
            self.opening(char)
        elif char in "]}":
            self.closing(char)
        elif char == "*":
            self.take(ALIAS, self._name_end())
        elif char in "'\"":
            self.after_json = True
            self.quoted(char)
        elif char == ":" and (self.after_json or self.text[self.pos + 1 : self.pos + 2] in _AFTER_COLON):
            self.after_json = False
            self.take(":", self.pos + 1)
            self.blanks()
        else:
            self.after_json = False
            self.plain()

    def _flow_blanks(self) -> None:
        """White space and line ends inside brackets; a line not indented enough ends them, which is a fault."""
        indent = -1
        taken = 1
        while taken:
            taken = self.newline()
            if taken:
                indent = self.column = self.spaces()
                taken += indent
            taken += self.blanks()
        if self._leaves_flow(indent):
            raise self.unclosed()

    def _leaves_flow(self, indent: int) -> bool:
        text, pos = self.text, self.pos
        low = indent != -1 and indent < self.floor and not text.startswith("#", pos)
        marker = indent == 0 and text.startswith(("---", "..."), pos) and is_blank_at(text, pos + 3)
        if not low and not marker:
            return False
        ends = indent == self.floor - 1 and len(self.open) == 1 and text[pos : pos + 1] in ("]", "}")
        return not ends

    def unclosed(self) -> Fault:
        """The fault of a bracket that is never closed."""
        return unclosed(self.text[self.open[-1]], self.open[-1])

    def closing(self, char: str) -> None:
        """Take a closing bracket."""
        start = self.open.pop()
        if char != ("]" if self.text[start] == "[" else "}"):
            message = f"this `{char}` does not fit the `{self.text[start]}` it should close"
            raise Fault("D108", self.pos, message, "close each bracket with its own kind")
        self.take(char, self.pos + 1)
        self.after_json = True
        self.state = self.flow if self.open else self.block

    def indicators(self) -> None:
        """Take tags, anchors and the signs `-`, `?` and `:` as many as stand here."""
        text = self.text
        while True:
            char = text[self.pos : self.pos + 1]
            if char == "!":
                self.take(TAG, match_end(_TAG, text, self.pos))
            elif char == "&":
                self.take(ANCHOR, self._name_end())
            elif char and char in "-?:" and self._stands_alone():
                if not self.open:
                    self.floor = self.column + 1
                self.after_json = self.after_json and not self.open
                self.take(char, self.pos + 1)
            else:
                return
            self.blanks()

    def _stands_alone(self) -> bool:
        follow = self.text[self.pos + 1 : self.pos + 2]
        return is_blank_at(self.text, self.pos + 1) or (bool(self.open) and follow in _FLOW)

    def _name_end(self) -> int:
        return match_end(_NAME, self.text, self.pos)

    def quoted(self, quote: str) -> None:
        """Take a quoted scalar."""
        end = extents.quoted_end(self.text, self.pos, self.floor)
        if end < 0:
            message = f"the quote `{quote}` opened here is not closed"
            help = f"add the closing `{quote}`; further lines of a quoted text must be indented"
            raise Fault("D107", self.pos, message, help)
        self.take(quote, end)

    def plain(self) -> None:
        """Take a plain scalar; it may be empty."""
        end = extents.plain_end(self.text, self.pos, bool(self.open), self.floor)
        self.out.append((SCALAR, self.pos, end))
        self.pos = end

    def block_scalar(self) -> None:
        """Take the header and the lines of a block scalar."""
        end = match_end(_HEADER, self.text, self.pos)
        given, keep = extents.header_says(self.text, self.pos + 1)
        self.take(BLOCK, end)
        self.blanks()
        self.rest_of_line()
        self.newline()
        end, self.floor = extents.block_body(self.text, self.pos, self.floor, given, keep)
        self.out.append((SCALAR, self.pos, end))
        self.pos = end
        self.state = self.line


def unclosed(bracket: str, start: int) -> Fault:
    """The fault of a bracket that is never closed."""
    wanted = "]" if bracket == "[" else "}"
    help = f"add the `{wanted}`, and indent the lines in between deeper than the line it began on"
    return Fault("D108", start, f"the `{bracket}` opened here is not closed", help)
