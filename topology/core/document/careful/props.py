"""What may stand before a key or a value: its sign, an anchor, a tag, comments and white space, in the right order."""

from __future__ import annotations

from collections.abc import Callable

from ..faults import Fault
from .shapes import FLOW, LIST, MAP, Branch, Leaf, Part
from .tokens import ANCHOR, ASK, COMMA, COMMENT, DASH, MARKER, NEWLINE, SCALAR, SPACE, TAG, WHOLE, WORDS, Token

#: Fewer tokens than this are looked at for the plain case first.
_FEW = 4
_SEPARATORS = frozenset((SPACE, NEWLINE, COMMA))


class Props:
    """What was found before a part.

    `found` is the sign asked for, `start` where the anchor or tag begins (or the part itself), `end` where the
    tokens end, `last` where the sign, the anchor or the tag ends, or -1.
    """

    __slots__ = ("anchor", "comma", "end", "found", "has_newline", "last", "newline_after", "start", "tag")

    def __init__(self) -> None:
        self.anchor: Token | None = None
        self.tag: Token | None = None
        self.comma: Token | None = None
        self.found: Token | None = None
        self.has_newline = False
        self.newline_after: Token | None = None
        self.start = self.end = self.last = -1

    def newline(self, token: Token) -> None:
        """Note a line break."""
        self.has_newline = True
        if self.given:
            self.newline_after = token

    @property
    def given(self) -> bool:
        """Whether there is an anchor or a tag."""
        return self.anchor is not None or self.tag is not None


class _Spacing:
    """What has been seen of line breaks, spaces and tabs on the way through tokens."""

    __slots__ = ("at_newline", "has_space", "needs_space", "tab")

    def __init__(self, at_newline: bool) -> None:
        self.at_newline = self.has_space = at_newline
        self.needs_space = False
        self.tab: Token | None = None

    def check(self, token: Token, text: str) -> None:
        """What the last token demands of this one."""
        if self.needs_space:
            if token[0] not in _SEPARATORS:
                raise unspaced(token[1])
            self.needs_space = False
        if self.tab is not None:
            if self.at_newline and token[0] not in (COMMENT, NEWLINE):
                raise tab_indent(self.tab, text)
            self.tab = None

    def space(self, tab: Token | None) -> None:
        """White space; `tab` is its token where it holds one that may be at fault."""
        self.has_space = True
        self.tab = tab

    def newline(self) -> None:
        """A line break."""
        self.at_newline = self.has_space = True

    def comment(self, token: Token) -> None:
        """A comment."""
        if not self.has_space:
            raise stuck_comment(token)
        self.at_newline = False

    def sign(self, *, at_newline: bool, needs_space: bool = False) -> None:
        """A sign, an anchor or a tag."""
        self.at_newline = at_newline
        self.has_space = False
        self.needs_space = needs_space

    def finish(self, follows: Part | Token | None, indent: int, end: int, text: str) -> None:
        """What the last token demands of the part that follows."""
        if self.needs_space and _needs_space_before(follows):
            raise unspaced(end)
        if self.tab is None:
            return
        before_block = isinstance(follows, Branch) and follows.kind in (MAP, LIST)
        if before_block or (self.at_newline and self.tab[3] <= indent):
            raise tab_indent(self.tab, text)


