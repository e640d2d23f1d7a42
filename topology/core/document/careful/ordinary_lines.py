"""Ordinary lines of blocks read one at a time, straight into the builder's branches.

At the start of any line the scanner may go on token by token, or this reader line by line: what one leaves behind the
other takes up. A line that is not ordinary, or does not fit where it stands, is left to the scanner.
"""

from __future__ import annotations

import re
from typing import Any

from ..faults import Fault
from .budget import LINE_WORK, ODD_LINE_WORK, Budget
from .build import Builder
from .nodes import Node, pair_of
from .ordinary_flow import FlowReader
from .ordinary_places import Key, Places
from .ordinary_scalars import NotOrdinary, Scalars
from .ordinary_values import MISSING, Value, ValueReader
from .parts import MAX_KEY
from .patterns import DOUBLE_KEY, LINE, OTHER_VALUE, PLAIN_KEY, PLAIN_VALUE, SINGLE_KEY
from .scan import Scanner
from .shapes import LIST, MAP, Branch, Item

_Line = re.Match[str]
_DASHES = 2


class LineReader:
    """Takes lines from the scanner's place on."""

    def __init__(
        self, text: str, scanner: Scanner, builder: Builder, scalars: Scalars, flows: FlowReader, budget: Budget
    ) -> None:
        self.text = text
        self.scanner = scanner
        self.builder = builder
        self.scalars = scalars
        self.budget = budget
        self.values = ValueReader(text, scalars, flows)
        self.places = Places(text, builder, budget)
        #: A place in the last line of the newest block text, where the line behind it begins, and whether that still
        #: counts as the line of a key.
        self.block = (-1, -1, False)
        #: The indentation that further lines of the last value would have needed, and a place in its last line.
        self.floor = 0
        self.last = 0
        #: Where the newest line begins that was left alone.
        self.refused = -1

    def run(self) -> None:
        """Take lines for as long as they are ordinary."""
        start = self.scanner.pos
        if start == self.refused or LINE.match(self.text, start) is None or not self.places.ready():
            return
        self.scalars.begin()
        self.refused = self._lines(start)
        self.places.hand_over()
        self.builder.begin_line()
        if self.refused > start:
            self.builder.on_key_line = self.block[2] and self.block[0] == self.last
            # The scanner takes the blank lines and comments behind the last line itself, for they may change the floor.
            line_end = self.text.find("\n", self.last)
            self.scanner.pos, self.scanner.floor = line_end + 1 if line_end >= 0 else self.refused, self.floor

    def _lines(self, at: int) -> int:
        """Take lines; where the first one begins that is not ordinary."""
        text, match = self.text, LINE.match
        stack: list[Any] = self.builder.stack
        maybe_typed, texts = self.scalars.maybe_typed, self.scalars.texts
        value: Any
        limit = left = self.budget.rest // LINE_WORK + 1
        while left:
            left -= 1
            line = match(text, at)
            if line is None:
                break
            top, kind, end = stack[-1], line.lastindex or 0, line.end()
            key = line.start(PLAIN_KEY)
            if (
                not PLAIN_VALUE <= kind < OTHER_VALUE
                or not line.end(1) == key == at + top.indent
                or top.kind != MAP
                or (top.pending is None and isinstance(top.items[-1], Item))
                or ((name := line[PLAIN_KEY].rstrip(" \t"))[0] in maybe_typed and name not in texts)
                or (kind == PLAIN_VALUE and text.startswith(" " * (top.indent + 1), end))
                or line.end(PLAIN_KEY) - key > MAX_KEY
            ):
                onward = self._line(at, line)
                if onward < 0:
                    break
                at = onward
                continue
            # By far the most lines: one more plain key of the same mapping, its value a word or a quoted text.
            value = line[kind]
            if kind == PLAIN_VALUE:
                value = value.rstrip(" \t")
                start = line.start(kind)
                stop = start + len(value)
                if value[0] in maybe_typed:
                    value = self.scalars.plain(value, start)
            else:
                start = line.start(kind) - 1
                stop = start + len(value) + 2
            if top.pending is not None:
                self.places.settle(top)
            top.items.append((name, value, (key, key + len(name), start, stop)))
            self.floor, self.last, at = top.indent + 1, stop, end
        self.budget.spend((limit - left) * LINE_WORK, at)
        return at

    def _line(self, at: int, line: _Line) -> int:
        """Take one ordinary line of any kind; where the next one begins, or -1 where it does not fit."""
        self.budget.spend(ODD_LINE_WORK, at)
        first, stop = line.span(_DASHES)
        key = self._key(line)
        if (first == stop) if key is None else key[3] - 1 - key[1] > MAX_KEY:
            return -1
        column = (self.text.rindex("-", first, stop) if key is None else key[1]) - at
        warnings = self.scalars.warnings
        warned = len(warnings)
        value = self._value(line, column, len(self.builder.stack) + stop - first)
        news = warnings[warned:]
        del warnings[warned:]
        if value is None:
            return -1
        branch = self.places.find(at, line.end(1) - at, (first, stop), -1 if key is None else key[1])
        if branch is None:
            return -1
        warnings += news
        if value.block:
            self.block = (value.last, value.last + 1, key is not None or (self.block[2] and self.block[1] == at))
        self._put(branch, key or ("", at + column, at + column + 1, at + column + 1), value)
        return value.end

    def _key(self, line: _Line) -> Key | None:
        """The key of a line."""
        if line.start(PLAIN_KEY) >= 0:
            source, start = line[PLAIN_KEY].rstrip(" \t"), line.start(PLAIN_KEY)
            return self.scalars.key(source, start), start, start + len(source), line.end(PLAIN_KEY) + 1
        for kind in (DOUBLE_KEY, SINGLE_KEY):
            if line.start(kind) >= 0:
                start, end = line.span(kind)
                return line[kind], start - 1, end + 1, self.text.index(":", end + 1) + 1
        return None

    def _value(self, line: _Line, column: int, depth: int) -> Value | None:
        """The value of a line, or None where it is unusual."""
        kind, values = line.lastindex or 0, self.values
        try:
            if kind < PLAIN_VALUE:
                return values.missing(line.end(kind), line.end(), column)
            if kind == OTHER_VALUE:
                return values.other(line.start(kind), column, depth)
            if kind == PLAIN_VALUE:
                return values.plain(line, column)
            start, end = line.span(kind)
            return Value(line[kind], start - 1, end + 1, end, line.end(), column + 1)
        except (NotOrdinary, Fault):
            return None

    def _put(self, branch: Branch, key: Key, value: Value) -> None:
        """Give a branch one more item."""
        name, start, end, after = key
        self.floor, self.last = value.floor, value.last or after
        if value.value is not MISSING:
            marks = (start, end, value.start, value.stop)
            branch.items.append(
                (value.value, marks[2:]) if branch.kind == LIST else pair_of(name, value.value, marks, self.text)
            )
        elif value.props or isinstance(name, Node):
            self.places.wait_with(branch, key, value.props)
        else:
            branch.pending = (name, start, end, after)
