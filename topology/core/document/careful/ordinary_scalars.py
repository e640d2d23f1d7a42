"""Scalars where the ordinary readers meet them: by their looks, in quotes, anchored, tagged, aliases, block texts."""

from __future__ import annotations

from typing import Any

from ..faults import Fault
from ..scalars import MAYBE_TYPED, resolve_plain, typed
from ..schema_11 import typed_11
from ..text import block_scalar_end
from . import extents, texts
from .budget import BLOCK_WORK, LONG_WORK, ODD_KEY_WORK, OLD_WORK, PROPS_WORK, Budget, quoted_work
from .nodes import ALIAS_NODE, SCALAR_NODE, Node
from .patterns import ALIAS_NAME, HEADER, PROPS
from .tags import Tags, opaque
from .tokens import ANCHOR, SPACE, TAG, Token

#: The same for YAML 1.1, where `y` and `off` are booleans, `e5` a number, and `<<` merges.
_MAYBE_TYPED_11 = MAYBE_TYPED | frozenset("yYoOeE<")


class NotOrdinary(Exception):
    """The text here has to be read token by token."""


class Props:
    """An anchor and a tag before a value, as tokens."""

    __slots__ = ("anchor", "end", "start", "tag")

    def __init__(self, text: str, at: int, indent: int) -> None:
        self.start = at
        self.anchor: Token | None = None
        self.tag: Token | None = None
        while text.startswith(("&", "!"), at):
            found = PROPS.match(text, at)
            if found is None or (self.anchor if found.lastindex == 1 else self.tag) is not None:
                raise NotOrdinary
            token = (ANCHOR if found.lastindex == 1 else TAG, at, found.end(found.lastindex or 0), indent)
            if found.lastindex == 1:
                self.anchor = token
            else:
                self.tag = token
            at = found.end()
        self.end = at

    def tokens(self) -> list[Token]:
        """The tokens as they stand in the text, with the white space behind each."""
        given = sorted((token for token in (self.anchor, self.tag) if token is not None), key=lambda token: token[1])
        ends = [token[1] for token in given[1:]] + [self.end]
        spaces = [(SPACE, token[2], end, token[3]) for token, end in zip(given, ends, strict=True)]
        return [part for both in zip(given, spaces, strict=True) for part in both if part[2] > part[1]]


class Scalars:
    """The scalars of one text. A method that finds something unusual raises `NotOrdinary` or `Fault`."""

    def __init__(self, text: str, tags: Tags, warnings: list[Fault], budget: Budget) -> None:
        self.text = text
        self.budget = budget
        self.tags = tags
        self.warnings = warnings
        #: Plain keys that might have been numbers or the like, but are text.
        self.texts: set[str] = set()
        self.old = False
        self.maybe_typed = MAYBE_TYPED

    def begin(self) -> None:
        """Take note of the document's version, once its directives are read."""
        self.old = self.tags.directives.old
        self.maybe_typed = _MAYBE_TYPED_11 if self.old else MAYBE_TYPED

    def plain(self, source: str, start: int) -> Any:
        """The value of a plain scalar."""
        if not self.old:
            return resolve_plain(source)
        self.budget.spend(OLD_WORK, start)
        kind, value = typed_11(source)
        if kind == "timestamp":
            return opaque("date", Node(SCALAR_NODE, start, start + len(source)))
        return value

    def key(self, source: str, start: int) -> str | Node:
        """A plain key: its text, or its node where it is a number or the like, or merges."""
        if source[0] not in self.maybe_typed or self._is_text(source):
            return source
        self.budget.spend(ODD_KEY_WORK, start)
        node = self.tags.scalar(source, None, plain=True, at_key=True, span=(start, start + len(source)))
        node.source = source
        return node

    def _is_text(self, source: str) -> bool:
        if source in self.texts:
            return True
        kind = typed_11(source)[0] if self.old else typed(source)[0]
        if kind != "str" or (self.old and source == "<<"):
            return False
        self.texts.add(source)
        return True

    def spanning(self, start: int, floor: int, *, in_flow: bool) -> tuple[str, int]:
        """The text of a plain scalar that may go on over further lines, and its end."""
        self.budget.spend(LONG_WORK, start)
        end = extents.plain_end(self.text, start, in_flow, floor)
        return texts.plain(self.text[start:end], start), end

    def quoted(self, start: int, floor: int) -> tuple[str, int]:
        """The text of a quoted scalar and its end."""
        end = extents.quoted_end(self.text, start, floor)
        if end < 0:
            raise NotOrdinary
        source = self.text[start:end]
        self.budget.spend(LONG_WORK + quoted_work(source), start)
        return (texts.double(source, start) if source[0] == '"' else texts.single(source)), end

    def alias(self, start: int) -> Node:
        """The node of an alias."""
        found = ALIAS_NAME.match(self.text, start)
        if found is None:
            raise NotOrdinary
        self.budget.spend(PROPS_WORK, start)
        return Node(ALIAS_NODE, start, found.end(), found.group()[1:])

    def with_props(self, props: Props, floor: int, *, in_flow: bool) -> Node:
        """The node of a scalar that stands behind an anchor or a tag on the same line."""
        self.budget.spend(PROPS_WORK, props.start)
        start, sign = props.end, self.text[props.end : props.end + 1]
        if not sign or sign in "*&![]{},?:-|>#\r\n":
            raise NotOrdinary
        quoted = sign in "'\""
        decoded, end = self.quoted(start, floor) if quoted else self.spanning(start, floor, in_flow=in_flow)
        node = self.tags.scalar(decoded, props.tag, plain=not quoted, at_key=False, span=(start, end))
        node.source, node.style = decoded, sign if quoted else ""
        return self.dressed(node, props)

    def dressed(self, node: Node, props: Props) -> Node:
        """A node with its anchor, and begun where that or its tag begins."""
        node.start = props.start
        if props.anchor is not None:
            node.anchor = self.text[props.anchor[1] + 1 : props.anchor[2]]
        return node

    def block(self, start: int, floor: int, indent: int) -> tuple[str, int, int, int]:
        """The text of a block scalar, its end, where the next line begins, and the floor it leaves behind."""
        text = self.text
        header = HEADER.match(text, start)
        if header is None:
            raise NotOrdinary
        self.budget.spend(BLOCK_WORK, start)
        begin = header.end()
        given, chomp = texts.header_signs(header[1], start)
        after, floor = extents.block_body(text, begin, floor, given - 1 if given else -1, chomp == "+")
        if after < len(text) and text[after - 1] != "\n":
            raise NotOrdinary
        lines = texts.BlockText(text[begin:after], begin, indent, header[1], given, chomp)
        end = block_scalar_end(text, start, max(after, begin))
        return lines.text(at_root=False), end, after, floor
