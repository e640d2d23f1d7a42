"""The careful reader: follows OpenRig's parser in everything that readers of YAML do differently.

It works in stages, none of which recurses over the document: `scan` cuts the text into tokens, `build` (with `grow`)
gives them their place by indentation, `compose` checks order and resolves values, `assemble` makes the containers and
resolves aliases. The first fault ends the reading.
"""

from __future__ import annotations

from typing import cast

from ..faults import Fault
from ..limits import MAX_PIECES
from ..quick import too_many
from ..values import Value
from .assemble import Assembler
from .build import Builder
from .compose import Composer
from .nodes import Node
from .scan import Scanner
from .tokens import MARKER


class Careful:
    """One careful reading of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.composer = Composer(text)
        self.builder = Builder(text, self.composer.finish, self.composer.direct)
        self.tokens: list[tuple[str, int, int]] = []
        self.scanner = Scanner(text, self.tokens)

    def read(self) -> tuple[Value, tuple[int, int], bool]:
        """The root value, its span, and whether a value holds itself; raises `Fault`."""
        self._build()
        documents = self.builder.documents
        self._check_directives()
        if not documents:
            start = 1 if self.text.startswith("\ufeff") else 0
            return None, (start, start), False
        root = cast(Node, documents[0].made)
        assembler = Assembler()
        value = assembler.build(root)
        return value, (root.start, root.end), assembler.cyclic

    def _build(self) -> None:
        tokens, feed = self.tokens, self.builder.feed
        count = 0
        while self.scanner.advance():
            count += len(tokens)
            for token in tokens:
                feed(*token)
            tokens.clear()
            if count > MAX_PIECES:
                raise too_many(self.scanner.pos)
        if self.scanner.open:
            raise self.scanner.unclosed()
        self.builder.end()

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
    careful = Careful(text)
    try:
        value, span, cyclic = careful.read()
    except Fault as fault:
        raise _for_byte_order_mark(text) or fault from None
    return value, span, cyclic, careful.composer.warnings


def _for_byte_order_mark(text: str) -> Fault | None:
    """The fault of a byte order mark that alone makes a text unreadable: what follows it does not count as indented."""
    if not text.startswith(("\ufeff ", "\ufeff-", "\ufeff?", "\ufeff:")):
        return None
    try:
        Careful(text[1:]).read()
    except Fault:
        return None
    message = "a byte order mark stands directly before an indented line or a dash"
    return Fault("D132", 0, message, "save the file without it, or let a comment line be the first")
