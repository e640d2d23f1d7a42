"""The nodes of lists and mappings in brackets, and every rule about their commas and colons."""

from __future__ import annotations

from typing import Any

from ..faults import Fault
from .nodes import LIST_NODE, MAP_NODE, Node, Pair
from .parts import MAX_KEY, PartComposer
from .props import Props
from .shapes import FLOW, LIST, Branch, Item, Part, on_several_lines
from .tokens import ASK, COLON, NEWLINE, Token


class FlowComposer(PartComposer):
    """Composes collections in brackets."""

    def flow(self, branch: Branch) -> Node:
        """The node of a collection in brackets."""
        is_map = branch.opener == "{"
        node = Node(MAP_NODE if is_map else LIST_NODE, branch.start, branch.start)
        node.flow = True
        seen: dict[Any, int] = {}
        offset = branch.start + 1
        for number, item in enumerate(branch.items):
            offset = self._flow_item(branch, node, item, number, offset, seen)
        if branch.tail:
            node.end = node.after = branch.tail[0][2]
        return node

    def _flow_item(self, branch: Branch, node: Node, item: Item, number: int, offset: int, seen: dict[Any, int]) -> int:
        key, between, value = item.key, item.between, item.value
        is_map = node.kind == MAP_NODE
        follows = key if key is not None else (between[0] if between else None)
        props = self.props.read(item.before, ASK, follows, offset, branch.indent, at_newline=False, in_flow=True)
        if props.found is None:
            if not props.given and between is None and value is None:
                self._check_empty(branch, props, number)
                return props.end
            if not is_map and on_several_lines(key, self.text):
                raise self._long_key(key, props.start)
        self._check_comma(branch, props, number)
        if not is_map and between is None and props.found is None:
            made = self.part(value, props) if value is not None else self.missing(props, props.end)
            self._no_block(value)
            node.items.append(made)
            return made.after
        pair, offset = self._flow_pair(branch, item, props, is_map)
        if is_map:
            self.unique(seen, pair[0])
            node.pairs.append(pair)
        else:
            node.items.append(_single(pair))
        return offset

    def _flow_pair(self, branch: Branch, item: Item, props: Props, is_map: bool) -> tuple[Pair, int]:
        key, between, value = item.key, item.between, item.value
        key_at = between[0][1] if between and key is None else props.end
        node = self.part(key, props, at_key=True) if key is not None else self.missing(props, key_at, at_key=True)
        self._no_block(key)
        behind = self.props.read(between or [], COLON, value, node.after, branch.indent, at_newline=False, in_flow=True)
        colon = behind.found
        self._no_block(value)
        if colon is None:
            if value is not None:
                help = "separate the items with `, ` and a key from its value with `: `"
                raise Fault("D111", value.start, "a `,` or a `:` is missing before this", help)
            return (node, None, node.end), behind.end
        if not is_map and props.found is None:
            self._check_single(props.start, colon, between or [])
        made = self.part(value, behind) if value is not None else self.missing(behind, behind.end)
        return (node, made, colon[2]), made.after

    def _check_single(self, start: int, colon: Token, between: list[Token]) -> None:
        for token in between:
            if token is colon:
                break
            if token[0] == NEWLINE:
                raise self._long_key(None, start)
        if start < colon[1] - MAX_KEY:
            raise Fault("D123", start, "a key is too long", f"keep keys under {MAX_KEY} characters")

    def _check_empty(self, branch: Branch, props: Props, number: int) -> None:
        if number == 0 and props.comma is not None:
            raise _stray_comma(props.comma)
        if number < len(branch.items) - 1:
            at = props.comma[1] if props.comma is not None else props.start
            raise Fault("D101", at, "an item is missing between two commas", "remove one of the commas")

    def _check_comma(self, branch: Branch, props: Props, number: int) -> None:
        if number == 0:
            if props.comma is not None:
                raise _stray_comma(props.comma)
        elif props.comma is None:
            raise Fault("D111", props.start, "a `,` is missing before this", "separate the items with `, `")

    def _no_block(self, part: Part | None) -> None:
        if isinstance(part, Branch) and part.kind != FLOW:
            if part.kind == LIST:
                help = "write it in brackets, or put the text in quotes"
                raise Fault("D112", part.start, "a list with dashes stands inside brackets", help)
            help = "separate the items with `, `, or put the text in quotes"
            raise Fault("D112", part.start, "a second `: ` follows within one item", help)


def _single(pair: Pair) -> Node:
    """The mapping of one pair that stands in a bracketed list without braces."""
    key, value, _ = pair
    node = Node(MAP_NODE, key.start, (value or key).end)
    node.flow = True
    node.pairs.append(pair)
    return node


def _stray_comma(comma: Token) -> Fault:
    return Fault("D101", comma[1], "a `,` stands before the first item", "remove it")
