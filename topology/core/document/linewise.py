"""The line reader: block style read line by line, with the span of every part, several times as fast as by events.

It puts together what `line_forms` says of each line, by indentation alone. A value that its line does not settle is
read by what the careful reader has for such values; to that is left the whole text at the first thing that is not
ordinary.
"""

from __future__ import annotations

import re
from typing import Any

from .careful.within import Within
from .faults import Unsure
from .limits import MAX_DEPTH, MAX_LINES
from .line_forms import BELOW, NO_ITEMS, WHOLE, Forms, KnownLines, Open, moved
from .values import Mapping, Sequence, Value

#: Comments and blank lines before the marker that begins a document, and the marker's own line.
_BEGINNING = re.compile(r"(?: *+(?:#[ -~]*+)?\r?\n)*+---(?: *+| ++#[ -~]*+)\r?\n")


def read_linewise(text: str, known: KnownLines | None = None) -> tuple[Value, tuple[int, int]]:
    """The root value and its span; raises `Unsure` where the text is not in ordinary block style.

    `known` is what is known of lines already; what this text adds is put there too.
    """
    ending = "\n"
    if "\r" in text:
        ending = "\r\n"
        if not text.count("\r") == text.count("\n") == text.count(ending):
            raise Unsure
    beginning = _BEGINNING.match(text)
    start = beginning.end() if beginning else 0
    if text.count("\n", start) > MAX_LINES:
        raise Unsure
    known = {} if known is None else known
    forms = known.setdefault(len(ending), Forms(len(ending)))
    return _Reader(text[start:].split(ending), start, forms, Within(text)).run()


class _Reader:
    """One pass over the lines; the loop keeps its state in locals because it runs once per line.

    `stack` holds the open collections, the innermost last, each with its column. Where the parts of a mapping stand
    is noted in its `rows` as an offset and a form per key; a sequence has a span per item, None for a block collection.
    """

    def __init__(self, lines: list[str], start: int, forms: Forms, within: Within) -> None:
        self.start = start
        self.forms = forms
        self.within = within
        self.lines = lines
        self.lines.reverse()
        top = Mapping(0, False)  # holds the root under the key ""
        top.rows = []
        self.stack: list[tuple[int, Any]] = [(-1, top)]

    def run(self) -> tuple[Value, tuple[int, int]]:
        """Read all lines. `here` is the column of the innermost collection, `waiting` its last key without a value.

        `place` is where the next key of the innermost mapping must stand.
        """
        here, owner = self.stack[0]
        at, last, place, rows = self.start, 0, -1, owner.rows
        waiting: str | None = ""
        lines, forms = self.lines, self.forms
        while lines:
            line = lines.pop()
            found, key, a, _, c, d, value, size = form = forms[line]
            if found != place:
                if found is None and key is None:
                    at += size
                    continue
                first = -2 - found if found is not None and found < 0 else a
                if first > here and waiting is None:
                    lines.append(line)
                    at, last = self.continued(owner, here, at)
                    continue
                if found is None:
                    raise Unsure
                self.enter(at, first, found < 0, waiting, last)
                if found < 0 and key is not None:
                    self.open(a, Mapping(at + a, False), None)
                here, owner = self.stack[-1]
                rows, place = owner.rows, here if owner.__class__ is Mapping else -1
            last = at + d
            waiting = None
            if value.__class__ is Open:
                if value is BELOW:
                    value, waiting = None, key
                else:
                    value, last, size = self.settled(value, here, at, c, d, size)
                    form = moved(form, last - at)
            if key is None:
                owner.append(value)
                rows.append((at + c, last))
            elif key in owner:
                raise Unsure
            else:
                owner[key] = value
                rows.append(at)
                rows.append(form)
            at += size
        return self.root(last)

    def root(self, last: int) -> tuple[Value, tuple[int, int]]:
        """The root and its span, with all collections closed."""
        for _, made in self.stack:
            made.end = last
        top = self.stack[0][1]
        if not top:
            raise Unsure
        root = top[""]
        return root, (root.start, root.end)

    def enter(self, at: int, first: int, dashed: bool, waiting: str | None, last: int) -> None:
        """Open or close collections so that the innermost is the one of a line which begins at the column `first`."""
        here, owner = self.stack[-1]
        if waiting is not None and (first > here or (first == here and dashed)):
            self.open(first, (Sequence if dashed else Mapping)(at + first, False), waiting)
            return
        while here > first or (here == first and not dashed and owner.__class__ is Sequence):
            owner.end = last
            self.stack.pop()
            here, owner = self.stack[-1]
        if here != first or (owner.__class__ is Sequence) != dashed:
            raise Unsure

    def open(self, column: int, made: Mapping | Sequence, key: str | None) -> None:
        """Put a new collection into the innermost one, under a key or as an item."""
        owner = self.stack[-1][1]
        if key is None:
            owner.append(made)
            owner.rows.append(None)
        else:
            owner[key] = made
        if len(self.stack) > MAX_DEPTH:
            raise Unsure
        made.rows = []
        self.stack.append((column, made))

    def settled(self, value: Open, here: int, at: int, start: int, end: int, size: int) -> tuple[Value, int, int]:
        """A value that its line does not settle, where it ends, and the length of all its lines."""
        if value is WHOLE:
            below = self.skip(here, at + size)
            settled, last = self.within.read(at + start, below, here, len(self.stack) - 1)
            return settled, last, below - at
        made = (Sequence if value is NO_ITEMS else Mapping)(at + start, True)
        made.end = at + end
        return made, made.end, size

    def continued(self, owner: Any, here: int, at: int) -> tuple[int, int]:
        """Read the last value again with the lines below it; where these and it end."""
        below = self.skip(here, at)
        rows = owner.rows
        if owner.__class__ is Sequence:
            start = rows[-1][0]
            owner[-1], last = self.within.read(start, below, here, len(self.stack) - 1)
            rows[-1] = (start, last)
            return below, last
        *_, began, form = rows
        value, last = self.within.read(began + form[4], below, here, len(self.stack) - 1)
        owner[next(reversed(owner))] = value
        rows[-1] = moved(form, last - began)
        return below, last

    def skip(self, column: int, at: int) -> int:
        """Take the lines that are blank or go deeper than a column; where the next line begins."""
        lines = self.lines
        while lines:
            line = lines[-1]
            content = line.lstrip(" ")
            if content and len(line) - len(content) <= column:
                break
            at += len(lines.pop()) + self.forms.ending
        return at
