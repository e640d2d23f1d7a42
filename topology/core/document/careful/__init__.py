"""The careful reader: follows OpenRig's parser in everything that readers of YAML do differently.

It works in stages, none of which recurses over the document: `scan` cuts the text into tokens, `build` (with `grow`)
gives them their place by indentation, `compose` checks order and resolves values, `assemble` makes the containers and
resolves aliases. The first fault ends the reading.

Most lines of even the most unusual text are ordinary. Those, and ordinary collections in brackets, are not cut into
tokens: `ordinary_lines` and `ordinary_flow` take them whole.
"""

from __future__ import annotations

import re
from typing import cast

from ..faults import Fault
from ..values import Value
from .assemble import Assembler
from .budget import TOKEN_WORK, Budget
from .build import Builder
from .compose import Composer
from .nodes import Node
from .ordinary_flow import FlowReader
from .ordinary_lines import LineReader
from .ordinary_scalars import Scalars
from .scan import Scanner
from .tokens import MARKER, WHOLE

_COLON = re.compile(r"[ \t]*:")


class Careful:
    """One careful reading of one text."""

    def __init__(self, text: str, budget: Budget) -> None:
        self.text = text
        self.budget = budget
        self.composer = Composer(text, self.budget)
        self.builder = Builder(text, self.composer.finish, self.composer.direct)
        self.tokens: list[tuple[str, int, int]] = []
        self.scanner = Scanner(text, self.tokens, self)
        self.scalars = Scalars(text, self.composer.tags, self.composer.warnings, self.budget)
        self.flows = FlowReader(text, self.scalars, self.budget)
        self.line_reader = LineReader(text, self.scanner, self.builder, self.scalars, self.flows, self.budget)

    def read(self) -> tuple[Value, tuple[int, int], bool]:
        """The root value, its span, and whether a value holds itself; raises `Fault`."""
        self._build()
        documents = self.builder.documents
        self._check_directives()
        if not documents:
            start = 1 if self.text.startswith("\ufeff") else 0
            return None, (start, start), False
        root = cast(Node, documents[0].made)
        assembler = Assembler(self.text, self.budget)
        value = assembler.build(root)
        return value, (root.start, root.end), assembler.cyclic

    def _build(self) -> None:
        tokens, feed = self.tokens, self.builder.feed
        while self.scanner.advance():
            for token in tokens:
                feed(*token)
            self.budget.spend(len(tokens) * TOKEN_WORK, self.scanner.pos)
            tokens.clear()
        if self.scanner.open:
            raise self.scanner.unclosed()
        self.builder.end()

    def lines(self) -> None:
        """Take ordinary lines from the scanner's place on."""
        self.line_reader.run()

    def brackets(self) -> bool:
        """Take a whole collection in brackets from the scanner's place on, if it is ordinary."""
        scanner, builder = self.scanner, self.builder
        start = scanner.pos
        self.scalars.begin()
        found = self.flows.read(start, scanner.floor, len(builder.stack) - 1)
        if found is None:
            return False
        node, end = found
        if self.text.find("\n", start, end) >= 0 and _COLON.match(self.text, end):
            # Whether such a key counts as one of several lines depends on where exactly in it the lines end.
            self.flows.refused = start
            return False
        builder.whole = node
        scanner.take(WHOLE, end)
        if self.flows.column >= 0:
            scanner.column = self.flows.column
        return True

    def _check_directives(self) -> None:
        """Directives before the document need a `---` line behind them."""
        document = self.builder.documents[0] if self.builder.documents else None
        if document is not None and any(token[0] == MARKER for token in document.items[0].before):
            return
        for _, start, end, _ in self.builder.directives:
            if document is None or start < document.start:
                raise Fault("D119", start, "no `---` line follows the directive", "put a line `---` behind it", end)


def read_carefully(text: str) -> tuple[Value, tuple[int, int], bool, list[Fault]]:
    """The root value, its span, whether a value holds itself, and the warnings; raises `Fault`."""
    budget = Budget()
    careful = Careful(text, budget)
    try:
        value, span, cyclic = careful.read()
    except Fault as fault:
        raise _for_byte_order_mark(text, budget) or fault from None
    return value, span, cyclic, sorted(careful.composer.warnings, key=lambda fault: fault.start)


def _for_byte_order_mark(text: str, budget: Budget) -> Fault | None:
    """The fault of a byte order mark that alone makes a text unreadable: what follows it does not count as indented."""
    if not text.startswith(("\ufeff ", "\ufeff-", "\ufeff?", "\ufeff:")):
        return None
    try:
        Careful(text[1:], budget).read()
    except Fault:
        return None
    message = "a byte order mark stands directly before an indented line or a dash"
    return Fault("D132", 0, message, "save the file without it, or let a comment line be the first")
