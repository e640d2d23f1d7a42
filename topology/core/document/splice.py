"""Splices: the only way a text changes. A splice replaces one exact range and leaves every other byte alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Splice(NamedTuple):
    """Replace `text[start:end]` by `new`. Offsets are characters of the text it was made for."""

    start: int
    end: int
    new: str

    def inverse(self, text: str) -> Splice:
        """The splice that undoes this one, for the text after it; `text` is the text before it."""
        return Splice(self.start, self.start + len(self.new), text[self.start : self.end])


def apply_splices(text: str, splices: Iterable[Splice]) -> str:
    """Apply splices that were all made for `text` and do not overlap; raises ValueError where they do."""
    out: list[str] = []
    at = 0
    for splice in sorted(splices, key=lambda s: (s.start, s.end)):
        if splice.start < at or splice.end < splice.start or splice.end > len(text):
            raise ValueError("splices overlap or leave the text")
        out += (text[at : splice.start], splice.new)
        at = splice.end
    out.append(text[at:])
    return "".join(out)