class PropsReader:
    """Reads the tokens before parts of one text; `warn` takes what is odd but allowed."""

    def __init__(self, text: str, warn: Callable[[Fault], None]) -> None:
        self.text = text
        self.warn = warn

    def read(
        self,
        tokens: list[Token],
        sign: str,
        follows: Part | Token | None,
        offset: int,
        indent: int,
        *,
        at_newline: bool,
        in_flow: bool = False,
    ) -> Props:
        """The props in `tokens`; raises `Fault` where their order or spacing is wrong.

        `follows` is the part (or first token) after them, `indent` that of the collection, `at_newline` whether a
        line is taken to begin before them.
        """
        props = Props()
        if not tokens:
            props.start = props.end = offset
            return props
        if len(tokens) < _FEW and self._is_plain(tokens, sign, props, in_flow):
            props.start = props.end = tokens[-1][2]
            return props
        spacing = _Spacing(at_newline)
        root_flow = sign == MARKER and isinstance(follows, Branch) and follows.kind == FLOW
        checks_tabs = not in_flow and not root_flow and self._has_tab(tokens)
        for token in tokens:
            spacing.check(token, self.text)
            kind = token[0]
            if kind == SPACE:
                spacing.space(token if checks_tabs and self._has_tab([token]) else None)
            elif kind == NEWLINE:
                spacing.newline()
                props.newline(token)
            elif kind == COMMENT:
                spacing.comment(token)
            elif kind in (ANCHOR, TAG):
                self._take_prop(props, token)
                spacing.sign(at_newline=False, needs_space=True)
            elif kind == sign:
                _take_sign(props, token)
                spacing.sign(at_newline=sign in (DASH, ASK))
            elif kind == COMMA and in_flow:
                _take_comma(props, token)
                spacing.sign(at_newline=False)
            else:
                raise unexpected(token, self.text)
        props.end = tokens[-1][2]
        if props.start < 0:
            props.start = props.end
        spacing.finish(follows, indent, props.end, self.text)
        return props

    def _is_plain(self, tokens: list[Token], sign: str, props: Props, in_flow: bool) -> bool:
        """Whether the tokens are just the sign (which is noted) or a comma, and spaces: there is nothing to check."""
        found = comma = None
        for token in tokens:
            kind = token[0]
            if kind == SPACE and self.text.find("\t", token[1], token[2]) < 0:
                continue
            if kind == sign and found is None:
                found = token
            elif kind == COMMA and in_flow and comma is None:
                comma = token
            else:
                return False
        props.found, props.comma = found, comma
        props.last = found[2] if found is not None else -1
        return True

    def _has_tab(self, tokens: list[Token]) -> bool:
        return self.text.find("\t", tokens[0][1], tokens[-1][2]) >= 0

    def _take_prop(self, props: Props, token: Token) -> None:
        kind, start, end, _ = token
        word = "anchor" if kind == ANCHOR else "tag"
        if (props.anchor if kind == ANCHOR else props.tag) is not None:
            raise Fault("D118", start, f"a value has two {word}s", "keep one of them", end)
        if kind == ANCHOR:
            if end == start + 1:
                raise Fault("D118", start, "an anchor `&` has no name", "give it a name, or quote the text", end)
            if self.text[end - 1] == ":":
                help = "put a space before the `:`"
                self.warn(Fault("D152", start, "the name of an anchor ends with `:`", help, end))
            props.anchor = token
        else:
            props.tag = token
        if props.start < 0:
            props.start = start
        props.last = end


def _take_sign(props: Props, token: Token) -> None:
    if props.given:
        message = f"an anchor or a tag stands before its `{token[0]}`"
        raise Fault("D118", token[1], message, "move it behind, next to the value", token[2])
    if props.found is not None:
        raise Fault("D101", token[1], f"a second `{token[0]}` stands here", "remove it, or quote the text", token[2])
    props.found = token
    props.last = token[2]


def _take_comma(props: Props, token: Token) -> None:
    if props.comma is not None:
        raise Fault("D101", token[1], "two commas stand in a row", "remove one of them", token[2])
    props.comma = token


def _needs_space_before(follows: Part | Token | None) -> bool:
    if follows is None:
        return False
    if isinstance(follows, Leaf):
        return follows.kind != SCALAR or follows.header is not None or follows.end > follows.start
    return isinstance(follows, Branch) or follows[0] not in _SEPARATORS


def unspaced(at: int) -> Fault:
    """The fault of a tag or anchor without white space behind it."""
    return Fault("D118", at, "an anchor or a tag is not separated from what follows", "put a space behind it")


def tab_indent(tab: Token, text: str) -> Fault:
    """The fault of a tab used as indentation."""
    at = text.find("\t", tab[1], tab[2])
    return Fault("D109", at, "a tab is used as indentation", "indent with spaces", tab[2])


def stuck_comment(token: Token) -> Fault:
    """The fault of a comment without white space before it."""
    message = "a `#` follows directly on a value"
    return Fault("D117", token[1], message, "put a space before the comment, or quote the text", token[2])


def _head(token: Token) -> Token:
    """A token, or the bracket that a collection begins with."""
    kind, start, end, indent = token
    return kind, start, start + 1 if kind == WHOLE else end, indent


def unexpected(token: Token, text: str) -> Fault:
    """The fault of a token at a place that has none like it."""
    kind, start, end, _ = _head(token)
    what = WORDS.get(kind, f"`{text[start:end][:40]}`")
    return Fault("D101", start, f"{what} cannot stand here", "quote the text if it is meant as text", end)


def stray(token: Token, text: str) -> Fault:
    """The fault of a token that follows a value which has ended."""
    kind, start, end, _ = _head(token)
    what = WORDS.get(kind, f"`{text[start:end][:40]}`")
    help = "put all of the value into one pair of quotes, or begin a new line"
    return Fault("D124", start, f"{what} cannot stand here, after the value before it has ended", help, end)


def tail_end(tail: list[Token] | None, offset: int, text: str, *, strict: bool = True) -> int:
    """Where the tokens behind a value end; raises where a comment is stuck to it or anything else follows."""
    has_space = False
    for token in tail or ():
        kind = token[0]
        if kind == COMMENT:
            if strict and not has_space:
                raise stuck_comment(token)
        elif kind in (SPACE, NEWLINE):
            has_space = True
        else:
            raise unexpected(token, text)
        offset = token[2]
    return offset
