"""From leaves and branches to nodes: values resolved, spans settled, and every rule about order and place checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..faults import Fault
from ..text import Lines, block_scalar_end
from . import texts
from .nodes import ALIAS_NODE, LIST_NODE, MAP_NODE, Node, Pair
from .props import Props, PropsReader, stuck_comment, tail_end
from .shapes import DOCUMENT, FLOW, LIST, MAP, Branch, Item, Leaf, Part, on_several_lines
from .tags import Directives, Tags
from .tokens import ALIAS, ASK, COLON, COMMENT, DASH, DOUBLE, MARKER, NEWLINE, SCALAR, SINGLE, Token

#: How far the `:` may stand behind the start of its key.
MAX_KEY = 1024


class Composer:
    """Composes the branches of one text. Warnings are collected in `warnings`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.warnings: list[Fault] = []
        self.directives = Directives(self.warnings.append)
        self.tags = Tags(text, self.directives)
        self.props = PropsReader(text, self.warnings.append)

    def document(self, document: Branch) -> Node:
        """The root node."""
        item = document.items[0]
        part = item.value
        follows = part if part is not None else (document.tail[0] if document.tail else None)
        props = self.props.read(item.before, MARKER, follows, document.start, 0, at_newline=True)
        if props.found and isinstance(part, Branch) and part.kind != FLOW and not props.has_newline:
            help = "begin it on the next line"
            raise Fault("D110", part.start, "a mapping or list begins on the line of `---`", help)
        node = self.part(part, props, at_root=True) if part is not None else self.missing(props, props.end)
        tail_end(document.tail, node.after, self.text, strict=False)
        return node

    def finish(self, branch: Branch) -> None:
        """Compose a complete branch; what it holds has been composed before."""
        compose: dict[str, Callable[[Branch], Node]] = {
            MAP: self.block_map,
            LIST: self.block_list,
            FLOW: self.flow,
            DOCUMENT: self.document,
        }
        branch.made = compose[branch.kind](branch)

    def direct(self, token: Token) -> None:
        """Take a directive line."""
        self.directives.read(self.text[token[1] : token[2]], token[1])

    # Parts

    def part(self, part: Part, props: Props, *, at_key: bool = False, at_root: bool = False) -> Node:
        """The node of a leaf or a finished branch, with its anchor and tag."""
        if isinstance(part, Leaf):
            node = self.leaf(part, props, at_key, at_root)
        else:
            node = self._branch(part, props)
        if props.given:
            node.start = props.start
            if props.anchor is not None:
                node.anchor = self.text[props.anchor[1] + 1 : props.anchor[2]]
        return node

    def _branch(self, branch: Branch, props: Props) -> Node:
        node = branch.made
        assert isinstance(node, Node)
        if branch.kind == LIST and props.given:
            behind = props.newline_after
            if behind is None or behind[1] < props.last:
                help = "begin the list on the next line"
                raise Fault("D118", branch.start, "a list begins on the line of its anchor or tag", help)
        if branch.kind == FLOW and branch.tail:
            node.after = tail_end(branch.tail[1:], branch.tail[0][2], self.text)
        self.tags.collection(node, props.tag)
        return node

    def leaf(self, leaf: Leaf, props: Props, at_key: bool, at_root: bool) -> Node:
        """The node of a scalar or an alias."""
        if leaf.kind == ALIAS:
            node = self._alias(leaf, props)
        elif leaf.header is not None:
            return self._block_scalar(leaf, props, at_key, at_root)
        else:
            source = self.text[leaf.start : leaf.end]
            decoded = self._decoded(leaf, source)
            plain = leaf.kind == SCALAR
            span = (leaf.start, leaf.end)
            node = self.tags.scalar(decoded, props.tag, plain=plain, at_key=at_key, span=span)
            node.source, node.style = decoded, "" if plain else leaf.kind
            if not source:
                node.start = node.inner = node.end = props.last if props.last >= 0 else leaf.start
        node.after = tail_end(leaf.tail, leaf.end, self.text)
        return node

    def _decoded(self, leaf: Leaf, source: str) -> str:
        if leaf.kind == DOUBLE:
            return texts.double(source, leaf.start)
        return texts.single(source) if leaf.kind == SINGLE else texts.plain(source, leaf.start)

    def _alias(self, leaf: Leaf, props: Props) -> Node:
        name = self.text[leaf.start + 1 : leaf.end]
        if not name:
            raise Fault("D113", leaf.start, "an alias `*` has no name", "name an anchor, or quote the text")
        if name.endswith(":"):
            help = "put a space before the `:`"
            self.warnings.append(Fault("D152", leaf.start, "the name of an alias ends with `:`", help, leaf.end))
        if props.given:
            help = "remove them; the anchored value has its own"
            raise Fault("D118", props.start, "an alias has an anchor or a tag", help, leaf.end)
        return Node(ALIAS_NODE, leaf.start, leaf.end, name)

    def _block_scalar(self, leaf: Leaf, props: Props, at_key: bool, at_root: bool) -> Node:
        header, *rest = leaf.header or ()
        source = self.text[header[1] : header[2]]
        given, chomp = texts.header_signs(source, header[1])
        body_start = rest[-1][2] if rest else header[2]
        for at, token in enumerate(rest):
            if token[0] == COMMENT and (at == 0 or rest[at - 1][0] == COMMENT):
                raise stuck_comment(token)
        body = self.text[body_start : leaf.end] if leaf.end > body_start else ""
        block = texts.BlockText(body, body_start, leaf.indent, source, given, chomp)
        end = block_scalar_end(self.text, leaf.start, max(leaf.end, body_start))
        text = block.text(at_root=at_root)
        node = self.tags.scalar(text, props.tag, plain=False, at_key=at_key, span=(leaf.start, end))
        node.source, node.style = text, source[0]
        node.after = max(leaf.end, body_start)
        return node

    def missing(self, props: Props, at: int, *, at_key: bool = False) -> Node:
        """The node of a value or key that is not there; `at` is where it would stand."""
        place = props.last if props.last >= 0 else at
        node = self.tags.scalar("", props.tag, plain=True, at_key=at_key, span=(place, place))
        if props.given:
            node.start = props.start
            if props.anchor is not None:
                node.anchor = self.text[props.anchor[1] + 1 : props.anchor[2]]
        node.after = props.end
        return node

    # Block collections

    def block_list(self, branch: Branch) -> Node:
        """The node of a block list."""
        node = Node(LIST_NODE, branch.start, branch.start)
        offset = branch.start
        for item in branch.items:
            props = self.props.read(item.before, DASH, item.value, offset, branch.indent, at_newline=True)
            if props.found is None:
                if not props.given and item.value is None:
                    continue
                raise self._no_dash(item, props)
            value = self.part(item.value, props) if item.value is not None else self.missing(props, props.end)
            offset = value.after
            node.items.append(value)
        node.end = node.items[-1].end if node.items else branch.start
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
        seen: dict[Any, Node] = {}
        offset = branch.start
        for item in branch.items:
            pair, offset = self._block_pair(branch, item, offset)
            if pair is not None:
                self._unique(seen, pair[0])
                node.pairs.append(pair)
        if node.pairs:
            key, value, _ = node.pairs[0]
            node.start = node.inner = key.start
            key, value, _ = node.pairs[-1]
            node.end = (value or key).end
        node.after = offset
        return node

    def _block_pair(self, branch: Branch, item: Item, offset: int) -> tuple[Pair | None, int]:
        key, between, value = item.key, item.between, item.value
        follows = key if key is not None else (between[0] if between else None)
        props = self.props.read(item.before, ASK, follows, offset, branch.indent, at_newline=True)
        implicit = props.found is None
        if implicit:
            self._check_implicit(branch, item, props)
            if not props.given and between is None:
                return None, offset
        elif props.found is not None and props.found[3] != branch.indent:
            raise self._uneven(props.found[1])
        key_at = between[0][1] if between and key is None else props.end
        node = self.part(key, props, at_key=True) if key is not None else self.missing(props, key_at, at_key=True)
        at_newline = key is None or (isinstance(key, Leaf) and key.header is not None)
        behind = self.props.read(between or [], COLON, value, node.after, branch.indent, at_newline=at_newline)
        if behind.found is None:
            if implicit:
                raise self._no_colon(node)
            return (node, None, node.end), behind.end
        if implicit:
            self._check_colon(props.start, behind, value)
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
            at = key.start if key is not None else props.start
            raise self._long_key(at)

    def _uneven(self, at: int) -> Fault:
        help = "indent the keys of one mapping alike"
        return Fault("D110", at, "this key is indented differently from the keys beside it", help)

    def _long_key(self, at: int) -> Fault:
        help = "if it is a key, keep it on one line; if it is text, put it in quotes or indent its further lines"
        return Fault("D123", at, "a key goes over more than one line", help)

    def _no_colon(self, key: Node) -> Fault:
        word = self.text[key.start : key.end].split("\n")[0][:60]
        help = "write `key: value`, with a space behind the `:`; or indent the line to continue the value above"
        return Fault("D111", key.start, f"`{word}` stands where a key is expected, but no `:` follows", help, key.end)

    def _check_colon(self, start: int, behind: Props, value: Part | None) -> None:
        assert behind.found is not None
        if isinstance(value, Branch) and value.kind == MAP and not behind.has_newline:
            help = "put the value in quotes if it holds `: `, or begin the inner mapping on the next line"
            raise Fault("D112", value.start, "a second `key: value` stands on the same line", help)
        if start < behind.found[1] - MAX_KEY:
            help = f"keep keys under {MAX_KEY} characters, or begin this one with `? `"
            raise Fault("D123", start, "a key is too long", help, behind.found[1])

    def _unique(self, seen: dict[Any, Node], key: Node) -> None:
        identity = key.identity
        if identity is None:
            return
        first = seen.setdefault(identity, key)
        if first is key:
            return
        line, _ = Lines(self.text).locate(first.start)
        shown = self.text[key.start : key.end].split("\n")[0][:60]
        message = f"the key `{shown}` stands twice in one mapping, first on line {line}"
        raise Fault("D105", key.start, message, "remove or rename one of them", max(key.end, key.start + 1))

    # Flow collections

    def flow(self, branch: Branch) -> Node:
        """The node of a collection in brackets."""
        is_map = branch.opener == "{"
        node = Node(MAP_NODE if is_map else LIST_NODE, branch.start, branch.start)
        node.flow = True
        seen: dict[Any, Node] = {}
        offset = branch.start + 1
        for number, item in enumerate(branch.items):
            offset = self._flow_item(branch, node, item, number, offset, seen)
        if branch.tail:
            node.end = node.after = branch.tail[0][2]
        return node

    def _flow_item(
        self, branch: Branch, node: Node, item: Item, number: int, offset: int, seen: dict[Any, Node]
    ) -> int:
        key, between, value = item.key, item.between, item.value
        is_map = node.kind == MAP_NODE
        follows = key if key is not None else (between[0] if between else None)
        props = self.props.read(
            item.before, ASK, follows, offset, branch.indent, at_newline=False, in_flow=True
        )
        if props.found is None:
            if not props.given and between is None and value is None:
                self._check_empty(branch, props, number)
                return props.end
            if not is_map and on_several_lines(key, self.text):
                raise self._long_key(key.start if key is not None else props.start)
        self._check_comma(branch, props, number)
        if not is_map and between is None and props.found is None:
            made = self.part(value, props) if value is not None else self.missing(props, props.end)
            self._no_block(value)
            node.items.append(made)
            return made.after
        pair, offset = self._flow_pair(branch, item, props, is_map)
        if is_map:
            self._unique(seen, pair[0])
            node.pairs.append(pair)
        else:
            node.items.append(_single(pair))
        return offset

    def _flow_pair(self, branch: Branch, item: Item, props: Props, is_map: bool) -> tuple[Pair, int]:
        key, between, value = item.key, item.between, item.value
        key_at = between[0][1] if between and key is None else props.end
        node = self.part(key, props, at_key=True) if key is not None else self.missing(props, key_at, at_key=True)
        self._no_block(key)
        behind = self.props.read(
            between or [], COLON, value, node.after, branch.indent, at_newline=False, in_flow=True
        )
        if behind.found is not None:
            if not is_map and props.found is None:
                self._check_single(props, behind, between or [])
        elif value is not None:
            help = "separate the items with `, ` and a key from its value with `: `"
            raise Fault("D111", value.start, "a `,` or a `:` is missing before this", help)
        self._no_block(value)
        if value is not None:
            made = self.part(value, behind)
        elif behind.found is not None:
            made = self.missing(behind, behind.end)
        else:
            return (node, None, node.end), behind.end
        assert behind.found is not None
        return (node, made, behind.found[2]), made.after

    def _check_single(self, props: Props, behind: Props, between: list[Any]) -> None:
        assert behind.found is not None
        for token in between:
            if token is behind.found:
                break
            if token[0] == NEWLINE:
                raise self._long_key(props.start)
        if props.start < behind.found[1] - MAX_KEY:
            raise Fault("D123", props.start, "a key is too long", f"keep keys under {MAX_KEY} characters")

    def _check_empty(self, branch: Branch, props: Props, number: int) -> None:
        if number == 0 and props.comma is not None:
            raise self._stray_comma(props)
        if number < len(branch.items) - 1:
            at = props.comma[1] if props.comma is not None else props.start
            raise Fault("D101", at, "an item is missing between two commas", "remove one of the commas")

    def _check_comma(self, branch: Branch, props: Props, number: int) -> None:
        if number == 0:
            if props.comma is not None:
                raise self._stray_comma(props)
        elif props.comma is None:
            raise Fault("D111", props.start, "a `,` is missing before this", "separate the items with `, `")

    def _stray_comma(self, props: Props) -> Fault:
        assert props.comma is not None
        return Fault("D101", props.comma[1], "a `,` stands before the first item", "remove it")

    def _no_block(self, part: Part | None) -> None:
        if isinstance(part, Branch) and part.kind != FLOW:
            help = "write it in brackets, or put the text in quotes"
            raise Fault("D112", part.start, "an unbracketed mapping or list stands inside brackets", help)


def _single(pair: Pair) -> Node:
    """The mapping of one pair that stands in a bracketed list without braces."""
    key, value, _ = pair
    node = Node(MAP_NODE, key.start, (value or key).end)
    node.flow = True
    node.pairs.append(pair)
    return node
