"""How the document, scalars and block scalars take a token.

Each function says whether it took the token; if not, the part has been closed and the next one is asked.
"""

from __future__ import annotations

from typing import cast

from .growing import Growing, key_props, last_props
from .props import stray
from .shapes import MAP, Branch, Item, Leaf, Part
from .tokens import ANCHOR, BLANK, COLON, COMMA, END_MARKER, MARKER, NEWLINE, SCALAR, TAG, Token

_PROPS = frozenset((ANCHOR, TAG))
_ENDS_LEAF = frozenset((COMMA, MARKER, END_MARKER, COLON, "]", "}"))


def take_in_document(builder: Growing, document: Branch, token: Token) -> bool:
    """The document itself: its marker, the root's tag and anchor, then the root."""
    item = document.items[0]
    if item.value is not None:
        return take_line_end(builder, document, token)
    kind = token[0]
    if kind == MARKER and any(before[0] not in BLANK for before in item.before):
        builder.pop()
        return False
    if kind == MARKER or kind in _PROPS or kind in BLANK:
        item.before.append(token)
        return True
    part = builder.begin(document, token)
    if part is None:
        raise stray(token, builder.text)
    builder.push(part)
    return True


def take_after_leaf(builder: Growing, leaf: Leaf, token: Token) -> bool:
    """After a scalar: a `:` makes it the first key of a mapping."""
    if token[0] != COLON:
        return take_line_end(builder, leaf, token)
    before = key_props(last_props(cast(Branch, builder.stack[-2])))
    between = [*(leaf.tail or ()), token]
    leaf.tail = None
    builder.on_key_line = True
    builder.become(Branch(MAP, leaf.start, leaf.indent, [Item(before, leaf, between)]))
    return True


def take_in_block_scalar(builder: Growing, leaf: Leaf, token: Token) -> bool:
    """The header line of a block scalar, then its lines."""
    kind = token[0]
    if kind in BLANK:
        leaf.header.append(token)  # type: ignore[union-attr]
        return True
    if kind != SCALAR:
        builder.pop()
        return False
    leaf.end = token[2]
    builder.begin_line()
    builder.pop()
    return True


def take_line_end(builder: Growing, part: Part, token: Token) -> bool:
    """What follows a complete value on its line."""
    kind = token[0]
    if kind in _ENDS_LEAF:
        builder.pop()
        return False
    if kind == NEWLINE:
        builder.on_key_line = False
    elif kind not in BLANK:
        raise stray(token, builder.text)
    if part.tail is None:
        part.tail = [token]
    else:
        part.tail.append(token)
    if kind == NEWLINE:
        builder.pop()
    return True
