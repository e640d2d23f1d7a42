"""`localeCompare` in the root locale, as OpenRig's launch order uses it.

For printable ASCII it is exactly a two-level comparison: first letters case-blind in a fixed order of characters,
then, where only case differs, lower case first. Anything else goes through the Unicode collation algorithm (pyuca).
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Any

_ORDER = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
_PRIMARY = {ord(char): chr(rank + 2) for rank, char in enumerate(_ORDER)}
_PRIMARY |= {ord(char.upper()): chr(rank + 2) for rank, char in enumerate(_ORDER) if char.isalpha()}
_CASE = {code: "1" if chr(code).isupper() else "0" for code in range(32, 127)}

#: Neither in a printable text nor in a key.
_APART = "\x7f"

#: How many pieces of a text are looked up at once, and after how many others are forgotten.
_AT_ONCE, _MOST = 10_000, 50_000

SortKey = Callable[[str], Any]


def ascii_key(text: str) -> str:
    """A key whose plain order is the locale order of printable ASCII."""
    return text.translate(_PRIMARY) + "\x01" + text.translate(_CASE)


def is_plain(text: str) -> bool:
    """Whether a text is printable ASCII throughout."""
    return text.isascii() and text.isprintable()


class _Collation:
    """The keys of pyuca, which takes quadratic time over a long text: made of those of its pieces, each looked up once.

    A piece is a character, or the beginning of a contraction with what may follow in one. What comes after forty
    characters of such a run, which no writing has, is a piece of its own.
    """

    def __init__(self) -> None:
        from pyuca import Collator  # type: ignore[import-untyped]

        self._collator = Collator()
        self._known: dict[str, tuple[str, ...]] = {}
        marks = {chr(code) for code in range(sys.maxunicode + 1) if unicodedata.combining(chr(code))}
        roots = self._collator.table.root.children
        first = {chr(code) for code, node in roots.items() if node.children}
        later = {chr(code) for node in roots.values() for code in _below(node)}
        mark, follower, begins = _one_of(marks), _one_of(marks | later), _one_of(first)
        self._run = re.compile(rf"({mark}{{30}})(?={mark})")
        self._pieces = re.compile(rf"{begins}{follower}{{0,8}}{mark}{{0,32}}|.", re.DOTALL)

    def key(self, text: str) -> str:
        """A key whose plain order is the locale order of any texts: its weights as characters, level by level."""
        # Longer runs of marks take quadratic time to be put in order: a joiner after thirty of them, as in Unicode's
        # Stream-Safe Text Format.
        normal = unicodedata.normalize("NFD", self._run.sub("\\1\u034f", text))
        pieces = self._pieces.findall(normal)
        levels: tuple[list[str], ...] = ([], [], [], [])
        for start in range(0, len(pieces), _AT_ONCE):
            part = pieces[start : start + _AT_ONCE]
            known = self._learned(set(part))
            for level, weights in enumerate(levels):
                weights.append("".join([known[piece][level] for piece in part]))
        return "\0".join("".join(weights) for weights in levels)

    def _learned(self, pieces: set[str]) -> dict[str, tuple[str, ...]]:
        """What is known of pieces, these among them; what was known long before is forgotten."""
        known = self._known
        if len(known) > _MOST:
            known.clear()
        for piece in pieces - known.keys():
            elements = self._collator.collation_elements(piece)
            known[piece] = tuple("".join(chr(e[n]) for e in elements if len(e) > n and e[n]) for n in range(4))
        return known


def _below(node: Any) -> Iterator[int]:
    for code, child in (node.children or {}).items():
        yield code
        yield from _below(child)


def _one_of(chars: Collection[str]) -> str:
    return f"[{re.escape(''.join(sorted(chars)))}]"


@lru_cache(maxsize=1)
def _unicode_key() -> SortKey:
    return _Collation().key


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
