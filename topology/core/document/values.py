"""The value tree of a document: plain Python values whose containers remember where every part stands.

Scalars are `str`, `int`, `float`, `bool` and `None`; containers are `Mapping` (a dict) and `Sequence` (a list).
Checks read them at the speed of plain dicts and lists; positions are looked at only when something is at fault, so the
line reader only notes what `marks` can be made of (`rows`), and the careful one fills `marks` itself.
All offsets are character offsets into `Document.text`, end exclusive. An alias is the very object its anchor names,
so a value may hold itself: `Document.cyclic` says so.

Spans hold nothing that is not the value's own: an anchor and a tag belong to it, the comments and blank lines behind
it do not. A block collection ends where its last item ends; a block scalar begins at its `|` or `>` and ends with its
last line that is not blank, without that line's break. The span of an alias is that of `*name` itself. A missing value
is an empty span: just behind its `:` or `-`, or behind its key where there is no `:`.
"""

from __future__ import annotations

from typing import Any

Value = Any  # str | int | float | bool | None | Mapping | Sequence; recursive unions slow mypy down for no gain


class Mapping(dict[str, Value]):
    """A YAML mapping with string keys in document order.

    `marks[key]` is `(key_start, key_end, value_start, value_end)`; a missing value has `value_start == value_end`.
    `start`..`end` is the span of the mapping itself, from its first key (or its bracket), without anchor or tag.
    `opaque` names what JavaScript would hold instead of a plain object (`date`, `set`, `omap`, `binary`, `symbol`);
    such a mapping is always empty, as those objects have no keys of their own.
    """

    __slots__ = ("_marks", "end", "flow", "opaque", "rows", "start")

    def __init__(self, start: int, flow: bool) -> None:
        self.start = start
        self.end = start
        self.flow = flow
        self.opaque = ""
        self.rows: list[Any] | None = None
        self._marks: dict[str, tuple[int, int, int, int]] | None = None

    @property
    def marks(self) -> dict[str, tuple[int, int, int, int]]:
        """Where each key and its value stand."""
        if self._marks is None:
            rows = iter(self.rows or ())
            self._marks = {
                key: (at + form[2], at + form[3], at + form[4], at + form[5])
                if value.__class__ is str
                else _marks_of_pair(at, form, value)
                for (key, value), at, form in zip(self.items(), rows, rows, strict=False)
            }
        return self._marks


class Sequence(list[Value]):
    """A YAML sequence; `marks[i]` is `(item_start, item_end)` of the value, without its `- `."""

    __slots__ = ("_marks", "end", "flow", "rows", "start")

    def __init__(self, start: int, flow: bool) -> None:
        self.start = start
        self.end = start
        self.flow = flow
        self.rows: list[tuple[int, int] | None] | None = None
        self._marks: list[tuple[int, int]] | None = None

    @property
    def marks(self) -> list[tuple[int, int]]:
        """Where each item stands."""
        if self._marks is None:
            rows = zip(self.rows or (), self, strict=False)
            self._marks = [row or (item.start, item.end) for row, item in rows]
        return self._marks

    def span(self, index: int) -> tuple[int, int]:
        """Where one item stands, without a look at the others."""
        if self._marks is None and self.rows is not None:
            item = self[index]
            return self.rows[index] or (item.start, item.end)
        return self.marks[index]


def _marks_of_pair(at: int, form: Any, value: Value) -> tuple[int, int, int, int]:
    _, _, key_start, key_end, start, end, *_ = form
    if isinstance(value, (Mapping, Sequence)):
        return at + key_start, at + key_end, value.start, value.end
    return at + key_start, at + key_end, at + start, at + end
