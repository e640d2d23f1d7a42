"""A document's plain value as JSON: what is left when comments, styles and anchors are taken away."""

from __future__ import annotations

import json
from typing import Any


class NoJson(ValueError):
    """The value has no JSON form; the text says why."""


def as_json(value: Any) -> bytes:
    """A value as indented JSON with a final newline: UTF-8, or all ASCII where a lone surrogate forbids that.

    Raises `NoJson` for what JSON cannot say: `.nan`, `.inf`, numbers of thousands of digits.
    """
    try:
        text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    except ValueError as error:
        raise NoJson(f"the value has no JSON form: {str(error)[:80].lower()}") from None
    try:
        return (text + "\n").encode("utf-8")
    except UnicodeEncodeError:
        return (json.dumps(value, indent=2) + "\n").encode("ascii")
