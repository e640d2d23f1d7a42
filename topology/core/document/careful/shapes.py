"""What the builder makes of tokens: leaves, branches and their items, with every blank and sign kept beside them."""

from __future__ import annotations

from .tokens import COLON, NEWLINE, Token

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


class Branch:
    """A collection, or the document itself (whose only item holds the root).

    `opener` is the bracket of a flow collection, `tail` its closing bracket and what follows it. `made` is the node
    composed from it once it is complete; `lines` whether it stood on more than one line.
    """

    __slots__ = ("indent", "items", "kind", "made", "opener", "several_lines", "start", "tail")

    def __init__(self, kind: str, start: int, indent: int, items: list[Item], opener: str = "") -> None:
        self.kind = kind
        self.start = start
        self.indent = indent
        self.items = items
        self.opener = opener
        self.tail: list[Token] | None = [] if kind == FLOW else None
        self.made: object = None
        self.several_lines = kind != FLOW

    @property
    def drops_value(self) -> bool:
        """Whether OpenRig's parser will pass over the newest value: it follows a `? key` without a `:`."""
        item = self.items[-1] if self.kind == MAP and self.items else None
        return item is not None and item.explicit and item.between is not None and not holds(item.between, COLON)


Part = Leaf | Branch


def holds(tokens: list[Token] | None, kind: str) -> bool:
    """Whether a token of a kind is among tokens."""
    return tokens is not None and any(token[0] == kind for token in tokens)


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
