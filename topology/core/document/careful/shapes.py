"""What the builder makes of tokens: leaves, branches and their items, with every blank and sign kept beside them."""

from __future__ import annotations

from typing import Any

from .tokens import BLANK, COLON, COMMENT, DASH, NEWLINE, SCALAR, Token

DOCUMENT = "document"
MAP = "block map"
LIST = "block list"
FLOW = "flow"


class Leaf:
    """A scalar or an alias. `header` and `lines` are of block scalars; `tail` what follows it on its line."""

    __slots__ = ("end", "header", "indent", "kind", "start", "tail")

    def __init__(self, kind: str, start: int, end: int, indent: int, header: list[Token] | None = None) -> None:
        self.kind = kind
        self.start, self.end = start, end
        self.indent = indent
        self.header = header
        self.tail: list[Token] | None = None


class Item:
    """One item of a branch: what stands before its key (or list value), the key, what separates, the value.

    `between` is None while neither a key nor a `:` has been seen.
    """

    __slots__ = ("before", "between", "explicit", "key", "value")

    def __init__(
        self,
        before: list[Token],
        key: Part | None = None,
        between: list[Token] | None = None,
        value: Part | None = None,
        explicit: bool = False,
    ) -> None:
        self.before = before
        self.key = key
        self.between = between
        self.value = value
        self.explicit = explicit


class Blanks(Item):
    """An item of nothing but comments and white space; `deepest` is the indentation of its deepest comment, or -1."""

    __slots__ = ("count", "deepest")

    def __init__(self, before: list[Token]) -> None:
        super().__init__(before)
        self.count = len(before)
        self.deepest = max((token[3] for token in before if token[0] == COMMENT), default=-1)


class Taken(Item):
    """An item that has been read whole, for the builder to see that it is complete: an entry, a pair or a member."""

    __slots__ = ("whole",)

    def __init__(self, whole: Any) -> None:
        value = Leaf(SCALAR, -1, -1, 0)
        value.tail = [(NEWLINE, -1, -1, 0)]
        super().__init__([], None, [], value)
        self.whole = whole


class Branch:
    """A collection, or the document itself (whose only item holds the root).

    Its items are of the builder's (`Item`), or what has been read whole: entries, pairs and members (see `nodes`).

    `opener` is the bracket of a flow collection, `tail` its closing bracket and what follows it. `made` is the node
    composed from it once it is complete; `several_lines` whether it stood on more than one; `dropped` that OpenRig's
    parser passes over it, or over what it is a part of.
    """

    __slots__ = ("dropped", "indent", "items", "kind", "made", "opener", "pending", "several_lines", "start", "tail")

    def __init__(self, kind: str, start: int, indent: int, items: list[Any], opener: str = "") -> None:
        self.kind = kind
        self.start = start
        self.indent = indent
        self.items = items
        self.opener = opener
        self.tail: list[Token] | None = [] if kind == FLOW else None
        self.made: object = None
        self.pending: tuple[str, int, int, int] | None = None
        self.several_lines = kind != FLOW
        self.dropped = False

    @property
    def drops_value(self) -> bool:
        """Whether OpenRig's parser will pass over the value that begins: it follows a `? key` without a `:`."""
        item = self.items[-1] if self.kind == MAP and self.items else None
        return isinstance(item, Item) and item.explicit and item.between is not None and not holds(item.between, COLON)


Part = Leaf | Branch


def holds(tokens: list[Token] | None, kind: str) -> bool:
    """Whether a token of a kind is among tokens."""
    for token in tokens or ():  # noqa: SIM110 - `any` takes twice as long, and this is asked of nearly every item
        if token[0] == kind:
            return True
    return False


def waits(branch: Branch) -> bool:
    """Whether the newest item of a block has its sign, but no value yet."""
    if branch.pending is not None:
        return True
    item = branch.items[-1] if branch.items else None
    if not isinstance(item, Item) or item.value is not None:
        return False
    return holds(item.before, DASH) if branch.kind == LIST else not item.explicit and holds(item.between, COLON)


def is_blank(item: Any) -> bool:
    """Whether an item holds nothing, so far, but comments and white space."""
    if not isinstance(item, Item) or item.value is not None or item.between is not None:
        return False
    return all(token[0] in BLANK for token in item.before)


def is_inline(part: Part) -> bool:
    """Whether a part may stand within a line: a quoted or plain scalar, an alias, or a bracketed collection."""
    return part.kind == FLOW if isinstance(part, Branch) else part.header is None


def on_several_lines(part: Part | None, text: str) -> bool:
    """Whether a key stands on more than one line."""
    if part is None:
        return False
    if isinstance(part, Branch):
        return part.several_lines
    if part.header is not None:
        return True
    return text.find("\n", part.start, part.end) >= 0 or holds(part.tail, NEWLINE)
