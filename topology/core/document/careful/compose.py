"""From leaves and branches to nodes: values resolved, spans settled, and every rule about order and place checked."""

from __future__ import annotations

from collections.abc import Callable

from ..faults import Fault
from .blocks import BlockComposer
from .budget import FAULT_WORK, Budget
from .flows import FlowComposer
from .nodes import Node
from .props import tail_end
from .shapes import DOCUMENT, FLOW, LIST, MAP, Branch
from .tokens import MARKER, Token


class Composer(BlockComposer, FlowComposer):
    """Composes the branches of one text, innermost first."""

    def __init__(self, text: str, budget: Budget) -> None:
        super().__init__(text, budget)
        self._compose: dict[str, Callable[[Branch], Node]] = {
            MAP: self.block_map,
            LIST: self.block_list,
            FLOW: self.flow,
            DOCUMENT: self.document,
        }

    def finish(self, branch: Branch) -> None:
        """Compose a complete branch; what it holds has been composed before.

        A fault in what OpenRig's parser passes over is kept in the place of the node.
        """
        try:
            branch.made = self._compose[branch.kind](branch)
        except Fault as fault:
            if not branch.dropped:
                raise
            self.budget.spend(FAULT_WORK, branch.start)
            branch.made = fault.with_traceback(None)  # which would keep all that was at hand

    def direct(self, token: Token) -> None:
        """Take a directive line."""
        self.directives.read(self.text[token[1] : token[2]], token[1])

    def document(self, document: Branch) -> Node:
        """The root node."""
        item = document.items[0]
        part = item.value
        follows = part if part is not None else (document.tail[0] if document.tail else None)
        props = self.props.read(item.before, MARKER, follows, document.start, 0, at_newline=True)
        if props.found and isinstance(part, Branch) and part.kind != FLOW and not props.has_newline:
            help = "begin it on the next line"
            raise Fault("D110", part.start, "a mapping or list begins on the line of `---`", help)
        node = self.part(part, props, at_root=True) if part is not None else self.missing(props, props.end)
        tail_end(document.tail, node.after, self.text, strict=False)
        return node
