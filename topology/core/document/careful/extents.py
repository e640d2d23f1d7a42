"""How far a scalar reaches. `floor` is the indentation a further line needs to belong to it; 0 at the top."""

from __future__ import annotations

import re

from ..text import is_blank_at, match_end

_FLOW = frozenset(",[]{}")
_BLOCK_RUN = re.compile(r"[^: \t\r\n]+")
_FLOW_RUN = re.compile(r"[^: \t\r\n,\[\]{}]+")
_SPACES = re.compile(r" *")


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
    run = _FLOW_RUN if in_flow else _BLOCK_RUN
    stops = _FLOW if in_flow else frozenset()
    end = at = start
    size = len(text)
    while at < size:
        match = run.match(text, at)
        if match:
            end = at = match.end()
            continue
        char = text[at]
        follow = text[at + 1 : at + 2]
        if char == ":":
            if is_blank_at(text, at + 1) or follow in stops:
                break
            at += 1
            end = at
            continue
        if char in stops:
            break
        if char == "\r":
            if follow == "\n":
                char, at, follow = "\n", at + 1, text[at + 2 : at + 3]
            else:
                end = at + 1
        if follow == "#" or (follow and follow in stops):
            break
        if char == "\n":
            onward = continues(text, at + 1, floor)
            if onward < 0:
                break
            # One step back: a `#` after the white space of the next line starts a comment.
            at = max(at, onward - 2)
        at += 1
    return end


def quoted_end(text: str, start: int, floor: int) -> int:
    """The end of a quoted scalar, or -1 where it is not closed before its indentation ends."""
    quote = text[start]
    close = _closing(text, start + 1, quote)
    if close < 0:
        # An escaped quote as the very last character counts as the closing one.
        return len(text) if len(text) > start + 1 and text[-1] == quote else -1
    line = text.find("\n", start, close)
    while line >= 0:
        onward = continues(text, line + 1, floor)
        if onward < 0:
            cut = line - 1 if text[line - 1] == "\r" else line
            return cut if cut > start + 1 and text[cut - 1] == quote else -1
        line = text.find("\n", onward, close)
    return close + 1


def _closing(text: str, at: int, quote: str) -> int:
    close = text.find(quote, at)
    if quote == "'":
        while close >= 0 and text.startswith("'", close + 1):
            close = text.find("'", close + 2)
        return close
    while close >= 0:
        back = close
        while text[back - 1] == "\\":
            back -= 1
        if (close - back) % 2 == 0:
            return close
        close = text.find('"', close + 1)
    return close


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
    newline, indent = _first_content(text, start)
    if indent >= floor:
        floor = indent if given < 0 else given + (floor or 1)
        while True:
            onward = continues(text, newline + 1, floor)
            if onward < 0:
                break
            newline = text.find("\n", onward)
            if newline < 0:
                newline = len(text)
                break
    after = match_end(_SPACES, text, min(newline + 1, len(text)))
    if text.startswith("\t", after):
        while after < len(text) and text[after] in "\t \r\n":
            after += 1
        newline = after - 1
    elif not keep:
        newline = _without_blank_lines(text, start, newline, indent)
    return min(newline + 1, len(text)), floor


def _first_content(text: str, start: int) -> tuple[int, int]:
    """The line break before the first line with content, and that line's indentation."""
    newline, at = start - 1, start
    while True:
        stop = match_end(_SPACES, text, at)
        if text.startswith("\n", stop):
            newline = stop
            at = stop + 1
        elif text.startswith("\r\n", stop):
            newline = stop + 1
            at = stop + 2
        else:
            return newline, stop - at


def _without_blank_lines(text: str, start: int, newline: int, indent: int) -> int:
    while True:
        at = newline - 1
        if at >= 0 and text[at] == "\r":
            at -= 1
        last = at
        while at >= 0 and text[at] == " ":
            at -= 1
        if at < 0 or text[at] != "\n" or at < start or at + 1 + indent <= last:
            return newline
        newline = at
