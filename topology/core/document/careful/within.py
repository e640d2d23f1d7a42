"""Single values of the careful reader, for a text that is otherwise read line by line."""

from __future__ import annotations

from ..faults import Fault, Unsure
from ..values import Value
from .assemble import Assembler
from .budget import Budget
from .nodes import Node
from .ordinary_flow import FlowReader
from .ordinary_scalars import NotOrdinary, Scalars
from .ordinary_values import ValueReader
from .patterns import PLAIN_START
from .tags import Directives, Tags

#: What begins a value of another kind than a plain scalar. Anchors, tags and aliases need the whole text.
_SIGNS = frozenset("\"'|>[{")
_NEEDS_ALL = "&!*"


class Within:
    """Reads values in the midst of one text."""

    def __init__(self, text: str, budget: Budget) -> None:
        self.text = text
        self.budget = budget
        warnings: list[Fault] = []
        tags = Tags(text, Directives(warnings.append))
        scalars = Scalars(text, tags, warnings, self.budget)
        self.values = ValueReader(text, scalars, FlowReader(text, scalars, self.budget))

    def read(self, start: int, below: int, column: int, depth: int) -> tuple[Value, int]:
        """The value at an offset and where it ends.

        `column` is that of its key or dash, `depth` how many collections it stands within; the line at `below` is the
        first that must not belong to it. Raises `Unsure` where the value is unusual, or a `Fault` where it is too much.
        """
        try:
            if self.text[start] in _SIGNS:
                found = self.values.other(start, column, depth)
            elif PLAIN_START.match(self.text, start):
                found = self.values.spanning(start, column)
            else:
                raise Unsure
            if not found.last <= min(below, len(self.text)) <= found.end:
                raise Unsure
            value = found.value
            if isinstance(value, Node):
                if any(sign in self.text[start : found.stop] for sign in _NEEDS_ALL):
                    raise Unsure
                value = Assembler(self.text, self.budget).build(value)
        except NotOrdinary:
            raise Unsure from None
        except Fault as fault:
            if fault.code == "D106":
                raise
            raise Unsure from None
        return value, found.stop
