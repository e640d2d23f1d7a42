"""The corners of JavaScript that decide OpenRig's verdicts: truthiness, objects, trimming, text, order of strings.

OpenRig's validator runs in JavaScript; a check that used Python's own notions would differ from it on odd values.
"""

from __future__ import annotations

from typing import Any, TypeGuard

from ..document.scalars import number_text

#: What `String.prototype.trim` removes: U+FEFF is among it, U+0085 and U+001C-001F are not.
_TRIMMED = (
    "\t\n\x0b\x0c\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def truthy(value: Any) -> bool:
    """JavaScript truthiness: lists and mappings are true even when empty; NaN is false."""
    if isinstance(value, (dict, list)):
        return True
    return bool(value) and value == value


def is_object(value: Any) -> bool:
    """Whether JavaScript calls it an object: mappings and lists (null is sorted out here as well)."""
    return isinstance(value, (dict, list))


def is_blank(text: str) -> bool:
    """Whether nothing is left of a text after JavaScript's `trim()`."""
    return not text.strip(_TRIMMED)


def is_text(value: Any) -> TypeGuard[str]:
    """A non-empty string. A single space is one; numbers and booleans never are."""
    return isinstance(value, str) and value != ""


def filled(value: Any) -> TypeGuard[str]:
    """A string that is not blank."""
    return isinstance(value, str) and not is_blank(value)


def fields_of(value: Any) -> dict[str, Any]:
    """The keys a field-by-field check sees: those of a mapping, none of a scalar or a list."""
    return value if isinstance(value, dict) else {}


def as_text(value: Any, depth: int = 8) -> str:
    """What a template string makes of a value: `7` is "7", a list its items with commas, a mapping a fixed text."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "[object Object]"
    if isinstance(value, list):
        if depth <= 0:
            return ""
        return ",".join("" if item is None else as_text(item, depth - 1) for item in value[:1000])
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else number_text(value)


def code_units(text: str) -> bytes:
    """A sort key that orders strings by UTF-16 code unit, as JavaScript's plain comparison does."""
    return text.encode("utf-16-be", "surrogatepass")
