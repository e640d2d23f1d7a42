"""Writing scalars: plain where every reader reads the same text back, else quoted in the manner around."""

from __future__ import annotations

import math
import re

from .edit_layout import CannotSplice
from .scalars import resolve_plain
from .values import Value

#: Plain scalars that a YAML 1.1 reader takes for something else than text.
_MISREAD = re.compile(
    r"""y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|=|<<
    |[-+]?0b[01_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    |[-+]?(?:[0-9_]++|\.[0-9_]++|[0-9][0-9_]*+\.[0-9_]++)(?:[eE][-+]?[0-9]++)?|[-+]?[0-9][0-9_]*+\.
    |\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)\d.*)?""",
    re.VERBOSE,
)
_UNSAFE_START = frozenset("-?:,[]{}#&*!|>'\"%@`")
_UNPRINTABLE = re.compile(r"[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


def plain_ok(text: str, flow: bool = False) -> bool:
    """Whether a text may stand without quotes and reads back as itself, under YAML 1.2 and 1.1."""
    if not text or text != text.strip() or "\n" in text or "\t" in text or _UNPRINTABLE.search(text):
        return False
    if text[0] in _UNSAFE_START and not (text[0] in "-?:" and text[1:2].isalnum()):
        return False
    if ": " in text or " #" in text or text.endswith(":") or text.startswith(("---", "...")):
        return False
    if flow and re.search(r"[,\[\]{}]|:$|^[-?:]", text):
        return False
    return isinstance(resolve_plain(text), str) and not _MISREAD.fullmatch(text)


def quoted(text: str, mark: str) -> str:
    """A text in single or double quotes; double where single cannot hold it. Refuses lone surrogates."""
    if re.search("[\ud800-\udfff]", text):
        raise CannotSplice("a text with a lone surrogate cannot be written as UTF-8", "leave that character out")
    if mark == "'" and not re.search(r"[\n\t]", text) and not _UNPRINTABLE.search(text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_ESCAPES.get(c) or _escaped(c) for c in text) + '"'


def _escaped(character: str) -> str:
    if not _UNPRINTABLE.match(character):
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def scalar(value: Value, mark: str = "", fallback: str = '"', flow: bool = False) -> str:
    """A scalar on one line. `mark` is the quote to use anyway ("" for plain); `fallback` where plain will not do."""
    if isinstance(value, str):
        if not mark and plain_ok(value, flow):
            return value
        return quoted(value, mark or fallback)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _number(value)
    return str(value)


def _number(value: float) -> str:
    if math.isnan(value):
        return ".nan"
    if math.isinf(value):
        return ".inf" if value > 0 else "-.inf"
    return repr(value)


def literal(text: str, header: str = "|") -> tuple[str, list[str]] | None:
    """A text of several lines as a literal block: its header and its lines; None where it must be quoted.

    A text that ends with several line breaks is quoted: a block that keeps them would take up blank lines below it.
    """
    body = text.rstrip("\n")
    lines = body.split("\n")
    tail = len(text) - len(body)
    if not body or tail > 1 or _UNPRINTABLE.search(text) or "\t" in lines[0][:1] or lines[0][:1] in {" ", ""}:
        return None
    if any(line != line.rstrip() for line in lines) or any(line[:1] == "\t" for line in lines):
        return None
    return header + ("" if tail else "-"), lines
