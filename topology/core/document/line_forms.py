"""What a single line says: its key, its value and where in the line they stand.

In ordinary block style a line can be understood without those around it; only its place in the tree depends on them.
Rigs repeat most of their lines, so each different one is taken apart once per text.
"""

from __future__ import annotations

import re
from typing import Any

from .faults import Unsure
from .scalars import MAYBE_TYPED, resolve_plain
from .values import Value

#: Characters that readers of YAML treat differently, or refuse.
_ODD = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
#: Different lines that are kept for one text, so that a text without repetitions costs no memory for them.
_KEPT = 20_000
_LONGEST_KEY = 1000

#: The possessive `++` and `*+` keep the time linear in the line's length.
_LINE = re.compile(
    r"""
    \ *+ (-\ ++)?+                                               # 1: the dash of an item
    (?: ([A-Za-z_][A-Za-z0-9_.-]*+) : (?:\ ++|$) )?+             # 2: a key
    (?:
        ( [^-?:,\[\]{}\#&*!|>'"%@`\ ][^:\#]*+                    # 3: a plain scalar, with the blanks behind it
          (?: (?: :(?=[^\ ]) | (?<!\ )\# ) [^:\#]*+ )*+ ) (?:\#.*)?+ $
      | (?: "([^"\\]*+)" | '([^']*+)' | (\[\ *+\]|\{\ *+\}) )    # 4, 5: a quoted scalar; 6: empty brackets
        (?: \ ++\#.* | \ *+ ) $
      | (?: (?<=\ )\#.* )?+ $                                    # nothing: the value may stand on the lines below
      | (.++)                                                    # 7: what one line does not settle
    )""",
    re.VERBOSE,
)


class Open:
    """Stands in a form for a value that is not settled by its line."""


#: The value may stand on the lines below.
BELOW = Open()
#: Empty brackets: a new value each time.
NO_ITEMS, NO_KEYS = Open(), Open()
#: A value of several lines, a flow collection, or something odd.
WHOLE = Open()

#: (place, key, key's start, key's end, value's start, value's end, value, length with the line's end), offsets from
#: the line's start. `place` is the column of the key; on a line with a dash it is `-2 - column of the dash`, and the
#: key may be None. Of a line that holds neither, `place` is None: its key is None where it is blank or a comment, else
#: "", and the key's start is where its content begins.
Form = tuple[int | None, str | None, int, int, int, int, Any, int]


def moved(form: Form, end: int) -> Form:
    """The form of a value that ends elsewhere than its line says."""
    return (*form[:5], end, *form[6:])


class Forms(dict[str, Form]):
    """The forms of lines, each made when first asked for; raises `Unsure` for a line that is not ordinary."""

    def __init__(self, ending: int) -> None:
        self.ending = ending

    def __missing__(self, line: str) -> Form:
        if not line.isprintable() and _ODD.search(line):
            raise Unsure
        size = len(line) + self.ending
        content = line.lstrip(" ")
        form = _read(line, size) if content and content[0] != "#" else (None, None, 0, 0, 0, 0, None, size)
        if len(self) < _KEPT:
            self[line] = form
        return form


#: The forms by the length of the lines' ends.
KnownLines = dict[int, Forms]


def _read(line: str, size: int) -> Form:
    match = _LINE.match(line)
    if match is None:
        raise Unsure
    dash, key = match.start(1), match[2]
    place = None if dash < 0 else -2 - dash
    if key is None:
        start, end, value = _value(match)
        if place is not None and value is BELOW:
            raise Unsure
        return place, None if dash >= 0 else "", start, start, start, end, value, size
    first, last = match.span(2)
    if last - first > _LONGEST_KEY or (key[0] in MAYBE_TYPED and resolve_plain(key).__class__ is not str):
        raise Unsure
    start, end, value = _value(match)
    return first if place is None else place, key, first, last, start, end, value, size


def _value(match: re.Match[str]) -> tuple[int, int, Value]:
    """Start, end and value of what stands behind the key or the dash."""
    group = match.lastindex or 0
    start, end = match.span(group)
    if group == 3:
        text = match[3].rstrip(" ")
        return start, start + len(text), resolve_plain(text) if text[0] in MAYBE_TYPED else text
    if group in (4, 5):
        return start - 1, end + 1, match[group]
    if group == 6:
        return start, end, NO_ITEMS if match[6][0] == "[" else NO_KEYS
    if group == 7:
        return start, end, WHOLE
    return end + 1, end + 1, BELOW
