"""Values on ordinary lines that are more than a word or a simple quoted text."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from .nodes import Node
from .ordinary_flow import FlowReader
from .ordinary_scalars import NotOrdinary, Props, Scalars
from .patterns import BLANK_LINES, LINE_END, PLAIN_VALUE
from .tokens import Token

#: In the place of a value that follows on further lines, or not at all.
MISSING = object()


class Value(NamedTuple):
    """A value (or its node) and its span; `last` is a place in its last line.

    The next line with content begins at `end`; `floor` is what the value leaves behind. `props` are the tokens before
    a value that is `MISSING` so far; `block` says that it is a block text.
    """

    value: Any
    start: int
    stop: int
    last: int
    end: int
    floor: int
    props: list[Token] | None = None
    block: bool = False


class ValueReader:
    """Reads the values of one text's lines. Raises `NotOrdinary` or `Fault` where one is unusual."""

    def __init__(self, text: str, scalars: Scalars, flows: FlowReader) -> None:
        self.text = text
        self.scalars = scalars
        self.flows = flows

    def plain(self, line: re.Match[str], column: int) -> Value:
        """A plain scalar, which goes on over further lines where they are indented deeper."""
        start, end = line.start(PLAIN_VALUE), line.end()
        if self.text.startswith(" " * (column + 1), end):
            return self.spanning(start, column)
        source = line[PLAIN_VALUE].rstrip(" \t")
        stop = start + len(source)
        return Value(self.scalars.plain(source, start), start, stop, stop, end, column + 1)

    def spanning(self, start: int, column: int) -> Value:
        """A plain scalar of any number of lines; `column` is where its key or dash stands."""
        source, stop = self.scalars.spanning(start, column + 1, in_flow=False)
        return Value(self.scalars.plain(source, start), start, stop, stop, self._line_end(stop), column + 1)

    def missing(self, last: int, end: int, column: int) -> Value:
        """No value, so far. A line of tabs behind it is a fault where none will follow."""
        if self.text.find("\t", self.text.find("\n", last, end), end) >= 0:
            raise NotOrdinary
        return Value(MISSING, 0, 0, last, end, column + 1)

    def other(self, start: int, column: int, depth: int) -> Value:
        """What begins with a sign; `column` is where its key or dash stands."""
        sign = self.text[start]
        if sign in "&!":
            return self._with_props(start, column, depth)
        if sign in "|>":
            return self._block(start, column)
        value: Any
        if sign == "*":
            value = self.scalars.alias(start)
            stop = value.end
        elif sign in "[{":
            value = self._flow(start, column, depth)
            stop = value.end
        else:
            value, stop = self.scalars.quoted(start, column + 1)
        return Value(value, start, stop, stop, self._line_end(stop), column + 1)

    def _with_props(self, start: int, column: int, depth: int) -> Value:
        props = Props(self.text, start, column)
        at, tags = props.end, self.scalars.tags
        sign = self.text[at : at + 1]
        line_end = LINE_END.match(self.text, at)
        if line_end is not None:
            return self.missing(at, line_end.end(), column)._replace(props=props.tokens())
        if sign in "|>":
            block = self._block(at, column)
            node = tags.scalar(block.value, props.tag, plain=False, at_key=False, span=(at, block.stop))
            node.source, node.style = block.value, sign
            return block._replace(value=self.scalars.dressed(node, props), start=start)
        if sign in "[{":
            node = self._flow(at, column, depth)
            tags.collection(node, props.tag)
            node = self.scalars.dressed(node, props)
        else:
            node = self.scalars.with_props(props, column + 1, in_flow=False)
        return Value(node, start, node.end, node.end, self._line_end(node.end), column + 1)

    def _block(self, start: int, column: int) -> Value:
        value, stop, after, floor = self.scalars.block(start, column + 1, column)
        blank = BLANK_LINES.match(self.text, after)
        return Value(value, start, stop, after - 1, blank.end() if blank else after, floor, block=True)

    def _flow(self, start: int, column: int, depth: int) -> Node:
        found = self.flows.read(start, column + 1, depth)
        if found is None:
            raise NotOrdinary
        return found[0]

    def _line_end(self, at: int) -> int:
        found = LINE_END.match(self.text, at)
        if found is None:
            raise NotOrdinary
        return found.end()
