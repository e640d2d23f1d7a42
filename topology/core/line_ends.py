"""Line ends across a browser: a form sends every line back with CRLF (or LF), whatever it was given."""

from __future__ import annotations

import re

from .merge import Matcher

_BREAK = re.compile(r"\r\n|\n|\r")
_BOM = "\ufeff"


def keep_line_ends(base: str, given: str) -> str:
    """The given text with the line ends, BOM and final line break of `base`.

    A line that stands in both keeps its line end (a lone CR within a line included); a new line takes that of the
    line above it. Nothing but line ends, a BOM at the start and the last line break is touched.
    """
    bom = base.startswith(_BOM)
    base, given = base.removeprefix(_BOM), given.removeprefix(_BOM)
    old, old_ends = _split(base)
    new, _ = _split(given)
    ends = _ends(old, old_ends, new)
    ends[-1] = ""
    if base and given:
        _keep_final(old, new, ends)
    return (_BOM if bom else "") + "".join(line + end for line, end in zip(new, ends, strict=True))


def _split(text: str) -> tuple[list[str], list[str]]:
    """The lines of a text and the break behind each ("" behind the last; a final break leaves an empty last line)."""
    return _BREAK.split(text), [*_BREAK.findall(text), ""]


def _ends(old: list[str], old_ends: list[str], new: list[str]) -> list[str]:
    usual = max(("\n", "\r\n", "\r"), key=old_ends.count)
    found: list[str] = [""] * len(new)
    for i, j, size in Matcher(None, old, new).get_matching_blocks():
        found[j : j + size] = old_ends[i : i + size]
    for index in range(len(new)):
        if not found[index]:
            above = found[index - 1] if index else ""
            below = next((end for end in found[index + 1 : index + 2] if end), "")
            found[index] = _whole(above) or _whole(below) or usual
    return found


def _whole(end: str) -> str:
    # A lone CR is text within a line of the document, not a line end that a new line could take.
    return end if end != "\r" else ""


def _keep_final(old: list[str], new: list[str], ends: list[str]) -> None:
    """Let the text end with a line break exactly where the base does."""
    if old[-1] == "" and new[-1] != "":
        above = [end for end in ends[:-1] if end]
        new.append("")
        ends[-1:] = [above[-1] if above else "\n", ""]
    elif old[-1] != "" and new[-1] == "" and len(new) > 1:
        new.pop()
        ends.pop()
        ends[-1] = ""
