"""Three-way merge of texts by lines: clean, or the places where both sides changed the same lines differently."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from merge3 import Merge3

_SMALL = 4_000_000


@dataclass(frozen=True, slots=True)
class Region:
    """A run of lines. Where it is no `clash`, `merged` is what becomes of it; else both sides stand against the base.

    The line numbers (from 1) say where each side's text begins.
    """

    clash: bool
    base: str
    theirs: str
    yours: str
    merged: str
    base_line: int
    theirs_line: int
    yours_line: int

    def to_dict(self) -> dict[str, Any]:
        """A JSON form with the same names."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Merged:
    """The outcome of a merge, in order of the text."""

    regions: tuple[Region, ...]

    @property
    def clashes(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if region.clash)

    @property
    def text(self) -> str | None:
        """The merged text; None where there is a clash."""
        return None if self.clashes else "".join(region.merged for region in self.regions)

    def resolved(self, choices: Sequence[str]) -> str:
        """The text with each clash settled, in order: `base`, `theirs`, `yours`, or `both` (theirs, then yours)."""
        left = iter(choices)
        return "".join(_chosen(r, next(left, "yours")) if r.clash else r.merged for r in self.regions)


def _chosen(region: Region, choice: str) -> str:
    return {"base": region.base, "theirs": region.theirs, "both": region.theirs + region.yours}.get(
        choice, region.yours
    )


def merge(base: str, theirs: str, yours: str) -> Merged:
    """Merge two changes of one text. Lines end with LF; a CR before it belongs to the line.

    A change that both sides made alike is no clash, nor are changes of neighbouring lines that replace line by line.
    """
    sides = (_lines(base), _lines(theirs), _lines(yours))
    out: list[Region] = []
    at = (0, 0, 0)
    for sync in Merge3(*sides, sequence_matcher=Matcher).find_sync_regions():
        starts, ends = sync[0::2], sync[1::2]
        out += _between(sides, at, starts)
        if ends[0] > starts[0]:
            out.append(_region(sides, starts, ends, sides[0][starts[0] : ends[0]]))
        at = ends
    return Merged(tuple(out))


Lines = list[str]
Sides = tuple[Lines, Lines, Lines]
Places = tuple[int, ...]


def _lines(text: str) -> Lines:
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _region(sides: Sides, starts: Places, ends: Places, merged: Lines | None) -> Region:
    base, theirs, yours = ("".join(side[a:b]) for side, a, b in zip(sides, starts, ends, strict=True))
    lines = tuple(start + 1 for start in starts)
    return Region(merged is None, base, theirs, yours, "".join(merged or ()), *lines)


def _between(sides: Sides, starts: Places, ends: Places) -> Iterator[Region]:
    """What becomes of the lines between two places where all three texts agree."""
    if starts == ends:
        return
    base, theirs, yours = (side[a:b] for side, a, b in zip(sides, starts, ends, strict=True))
    merged = _settled(base, theirs, yours)
    if merged is not None:
        yield _region(sides, starts, ends, merged)
    elif _line_by_line(base, theirs) and _line_by_line(base, yours):
        for offset in range(len(base)):
            first = tuple(start + offset for start in starts)
            merged = _settled(base[offset : offset + 1], theirs[offset : offset + 1], yours[offset : offset + 1])
            yield _region(sides, first, tuple(place + 1 for place in first), merged)
    else:
        yield _region(sides, starts, ends, None)


def _settled(base: Lines, theirs: Lines, yours: Lines) -> Lines | None:
    """The lines to take where only one side changed, or both alike; None where they clash."""
    if theirs == yours or yours == base:
        return theirs
    if theirs == base:
        return yours
    if not base and (yours[: len(theirs)] == theirs or yours[-len(theirs) :] == theirs):
        return yours
    if not base and (theirs[: len(yours)] == yours or theirs[-len(yours) :] == yours):
        return theirs
    return None


def _line_by_line(base: Lines, side: Lines) -> bool:
    """Whether a side replaces lines one by one and shifts none."""
    known = set(base)
    return len(base) == len(side) and all(a == b or b not in known for a, b in zip(base, side, strict=True))


class Matcher:
    """Matching blocks of two lists of lines: common ends first, then lines unique in both, then a full search.

    The full search alone is quadratic in lines that repeat, and YAML repeats most of its lines.
    """

    def __init__(self, isjunk: object, a: Sequence[str], b: Sequence[str]) -> None:
        self.a, self.b = list(a), list(b)

    def get_matching_blocks(self) -> list[tuple[int, int, int]]:
        """Blocks (start in a, start in b, length) in order; the last is empty and stands at both ends."""
        found: list[tuple[int, int, int]] = []
        stack = [(0, len(self.a), 0, len(self.b))]
        while stack:
            found += self._part(stack, *stack.pop())
        return [*_joined(sorted(block for block in found if block[2])), (len(self.a), len(self.b), 0)]

    def _part(
        self, stack: list[tuple[int, int, int, int]], alo: int, ahi: int, blo: int, bhi: int
    ) -> Iterator[tuple[int, int, int]]:
        head, tail = self._common(alo, ahi, blo, bhi)
        yield alo, blo, head
        yield ahi - tail, bhi - tail, tail
        alo, blo, ahi, bhi = alo + head, blo + head, ahi - tail, bhi - tail
        if alo == ahi or blo == bhi:
            return
        anchors = self._anchors(alo, ahi, blo, bhi)
        if anchors:
            bounds = [(alo - 1, blo - 1), *anchors, (ahi, bhi)]
            yield from ((i, j, 1) for i, j in anchors)
            stack += [(i + 1, k, j + 1, m) for (i, j), (k, m) in pairwise(bounds)]
            return
        junk = (ahi - alo) * (bhi - blo) > _SMALL
        for i, j, size in SequenceMatcher(None, self.a[alo:ahi], self.b[blo:bhi], junk).get_matching_blocks():
            yield i + alo, j + blo, size

    def _common(self, alo: int, ahi: int, blo: int, bhi: int) -> tuple[int, int]:
        a, b, most = self.a, self.b, min(ahi - alo, bhi - blo)
        head = 0
        while head < most and a[alo + head] == b[blo + head]:
            head += 1
        tail = 0
        while tail < most - head and a[ahi - 1 - tail] == b[bhi - 1 - tail]:
            tail += 1
        return head, tail

    def _anchors(self, alo: int, ahi: int, blo: int, bhi: int) -> list[tuple[int, int]]:
        """Lines that stand once in both parts, as the longest run of pairs that rises in both."""
        ours, other = _once(self.a, alo, ahi), _once(self.b, blo, bhi)
        pairs = [(i, other[line]) for line, i in ours.items() if line in other]
        return _rising(pairs)


def _once(lines: Lines, start: int, end: int) -> dict[str, int]:
    counts = Counter(lines[start:end])
    return {lines[i]: i for i in range(start, end) if counts[lines[i]] == 1}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence of pairs (in order of their first) whose seconds rise."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [j]
        piles[pile : pile + 1] = [index]
    out, at = [], piles[-1] if piles else -1
    while at >= 0:
        out.append(pairs[at])
        at = before[at]
    return out[::-1]


def _joined(blocks: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    out: list[tuple[int, int, int]] = []
    for i, j, size in blocks:
        if out and out[-1][0] + out[-1][2] == i and out[-1][1] + out[-1][2] == j:
            out[-1] = (out[-1][0], out[-1][1], out[-1][2] + size)
        else:
            out.append((i, j, size))
    return out
