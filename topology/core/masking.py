"""A picture for people outside the team: what may hold a secret is blotted out.

A picture carries no service commands and no environment; names, labels and summaries may hold an address with
credentials in it, and those are masked.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any, TypeVar

from .diagram import Diagram

MASK = "•••"
_USERINFO = re.compile(r"(?<=://)[^/\s?#@]*@")
#: A key named like a secret may have anything before it that ends in `_` or `-`; looking back for the beginning of that
#: would take quadratic time.
_PAIR = re.compile(
    r"(?i)(?<![a-z0-9])(token|secret|password|passwd|pwd|api[_-]?key|access[_-]?key|auth|signature|sig)"
    r"(\s*+[=:]\s*+)[^\s&;,]++"
)
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[a-z0-9+/._~=-]{8,}")

T = TypeVar("T")


def mask_text(text: str) -> str:
    """The text without user names and passwords in addresses, values of keys named like secrets, and bearer tokens."""
    text = _USERINFO.sub(MASK + "@", text)
    text = _BEARER.sub(rf"\1 {MASK}", text)
    return _PAIR.sub(rf"\1\2{MASK}", text)


def mask_diagram(diagram: Diagram) -> Diagram:
    """The diagram with every text of every part masked, the same one where there is nothing to mask."""
    return _masked(diagram)


def _masked(thing: T) -> T:
    changed: dict[str, Any] = {}
    for each in fields(thing):  # type: ignore[arg-type]
        value = getattr(thing, each.name)
        fresh = _value(value) if each.name not in ("path", "paths") else value
        if fresh is not value and fresh != value:
            changed[each.name] = fresh
    return replace(thing, **changed) if changed else thing  # type: ignore[type-var]


def _value(value: Any) -> Any:
    if isinstance(value, str):
        return mask_text(value)
    if isinstance(value, tuple):
        return tuple(_value(each) for each in value)
    return _masked(value) if hasattr(value, "__dataclass_fields__") else value
