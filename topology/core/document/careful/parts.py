"""The nodes of single parts: scalars, aliases, what is missing, and finished branches with their anchor and tag."""

from __future__ import annotations

from typing import Any, cast

from ..faults import Fault
from ..text import Lines, block_scalar_end
from . import texts
from .budget import WARNING_WORK, Budget, quoted_work
from .nodes import ALIAS_NODE, Node
from .props import Props, PropsReader, stuck_comment, tail_end
from .shapes import FLOW, LIST, Branch, Leaf, Part
from .tags import Directives, Tags
from .tokens import ALIAS, COMMENT, DOUBLE, SCALAR, SINGLE

#: How far the `:` may stand behind the start of its key.
MAX_KEY = 1024


class PartComposer:
    """Composes the parts of one text. Warnings are collected in `warnings`."""

    def __init__(self, text: str, budget: Budget) -> None:
        self.text = text
        self.lines = Lines(text)
        self.budget = budget
        self.warnings: list[Fault] = []
        self.directives = Directives(self.warn)
        self.tags = Tags(text, self.directives)
        self.props = PropsReader(text, self.warn)

    def warn(self, fault: Fault) -> None:
        """Note what is odd but allowed."""
        self.budget.spend(WARNING_WORK, fault.start)
        self.warnings.append(fault)

    def part(self, part: Part, props: Props, *, at_key: bool = False, at_root: bool = False) -> Node:
        """The node of a leaf or a finished branch, with its anchor and tag."""
        if isinstance(part, Leaf):
            node = self.leaf(part, props, at_key, at_root)
        else:
            node = self._branch(part, props)
        if props.given:
            node.start = props.start
            if props.anchor is not None:
                node.anchor = self.text[props.anchor[1] + 1 : props.anchor[2]]
        return node

    def _branch(self, branch: Branch, props: Props) -> Node:
        if isinstance(branch.made, Fault):
            raise branch.made
        node = cast(Node, branch.made)  # branches are finished innermost first
        if branch.kind == LIST and props.given:
            behind = props.newline_after
            if behind is None or behind[1] < props.last:
                help = "begin the list on the next line"
                raise Fault("D118", branch.start, "a list begins on the line of its anchor or tag", help)
        if branch.kind == FLOW and branch.tail:
            node.after = tail_end(branch.tail[1:], branch.tail[0][2], self.text)
        self.tags.collection(node, props.tag)
        return node

    def leaf(self, leaf: Leaf, props: Props, at_key: bool, at_root: bool) -> Node:
        """The node of a scalar or an alias."""
        if leaf.kind == ALIAS:
            node = self._alias(leaf, props)
        elif leaf.header is not None:
            return self._block_scalar(leaf, props, at_key, at_root)
        else:
            source = self.text[leaf.start : leaf.end]
            decoded = self._decoded(leaf, source)
            plain = leaf.kind == SCALAR
            span = (leaf.start, leaf.end)
            node = self.tags.scalar(decoded, props.tag, plain=plain, at_key=at_key, span=span)
            node.source, node.style = decoded, "" if plain else leaf.kind
            if not source:
                node.start = node.inner = node.end = props.last if props.last >= 0 else leaf.start
        node.after = tail_end(leaf.tail, leaf.end, self.text)
        return node

    def _decoded(self, leaf: Leaf, source: str) -> str:
        self.budget.spend(quoted_work(source), leaf.start)
        if leaf.kind == DOUBLE:
            return texts.double(source, leaf.start)
        return texts.single(source) if leaf.kind == SINGLE else texts.plain(source, leaf.start)

    def _alias(self, leaf: Leaf, props: Props) -> Node:
        name = self.text[leaf.start + 1 : leaf.end]
        if not name:
            raise Fault("D113", leaf.start, "an alias `*` has no name", "name an anchor, or quote the text")
        if name.endswith(":"):
            help = "put a space before the `:`"
            self.warn(Fault("D152", leaf.start, "the name of an alias ends with `:`", help, leaf.end))
        if props.given:
            help = "remove them; the anchored value has its own"
            raise Fault("D118", props.start, "an alias has an anchor or a tag", help, leaf.end)
        return Node(ALIAS_NODE, leaf.start, leaf.end, name)

    def _block_scalar(self, leaf: Leaf, props: Props, at_key: bool, at_root: bool) -> Node:
        tokens = leaf.header or []
        header, rest = tokens[0], tokens[1:]
        source = self.text[header[1] : header[2]]
        given, chomp = texts.header_signs(source, header[1])
        body_start = rest[-1][2] if rest else header[2]
        for at, token in enumerate(rest):
            if token[0] == COMMENT and (at == 0 or rest[at - 1][0] == COMMENT):
                raise stuck_comment(token)
        body = self.text[body_start : leaf.end] if leaf.end > body_start else ""
        block = texts.BlockText(body, body_start, leaf.indent, source, given, chomp)
        end = block_scalar_end(self.text, leaf.start, max(leaf.end, body_start))
        text = block.text(at_root=at_root)
        node = self.tags.scalar(text, props.tag, plain=False, at_key=at_key, span=(leaf.start, end))
        node.source, node.style = text, source[0]
        node.after = max(leaf.end, body_start)
        return node

    def missing(self, props: Props, at: int, *, at_key: bool = False) -> Node:
        """The node of a value or key that is not there; `at` is where it would stand."""
        place = props.last if props.last >= 0 else at
        node = self.tags.scalar("", props.tag, plain=True, at_key=at_key, span=(place, place))
        if props.given:
            node.start = props.start
            if props.anchor is not None:
                node.anchor = self.text[props.anchor[1] + 1 : props.anchor[2]]
        node.after = props.end
        return node

    def unique(self, seen: dict[Any, int], key: Node) -> None:
        """Refuse a key that stands in its mapping already."""
        identity = key.identity
        if identity in seen:
            raise self.repeated(seen[identity], key.start, key.end)
        if identity is not None:
            seen[identity] = key.start

    def repeated(self, first: int, start: int, end: int) -> Fault:
        """The fault of a key that stands in its mapping already."""
        line, _ = self.lines.locate(first)
        shown = self.text[start:end].split("\n")[0][:60]
        message = f"the key `{shown}` stands twice in one mapping, first on line {line}"
        return Fault("D105", start, message, "remove or rename one of them", max(end, start + 1))

    def _long_key(self, key: Part | None, at: int) -> Fault:
        """The fault of a key over several lines, named after its likely cause."""
        if isinstance(key, Leaf) and key.kind == SCALAR and key.header is None:
            return self._run_on(key.start, key.end)
        help = "keep it on one line"
        return Fault("D123", key.start if key is not None else at, "a key goes over more than one line", help)

    def _run_on(self, start: int, end: int) -> Fault:
        """The fault of a plain text over several lines whose last one turns out to hold a key."""
        text = self.text
        first, last = text.find("\n", start), text.rfind("\n", start, end)
        if text.startswith("```", start):
            return Fault(
                "D116", start, "a Markdown code fence is not YAML", "copy only what is between the fences", first
            )
        line_start = text.rfind("\n", 0, start) + 1
        before = text[line_start:start]
        if before.strip(" -"):
            line, _ = self.lines.locate(start)
            message = f"this line is indented so deep that it goes on with the text of line {line}"
            help = "indent it like the keys beside it; or, if it is text, put the whole text in quotes"
            return Fault("D110", end - len(text[last:end].lstrip()), message, help, end)
        above = text[text.rfind("\n", 0, max(line_start - 1, 0)) + 1 : line_start]
        if above.startswith("#") and before:
            help = "indent the comment like the text below it"
            message = "this comment stands to the left of the text below it, which then runs on into the next key"
            return Fault("D110", line_start - len(above), message, help, line_start - 1)
        return self._no_colon(start, first)

    def _no_colon(self, start: int, end: int) -> Fault:
        word = self.text[start:end].split("\n")[0].rstrip()[:60]
        help = "write `key: value`, with a space behind the `:`; or indent the line to continue the value above"
        return Fault("D111", start, f"`{word}` stands where a key is expected, but no `:` follows", help, end)
