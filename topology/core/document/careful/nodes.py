"""The composed nodes: values still without their containers, because aliases are resolved last."""

from __future__ import annotations

from typing import Any, cast

SCALAR_NODE = "scalar"
MAP_NODE = "mapping"
LIST_NODE = "list"
ALIAS_NODE = "alias"
#: A list of `!!pairs`, and the collections that JavaScript holds as objects of their own.
PAIRS_NODE = "pairs"
SET_NODE = "set"
OMAP_NODE = "omap"


_NOTHING: list[Any] = []


class Node:
    """One value of the document.

    `value` is a scalar's value or an alias' name; `items` a list's nodes or members; `pairs` a mapping's pairs or
    entries. `start`..`end` is the span with anchor and tag (`tag` is how that is printed), `inner` where the value
    itself begins, `after` where what follows begins.
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
        "tag",
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
        collection = kind in (MAP_NODE, LIST_NODE)
        self.items: list[Any] = [] if collection else _NOTHING
        self.pairs: list[Any] = [] if collection else _NOTHING
        self.merges = False
        self.source = self.style = self.tag = ""
        self.target: Node | None = None

    @property
    def identity(self) -> str | tuple[str, Any] | None:
        """What makes two keys the same: text, or kind and value; None for what is never equal to another."""
        value = self.value
        if self.kind != SCALAR_NODE or self.merges or value != value:
            return None
        if isinstance(value, str):
            return value
        if isinstance(value, bool):
            return "bool", value
        if value is None:
            return "null", None
        return ("number", value) if isinstance(value, int | float) else None


#: A key and its value, None where it is missing, with the offset where a missing one would stand.
Pair = tuple[Node, "Node | None", int]
#: Start and end of a key and of its value.
Marks = tuple[int, int, int, int]
#: The same where nothing about the key is out of the ordinary: its text, the value (or a node), and both spans.
Entry = tuple[str, Any, Marks]
#: An item of a list in the same manner: its value (or a node) and its span.
Member = tuple[Any, tuple[int, int]]


def pair_of(key: str | Node, value: Any, marks: Marks, text: str) -> Entry | Pair:
    """The entry of a key that is text, else the pair of nodes."""
    if isinstance(key, str):
        return key, value, marks
    _, key_end, start, end = marks
    # A missing value without a colon stands directly behind its key.
    missing = start == end == key_end and value is None
    return key, None if missing else node_of(value, start, end, text), start


def start_of_pair(pair: Entry | Pair) -> int:
    """Where a pair's key begins."""
    key = pair[0]
    return key.start if isinstance(key, Node) else cast(Entry, pair)[2][0]


def end_of_pair(pair: Entry | Pair) -> int:
    """Where a pair's value ends, or its key where that has none."""
    key, value, _ = pair
    return int((value or key).end) if isinstance(key, Node) else cast(Entry, pair)[2][3]


def end_of_item(item: Node | Member) -> int:
    """Where an item of a list ends."""
    return item.end if isinstance(item, Node) else item[1][1]


def node_of(value: Any, start: int, end: int, text: str) -> Node:
    """The node of a value that may be one already."""
    if isinstance(value, Node):
        return value
    node = Node(SCALAR_NODE, start, end, value)
    source = text[start:end]
    node.style = source[0] if source[:1] in ("'", '"', "|", ">") and source else ""
    node.source = value if isinstance(value, str) else source
    return node


def spell_out(node: Node, text: str) -> None:
    """Turn a collection's entries and members into nodes."""
    node.items = [node_of(*_flat(item), text) if isinstance(item, tuple) else item for item in node.items]
    pairs: list[Any] = []
    for pair in node.pairs:
        if isinstance(pair[0], str):
            name, value, marks = cast(Entry, pair)
            pairs.append(pair_of(node_of(name, marks[0], marks[1], text), value, marks, text))
        else:
            pairs.append(pair)
    node.pairs = pairs


def _flat(member: Member) -> tuple[Any, int, int]:
    value, (start, end) = member
    return value, start, end
