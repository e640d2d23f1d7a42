"""How far a scalar reaches. `floor` is the indentation a further line needs to belong to it; 0 at the top."""

from __future__ import annotations

import re
from functools import cache

from ..text import is_blank_at, match_end

#: Up to this floor lines are taken by a pattern made for it; beyond, one by one, for they are long and few.
LOW = 64
_SPACES = re.compile(r" *+")
_BLANKS = re.compile(r"[ \t]*+")
_BLANK_LINES = re.compile(r"(?: *+\r?\n)*+")
_WHITE = re.compile(r"[\t \r\n]*+")
_STRAY_RETURN = re.compile(r"\r(?!\n)")
_UP_TO_QUOTE = {"'": re.compile(r"(?:[^']++|'')*+'"), '"': re.compile(r'(?:[^"\\]++|\\.)*+"', re.DOTALL)}
_LINE_BREAKS = ("\n", "\r\n")
_NO_MARKER = r"(?!(?:---|\.\.\.)(?:[ \t\r\n]|\Z))"
#: What else ends a plain scalar, or cannot begin its further lines, outside and inside brackets.
_STOPS = {False: "", True: r",\[\]{}"}


def _inside(stops: str) -> str:
    """A line of a plain scalar: up to a comment, or a colon that makes it a key. A lone CR is a part of it."""
    run = rf"[^\r\n:#{stops}]*+"
    return rf"{run}(?:(?::(?=[^ \t\r\n{stops}])|(?<=[^ \t\r\n])#|\r(?!\n)){run})*+"


def _beginning(stops: str) -> str:
    """What a further line of a plain scalar begins with, behind its white space."""
    return rf"(?=[^ \t\r\n:#{stops}]|:(?=[^ \t\r\n{stops}])|\r(?!\n))"


_INSIDE = {in_flow: re.compile(_inside(stops)) for in_flow, stops in _STOPS.items()}
_BEGINNING = {in_flow: re.compile(rf"[ \t]*+{_beginning(stops)}") for in_flow, stops in _STOPS.items()}


@cache
def _further_lines(in_flow: bool, floor: int) -> re.Pattern[str]:
    """Further lines of a plain scalar, from the end of a line on."""
    stops = _STOPS[in_flow]
    blank = rf"(?: *+| {{{floor}}}[ \t]*+)\r?\n" if floor else r"[ \t]*+\r?\n"
    indent = rf" {{{floor}}}[ \t]*+" if floor else rf"{_NO_MARKER}[ \t]*+"
    return re.compile(rf"(?:\r?\n(?:{blank})*+{indent}{_beginning(stops)}{_inside(stops)})*+")


@cache
def _outdent(floor: int) -> re.Pattern[str]:
    """A line break before a line that is not indented enough to belong to a quoted scalar."""
    return re.compile(rf"\n(?! *\r?\n| {{{floor}}})" if floor else rf"\n(?!{_NO_MARKER})")


@cache
def _body(floor: int) -> re.Pattern[str]:
    """Whole lines of a block scalar."""
    return re.compile(rf"(?: *+\r?\n| {{{floor}}}[^\n]*+\n)*+" if floor else rf"(?:{_NO_MARKER}[^\n]*+\n)*+")


def continues(text: str, at: int, floor: int) -> int:
    """Where the content of a further line begins (`at` is the line's start), or -1 where the scalar ends before it."""
    if floor > 0:
        stop = match_end(_SPACES, text, at)
        if text.startswith("\r\n", stop):
            return stop + 1
        return stop if text.startswith("\n", stop) or stop - at >= floor else -1
    if text.startswith(("---", "..."), at) and is_blank_at(text, at + 3):
        return -1
    return at


def plain_end(text: str, start: int, in_flow: bool, floor: int) -> int:
    """The end of a plain scalar: after its last character that is not white space."""
    end = match_end(_INSIDE[in_flow], text, start)
    if text.startswith(_LINE_BREAKS, end):
        end = _lines_end(text, end, in_flow, floor)
    while end > start and text[end - 1] in " \t":
        end -= 1
    return end


