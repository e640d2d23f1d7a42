"""`localeCompare` in the root locale, as OpenRig's launch order uses it.

For printable ASCII it is exactly a two-level comparison: first letters case-blind in a fixed order of characters,
then, where only case differs, lower case first. Anything else goes through the Unicode collation algorithm (pyuca).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

_ORDER = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
_PRIMARY = {ord(char): chr(rank + 2) for rank, char in enumerate(_ORDER)}
_PRIMARY |= {ord(char.upper()): chr(rank + 2) for rank, char in enumerate(_ORDER) if char.isalpha()}
_CASE = {code: "1" if chr(code).isupper() else "0" for code in range(32, 127)}

#: Neither in a printable text nor in a key.
_APART = "\x7f"

SortKey = Callable[[str], Any]


def ascii_key(text: str) -> str:
    """A key whose plain order is the locale order of printable ASCII."""
    return text.translate(_PRIMARY) + "\x01" + text.translate(_CASE)


def is_plain(text: str) -> bool:
    """Whether a text is printable ASCII throughout."""
    return text.isascii() and text.isprintable()


@lru_cache(maxsize=1)
def _unicode_key() -> SortKey:
    from pyuca import Collator  # type: ignore[import-untyped]

    key: SortKey = Collator().sort_key
    return key


def locale_key(texts: Collection[str]) -> SortKey:
    """The sort key function for a set of texts: the fast one where all are printable ASCII, else the full one.

    Loading the full one reads its table once per process (about 0.3 s).
    """
    joined = "".join(texts)
    if not is_plain(joined):
        return _unicode_key()
    if not joined or joined != joined.lower():
        return ascii_key
    # Without capitals the first level decides; all texts are then translated at once.
    keys = _APART.join(texts).translate(_PRIMARY).split(_APART)
    return dict(zip(texts, keys, strict=True)).__getitem__
