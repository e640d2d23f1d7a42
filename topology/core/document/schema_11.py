"""Plain scalars of a document that begins with `%YAML 1.1` (rig-rules, section 1.4), with JavaScript's numbers."""

from __future__ import annotations

import re
from math import isinf
from typing import Any

from .scalars import NUMBER_PREFIX, infinite_or_nan, rounded

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = re.compile(r"Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON")
_FALSE = re.compile(r"N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF")
_INTEGERS = (
    (re.compile(r"[-+]?0b[01_]+"), 2, 2),
    (re.compile(r"[-+]?0[0-7_]+"), 1, 8),
    (re.compile(r"[-+]?[0-9][0-9_]*"), 0, 10),
    (re.compile(r"[-+]?0x[0-9a-fA-F_]+"), 2, 16),
)
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+|[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*")
_SEXAGESIMAL = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(\.[0-9_]*)?")
TIMESTAMP = re.compile(
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
    r"(?:(?:t|T|[ \t]+)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\.[0-9]+)?(?:[ \t]*(?:Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?"
)


def typed_11(text: str) -> tuple[str, Any]:
    """What a plain scalar is under YAML 1.1 and its value; a `timestamp` has its text for a value."""
    if text in _NULL:
        return "null", None
    if _TRUE.fullmatch(text):
        return "bool", True
    if _FALSE.fullmatch(text):
        return "bool", False
    for pattern, prefix, radix in _INTEGERS:
        if pattern.fullmatch(text):
            return "int", _integer(text, prefix, radix)
    special = infinite_or_nan(text)
    if special is not None:
        return "float", special
    if _FLOAT.fullmatch(text):
        return "float", _parse_float(text.replace("_", ""))
    base_60 = _SEXAGESIMAL.fullmatch(text)
    if base_60:
        return ("float" if base_60.group(1) is not None else "int"), _sexagesimal(text)
    return ("timestamp" if TIMESTAMP.fullmatch(text) else "str"), text


def _integer(text: str, prefix: int, radix: int) -> int | float:
    sign = -1 if text[0] == "-" else 1
    digits = text.lstrip("+-")[prefix:].replace("_", "")
    if not digits:
        return float("nan")
    if radix == 10 and len(digits) > 300:
        return sign * float(digits)
    return rounded(sign * int(digits, radix))


def _parse_float(text: str) -> float:
    match = NUMBER_PREFIX.match(text)
    return float(match.group()) if match else float("nan")


def _sexagesimal(text: str) -> int | float:
    # In doubles at every step, as JavaScript does it: integers would grow with the square of the text.
    total = 0.0
    for part in text.lstrip("+-").replace("_", "").split(":"):
        total = total * 60 + float(part)
        if isinf(total):
            break
    held = int(total) if total.is_integer() and "." not in text else total
    return -held if text[0] == "-" else held
