"""Plain scalars under the YAML 1.2 core schema, exactly as OpenRig's parser resolves them (rig-rules, section 1.3)."""

from __future__ import annotations

import re

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INT = re.compile(r"[-+]?[0-9]+")
_OCT = re.compile(r"0o[0-7]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_INF = re.compile(r"[-+]?\.(?:inf|Inf|INF)")
_NAN = frozenset({".nan", ".NaN", ".NAN"})
#: A plain scalar that begins with none of these is a string without a further look.
MAYBE_TYPED = frozenset("~ntfNTF0123456789+-.")
#: Above this JavaScript's numbers have gaps.
_EXACT = 2**53


def resolve_plain(text: str) -> str | int | float | bool | None:
    """The value of a plain (unquoted) scalar: null, boolean, number, or the text itself."""
    if text and text[0] not in MAYBE_TYPED:
        return text
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    return _number(text)


def _number(text: str) -> str | int | float:
    if _INT.fullmatch(text):
        return integer(text)
    if _OCT.fullmatch(text):
        return rounded(int(text[2:], 8))
    if _HEX.fullmatch(text):
        return rounded(int(text, 16))
    if _FLOAT.fullmatch(text):
        return float(text)
    if _INF.fullmatch(text):
        return float("-inf") if text[0] == "-" else float("inf")
    return float("nan") if text in _NAN else text


def integer(digits: str) -> int | float:
    """A decimal integer as JavaScript holds it."""
    # Python refuses to read integers of more than 4,300 digits; JavaScript reads any as a float.
    return rounded(int(digits)) if len(digits) < 300 else float(digits)


def rounded(number: int) -> int | float:
    """An integer as JavaScript holds it: rounded to the nearest double beyond 2**53, infinite beyond the largest."""
    if -_EXACT <= number <= _EXACT:
        return number
    try:
        held = float(number)
    except OverflowError:
        return float("-inf") if number < 0 else float("inf")
    return int(held)
