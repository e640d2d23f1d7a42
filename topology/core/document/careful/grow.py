"""How mappings, lists and bracketed collections take a token: as an item's part, as a new item, or not at all.

Each `take_in_*` function says whether it took the token; if not, the branch has been closed and the next one is asked.
"""

from __future__ import annotations

from typing import Protocol

from ..faults import Fault
from .shapes import FLOW, LIST, MAP, Branch, Item, Leaf, Part, holds, on_several_lines
from .tokens import (
    ALIAS,
    ANCHOR,
    ASK,
    COLON,
    COMMA,
    COMMENT,
    DASH,
    FLOW_LEAVES,
    MARKER,
    NEWLINE,
    SPACE,
    TAG,
    Token,
)

_PROPS = frozenset((ANCHOR, TAG))
_KEY_BOUNDS = frozenset((MARKER, ASK, COLON, DASH, NEWLINE))


class Growing(Protocol):
    """What these functions need of the builder."""

    text: str
    stack: list[Part]
    indent: int
    on_key_line: bool

    def push(self, part: Part) -> None: ...

    def pop(self) -> None: ...

    def begin(self, parent: Branch, token: Token) -> Part | None: ...

    def new_leaf(self, token: Token) -> Leaf: ...

    def line_end(self, part: Part, token: Token) -> bool: ...

    def complete(self, part: Branch) -> None: ...


def key_props(before: list[Token]) -> list[Token]:
    """Cut from a token list what belongs to a key that turns out to begin a nested mapping."""
    at = len(before)
    while at > 0 and before[at - 1][0] not in _KEY_BOUNDS:
        at -= 1
    while at < len(before) and before[at][0] == SPACE:
        at += 1
    cut = before[at:]
    del before[at:]
    return cut


def last_props(parent: Branch) -> list[Token]:
    """The tokens that stand before the newest part of a parent."""
    if parent.kind == FLOW:
        return []
    item = parent.items[-1]
    return item.before if item.between is None or parent.kind != MAP else item.between


