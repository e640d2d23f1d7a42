"""Whole numbers as people's browsers send them: anything else, and what no column could hold, is none."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def whole(text: str, default: T) -> int | T:
    """The number of a text of at most nine digits, else the default."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else default
