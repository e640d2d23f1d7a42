"""Plain scalars under the YAML 1.2 core schema, exactly as OpenRig's parser resolves them (rig-rules, section 1.3)."""

from __future__ import annotations

import re
from typing import Any

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INT = re.compile(r"[-+]?[0-9]+")
_OCT = re.compile(r"0o[0-7]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_INF = re.compile(r"[-+]?\.(?:inf|Inf|INF)")
_NAN = frozenset({".nan", ".NaN", ".NAN"})
#: What JavaScript's parseFloat takes from the front of a text.
NUMBER_PREFIX = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
#: A plain scalar that begins with none of these is a string without a further look.
MAYBE_TYPED = frozenset("~ntfNTF0123456789+-.")
#: Above this JavaScript's numbers have gaps.
_EXACT = 2**53


def resolve_plain(text: str) -> str | int | float | bool | None:
    """The value of a plain (unquoted) scalar: null, boolean, number, or the text itself."""
    value: str | int | float | bool | None = typed(text)[1]
    return value


def typed(text: str) -> tuple[str, Any]:
    """What a plain scalar is (`null`, `bool`, `int`, `float` or `str`) and its value."""
    if text and text[0] not in MAYBE_TYPED:
        return "str", text
    if text in _NULL:
        return "null", None
    if text in _TRUE:
        return "bool", True
    if text in _FALSE:
        return "bool", False
    if _INT.fullmatch(text):
        return "int", integer(text)
    if _OCT.fullmatch(text):
        return "int", rounded(int(text[2:], 8))
    if _HEX.fullmatch(text):
        return "int", rounded(int(text, 16))
    if _FLOAT.fullmatch(text):
        return "float", float(text)
    special = infinite_or_nan(text)
    return ("str", text) if special is None else ("float", special)


def infinite_or_nan(text: str) -> float | None:
    """The float that `.inf` and `.nan` name, or None for any other text."""
    if _INF.fullmatch(text):
        return float("-inf") if text[0] == "-" else float("inf")
    return float("nan") if text in _NAN else None


def integer(digits: str) -> int | float:
    """A decimal integer as JavaScript holds it."""
    # Python refuses to read integers of more than 4,300 digits; JavaScript reads any as a float.
    return rounded(int(digits)) if len(digits) < 300 else float(digits)


def rounded(number: int) -> int | float:
    """An integer as JavaScript holds it: rounded to the nearest double beyond 2**53, infinite beyond the largest."""
    if -_EXACT <= number <= _EXACT:
        return number
    try:
        return int(float(number))
    except OverflowError:
        return float("-inf") if number < 0 else float("inf")


def number_text(number: int | float) -> str:
    """A number as JavaScript prints it: `1e+21`, `0.1`, `1e-7`, `NaN`."""
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    sign, digits, exponent = _decimal(float(number))
    point = exponent + len(digits)
    if len(digits) <= point <= 21:
        shown = digits + "0" * (point - len(digits))
    elif 0 < point <= 21:
        shown = f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        shown = "0." + "0" * -point + digits
    else:
        return exponential_text(number)
    return sign + shown


def exponential_text(number: int | float) -> str:
    """A finite number as JavaScript prints it with an exponent: `1e+3`, `1.5e-7`."""
    sign, digits, exponent = _decimal(float(number))
    return sign + digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{exponent + len(digits) - 1:+d}"


def _decimal(number: float) -> tuple[str, str, int]:
    """Sign, shortest digits and exponent of a finite number: `number = digits * 10**exponent`."""
    if number == 0:
        return "", "0", 0
    mantissa, _, power = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    exponent = int(power or 0) - len(fraction)
    digits = (whole + fraction).lstrip("0")
    short = digits.rstrip("0")
    return ("-" if number < 0 else ""), short, exponent + len(digits) - len(short)