def settle_flow_items(part: Branch, text: str) -> None:
    """In `[...]`, what looked like a key without a `:` is a value; note too whether the whole is on one line."""
    if part.opener == "[":
        for item in part.items:
            if item.between is None or item.value is not None:
                continue
            if not holds(item.before, ASK) and not holds(item.between, COLON):
                _make_value(item)
    part.several_lines = any(
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
    if value is None or (isinstance(value, Branch) and value.kind != FLOW) or _is_block_scalar(value):
        item.before += between
    elif value.tail is None:
        value.tail = between
    else:
        value.tail += between


def _is_block_scalar(part: Part) -> bool:
    return isinstance(part, Leaf) and part.header is not None


def _is_flow(part: Part | None) -> bool:
    """Whether a part may stand within a line: a quoted or plain scalar, an alias, or a bracketed collection."""
    if isinstance(part, Branch):
        return part.kind == FLOW
    return part is not None and part.header is None


def _take_blank(branch: Branch, item: Item, token: Token) -> None:
    """White space or a comment, in a block mapping or list."""
    if item.value is not None:
        branch.items.append(Item([token]))
    elif item.between is not None:
        item.between.append(token)
    elif not _joins_previous(branch, item, token):
        item.before.append(token)


def _joins_previous(branch: Branch, item: Item, token: Token) -> bool:
    """A comment indented deeper than its block belongs to the value before it, if that has a line end of its own."""
    if token[0] != COMMENT or token[3] <= branch.indent or len(branch.items) < 2:
        return False
    if any(before[0] not in (NEWLINE, SPACE) for before in item.before):
        return False
    value = branch.items[-2].value
    if value is None or value.tail is None:
        return False
    value.tail += [*item.before, token]
    branch.items.pop()
    return True


def _take_newline(branch: Branch, item: Item, token: Token) -> None:
    if item.value is not None:
        tail = item.value.tail
        if tail and tail[-1][0] == COMMENT:
            tail.append(token)
        else:
            branch.items.append(Item([token]))
    elif item.between is not None:
        item.between.append(token)
    else:
        item.before.append(token)


def take_in_list(builder: Growing, branch: Branch, token: Token) -> bool:
    """A block list takes dashes at its own indentation, and parts indented deeper."""
    item = branch.items[-1]
    kind = token[0]
    if kind == NEWLINE:
        _take_newline(branch, item, token)
        return True
    if kind in (SPACE, COMMENT):
        _take_blank(branch, item, token)
        return True
    if kind in _PROPS:
        if item.value is None and builder.indent > branch.indent:
            item.before.append(token)
            return True
    elif kind == DASH and builder.indent == branch.indent:
        if item.value is not None or holds(item.before, DASH):
            branch.items.append(Item([token]))
        else:
            item.before.append(token)
        return True
    if builder.indent > branch.indent:
        part = builder.begin(branch, token)
        if part is not None:
            builder.push(part)
            return True
    builder.pop()
    return False


def take_in_map(builder: Growing, branch: Branch, token: Token) -> bool:
    """A block mapping takes keys at its own indentation, and the parts of its values."""
    item = branch.items[-1]
    kind = token[0]
    if kind == NEWLINE:
        builder.on_key_line = False
        _take_newline(branch, item, token)
        return True
    if kind in (SPACE, COMMENT):
        _take_blank(branch, item, token)
        return True
    if builder.indent >= branch.indent and _extend_map(builder, branch, item, token):
        return True
    builder.pop()
    return False


def _extend_map(builder: Growing, branch: Branch, item: Item, token: Token) -> bool:
    kind = token[0]
    at_indent = not builder.on_key_line and builder.indent == branch.indent
    due = at_indent and (item.between is not None or item.explicit) and kind != DASH
    start: list[Token] = []
    if due and item.between is not None and item.value is None:
        start = _cut_blank_lines(item.between, branch.indent)
    if kind in _PROPS:
        _take_prop(builder, branch, item, token, start, due)
    elif kind == ASK:
        _take_ask(builder, branch, item, token, start, due)
        builder.on_key_line = True
    elif kind == COLON:
        (_take_colon_explicit if item.explicit else _take_colon)(builder, branch, item, token, start, due)
        builder.on_key_line = True
    elif kind in FLOW_LEAVES:
        _take_leaf(builder, branch, item, builder.new_leaf(token), start, due)
    else:
        return _take_branch(builder, branch, item, token, start, at_indent)
    return True


def _cut_blank_lines(between: list[Token], indent: int) -> list[Token]:
    """After a key without a value, what stands behind the first blank line belongs to the next key."""
    lines: list[int] = []
    for at, token in enumerate(between):
        if token[0] == NEWLINE:
            lines.append(at)
        elif token[0] != SPACE and (token[0] != COMMENT or token[3] > indent):
            lines.clear()
    if len(lines) < 2:
        return []
    cut = between[lines[1] :]
    del between[lines[1] :]
    return cut


def _take_prop(
    builder: Growing, branch: Branch, item: Item, token: Token, start: list[Token], due: bool
) -> None:
    if due or item.value is not None:
        branch.items.append(Item([*start, token]))
        builder.on_key_line = True
    elif item.between is not None:
        item.between.append(token)
    else:
        item.before.append(token)


def _take_ask(builder: Growing, branch: Branch, item: Item, token: Token, start: list[Token], due: bool) -> None:
    if item.between is None and not item.explicit:
        item.before.append(token)
        item.explicit = True
    elif due or item.value is not None:
        branch.items.append(Item([*start, token], explicit=True))
    else:
        builder.push(Branch(MAP, token[1], builder.indent, [Item([token], explicit=True)]))


def _nest(builder: Growing, token: Token, item: Item) -> None:
    """Open a mapping within the present one."""
    builder.push(Branch(MAP, token[1], builder.indent, [item]))


def _take_colon(builder: Growing, branch: Branch, item: Item, token: Token, start: list[Token], due: bool) -> None:
    if item.between is None:
        item.key, item.between = None, [token]
    elif item.value is not None or due:
        branch.items.append(Item(start, None, [token]))
    elif holds(item.between, COLON):
        _nest(builder, token, Item([], None, [token]))
    else:
        item.between.append(token)


def _take_colon_explicit(
    builder: Growing, branch: Branch, item: Item, token: Token, start: list[Token], due: bool
) -> None:
    if item.between is None:
        if holds(item.before, NEWLINE):
            item.key, item.between = None, [token]
        else:
            _nest(builder, token, Item(key_props(item.before), None, [token]))
    elif item.value is not None:
        branch.items.append(Item([], None, [token]))
    elif holds(item.between, COLON):
        _nest(builder, token, Item(start, None, [token]))
    elif _is_flow(item.key) and not holds(item.between, NEWLINE):
        key, between = item.key, [*item.between, token]
        item.key = item.between = None
        _nest(builder, token, Item(key_props(item.before), key, between))
    else:
        item.between += [*start, token]


def _take_leaf(
    builder: Growing, branch: Branch, item: Item, leaf: Leaf, start: list[Token], due: bool
) -> None:
    if due or item.value is not None:
        branch.items.append(Item(start, leaf, []))
        builder.on_key_line = True
    elif item.between is not None:
        builder.push(leaf)
    else:
        item.key, item.between = leaf, []
        builder.on_key_line = True


def _take_branch(
    builder: Growing, branch: Branch, item: Item, token: Token, start: list[Token], at_indent: bool
) -> bool:
    part = builder.begin(branch, token)
    if part is None:
        return False
    if isinstance(part, Branch) and part.kind == LIST:
        if not item.explicit and item.between is not None and not holds(item.between, NEWLINE):
            help = "begin the list on the next line, or write it in brackets"
            raise Fault("D110", token[1], "a list cannot begin on the line of its key", help)
    elif at_indent:
        branch.items.append(Item(start))
    builder.push(part)
    return True


def take_in_flow(builder: Growing, branch: Branch, token: Token) -> bool:
    """A bracketed collection takes everything up to its closing bracket."""
    if branch.tail:
        return _after_closing(builder, branch, token)
    kind = token[0]
    item = branch.items[-1] if branch.items else None
    if kind in ("]", "}"):
        assert branch.tail is not None
        branch.tail.append(token)
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
    parent = builder.stack[-2]
    kind = token[0]
    assert isinstance(parent, Branch) and branch.tail is not None
    if parent.kind == MAP:
        same = kind == COLON and parent.indent == branch.indent
        if same or (kind == NEWLINE and parent.items[-1].between is None):
            builder.pop()
            return False
    if kind != COLON or parent.kind == FLOW:
        return builder.line_end(branch, token)
    before = key_props(last_props(parent))
    between = [*branch.tail[1:], token]
    del branch.tail[1:]
    builder.complete(branch)
    builder.on_key_line = True
    builder.stack[-1] = Branch(MAP, branch.start, branch.indent, [Item(before, branch, between)])
    return True
