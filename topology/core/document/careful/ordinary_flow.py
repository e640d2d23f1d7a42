"""Bracketed collections read in one go, item by item, where all in them is ordinary.

What is not makes the reader give up, whereupon the same brackets are read token by token.
"""

from __future__ import annotations

import re
from typing import Any

from ..faults import Fault
from ..limits import MAX_DEPTH
from ..text import is_blank_at
from .budget import COLLECTION_WORK, ITEM_WORK, LONG_WORK, PAIR_WORK, Budget
from .nodes import LIST_NODE, MAP_NODE, Node, pair_of
from .ordinary_scalars import NotOrdinary, Props, Scalars
from .patterns import FLOW_BLANK, FLOW_ITEM

_PLAIN = 1
_OPENERS = {"[": LIST_NODE, "{": MAP_NODE}
_CLOSERS = {"]": LIST_NODE, "}": MAP_NODE}
_LINE_ENDS = ("\n", "\r")


class FlowReader:
    """Reads the bracketed collections of one text."""

    def __init__(self, text: str, scalars: Scalars, budget: Budget) -> None:
        self.text = text
        self.scalars = scalars
        self.budget = budget
        self.open: list[Node] = []
        #: The keys of the collections being read that are values of mappings: text or node, and span.
        self.keys: list[tuple[str | Node, int, int]] = []
        self.floor = 0
        self.room = 0
        #: The indentation of the last line that the newest collection went on to, or -1.
        self.column = -1
        #: Where the newest collection begins that was left alone.
        self.refused = -1

    def read(self, at: int, floor: int, depth: int) -> tuple[Node, int] | None:
        """The collection that begins at an offset and where it ends; None where it is not ordinary.

        `floor` is the indentation that its further lines need, `depth` how many collections it stands within.
        """
        if at == self.refused:
            return None
        warnings = self.scalars.warnings
        warned = len(warnings)
        self.open, self.keys, self.floor, self.room, self.column = [], [], floor, MAX_DEPTH - depth, -1
        try:
            root = self._begin(at)
            onward = at + 1
            while self.open:
                onward = self._items(onward) if self.open[-1].kind == LIST_NODE else self._pairs(onward)
        except (NotOrdinary, Fault):
            del warnings[warned:]
            self.refused = at
            for node in self.open:
                self._spend(node, at)
            return None
        return root, onward

    def _begin(self, at: int) -> Node:
        """Open the collection whose bracket stands here."""
        if len(self.open) >= self.room:
            raise NotOrdinary
        node = Node(_OPENERS[self.text[at]], at, at)
        node.flow = True
        self.open.append(node)
        return node

    def _items(self, at: int) -> int:
        """Take the items of the newest list, up to a bracket; where to go on."""
        text, match = self.text, FLOW_ITEM.match
        place = self.open[-1].items.append
        for _ in range(self.budget.rest // ITEM_WORK + 1):
            found = match(text, at)
            if found is None:
                at = self._blank(at)
                if text.startswith(("]", "}"), at):
                    return self._close(at)
                if text.startswith(("[", "{"), at):
                    self._begin(at)
                    return at + 1
                value, start, stop, end = self._value(at)
            else:
                value, start, stop, end = self._item(found)
            place((value, (start, stop)))
            if text.startswith(",", end):
                at = end + 1
                continue
            at = self._blank(end)
            if not text.startswith(",", at):
                return self._close(at)
            at += 1
        raise NotOrdinary

    def _item(self, found: re.Match[str]) -> tuple[Any, int, int, int]:
        """A scalar of one line: its value, its span, and where the next sign stands."""
        kind, end = found.lastindex or 0, found.end()
        start, stop = found.span(kind)
        value: Any = found[kind]
        if kind != _PLAIN:
            return value, start - 1, stop + 1, end
        if self.text.startswith(_LINE_ENDS, end):
            return self._value(start)
        value = value.rstrip(" \t")
        stop = start + len(value)
        if value[0] in self.scalars.maybe_typed:
            value = self.scalars.plain(value, start)
        return value, start, stop, end

    def _pairs(self, at: int) -> int:
        """Take the pairs of the newest mapping, up to a bracket; where to go on."""
        text, node = self.text, self.open[-1]
        for _ in range(self.budget.rest // PAIR_WORK + 1):
            at = self._blank(at)
            if text.startswith("}", at):
                return self._close(at)
            key, key_start, key_end, end = self._key(at)
            value: Any = None
            start = stop = key_end
            if text.startswith(":", end):
                start = stop = end + 1
                end = self._blank(end + 1)
                if text.startswith(("[", "{"), end):
                    self.keys.append((key, key_start, key_end))
                    self._begin(end)
                    return end + 1
                found = FLOW_ITEM.match(text, end)
                if found is not None:
                    value, start, stop, end = self._item(found)
                elif not text.startswith((",", "}"), end):
                    value, start, stop, end = self._value(end)
            node.pairs.append(pair_of(key, value, (key_start, key_end, start, stop), text))
            at = self._blank(end)
            if not text.startswith(",", at):
                return self._close(at)
            at += 1
        raise NotOrdinary

    def _close(self, at: int) -> int:
        """Close the collections whose brackets stand here; where the items of the next one go on."""
        text = self.text
        while True:
            node = self.open.pop()
            if _CLOSERS.get(text[at : at + 1]) != node.kind or _repeats(node):
                raise NotOrdinary
            self._spend(node, at)
            at += 1
            node.end = node.after = at
            if not self.open:
                return at
            self._attach(node)
            at = self._blank(at)
            if text.startswith(",", at):
                return at + 1

    def _spend(self, node: Node, at: int) -> None:
        self.budget.spend(COLLECTION_WORK + ITEM_WORK * len(node.items) + PAIR_WORK * len(node.pairs), at)

    def _attach(self, node: Node) -> None:
        """Give a collection to the one around it."""
        outer = self.open[-1]
        if outer.kind == LIST_NODE:
            outer.items.append((node, (node.start, node.end)))
        else:
            key, start, end = self.keys.pop()
            outer.pairs.append(pair_of(key, node, (start, end, node.start, node.end), self.text))

    def _key(self, at: int) -> tuple[str | Node, int, int, int]:
        """A key: its text (or its node, where it is no text), its span, and where the next sign stands."""
        found = FLOW_ITEM.match(self.text, at)
        if found is None or not found.lastindex or self.text.startswith(_LINE_ENDS, found.end()):
            raise NotOrdinary
        kind = found.lastindex
        if kind != _PLAIN:
            source, start = found[kind], found.start(kind) - 1
            return source, start, start + len(source) + 2, found.end()
        source, start = found[_PLAIN].rstrip(" \t"), found.start(_PLAIN)
        return self.scalars.key(source, start), start, start + len(source), found.end()

    def _value(self, at: int) -> tuple[Any, int, int, int]:
        """A scalar or an alias: its value (or node), its span, and where the next sign stands."""
        text, scalars = self.text, self.scalars
        sign = text[at : at + 1]
        if sign == "*":
            node = scalars.alias(at)
            return node, at, node.end, node.end
        if sign in ("&", "!"):
            node = scalars.with_props(Props(text, at, 0), self.floor, in_flow=True)
            return node, node.start, node.end, node.end
        if sign in ('"', "'"):
            value, end = scalars.quoted(at, self.floor)
            return value, at, end, end
        if FLOW_ITEM.match(text, at) is None:
            raise NotOrdinary
        source, end = scalars.spanning(at, self.floor, in_flow=True)
        return scalars.plain(source, at), at, end, end

    def _blank(self, at: int) -> int:
        """Where white space, comments and line ends stop; the line there must be indented enough."""
        found = FLOW_BLANK.match(self.text, at)
        if found is None:
            return at
        at = found.end()
        if not found.lastindex:
            return at
        self.budget.spend(LONG_WORK, at)
        indent = self.column = found.end(1) - found.start(1)
        marker = not indent and self.text.startswith(("---", "..."), at) and is_blank_at(self.text, at + 3)
        if indent < self.floor or marker:
            last = indent == self.floor - 1 and len(self.open) == 1 and self.text.startswith(("]", "}"), at)
            if not last:
                raise NotOrdinary
        return at


def _repeats(node: Node) -> bool:
    """Whether a key stands twice in a mapping."""
    keys = [key if isinstance(key, str) else key.identity for key, _, _ in node.pairs]
    given = [key for key in keys if key is not None]
    return len(given) != len(set(given))
