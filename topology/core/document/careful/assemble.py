"""From nodes to values: containers, keys as text, aliases resolved and counted, merge keys of YAML 1.1.

Everything goes in document order, because an alias means the nearest anchor of its name before it, and because the
count that stops alias bombs grows from use to use (rig-rules, section 1.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ..faults import Fault
from ..limits import MAX_ALIAS_WEIGHT
from ..values import Mapping, Sequence, Value
from .budget import MERGED_WORK, Budget
from .keys import binary_key, collection_key, scalar_key
from .nodes import (
    ALIAS_NODE,
    LIST_NODE,
    MAP_NODE,
    OMAP_NODE,
    PAIRS_NODE,
    SCALAR_NODE,
    SET_NODE,
    Entry,
    Marks,
    Node,
    Pair,
    spell_out,
)
from .tags import opaque

#: Keys that are collections, inside one another; merge keys that bring in others.
_MAX_KEY_DEPTH = 40
_MAX_MERGES = 100


class _Anchored:
    """What an anchored node became, how often it was used, and how much one use weighs (0: nothing, or not known yet).

    `size` is how many values it stands for, aliases written out.
    """

    __slots__ = ("count", "size", "value", "weight")

    def __init__(self, value: Value) -> None:
        self.value = value
        self.count = 1
        self.weight = 0
        self.size = 1


class _Frame:
    """A collection being filled."""

    __slots__ = ("items", "made", "node", "pairs")

    def __init__(self, node: Node, made: Mapping | Sequence) -> None:
        self.node = node
        self.made = made
        self.items: Iterator[Any] = iter(node.items)  # nodes and members
        self.pairs: Iterator[Any] = iter(node.pairs)  # pairs and entries


class Assembler:
    """Builds the values of one document; `cyclic` says that a value holds itself."""

    def __init__(self, text: str, budget: Budget) -> None:
        self.text = text
        self.budget = budget
        self.latest: dict[str, Node] = {}
        self.anchored: dict[int, _Anchored] = {}
        self.open: set[int] = set()
        self.key_depth = self.merge_depth = 0
        #: Of nodes that were merged.
        self.sizes: dict[int, int] = {}
        self.cyclic = False

    def build(self, root: Node) -> Value:
        """The value of a node and everything in it."""
        value, frame = self._begin(root)
        if frame is None:
            return value
        stack = [frame]
        while stack:
            frame = stack[-1]
            child = self._next(frame)
            if child is None:
                self.open.discard(id(frame.made))
                stack.pop()
            else:
                stack.append(child)
        return value

    def _begin(self, node: Node) -> tuple[Value, _Frame | None]:
        """The value of a node, and a frame where it has still to be filled."""
        kind = node.kind
        if kind == SCALAR_NODE:
            if node.anchor is not None:
                self._register(node, node.value)
            return node.value, None
        if kind == ALIAS_NODE:
            return self._alias(node), None
        listed = kind in (LIST_NODE, PAIRS_NODE)
        made: Mapping | Sequence = (Sequence if listed else Mapping)(node.inner, node.flow)
        made.end = node.end
        value: Value = made
        if kind in (SET_NODE, OMAP_NODE):
            value = opaque(kind, node)
        if node.anchor is not None:
            self.open.add(id(made))
            self._register(node, value)
        return value, _Frame(node, made)

    def _register(self, node: Node, value: Value) -> None:
        """Note what an anchored node becomes."""
        self.latest[cast(str, node.anchor)] = node
        self.anchored[id(node)] = _Anchored(value)

    def _next(self, frame: _Frame) -> _Frame | None:
        """Place the frame's next scalars; the frame of its next collection, or None at its end."""
        made: Any = frame.made
        if isinstance(made, Sequence):
            return self._next_of_list(frame, made)
        marks = made.marks
        for pair in frame.pairs:
            key, value, place = pair
            if key.__class__ is not str:
                child = self._place_pair(made, pair)
            else:
                marks[key] = place
                if value.__class__ is not Node:
                    made[key] = value
                    continue
                made[key], child = self._begin(value)
            if child is not None:
                return child
        return None

    def _next_of_list(self, frame: _Frame, made: Sequence) -> _Frame | None:
        place, mark = made.append, made.marks.append
        for item in frame.items:
            value, span = item if item.__class__ is tuple else (item, (item.start, item.end))
            mark(span)
            if value.__class__ is not Node:
                place(value)
                continue
            value, child = self._begin(value)
            place(value)
            if child is not None:
                return child
        for pair in frame.pairs:
            key, other, _ = pair
            single = Mapping(key.start, False)
            single.end = (other or key).end
            place(single)
            mark((single.start, single.end))
            child = self._place(single, pair)
            if child is not None:
                return child
        return None

    def _place(self, made: Mapping, pair: Pair | Entry) -> _Frame | None:
        """Put one pair into a mapping."""
        key, value, place = pair
        if isinstance(key, Node):
            return self._place_pair(made, cast(Pair, pair))
        made.marks[key] = cast(Marks, place)
        made[key], child = self._begin(value) if isinstance(value, Node) else (value, None)
        return child

    def _place_pair(self, made: Mapping, pair: Pair) -> _Frame | None:
        """Put a pair of nodes into a mapping."""
        key, node, missing = pair
        if key.merges:
            self._merge(made, key, node)
            return None
        name = self._key(key)
        value, child = (None, None) if node is None else self._begin(node)
        made[name] = value
        span = (missing, missing) if node is None else (node.start, node.end)
        made.marks[name] = (key.start, key.end, *span)
        return child

    def _key(self, key: Node) -> str:
        value = self._nested(key) if key.kind != SCALAR_NODE else self._begin(key)[0]
        if key.kind in (MAP_NODE, LIST_NODE):
            return collection_key(key, self.text, self.budget)
        if isinstance(value, Mapping) and value.opaque == "binary" and key.kind == SCALAR_NODE:
            return binary_key(key.source)
        if isinstance(value, Mapping | Sequence):
            return f"*{key.value}" if key.kind == ALIAS_NODE else key.source
        return scalar_key(value)

    def _nested(self, node: Node) -> Value:
        self.key_depth += 1
        if self.key_depth > _MAX_KEY_DEPTH:
            message = f"keys stand within keys deeper than {_MAX_KEY_DEPTH} levels"
            raise Fault("D103", node.start, message, "use plain words as keys")
        value = self.build(node)
        self.key_depth -= 1
        return value

    # Aliases

    def _alias(self, node: Node) -> Value:
        target = self._target(node)
        if target is None:
            help = f"anchor a value with `&{node.value}` before it, or quote the text"
            raise Fault("D113", node.start, f"the alias `*{node.value}` names no anchor before it", help, node.end)
        anchored = self.anchored[id(target)]
        anchored.count += 1
        if anchored.weight == 0:
            anchored.weight, anchored.size = self._weight(target)
        self.budget.spend(anchored.size, node.start)
        if anchored.count * anchored.weight > MAX_ALIAS_WEIGHT:
            message = f"the alias `*{node.value}` repeats what it names too often"
            help = "write the value out, or use fewer aliases; they may not multiply each other"
            raise Fault("D114", node.start, message, help, node.end)
        self.cyclic = self.cyclic or id(anchored.value) in self.open
        return anchored.value

    def _target(self, node: Node) -> Node | None:
        if node.target is None:
            node.target = self.latest.get(node.value)
        return node.target

    def _weight(self, target: Node) -> tuple[int, int]:
        """The largest weight among the parts of a node (1 for a scalar, an alias as much as its uses), and its size."""
        heaviest = size = visited = 0
        stack: list[Any] = [target]
        while stack:
            node = stack.pop()
            visited += 1
            if not isinstance(node, Node) or node.kind == SCALAR_NODE:
                heaviest = max(heaviest, 1)
            elif node.kind == ALIAS_NODE:
                source = self._target_in_past(node)
                if source is not None:
                    heaviest = max(heaviest, source.count * source.weight)
                    size += source.size
            else:
                stack += [item[0] if isinstance(item, tuple) else item for item in node.items]
                for key, value, _ in node.pairs:
                    stack += (key, value)
                self.budget.spend(len(node.items) + len(node.pairs), target.start)
        return heaviest, size + visited

    def _target_in_past(self, node: Node) -> _Anchored | None:
        return self.anchored.get(id(node.target)) if node.target is not None else None

    # Merge keys

    def _merge(self, made: Mapping, key: Node, node: Node | None) -> None:
        """Put the pairs of the mappings that a merge key names into a mapping, where it lacks them."""
        source = self._target(node) if node is not None and node.kind == ALIAS_NODE else node
        self.merge_depth += 1
        if self.merge_depth > _MAX_MERGES:
            message = f"merge keys bring in merge keys, more than {_MAX_MERGES} deep"
            raise Fault("D103", key.start, message, "write the keys out", key.end)
        if source is not None:
            self.budget.spend(len(source.items) + len(source.pairs), key.start)
            spell_out(source, self.text)
        sources = source.items if source is not None and source.kind == LIST_NODE else [source]
        for one in sources:
            found = self._target(one) if one is not None and one.kind == ALIAS_NODE else one
            if found is None or found.kind not in (MAP_NODE, SET_NODE):
                help = "name a mapping, or a list of mappings"
                raise Fault("D125", key.start, "a merge key `<<` needs mappings to merge", help, key.end)
            self.budget.spend((1 + self._size(found)) * MERGED_WORK, key.start)
            span = (key.start, key.end, node.start, node.end) if node is not None else (key.start, key.end) * 2
            self._merge_one(made, found, span)
        self.merge_depth -= 1

    def _size(self, node: Node) -> int:
        """How many parts a node has that is merged, aliases written out."""
        if id(node) not in self.sizes:
            self.sizes[id(node)] = self._weight(node)[1]
        return self.sizes[id(node)]

    def _merge_one(self, made: Mapping, found: Node, span: Any) -> None:
        merged = Mapping(found.inner, found.flow)
        for pair in found.pairs:
            child = self._place(merged, pair)
            if child is not None:
                self._fill(child)
        for name, value in merged.items():
            if name not in made:
                made[name] = value
                made.marks[name] = span

    def _fill(self, frame: _Frame) -> None:
        stack = [frame]
        while stack:
            child = self._next(stack[-1])
            if child is None:
                stack.pop()
            else:
                stack.append(child)
