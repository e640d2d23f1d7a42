"""From the source of a scalar to its text: line folding, quotes, escapes, block scalars."""

from __future__ import annotations

import re

from ..faults import Fault

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
_PIECE = re.compile(
    r"[^\\\n\r \t]+|[ \t]+|\r?\n(?:[ \t\n]|\r\n)*|\r"
    r"|\\(?:\r?\n[ \t]*|x[^\n]{0,2}|u[^\n]{0,4}|U[^\n]{0,8}|.)?",
    re.DOTALL,
)
_SURROGATE = re.compile("[\ud800-\udfff]")
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
    first, *rest = source.split("\n")
    last = rest.pop().lstrip(" \t")
    out = [first.removesuffix("\r").rstrip(" \t")]
    joint = " "
    for line in rest:
        content = line.removesuffix("\r").strip(" \t")
        if content:
            out += (joint, content)
            joint = " "
        elif joint == "\n":
            out.append("\n")
        else:
            joint = "\n"
    return "".join((*out, joint, last))


def single(source: str) -> str:
    """The text of a single-quoted scalar."""
    return folded(source[1:-1]).replace("''", "'")


def double(source: str, start: int) -> str:
    """The text of a double-quoted scalar; raises at an escape that does not exist."""
    inner = source[1:-1]
    if "\\" not in inner and "\n" not in inner:
        return inner
    out: list[str] = []
    for piece in _PIECE.finditer(source, 1, len(source) - 1):
        found = piece.group()
        if found[0] == "\\":
            # An escaped quote may stand as the closing one.
            escape = found if len(found) > 1 else source[piece.start() :]
            out.append(_escaped(escape, start + piece.start()))
        elif found[0] in " \t":
            if not source.startswith(("\n", "\r\n"), piece.end()):
                out.append(found)
        elif "\n" in found:
            out.append("\n" * (found.count("\n") - 1) or " ")
        else:
            out.append(found)
    return _joined_surrogates("".join(out))


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
            message = f"`{header}` is not a way to begin a block text"
            help = "after `|` or `>` may stand `-` or `+` and one digit, then the line must end"
            raise Fault("D122", start + at, message, help)
    return given, chomp


class BlockText:
    """The lines of a block scalar and how they become its text."""

    def __init__(self, body: str, start: int, parent_indent: int, header: str, given: int, chomp: str) -> None:
        self.start = start
        self.folds = header[0] == ">"
        self.given, self.chomp = given, chomp
        self.trim = parent_indent + given
        self.lines = [_indented(line) for line in body.split("\n")] if body else []

    def text(self, *, at_root: bool) -> str:
        """The text; raises where lines are indented less than the first one."""
        stop = len(self.lines)
        while stop and self.lines[stop - 1][1] in ("", "\r"):
            stop -= 1
        if not stop:
            return "\n" * max(1, len(self.lines) - 1) if self.chomp == "+" and self.lines else ""
        first = next(at for at, (_, content) in enumerate(self.lines) if content not in ("", "\r"))
        self._settle_indent(first, at_root)
        for at in range(len(self.lines) - 1, stop - 1, -1):
            if self.lines[at][0] > self.trim:
                stop = at + 1
                break
        blank = "".join(" " * (indent - self.trim) + "\n" for indent, _ in self.lines[:first])
        return blank + self._content(first, stop) + self._end(stop)

    def _settle_indent(self, first: int, at_root: bool) -> None:
        """The first line with content fixes the indentation where the header did not."""
        indent = self.lines[first][0]
        before = [self.lines[at][0] for at in range(first)]
        if indent < max([self.trim, *(before if not self.given else ())]):
            message = "the first line of a block text is indented less than the blank lines before it, or than its key"
            raise Fault("D110", self._offset(first) + indent, message, "indent its lines alike, deeper than its key")
        if not self.given:
            self.trim = indent
        if self.trim == 0 and not at_root:
            message = "a block text is not indented"
            raise Fault("D110", self._offset(first), message, "indent its lines deeper than its key")

    def _offset(self, line: int) -> int:
        return self.start + sum(indent + len(content) + 1 for indent, content in self.lines[:line])

    def _content(self, first: int, stop: int) -> str:
        offset = self._offset(first)
        lines: list[tuple[int, str]] = []
        for indent, content in self.lines[first:stop]:
            line = content.removesuffix("\r")
            if line and indent < self.trim:
                message = "a line of a block text is indented less than its first line"
                raise Fault("D110", offset + indent, message, "indent all its lines alike")
            lines.append((indent, line))
            offset += indent + len(content) + 1
        if not self.folds:
            return "\n".join(" " * (indent - self.trim) + line for indent, line in lines)
        return self._folded(lines)

    def _folded(self, lines: list[tuple[int, str]]) -> str:
        """Folding: lines at the block's indentation join; deeper ones keep their breaks."""
        out: list[str] = []
        joint, deeper_before = "", False
        for indent, line in lines:
            if indent > self.trim or line.startswith("\t"):
                if joint == " ":
                    joint = "\n"
                elif not deeper_before and joint == "\n":
                    joint = "\n\n"
                out += (joint, " " * (indent - self.trim), line)
                joint, deeper_before = "\n", True
            elif not line:
                if joint == "\n":
                    out.append("\n")
                else:
                    joint = "\n"
            else:
                out += (joint, line)
                joint, deeper_before = " ", False
        return "".join(out)

    def _end(self, stop: int) -> str:
        if self.chomp == "-":
            return ""
        if self.chomp != "+":
            return "\n"
        rest = "".join("\n" + " " * (indent - self.trim) for indent, _ in self.lines[stop:])
        return rest if rest.endswith("\n") else rest + "\n"


def _indented(line: str) -> tuple[int, str]:
    content = line.lstrip(" ")
    return len(line) - len(content), content
