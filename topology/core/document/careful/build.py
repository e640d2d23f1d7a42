"""From tokens to leaves and branches: indentation decides what belongs to what, as in OpenRig's parser.

Every branch is handed to `finish` when it is complete, innermost first, so nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ..faults import Fault
from ..limits import MAX_DEPTH
from .grow_blocks import take_in_list, take_in_map
from .grow_flow import settle_flow_items, take_in_flow
from .grow_leaf import take_after_leaf, take_in_block_scalar, take_in_document
from .growing import hand_back_blanks, key_props, last_props
from .nodes import Node
from .props import stray
from .shapes import DOCUMENT, FLOW, LIST, MAP, Branch, Item, Leaf, Part
from .tokens import (
    ASK,
    BEGIN,
    BLANK,
    BLOCK,
    BOM,
    COLON,
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
    WHOLE,
    Token,
)


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
        #: The newest collection that was read whole.
        self.whole: Node | None = None

    def feed(self, kind: str, start: int, end: int) -> None:
        """Take one token and keep account of the indentation."""
        self.step((kind, start, end, self.indent))
        if kind == SCALAR:
            return
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

    def begin_line(self) -> None:
        """Forget what was seen of a line."""
        self.indent = 0
        self.at_line_start = True

    def end(self) -> None:
        """Close everything at the end of the text."""
        while self.stack:
            self.pop()

    def step(self, token: Token) -> None:
        """Give a token to the newest part; a part that cannot take it is closed and the next one asked."""
        kind, stack = token[0], self.stack
        if kind == SCALAR:
            self.at_line_start = False
        elif kind == END_MARKER and not self.after_end:
            self.end()
            self.after_end = True
            return
        while stack:
            top = stack[-1]
            if _TAKE[top.kind](self, top, token):
                return
        self.between_documents(token)

    # Opening and closing

    def push(self, part: Part) -> None:
        """Open a part within the newest one."""
        self.stack.append(part)
        if isinstance(part, Branch):
            self.bound(part.start)
            self._note_dropped(part)

    def become(self, branch: Branch) -> None:
        """Open a mapping in the place of the newest part, which is its first key."""
        self.stack[-1] = branch
        self.bound(branch.start)
        self._note_dropped(branch)

    def _note_dropped(self, branch: Branch) -> None:
        parent = self.stack[-2] if len(self.stack) > 1 else None
        branch.dropped = isinstance(parent, Branch) and (parent.dropped or parent.drops_value)

    def bound(self, at: int) -> None:
        """Refuse what is nested too deeply; the document itself does not count."""
        if len(self.stack) > MAX_DEPTH + 1:
            message = f"nested deeper than {MAX_DEPTH} levels"
            raise Fault("D103", at, message, "flatten it, or split the document")

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
        if part.made is not None:
            return
        if part.kind == FLOW:
            settle_flow_items(part, self.text)
        self.finish(part)
        part.items = []

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

    def read_whole(self, token: Token) -> Branch:
        """The branch of a collection in brackets that was read whole."""
        _, start, end, indent = token
        branch = Branch(FLOW, start, indent, [], self.text[start])
        branch.tail = [(self.text[end - 1], end - 1, end, indent)]
        branch.made = self.whole
        branch.several_lines = self.text.find("\n", start, end) >= 0
        return branch

    def new_leaf(self, token: Token) -> Leaf:
        """The leaf of a scalar or an alias."""
        kind, start, end, indent = token
        return Leaf(kind, start, end, indent)

    def begin(self, parent: Branch, token: Token) -> Part | None:
        """The part that a token begins, or None where it begins nothing."""
        kind, start, end, indent = token
        if kind in FLOW_LEAVES:
            return self.new_leaf(token)
        if kind == BLOCK:
            return Leaf(kind, start, end, indent, [token])
        if kind in OPENERS:
            return Branch(FLOW, start, indent, [], kind)
        if kind == WHOLE:
            return self.read_whole(token)
        if kind == DASH:
            return Branch(LIST, start, indent, [Item([token])])
        if kind not in (ASK, COLON):
            return None
        self.on_key_line = True
        before = key_props(last_props(parent))
        if kind == ASK:
            return Branch(MAP, start, indent, [Item([*before, token], explicit=True)])
        return Branch(MAP, start, indent, [Item(before, None, [token])])


#: How each kind of part takes a token.
_TAKE: dict[str, Callable[[Builder, Any, Token], bool]] = {
    DOCUMENT: take_in_document,
    MAP: take_in_map,
    LIST: take_in_list,
    FLOW: take_in_flow,
    BLOCK: take_in_block_scalar,
    **dict.fromkeys(FLOW_LEAVES, take_after_leaf),
}
