"""The value tree of a document: plain Python values whose containers remember where every part stands.

Scalars are `str`, `int`, `float`, `bool` and `None`; containers are `Mapping` (a dict) and `Sequence` (a list).
Checks read them at the speed of plain dicts and lists; positions are looked at only when something is at fault.
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

    __slots__ = ("end", "flow", "marks", "opaque", "start")

    def __init__(self, start: int, flow: bool) -> None:
        self.start = start
        self.end = start
        self.flow = flow
        self.opaque = ""
        self.marks: dict[str, tuple[int, int, int, int]] = {}


class Sequence(list[Value]):
    """A YAML sequence; `marks[i]` is `(item_start, item_end)` of the value, without its `- `."""

    __slots__ = ("end", "flow", "marks", "start")

    def __init__(self, start: int, flow: bool) -> None:
        self.start = start
        self.end = start
        self.flow = flow
        self.marks: list[tuple[int, int]] = []
