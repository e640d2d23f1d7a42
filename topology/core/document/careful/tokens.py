"""The pieces a text is cut into. A token is `(kind, start, end)`; the builder adds the indentation it stood at.

Kinds are the character a token begins with, or a word where there is none. Tokens leave no gap: joined, they are
the text again.
"""

from __future__ import annotations

Token = tuple[str, int, int, int]

BOM = "bom"
SPACE = "space"
NEWLINE = "newline"
COMMENT = "#"
DIRECTIVE = "%"
BEGIN = "begin"  # a document starts here, of no width
MARKER = "---"
END_MARKER = "..."
DASH = "-"
ASK = "?"
COLON = ":"
COMMA = ","
ANCHOR = "&"
TAG = "!"
ALIAS = "*"
SCALAR = "scalar"  # a plain scalar, or the lines of a block scalar
SINGLE = "'"
DOUBLE = '"'
BLOCK = "|"  # the header of a block scalar, with `|` or `>`
WHOLE = "flow"  # a collection in brackets that has been read whole
OPENERS = frozenset("[{")
FLOW_LEAVES = frozenset((ALIAS, SCALAR, SINGLE, DOUBLE))
BLANK = frozenset((SPACE, COMMENT, NEWLINE))

_WHOLE = {"---": MARKER, "...": END_MARKER, "": NEWLINE, "\n": NEWLINE, "\r\n": NEWLINE}
_ONE = frozenset("-?:{}[],")
_FIRST = {
    " ": SPACE,
    "\t": SPACE,
    "#": COMMENT,
    "%": DIRECTIVE,
    "*": ALIAS,
    "&": ANCHOR,
    "!": TAG,
    "'": SINGLE,
    '"': DOUBLE,
    "|": BLOCK,
    ">": BLOCK,
}

#: What each kind is called in front of people.
WORDS = {
    MARKER: "a document marker `---`",
    END_MARKER: "a document end `...`",
    DASH: "a list dash",
    ASK: "a `?`",
    COLON: "a `:`",
    COMMA: "a `,`",
    ANCHOR: "an anchor",
    TAG: "a tag",
    ALIAS: "an alias",
    SCALAR: "text",
    SINGLE: "a quoted text",
    DOUBLE: "a quoted text",
    BLOCK: "a block text",
    COMMENT: "a comment",
}


def kind_of(piece: str) -> str | None:
    """The kind of a piece of text by its looks, or None where it looks like nothing."""
    if piece in _WHOLE:
        return _WHOLE[piece]
    if piece in _ONE:
        return piece
    return _FIRST.get(piece[0])
