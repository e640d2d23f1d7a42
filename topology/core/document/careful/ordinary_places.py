"""Where an ordinary line belongs: the branches that it closes and opens, as the builder would."""

from __future__ import annotations

from typing import Any

from ..faults import Fault
from .budget import COLLECTION_WORK, Budget
from .build import Builder
from .grow_blocks import cut_blank_lines
from .nodes import Node
from .shapes import DOCUMENT, LIST, MAP, Branch, Item, Leaf, Taken, is_blank, waits
from .tokens import COLON, DASH, DOUBLE, NEWLINE, SCALAR, SINGLE, Token

#: A key: its text (or its node), its span, and where its colon ends; of an item its dash, without text.
Key = tuple["str | Node", int, int, int]
_QUOTED = {'"': DOUBLE, "'": SINGLE}


class Places:
    """The open branches of one text, seen from its ordinary lines.

    A branch's `pending` is a key or a dash whose value has not been seen: its text, its span, and where its sign ends.
    """

    def __init__(self, text: str, builder: Builder, budget: Budget) -> None:
        self.text = text
        self.budget = budget
        self.builder = builder
        #: Between lines only branches are open.
        self.stack: list[Any] = builder.stack

    def ready(self) -> bool:
        """Whether an ordinary line may follow: a block is open, and its last item is complete or lacks just a value."""
        top = self.stack[-1] if self.stack else None
        if not isinstance(top, Branch) or top.kind not in (MAP, LIST) or self.builder.on_key_line:
            return False
        last = top.items[-1]
        return not isinstance(last, Item) or last.value is not None or waits(top) or is_blank(last)

    def find(self, at: int, indent: int, dashes: tuple[int, int], key: int) -> Branch | None:
        """The branch of the key, or the item, of the line at `at`; None where none fits.

        `dashes` is the span of the line's dashes, `key` where its key begins, or -1.
        """
        first, stop = dashes
        listed = stop > first
        top = self._outdented(indent, listed)
        if top.kind == DOCUMENT:
            return None
        if top.indent == indent and (top.kind == LIST) is listed:
            self._follow(top)
        elif waits(top) and (top.indent < indent or (listed and top.kind == MAP)):
            top = self._open(LIST if listed else MAP, first if listed else key, indent)
        else:
            return None
        dash = first
        while True:
            further = self.text.find("-", dash + 1, stop)
            if further < 0:
                break
            top.pending = ("", dash, dash + 1, dash + 1)
            dash = further
            top = self._open(LIST, dash, dash - at)
        if listed and key >= 0:
            top.pending = ("", dash, dash + 1, dash + 1)
            top = self._open(MAP, key, key - at)
        return top

    def _follow(self, branch: Branch) -> None:
        """Let one more item follow at a branch's own indentation."""
        if branch.pending is not None:
            self.settle(branch)
        elif is_blank(branch.items[-1]):
            branch.items.pop()
        elif branch.kind == MAP and waits(branch):
            cut_blank_lines(branch.items[-1].between, branch.indent)

    def _outdented(self, indent: int, listed: bool) -> Branch:
        """Close what is indented deeper than the line, or a list that a key follows at its own indentation."""
        top: Branch = self.stack[-1]
        while top.kind != DOCUMENT and (
            top.indent > indent or (top.indent == indent and top.kind == LIST and not listed)
        ):
            self._close(top)
            top = self.stack[-1]
        return top

    def _open(self, kind: str, start: int, indent: int) -> Branch:
        self.budget.spend(COLLECTION_WORK, start)
        branch = Branch(kind, start, indent, [])
        self.builder.push(branch)
        return branch

    def _close(self, branch: Branch) -> None:
        """Complete the newest branch and give it to the one around it."""
        self.settle(branch)
        parent = self.stack[-2]
        if parent.pending is None:
            self.builder.pop()
            return
        self.stack.pop()
        self.builder.complete(branch)
        if isinstance(branch.made, Fault):
            self.wait(parent)
            parent.items[-1].value = branch
            return
        node: Any = branch.made
        name, start, end, _ = parent.pending
        parent.pending = None
        if parent.kind == LIST:
            parent.items.append((node, (node.start, node.end)))
        else:
            parent.items.append((name, node, (start, end, node.start, node.end)))

    def settle(self, branch: Branch) -> None:
        """Let the value that a branch lacks be missing."""
        if branch.pending is None:
            return
        name, start, end, after = branch.pending
        branch.pending = None
        if branch.kind == LIST:
            branch.items.append((None, (after, after)))
        else:
            branch.items.append((name, None, (start, end, after, after)))

    def wait(self, branch: Branch) -> None:
        """Turn what a branch waits with into an item of the builder's."""
        if branch.pending is None:
            return
        _, start, end, after = branch.pending
        branch.pending = None
        branch.items.append(self._waiting(branch, start, end, after))

    def wait_with(self, branch: Branch, key: Key, props: list[Token] | None) -> None:
        """Let the newest branch wait for the value of a key, or of a dash, that is out of the ordinary."""
        _, start, end, after = key
        self.budget.spend(COLLECTION_WORK, start)
        self.wait_below()
        branch.items.append(self._waiting(branch, start, end, after, props))

    def _waiting(self, branch: Branch, start: int, end: int, after: int, props: list[Token] | None = None) -> Item:
        """An item whose value is to follow on further lines."""
        line_end = self.text.find("\n", after)
        newline = [(NEWLINE, line_end, line_end + 1, branch.indent)] if line_end >= 0 else []
        if branch.kind == LIST:
            return Item([(DASH, start, after, branch.indent), *(props or ()), *newline])
        key = Leaf(_QUOTED.get(self.text[start], SCALAR), start, end, branch.indent)
        return Item([], key, [(COLON, after - 1, after, branch.indent), *(props or ()), *newline])

    def hand_over(self) -> None:
        """Leave the branches as the builder leaves them between lines."""
        top = self.stack[-1]
        if top.pending is None and top.items and isinstance(top.items[-1], tuple):
            top.items[-1] = Taken(top.items[-1])
        self.wait(top)
        self.wait_below()

    def wait_below(self) -> None:
        """Turn into items of the builder's what the branches around the newest one wait with.

        Below one that has such an item already, all have.
        """
        for branch in reversed(self.stack[:-1]):
            if branch.pending is None:
                break
            self.wait(branch)
