"""Single values of the careful reader, for a text that is otherwise read line by line."""

from __future__ import annotations

from ..faults import Fault, Unsure
from ..values import Value
from .assemble import Assembler
from .budget import WITHIN_WORK, Budget
from .nodes import Node
from .ordinary_flow import FlowReader
from .ordinary_scalars import NotOrdinary, Scalars
from .ordinary_values import ValueReader
from .patterns import PLAIN_START
from .tags import Directives, Tags

#: What begins a value of another kind than a plain scalar. Anchors, tags and aliases need the whole text.
_SIGNS = frozenset("\"'|>[{")
_NEEDS_ALL = "&!*"
#: The careful reader has all of its own work still before it where this is not enough.
_WORK = 700_000


class Within:
    """Reads values in the midst of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.budget = Budget(_WORK)
        warnings: list[Fault] = []
        tags = Tags(text, Directives(warnings.append))
        scalars = Scalars(text, tags, warnings, self.budget)
        self.values = ValueReader(text, scalars, FlowReader(text, scalars, self.budget))

    def read(self, start: int, below: int, column: int, depth: int) -> tuple[Value, int]:
        """The value at an offset and where it ends.

        `column` is that of its key or dash, `depth` how many collections it stands within; the line at `below` is the
        first that must not belong to it. Raises `Unsure` where the value is unusual, or all of them too much work.
        """
        try:
            self.budget.spend(WITHIN_WORK, start)
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
                if any(self.text.find(sign, start, found.stop) >= 0 for sign in _NEEDS_ALL):
                    raise Unsure
                value = Assembler(self.text, self.budget).build(value)
        except (NotOrdinary, Fault):
            raise Unsure from None
        return value, found.stop
