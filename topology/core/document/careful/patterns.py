"""What ordinary lines and brackets look like: one match takes what would otherwise be cut into many tokens.

The patterns are narrower than the language. What they do not match is no fault; it goes token by token.
"""

from __future__ import annotations

import re

_REST = r"[^\r\n:#]*+(?:(?::(?=[^ \t\r\n])|(?<=[^ \t])#)[^\r\n:#]*+)*+"
_FLOW_REST = r"[^\r\n:#,\[\]{}]*+(?:(?::(?=[^ \t\r\n,\[\]{}])|(?<=[^ \t])#)[^\r\n:#,\[\]{}]*+)*+"
_FIRST = r"[^ \t\r\n\-?:,\[\]{}#&*!|>'\"%@`]"
#: What a plain scalar begins with.
PLAIN_START = re.compile(rf"{_FIRST}|[-?:](?=[^ \t\r\n])")
_PLAIN = rf"(?:{PLAIN_START.pattern}){_REST}"
_FLOW_PLAIN = rf"(?:{_FIRST}|-(?=[^ \t\r\n,\[\]{{}}])){_FLOW_REST}"
_DOUBLE = r'"([^"\\\r\n]*+)"'
_SINGLE = r"'([^'\r\n]*+)'(?!')"
_BLANK_LINES = r"(?:[ \t]*+(?:#[^\n]*+)?\r?\n)*+"
_LINE_END = r"[ \t]*+(?:(?<=[ \t])#[^\n]*+)?(?:\r?\n|\Z)"

#: Blank and comment lines.
BLANK_LINES = re.compile(_BLANK_LINES)
#: The end of a line, with the blank and comment lines behind it.
LINE_END = re.compile(_LINE_END + _BLANK_LINES)
#: A line of a block: indentation, dashes, a key (plain, or in either quotes), a value (likewise) and the end of the
#: line with the blank and comment lines behind it; or, in the last group, the sign that begins another value.
LINE = re.compile(
    r"(?!---|\.\.\.)( *)(?=[^ \t\r\n#])((?:- +)*+(?:-(?=\r?\n|\Z))?+)"
    rf"(?:(?:({_PLAIN})|{_DOUBLE}[ \t]*+|{_SINGLE}[ \t]*+):(?:[ \t]++|(?=\r?\n|\Z)))?"
    rf"(?:(?:({_PLAIN})|{_DOUBLE}|{_SINGLE}|){_LINE_END}{_BLANK_LINES}|(?=([|>\[{{\"'*&!])))"
)
#: Groups of `LINE`.
PLAIN_KEY, DOUBLE_KEY, SINGLE_KEY, PLAIN_VALUE, DOUBLE_VALUE, SINGLE_VALUE, OTHER_VALUE = range(3, 10)
#: What stands before a value: one anchor, one tag, in either order. A name that ends with a colon is left aside.
PROPS = re.compile(
    r"(?:(&[^ ,\[\]{}\n\r\t]*[^ ,\[\]{}\n\r\t:])"
    r"|(!(?:<[^ \n\r\t>]*>|(?:[0-9A-Za-z\-#;/?:@&=+$_.!~*'()]++|%[0-9A-Fa-f]{2})*+)))(?=[ \t\r\n])[ \t]*+"
)
ALIAS_NAME = re.compile(r"\*[^ ,\[\]{}\n\r\t]*[^ ,\[\]{}\n\r\t:]")
#: The header of a block scalar, up to its first line.
HEADER = re.compile(r"([|>][-+1-9]{0,2})[ \t]*+(?:(?<=[ \t])#[^\n]*+)?\r?\n")

#: An item in square brackets: plain, or in either quotes.
FLOW_ITEM = re.compile(rf"[ \t]*+(?:({_FLOW_PLAIN})|{_DOUBLE}|{_SINGLE})[ \t]*+")
#: White space, comments and line ends in brackets; the group is the indentation of the last line.
FLOW_BLANK = re.compile(r"(?:[ \t]*+(?:(?<=[ \t])#[^\n]*+)?\r?\n( *+))*+[ \t]*+")