def _lines_end(text: str, at: int, in_flow: bool, floor: int) -> int:
    """Where the further lines of a plain scalar end, from the end of a line on."""
    if floor <= LOW:
        return match_end(_further_lines(in_flow, floor), text, at)
    end = at
    while text.startswith(_LINE_BREAKS, at):
        at = continues(text, text.index("\n", at) + 1, floor)
        if at < 0:
            break
        begins = _BEGINNING[in_flow].match(text, at)
        if begins is None:
            at = match_end(_BLANKS, text, at)
        else:
            end = at = match_end(_INSIDE[in_flow], text, begins.end())
    return end


def quoted_end(text: str, start: int, floor: int) -> int:
    """The end of a quoted scalar, or -1 where it is not closed before its indentation ends."""
    quote = text[start]
    close = _closing(text, start + 1, quote)
    if close < 0:
        # An escaped quote as the very last character counts as the closing one.
        return len(text) if len(text) > start + 1 and text[-1] == quote else -1
    line = _first_outdent(text, start, close, floor)
    if line < 0:
        return close + 1
    cut = line - 1 if text[line - 1] == "\r" else line
    return cut if cut > start + 1 and text[cut - 1] == quote else -1


def _first_outdent(text: str, start: int, stop: int, floor: int) -> int:
    """The first line break before a line that is not indented enough, or -1."""
    if floor <= LOW:
        found = _outdent(floor).search(text, start, stop + 1)
        return found.start() if found is not None else -1
    line = text.find("\n", start, stop)
    while line >= 0:
        onward = continues(text, line + 1, floor)
        if onward < 0:
            return line
        line = text.find("\n", onward, stop)
    return -1


def _closing(text: str, at: int, quote: str) -> int:
    """Where the closing quote stands, or -1."""
    found = _UP_TO_QUOTE[quote].match(text, at)
    return found.end() - 1 if found is not None else -1


def header_says(text: str, at: int) -> tuple[int, bool]:
    """Of a block scalar's header behind its sign: the indentation it names less one (or -1), and whether it keeps."""
    given, keep = -1, False
    while True:
        char = text[at : at + 1]
        if char == "+":
            keep = True
        elif char and char in "123456789":
            given = int(char) - 1
        elif char != "-":
            return given, keep
        at += 1


def block_body(text: str, start: int, floor: int, given: int, keep: bool) -> tuple[int, int]:
    """The end of a block scalar's lines and the floor it leaves behind.

    `given` is the indentation its header names less one, or -1; `keep` says that trailing blank lines belong to it.
    """
    at = match_end(_BLANK_LINES, text, start)
    newline, indent = at - 1, match_end(_SPACES, text, at) - at
    if indent >= floor:
        floor = indent if given < 0 else given + (floor or 1)
        newline = _last_line(text, newline, floor)
    after = match_end(_SPACES, text, min(newline + 1, len(text)))
    if text.startswith("\t", after):
        newline = match_end(_WHITE, text, after) - 1
    elif not keep:
        newline = _without_blank_lines(text, start, newline, indent)
    return min(newline + 1, len(text)), floor


def _last_line(text: str, newline: int, floor: int) -> int:
    """The line break at the end of a block scalar's last line, or the text's end."""
    if floor <= LOW:
        newline = match_end(_body(floor), text, newline + 1) - 1
    while True:
        onward = continues(text, newline + 1, floor)
        if onward < 0:
            return newline
        newline = text.find("\n", onward)
        if newline < 0:
            return len(text)


def _without_blank_lines(text: str, start: int, newline: int, indent: int) -> int:
    """The line break before the blank lines at the end; one with more spaces than the first line's is not blank."""
    content = start + len(text[start:newline].rstrip(" \r\n"))
    first = text.find("\n", content, newline)
    if first < 0:
        return newline
    # Of the lines behind it, the last one that is not blank, if any, is the end.
    kept = text.rfind(" " * (indent + 1), first, newline)
    if text.find("\r", first, newline) >= 0:
        stray = [found.start() for found in _STRAY_RETURN.finditer(text, first, newline + 1) if found.end() < newline]
        kept = max([kept, *stray])
    if kept < 0:
        return first
    end = text.find("\n", kept, newline)
    return end if end >= 0 else newline
