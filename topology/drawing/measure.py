"""How wide text is, without a font: a table of character widths, in thousandths of the font size.

The widths are those of the widest of the common system faces, so that text set in any of them fits.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

_GROUPS = {
    "'ijl": 285,
    "IJ |,./:;\\·": 335,
    "-f!()[]rt": 405,
    '"*_`': 500,
    "?szLc": 550,
    "FkPTYovxy": 605,
    "0123456789$ESabdeghnpqu{}": 640,
    "KABVXZCR": 695,
    "UHN&DGOQ": 775,
    "w#+<=>^~→↗": 840,
    "M%m": 960,
    "@W…—": 1000,
}
_WIDTHS = {character: width for characters, width in _GROUPS.items() for character in characters}
_BOLD = 1.1

# What XML 1.0 forbids, and what turns the direction of text round.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SPACES = re.compile(r"[\s\x85\u2028\u2029]+")

#: Characters of one text that are still kept in a tooltip or a label for a screen reader.
LONGEST = 240
_LONGEST_ID = 400


def clean(text: str | None, longest: int = LONGEST) -> str:
    """One line of safe text: no control characters, no turned direction, at most `longest` characters."""
    cut = (text or "")[: longest + 1]
    if cut.isprintable() and len(cut) <= longest and "  " not in cut:
        return cut.strip()
    line = _SPACES.sub(" ", _TURNING.sub("\ufffd", _FORBIDDEN.sub("\ufffd", cut))).strip()
    return line if len(cut) <= longest else line[: longest - 1] + "…"


def identity(text: str) -> str:
    """`text` as an attribute that names a thing: unchanged unless XML forbids a character in it or it is huge."""
    if len(text) > _LONGEST_ID:
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        text = f"{text[:_LONGEST_ID]}…{digest}"
    return _FORBIDDEN.sub("\ufffd", text)


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of `text` in pixels at font size `size`."""
    thousandths = sum(_WIDTHS.get(character) or _other(character) for character in text)
    return thousandths * size / 1000 * (_BOLD if bold else 1)


def clip(text: str, size: float, room: float, bold: bool = False) -> str:
    """`text` as it is where it fits into `room` pixels, else cut with an ellipsis."""
    text = text[:400]
    if width(text, size, bold) <= room:
        return text
    room -= width("…", size, bold)
    used, keep = 0.0, 0
    for character in text:
        used += width(character, size, bold)
        if used > room:
            break
        keep += 1
    return text[:keep].rstrip() + "…"


def wrap(text: str, size: float, room: float, lines: int, bold: bool = False) -> list[str]:
    """`text` broken between words into at most `lines` lines of `room` pixels, the last one cut where it must be."""
    out: list[str] = [""]
    words = text[:600].split(" ")
    for number, word in enumerate(words):
        longer = f"{out[-1]} {word}".strip()
        if not out[-1] or width(longer, size, bold) <= room:
            out[-1] = longer
        elif len(out) == lines:
            out[-1] += " " + " ".join(words[number:])
            break
        else:
            out.append(word)
    return [clip(line, size, room, bold) for line in out]


def _other(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1000
    return 700 if character.isupper() else 620
