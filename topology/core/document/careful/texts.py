"""From the source of a scalar to its text: line folding, quotes, escapes, block scalars."""

from __future__ import annotations

import re
from functools import cache

from ..faults import Fault, excerpt
from ..text import match_end
from .extents import LOW

_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "N": "\u0085",
    "_": "\u00a0",
    "L": "\u2028",
    "P": "\u2029",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "\t": "\t",
}
_HEX_WIDTH = {"x": 2, "u": 4, "U": 8}
_HEX = re.compile(r"[0-9a-fA-F]+")
#: In double quotes: an escape with the white space that a line end behind it takes away, or a line end with what
#: stands around it.
_PIECE = re.compile(
    r"(\\(?:\r?\n[ \t]*+|x[^\n]{0,2}|u[^\n]{0,4}|U[^\n]{0,8}|.)?)(?:[ \t]++(?=\r?\n))?"
    r"|(?<![ \t])[ \t]++(?=\r?\n)"
    r"|\r?\n(?:[ \t\n]|\r\n)*+",
    re.DOTALL,
)
#: A line end of a plain or single-quoted text, with the white space around it.
_BREAK = re.compile(r"(?:(?<![ \t])[ \t]++)?\r?\n[ \t]*+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACES = re.compile(r" *+")
_STRAY_RETURN = re.compile(r"\r(?!\n|\Z)")
_BLANK_LINES = re.compile(r"(?: *+\r?\n)*+")
_BLANK_LINE = re.compile(r"(?<=\n) ++(?=\r?(?:\n|\Z))")
_ONLY_BLANK = re.compile(r" *+\r?(?:\n|\Z)")
_ONE_BREAK = re.compile(r"(?<!\n)\n(?!\n)")
_MORE_BREAKS = re.compile(r"\n(\n+)")
_BAD_START = {
    ",": "a comma",
    "%": "`%`",
    "|": "`|`",
    ">": "`>`",
    "@": "`@`",
    "`": "a backtick",
    "\t": "a tab",
}


def plain(source: str, start: int) -> str:
    """The text of a plain scalar; raises where it begins with a character kept for other uses."""
    bad = _BAD_START.get(source[:1])
    if bad:
        raise Fault("D116", start, f"a value cannot begin with {bad}", "put the value in quotes")
    return folded(source)


def folded(source: str) -> str:
    """Line folding: one line break becomes a space, more become one break less."""
    if "\n" not in source:
        return source
    return _one_break_less(_BREAK.sub("\n", source))


def _one_break_less(lines: str) -> str:
    return _MORE_BREAKS.sub(r"\1", _ONE_BREAK.sub(" ", lines))


def _fold(found: re.Match[str]) -> str:
    return "\n" * (found.group().count("\n") - 1) or " "


def single(source: str) -> str:
    """The text of a single-quoted scalar."""
    return folded(source[1:-1]).replace("''", "'")


def double(source: str, start: int) -> str:
    """The text of a double-quoted scalar; raises at an escape that does not exist."""
    inner = source[1:-1]
    if "\\" not in inner:
        return folded(inner)

    def settled(found: re.Match[str]) -> str:
        escape = found[1]
        if escape is None:
            return "" if found.group()[0] in " \t" else _fold(found)
        # An escaped quote may stand as the closing one.
        return _escaped(escape if len(escape) > 1 else '\\"', start + 1 + found.start())

    return _joined_surrogates(_PIECE.sub(settled, inner))


def _escaped(escape: str, start: int) -> str:
    sign, digits = escape[1:2], escape[2:]
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    if escape.startswith(("\\\n", "\\\r\n")):
        return ""
    if len(digits) == _HEX_WIDTH.get(sign) and _HEX.fullmatch(digits) and int(digits, 16) <= 0x10FFFF:
        return chr(int(digits, 16))
    message = f"there is no escape `{escape}` in double quotes"
    help = "write `\\\\` for a backslash, or use single quotes"
    raise Fault("D115", start, message, help, start + len(escape))


def _joined_surrogates(text: str) -> str:
    """Two escapes that are halves of one character make that character."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def header_signs(header: str, start: int) -> tuple[int, str]:
    """Indentation (0: none given) and chomping of a block scalar's header; raises where it says anything else."""
    given, chomp = 0, ""
    for at, sign in enumerate(header[1:], 1):
        if not chomp and sign in "-+":
            chomp = sign
        elif not given and sign in "123456789":
            given = int(sign)
        else:
            message = f"`{excerpt(header)}` is not a way to begin a block text"
            help = "after `|` or `>` may stand `-` or `+` and one digit, then the line must end"
            raise Fault("D122", start + at, message, help)
    return given, chomp


class BlockText:
    """The lines of a block scalar (`body`, from the offset `start` on) and how they become its text.

    `given` is the indentation of its header or 0, `chomp` its `-` or `+`.
    """

    def __init__(self, body: str, start: int, parent_indent: int, header: str, given: int, chomp: str) -> None:
        self.body = body
        self.start = start
        self.folds = header[0] == ">"
        self.given, self.chomp = given, chomp
        self.trim = parent_indent + given

    def text(self, *, at_root: bool) -> str:
        """The text; raises where lines are indented less than the first one."""
        body = self.body
        first = match_end(_BLANK_LINES, body, 0)
        if _ONLY_BLANK.match(body, first) or first == len(body):
            return "\n" * max(1, body.count("\n")) if self.chomp == "+" and body else ""
        self._settle_indent(first, at_root)
        stop = self._content_end(first)
        blank, content = self._trimmed(body[:first]), self._trimmed(body[first:stop])
        self._check(first, stop)
        if self.folds:
            content = _folded_block(content)
        return blank + content + self._end(stop)

    def _settle_indent(self, first: int, at_root: bool) -> None:
        """The first line with content fixes the indentation where the header did not."""
        body = self.body
        indent = match_end(_SPACES, body, first) - first
        if indent < self.trim or (not self.given and body.find(" " * (indent + 1), 0, first) >= 0):
            message = "the first line of a block text is indented less than the blank lines before it, or than its key"
            raise Fault("D110", self.start + first + indent, message, "indent its lines alike, deeper than its key")
        if not self.given:
            self.trim = indent
        if self.trim == 0 and not at_root:
            message = "a block text is not indented"
            raise Fault("D110", self.start + first, message, "indent its lines deeper than its key")

    def _content_end(self, first: int) -> int:
        """The end of the last line that has content, or more spaces than the text is indented by."""
        body = self.body
        last = max(first, len(body.rstrip(" \r\n")))
        if body.find("\r", last) >= 0:
            last = max([last, *(found.end() for found in _STRAY_RETURN.finditer(body, last))])
        end = body.find("\n", max(last, body.rfind(" " * (self.trim + 1), last)))
        return end if end >= 0 else len(body)

    def _check(self, first: int, stop: int) -> None:
        """Refuse a line with content that is indented less than the first one."""
        place = _first_short(self.body, self.trim, first, stop)
        if place >= 0:
            message = "a line of a block text is indented less than its first line"
            raise Fault("D110", self.start + place, message, "indent all its lines alike")

    def _trimmed(self, lines: str) -> str:
        """Lines without their indentation, and with plain line ends."""
        margin = " " * self.trim
        shorter = _BLANK_LINE.sub(lambda found: found.group() if len(found.group()) > self.trim else "", "\n" + lines)
        return shorter.replace("\n" + margin, "\n").removesuffix("\r").replace("\r\n", "\n")[1:]

    def _end(self, stop: int) -> str:
        """What stands behind the last line of content."""
        if self.chomp == "-":
            return ""
        return "\n" * max(1, self.body.count("\n", stop)) if self.chomp == "+" else "\n"


def _first_short(body: str, trim: int, first: int, stop: int) -> int:
    """Where the first line with content begins that is indented by fewer than `trim` spaces, or -1."""
    if not trim:
        return -1
    if trim <= LOW:
        found = _short(trim).search(body, first, stop)
        return found.end() if found is not None else -1
    line = body.find("\n", first, stop)
    while line >= 0:
        content = match_end(_SPACES, body, line + 1)
        if content - line <= trim and not _ONLY_BLANK.match(body, content):
            return content
        line = body.find("\n", content, stop)
    return -1


@cache
def _short(trim: int) -> re.Pattern[str]:
    """The indentation of a line with content, where it is less than `trim` spaces."""
    return re.compile(rf"\n {{0,{trim - 1}}}(?![ \n]|\r(?:\n|\Z)|\Z)")


def _folded_block(content: str) -> str:
    """Folding: lines at the block's indentation join; deeper ones keep their breaks."""
    if content[0] not in " \t" and "\n " not in content and "\n\t" not in content:
        return _one_break_less(content)
    out: list[str] = []
    joint, deeper_before = "", False
    for line in content.split("\n"):
        if not line:
            if joint == "\n":
                out.append("\n")
            else:
                joint = "\n"
        elif line[0] in " \t":
            if joint == " ":
                joint = "\n"
            elif not deeper_before and joint == "\n":
                joint = "\n\n"
            out += (joint, line)
            joint, deeper_before = "\n", True
        else:
            out += (joint, line)
            joint, deeper_before = " ", False
    return "".join(out)
