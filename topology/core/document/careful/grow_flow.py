"""How bracketed collections take a token: as an item's part, as a new item, or not at all."""

from __future__ import annotations

from typing import cast

from .grow_leaf import take_line_end
from .growing import Growing, key_props, last_props
from .shapes import FLOW, MAP, Branch, Item, Leaf, holds, on_several_lines
from .tokens import ANCHOR, ASK, COLON, COMMA, COMMENT, FLOW_LEAVES, NEWLINE, SPACE, TAG, Token


def settle_flow_items(part: Branch, text: str) -> None:
    """In `[...]`, what looked like a key without a `:` is a value; note too whether the whole is on one line."""
    if part.opener == "[":
        for item in part.items:
            if item.between is None or item.value is not None:
                continue
            if not holds(item.before, ASK) and not holds(item.between, COLON):
                _make_value(item)
    end = part.tail[0][2] if part.tail else len(text)
    part.several_lines = text.find("\n", part.start, end) >= 0 and any(
        holds(item.before, NEWLINE)
        or holds(item.between, NEWLINE)
        or on_several_lines(item.key, text)
        or on_several_lines(item.value, text)
        for item in part.items
    )


def _make_value(item: Item) -> None:
    between = item.between or []
    item.value, item.key, item.between = item.key, None, None
    value = item.value
    if (
        value is None
        or (isinstance(value, Branch) and value.kind != FLOW)
        or (isinstance(value, Leaf) and value.header is not None)
    ):
        item.before += between
    elif value.tail is None:
        value.tail = between
    else:
        value.tail += between


def take_in_flow(builder: Growing, branch: Branch, token: Token) -> bool:
    """A bracketed collection takes everything up to its closing bracket."""
    if branch.tail:
        return _after_closing(builder, branch, token)
    kind = token[0]
    item = branch.items[-1] if branch.items else None
    if kind in ("]", "}"):
        branch.tail = [token]
    elif kind in (COMMA, ASK):
        if item is None or item.between is not None:
            branch.items.append(Item([token]))
        else:
            item.before.append(token)
    elif kind == COLON:
        if item is None or item.value is not None:
            branch.items.append(Item([], None, [token]))
        elif item.between is not None:
            item.between.append(token)
        else:
            item.key, item.between = None, [token]
    elif kind in FLOW_LEAVES:
        _take_flow_leaf(builder, branch, item, builder.new_leaf(token))
    elif kind in (SPACE, COMMENT, NEWLINE, ANCHOR, TAG):
        _take_flow_blank(branch, item, token)
    else:
        part = builder.begin(branch, token)
        if part is None:
            builder.pop()
            return False
        builder.push(part)
    return True


def _take_flow_blank(branch: Branch, item: Item | None, token: Token) -> None:
    if item is None or item.value is not None:
        branch.items.append(Item([token]))
    elif item.between is not None:
        item.between.append(token)
    else:
        item.before.append(token)


def _take_flow_leaf(builder: Growing, branch: Branch, item: Item | None, leaf: Leaf) -> None:
    if item is None or item.value is not None:
        branch.items.append(Item([], leaf, []))
    elif item.between is not None:
        builder.push(leaf)
    else:
        item.key, item.between = leaf, []


def _after_closing(builder: Growing, branch: Branch, token: Token) -> bool:
    """After the closing bracket: a `:` may make the collection a key."""
    parent = cast(Branch, builder.stack[-2])  # only the newest part may be a leaf
    kind = token[0]
    if parent.kind == MAP:
        same = kind == COLON and parent.indent == branch.indent
        if same or (kind == NEWLINE and parent.items[-1].between is None):
            builder.pop()
            return False
    if kind != COLON or parent.kind == FLOW:
        return take_line_end(builder, branch, token)
    before = key_props(last_props(parent))
    tail = branch.tail or []
    between = [*tail[1:], token]
    branch.tail = tail[:1]
    builder.complete(branch)
    builder.on_key_line = True
    builder.become(Branch(MAP, branch.start, branch.indent, [Item(before, branch, between)]))
    return True
