"""From tokens to leaves and branches: indentation decides what belongs to what, as in OpenRig's parser.

Every branch is handed to `finish` when it is complete, innermost first, so nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ..faults import Fault
from ..limits import MAX_DEPTH, MAX_NODES
from ..quick import too_deep, too_many
from .grow_blocks import take_in_list, take_in_map
from .grow_flow import settle_flow_items, take_in_flow
from .growing import hand_back_blanks, key_props, last_props
from .props import stray
from .shapes import DOCUMENT, FLOW, LIST, MAP, Branch, Item, Leaf, Part
from .tokens import (
    ANCHOR,
    ASK,
    BEGIN,
    BLANK,
    BLOCK,
    BOM,
    COLON,
    COMMA,
    COMMENT,
    DASH,
    DIRECTIVE,
    END_MARKER,
    FLOW_LEAVES,
    MARKER,
    NEWLINE,
    OPENERS,
    SCALAR,
    SPACE,
    TAG,
    Token,
)

_PROPS = frozenset((ANCHOR, TAG))
_ENDS_LEAF = frozenset((COMMA, MARKER, END_MARKER, COLON, "]", "}"))


class Builder:
    """Takes tokens one at a time; `finish` is called with each complete branch, `direct` with each directive line."""

    def __init__(self, text: str, finish: Callable[[Branch], None], direct: Callable[[Token], None]) -> None:
        self.text = text
        self.finish = finish
        self.direct = direct
        self.stack: list[Part] = []
        self.documents: list[Branch] = []
        self.directives: list[Token] = []
        self.indent = 0
        self.at_line_start = True
        self.on_key_line = False
        self.after_end = False
        self.nodes = 0

    def feed(self, kind: str, start: int, end: int) -> None:
        """Take one token and keep account of the indentation."""
        if kind == SCALAR:
            self.at_line_start = False
            self.step((kind, start, end, self.indent))
            return
        self.step((kind, start, end, self.indent))
        if kind == NEWLINE:
            self.at_line_start = True
            self.indent = 0
        elif kind == SPACE:
            if self.at_line_start and self.text[start] == " ":
                self.indent += end - start
        elif kind in (DASH, ASK, COLON):
            if self.at_line_start:
                self.indent += 1
        elif kind != BEGIN:
            self.at_line_start = False

    def end(self) -> None:
        """Close everything at the end of the text."""
        while self.stack:
            self.pop()

    def step(self, token: Token) -> None:
        """Give a token to the newest part; a part that cannot take it is closed and the next one asked."""
        while True:
            if token[0] == END_MARKER and not self.after_end:
                self.end()
                self.after_end = True
                return
            if not self.stack:
                self.between_documents(token)
                return
            top = self.stack[-1]
            if isinstance(top, Leaf):
                taken = self.block_scalar(top, token) if top.header is not None else self.leaf(top, token)
            else:
                taken = _TAKE[top.kind](self, top, token)
            if taken:
                return

    # Opening and closing

    def push(self, part: Part) -> None:
        """Open a part within the newest one."""
        self.stack.append(part)
        if isinstance(part, Branch):
            self.bound(part.start)

    def bound(self, at: int) -> None:
        """Refuse what is nested too deeply; the document itself does not count."""
        if len(self.stack) > MAX_DEPTH + 1:
            raise too_deep(at)

    def pop(self) -> None:
        """Close the newest part and give it to its parent."""
        part = self.stack.pop()
        if not self.stack:
            self.finish(cast(Branch, part))
            return
        parent = cast(Branch, self.stack[-1])  # only the newest part may be a leaf
        if isinstance(part, Leaf):
            if part.header is not None:
                part.indent = parent.indent
            self.attach(part, parent)
            return
        as_value = self.attach(part, parent)
        if as_value and part.kind != FLOW and parent.kind != FLOW:
            hand_back_blanks(part, parent)
        if part.kind == FLOW and parent.kind == DOCUMENT:
            part.indent = 0
        self.complete(part)

    def complete(self, part: Branch) -> None:
        """Settle a branch's items and have it composed."""
        if part.kind == FLOW:
            settle_flow_items(part, self.text)
        try:
            self.finish(part)
        except Fault as fault:
            if not any(isinstance(outer, Branch) and outer.drops_value for outer in self.stack):
                raise
            part.made = fault

    def attach(self, part: Part, parent: Branch) -> bool:
        """Give a closed part to its parent, as the key or the value that is due; whether it became a value."""
        item = parent.items[-1] if parent.items else None
        if parent.kind in (DOCUMENT, LIST):
            if item is None or item.value is not None:
                parent.items.append(Item([], value=part))
            else:
                item.value = part
            return True
        if item is None or item.value is not None:
            parent.items.append(Item([], part, []))
            self.on_key_line = self.on_key_line or parent.kind == MAP
            return False
        if item.between is not None:
            item.value = part
            return True
        item.key, item.between = part, []
        if parent.kind == MAP:
            self.on_key_line = not item.explicit
        return False

    # Between and around documents

    def between_documents(self, token: Token) -> None:
        """Outside any document: directives, comments, and what begins a document."""
        kind = token[0]
        if self.after_end:
            if kind == NEWLINE:
                self.after_end = False
            elif kind not in (SPACE, COMMENT, BEGIN):
                raise stray(token, self.text)
            elif kind != BEGIN:
                return
        if kind == DIRECTIVE:
            self.directives.append(token)
            self.direct(token)
        elif kind in (BEGIN, MARKER):
            self.begin_document(token)
        elif kind not in BLANK and kind != BOM:
            raise stray(token, self.text)

    def begin_document(self, token: Token) -> None:
        """Open the document; there may be only one."""
        if self.documents:
            help = "keep one document in a file; give each its own file"
            raise Fault("D104", token[1], "a second document starts here", help, max(token[2], token[1] + 1))
        document = Branch(DOCUMENT, token[1], 0, [Item([])])
        if token[0] == MARKER:
            document.items[0].before.append(token)
        self.documents.append(document)
        self.push(document)

    def document(self, document: Branch, token: Token) -> bool:
        """The document itself: its marker, the root's tag and anchor, then the root."""
        item = document.items[0]
        if item.value is not None:
            return self.line_end(document, token)
        kind = token[0]
        if kind == MARKER and any(before[0] not in BLANK for before in item.before):
            self.pop()
            return False
        if kind == MARKER or kind in _PROPS or kind in BLANK:
            item.before.append(token)
            return True
        part = self.begin(document, token)
        if part is None:
            raise stray(token, self.text)
        self.push(part)
        return True

    def leaf(self, leaf: Leaf, token: Token) -> bool:
        """After a scalar: a `:` makes it the first key of a mapping."""
        if token[0] != COLON:
            return self.line_end(leaf, token)
        before = key_props(last_props(cast(Branch, self.stack[-2])))
        between = [*(leaf.tail or ()), token]
        leaf.tail = None
        self.on_key_line = True
        self.stack[-1] = Branch(MAP, leaf.start, leaf.indent, [Item(before, leaf, between)])
        self.bound(leaf.start)
        return True

    def block_scalar(self, leaf: Leaf, token: Token) -> bool:
        """The header line of a block scalar, then its lines."""
        kind = token[0]
        if kind in BLANK:
            leaf.header.append(token)  # type: ignore[union-attr]
            return True
        if kind != SCALAR:
            self.pop()
            return False
        leaf.end = token[2]
        self.at_line_start = True
        self.indent = 0
        self.pop()
        return True

    def line_end(self, part: Part, token: Token) -> bool:
        """What follows a complete value on its line."""
        kind = token[0]
        if kind in _ENDS_LEAF:
            self.pop()
            return False
        if kind == NEWLINE:
            self.on_key_line = False
        elif kind not in BLANK:
            raise stray(token, self.text)
        if part.tail is None:
            part.tail = [token]
        else:
            part.tail.append(token)
        if kind == NEWLINE:
            self.pop()
        return True

    def count(self, at: int) -> None:
        """Count a part against the limit."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise too_many(at)

    def new_leaf(self, token: Token) -> Leaf:
        """The leaf of a scalar or an alias."""
        kind, start, end, indent = token
        self.count(start)
        return Leaf(kind, start, end, indent)

    def begin(self, parent: Branch, token: Token) -> Part | None:
        """The part that a token begins, or None where it begins nothing."""
        kind, start, end, indent = token
        if kind in FLOW_LEAVES:
            return self.new_leaf(token)
        self.count(start)
        if kind == BLOCK:
            return Leaf(kind, start, end, indent, [token])
        if kind in OPENERS:
            return Branch(FLOW, start, indent, [], kind)
        if kind == DASH:
            return Branch(LIST, start, indent, [Item([token])])
        if kind not in (ASK, COLON):
            return None
        self.on_key_line = True
        before = key_props(last_props(parent))
        if kind == ASK:
            return Branch(MAP, start, indent, [Item([*before, token], explicit=True)])
        return Branch(MAP, start, indent, [Item(before, None, [token])])


_TAKE: dict[str, Callable[[Builder, Branch, Token], bool]] = {
    DOCUMENT: Builder.document,
    MAP: take_in_map,
    LIST: take_in_list,
    FLOW: take_in_flow,
}
