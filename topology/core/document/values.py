"""The value tree of a document: plain Python values whose containers remember where every part stands.

Scalars are `str`, `int`, `float`, `bool` and `None`; containers are `Mapping` (a dict) and `Sequence` (a list).
Checks read them at the speed of plain dicts and lists; positions are looked at only when something is at fault.
All offsets are character offsets into `Document.text`, end exclusive. An alias is the very object its anchor names.
"""

from __future__ import annotations

from typing import Any

Value = Any  # str | int | float | bool | None | Mapping | Sequence; recursive unions slow mypy down for no gain


class Mapping(dict[str, Value]):
    """A YAML mapping with string keys in document order.

    `marks[key]` is `(key_start, key_end, value_start, value_end)`; a missing value has `value_start == value_end`.
    The span of the mapping itself is `start`..`end`, trimmed of trailing comments and blank lines.
    """

    __slots__ = ("end", "flow", "marks", "start")

    def __init__(self, start: int, flow: bool) -> None:
        self.start = start
        self.end = start
        self.flow = flow
        self.marks: dict[str, tuple[int, int, int, int]] = {}


class Sequence(list[Value]):
    """A YAML sequence; `marks[i]` is `(item_start, item_end)` of the value, without its `- `."""

    __slots__ = ("end", "flow", "marks", "start")

    def __init__(self, start: int, flow: bool) -> None:
        self.start = start
        self.end = start
        self.flow = flow
        self.marks: list[tuple[int, int]] = []
