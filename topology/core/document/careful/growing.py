"""What growing a branch needs of the builder, how a key is found to begin a nested mapping, and what a
closed block gives back."""

from __future__ import annotations

from typing import Protocol

from .shapes import DOCUMENT, FLOW, MAP, Blanks, Branch, Item, Leaf, Part
from .tokens import ASK, BLANK, COLON, DASH, MARKER, NEWLINE, SPACE, Token

_KEY_BOUNDS = frozenset((MARKER, ASK, COLON, DASH, NEWLINE))


class Growing(Protocol):
    """What these functions need of the builder."""

    text: str
    stack: list[Part]
    indent: int
    on_key_line: bool

    def push(self, part: Part) -> None: ...

    def become(self, branch: Branch) -> None: ...

    def pop(self) -> None: ...

    def begin(self, parent: Branch, token: Token) -> Part | None: ...

    def new_leaf(self, token: Token) -> Leaf: ...

    def begin_line(self) -> None: ...

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
    item: Item = parent.items[-1]
    return item.before if item.between is None or parent.kind != MAP else item.between


def hand_back_blanks(part: Branch, parent: Branch) -> None:
    """Blank lines and outdented comments at the end of a block belong to the block around it."""
    last = part.items[-1]
    if not isinstance(last, Item) or last.between is not None or last.value is not None or not last.before:
        return
    blanks = last if isinstance(last, Blanks) and last.count == len(last.before) else None
    if blanks is None:
        if any(token[0] not in BLANK for token in last.before):
            return
        blanks = Blanks(last.before)
    if part.indent and blanks.deepest >= part.indent:
        return
    del part.items[-1]
    if parent.kind == DOCUMENT:
        parent.tail = last.before
    else:
        parent.items.append(blanks)
