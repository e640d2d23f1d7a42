"""The composed nodes: values still without their containers, because aliases are resolved last."""

from __future__ import annotations

from typing import Any

SCALAR_NODE = "scalar"
MAP_NODE = "mapping"
LIST_NODE = "list"
ALIAS_NODE = "alias"
#: A list of `!!pairs`, and the collections that JavaScript holds as objects of their own.
PAIRS_NODE = "pairs"
SET_NODE = "set"
OMAP_NODE = "omap"


class Node:
    """One value of the document.

    `value` is a scalar's value or an alias' name; `items` a list's nodes; `pairs` a mapping's keys and values (None
    for one that is missing), with the offset where a missing one would stand. `start`..`end` is the span with anchor
    and tag, `inner` where the value itself begins, `after` where what follows begins.
    """

    __slots__ = (
        "after",
        "anchor",
        "end",
        "flow",
        "inner",
        "items",
        "kind",
        "merges",
        "pairs",
        "source",
        "start",
        "style",
        "tagged",
        "target",
        "value",
    )

    def __init__(self, kind: str, start: int, end: int, value: Any = None) -> None:
        self.kind = kind
        self.start = self.inner = start
        self.end = self.after = end
        self.value = value
        self.anchor: str | None = None
        self.flow = False
        self.items: list[Node] = []
        self.pairs: list[Pair] = []
        self.merges = False
        self.source = self.style = ""
        self.tagged = False
        self.target: Node | None = None

    @property
    def identity(self) -> tuple[str, Any] | None:
        """What makes two keys the same: kind and value of a scalar; None for anything never equal to another."""
        value = self.value
        if self.kind != SCALAR_NODE or self.merges or value != value:
            return None
        if isinstance(value, str):
            return "text", value
        if isinstance(value, bool):
            return "bool", value
        if value is None:
            return "null", None
        return ("number", value) if isinstance(value, int | float) else None


Pair = tuple[Node, "Node | None", int]
