"""How block mappings and lists take a token: as an item's part, as a new item, or not at all.

Each `take_in_*` function says whether it took the token; if not, the branch has been closed and the next one is asked.
"""

from __future__ import annotations

from ..faults import Fault
from .growing import Growing, key_props
from .shapes import LIST, MAP, Branch, Item, Leaf, holds, is_inline
from .tokens import ANCHOR, ASK, COLON, COMMENT, DASH, FLOW_LEAVES, NEWLINE, SPACE, TAG, Token

_PROPS = frozenset((ANCHOR, TAG))


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
    # From the end, for there may be many blank lines before a comment, and many comments.
    if any(before[0] not in (NEWLINE, SPACE) for before in reversed(item.before)):
        return False
    previous = branch.items[-2]
    value = previous.value if isinstance(previous, Item) else None
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
        start = cut_blank_lines(item.between, branch.indent)
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


def cut_blank_lines(between: list[Token], indent: int) -> list[Token]:
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


def _take_prop(builder: Growing, branch: Branch, item: Item, token: Token, start: list[Token], due: bool) -> None:
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
    elif item.key is not None and is_inline(item.key) and not holds(item.between, NEWLINE):
        key, between = item.key, [*item.between, token]
        item.key = item.between = None
        _nest(builder, token, Item(key_props(item.before), key, between))
    else:
        item.between += [*start, token]


def _take_leaf(builder: Growing, branch: Branch, item: Item, leaf: Leaf, start: list[Token], due: bool) -> None:
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
