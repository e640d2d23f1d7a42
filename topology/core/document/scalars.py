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
_MAYBE = frozenset("~ntfNTF0123456789+-.")


def resolve_plain(text: str) -> str | int | float | bool | None:
    """The value of a plain (unquoted) scalar: null, boolean, number, or the text itself."""
    if text and text[0] not in _MAYBE:
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
        return _integer(text)
    if _OCT.fullmatch(text):
        return int(text[2:], 8)
    if _HEX.fullmatch(text):
        return int(text, 16)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _INF.fullmatch(text):
        return float("-inf") if text[0] == "-" else float("inf")
    return float("nan") if text in _NAN else text


def _integer(text: str) -> int | float:
    # Python refuses to read integers of more than 4,300 digits; JavaScript reads any as a float.
    return int(text) if len(text) <= 300 else float(text)


def key_text(value: object) -> str:
    """The text a JavaScript object gives a key that was not a string: `7` is "7", `true` "true", null ""."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return str(value)
