"""What the wrong names of a document may have been meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from .diagnostics import suggest

#: Comparisons for all slips; a document with hundreds of them needs no more suggestions.
_COMPARISONS = 8_000
#: Unknown keys of one mapping that are told one by one; a mapping of more is something else altogether.
_MOST_UNKNOWN = 2_000
#: Choices that one slip is compared with.
_AT_ONCE = 400


class Slips:
    """Finds near misses for one reading or check of a document.

    Comparing takes time, so there comes a point where it finds none any more.
    """

    def __init__(self) -> None:
        self._left = _COMPARISONS

    def near(self, word: str, choices: Iterable[str]) -> str | None:
        """The choice nearest to a word, or None where none is near enough to be a slip of the hand."""
        if not word or self._left <= 0:
            return None
        listed = list(choices)
        likely = _likely(word, listed)
        # Looking through the choices costs too, if far less than comparing them.
        self._left -= len(likely) + len(listed) // 50
        near = suggest(word, likely)
        return near if near != word else None

    def meant(self, word: str, choices: Iterable[str], otherwise: str = "") -> str:
        """`did you mean ...?` for a near miss, else what to say otherwise."""
        near = self.near(word, choices)
        return f"did you mean `{near}`?" if near else otherwise


def one_by_one(unknown: list[str]) -> Iterator[tuple[str, str]]:
    """The unknown keys of one mapping that are told, with how each message ends: the last one speaks for the rest."""
    for number, key in enumerate(unknown[: _MOST_UNKNOWN + 1]):
        yield key, f", and so with {len(unknown) - number} keys from here on" if number == _MOST_UNKNOWN else ""


def _likely(word: str, listed: list[str]) -> list[str]:
    """Of many choices those of about the same length that share a letter at either end."""
    if len(listed) <= _AT_ONCE:
        return listed
    first, last = word[0].casefold(), word[-1].casefold()
    likely = (
        c
        for c in listed
        if c and abs(len(c) - len(word)) <= 2 and (c[0].casefold() == first or c[-1].casefold() == last)
    )
    return list(islice(likely, _AT_ONCE))
