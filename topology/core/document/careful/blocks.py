"""The nodes of block lists and block mappings, and every rule about the column and order of their items."""

from __future__ import annotations

from typing import Any, cast

from ..faults import Fault
from .nodes import LIST_NODE, MAP_NODE, Entry, Node, Pair, end_of_item, end_of_pair, start_of_pair
from .parts import MAX_KEY, PartComposer
from .props import Props
from .shapes import LIST, MAP, Branch, Item, Leaf, Part, Taken, on_several_lines
from .tokens import ASK, COLON, DASH, Token


class BlockComposer(PartComposer):
    """Composes block collections."""

    def block_list(self, branch: Branch) -> Node:
        """The node of a block list."""
        node = Node(LIST_NODE, branch.start, branch.start)
        offset = branch.start
        for any_item in branch.items:
            item = any_item.whole if isinstance(any_item, Taken) else any_item
            if isinstance(item, tuple):
                node.items.append(item)
                offset = item[1][1]
                continue
            props = self.props.read(item.before, DASH, item.value, offset, branch.indent, at_newline=True)
            if props.found is None:
                if not props.given and item.value is None:
                    continue
                raise self._no_dash(item, props)
            value = self.part(item.value, props) if item.value is not None else self.missing(props, props.end)
            offset = value.after
            node.items.append(value)
        node.end = end_of_item(node.items[-1]) if node.items else branch.start
        node.after = offset
        return node

    def _no_dash(self, item: Item, props: Props) -> Fault:
        if isinstance(item.value, Branch) and item.value.kind == LIST:
            help = "indent all dashes of a list alike"
            return Fault("D110", item.value.start, "an item of a list is indented differently from the others", help)
        at = item.value.start if item.value is not None else props.start
        return Fault("D110", at, "text stands in a list without a dash", "begin it with `- `, or indent it deeper")

    def block_map(self, branch: Branch) -> Node:
        """The node of a block mapping."""
        node = Node(MAP_NODE, branch.start, branch.start)
        seen: dict[Any, int] = {}
        pairs, offset, blank_end = node.pairs, branch.start, 0
        for item in branch.items:
            if item.__class__ is tuple and item[0].__class__ is str and item[0] not in seen:
                seen[item[0]] = item[2][0]
                pairs.append(item)
                continue
            if pairs and pairs[-1].__class__ is tuple and isinstance(pairs[-1][0], str):
                offset = pairs[-1][2][3]
            pair, end = self._pair(branch, item, offset, seen)
            if pair is None:
                blank_end = end
            else:
                pairs.append(pair)
                offset = end
        if 0 < blank_end < offset:
            help = "remove the line, or put a key before it"
            raise Fault("D101", blank_end - 1, "a part of a mapping stands here without a key", help)
        node.after = offset
        if pairs:
            node.start = node.inner = start_of_pair(pairs[0])
            node.end = end_of_pair(pairs[-1])
            node.after = max(offset, node.end)
        return node

    def _pair(self, branch: Branch, item: Any, offset: int, seen: dict[Any, int]) -> tuple[Entry | Pair | None, int]:
        """The pair of an item, and where what follows it begins; None of one that is blank."""
        if isinstance(item, Taken):
            item = item.whole
        if isinstance(item, Item):
            pair, end = self._block_pair(branch, item, offset)
            if pair is not None:
                self.unique(seen, pair[0])
            return pair, end
        self._unique_of_whole(item, seen)
        return item, end_of_pair(item)

    def _unique_of_whole(self, pair: Entry | Pair, seen: dict[Any, int]) -> None:
        """Refuse a key of a line read whole that stands in its mapping already."""
        name = pair[0]
        if isinstance(name, Node):
            self.unique(seen, name)
            return
        start, end, *_ = cast(Entry, pair)[2]
        if name in seen:
            raise self.repeated(seen[name], start, end)
        seen[name] = start

    def _block_pair(self, branch: Branch, item: Item, offset: int) -> tuple[Pair | None, int]:
        key, between, value = item.key, item.between, item.value
        follows = key if key is not None else (between[0] if between else None)
        props = self.props.read(item.before, ASK, follows, offset, branch.indent, at_newline=True)
        implicit = props.found is None
        if implicit:
            self._check_implicit(branch, item, props)
            if not props.given and between is None:
                return None, props.end
        elif props.found is not None and props.found[3] != branch.indent:
            raise self._uneven(props.found[1])
        key_at = between[0][1] if between and key is None else props.end
        node = self.part(key, props, at_key=True) if key is not None else self.missing(props, key_at, at_key=True)
        at_newline = key is None or (isinstance(key, Leaf) and key.header is not None)
        behind = self.props.read(between or [], COLON, value, node.after, branch.indent, at_newline=at_newline)
        if behind.found is None:
            if implicit:
                raise self._no_colon(node.start, node.end)
            if value is not None:
                help = "put a `:` before it, or indent it like the text it belongs to"
                message = "OpenRig passes over what follows a `? key` without a `:`"
                self.warn(Fault("D153", value.start, message, help))
            return (node, None, node.end), behind.end
        if implicit:
            self._check_colon(props.start, behind.found, behind.has_newline, value)
        made = self.part(value, behind) if value is not None else self.missing(behind, behind.end)
        return (node, made, behind.found[2]), made.after

    def _check_implicit(self, branch: Branch, item: Item, props: Props) -> None:
        key = item.key
        if key is not None:
            if isinstance(key, Branch) and key.kind == LIST:
                help = "a list cannot be a key; indent its dashes like their key or deeper"
                raise Fault("D110", key.start, "a list stands where a key is expected", help)
            if key.indent != branch.indent:
                raise self._uneven(key.start)
        if not props.given and item.between is None:
            return
        if props.newline_after is not None or on_several_lines(key, self.text):
            raise self._long_key(key, props.start)

    def _uneven(self, at: int) -> Fault:
        help = "indent the keys of one mapping alike"
        return Fault("D110", at, "this key is indented differently from the keys beside it", help)

    def _check_colon(self, start: int, colon: Token, on_next_line: bool, value: Part | None) -> None:
        if isinstance(value, Branch) and value.kind == MAP and not on_next_line:
            help = "put the value in quotes if it holds `: `, or begin the inner mapping on the next line"
            raise Fault("D112", value.start, "a second `key: value` stands on the same line", help)
        if start < colon[1] - MAX_KEY:
            help = f"keep keys under {MAX_KEY} characters, or begin this one with `? `"
            raise Fault("D123", start, "a key is too long", help, colon[1])
