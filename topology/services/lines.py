"""Two texts line by line, to be read: numbered, with the words that differ, one below the other or side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from .patch import common, grouped, lines_of

#: How many pairs of changed lines are looked at in all to find which stand for each other.
TRIED = 10_000
#: What two lines must have in common to stand for each other, of the shorter one.
_ALIKE = 1 / 3
Parts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a numbered diff: its sign (`+`, `-`, ` `), its number on each side, its text.

    `faces` is the number, on the other side, of the line that it stands for; `parts` are the text cut at where it
    differs from that one. One part where there is none.
    """

    sign: str
    old: int | None
    new: int | None
    text: str
    parts: Parts = ()
    faces: int | None = None

    @property
    def unended(self) -> bool:
        """Whether the text ends with this line, without a line break."""
        return not self.text.endswith("\n")


Row = tuple[Line | None, Line | None]


def hunks(before: str, after: str) -> list[list[Line]]:
    """The changed lines with three lines of context, numbered, in groups; [] where the texts are the same."""
    if before == after:
        return []
    reader = _Numbering(lines_of(before), lines_of(after))
    return [[line for code in group for line in reader.lines(code)] for group in grouped(reader.old, reader.new)]


def side_by_side(hunk: list[Line]) -> list[Row]:
    """The lines of a group in rows: what was there, and what stands for it now."""
    rows: list[Row] = []
    gone: list[Line] = []
    come: list[Line] = []
    for line in hunk:
        if line.sign == " ":
            rows += _facing(gone, come)
            gone, come = [], []
            rows.append((line, line))
        else:
            (gone if line.sign == "-" else come).append(line)
    return rows + _facing(gone, come)


def _facing(gone: list[Line], come: list[Line]) -> list[Row]:
    """One stretch of changed lines: those that stand for each other meet, the others fill the room between."""
    rows: list[Row] = []
    start = 0
    places = {line.new: at for at, line in enumerate(come)}
    waiting: list[Line] = []
    for line in gone:
        at = places.get(line.faces) if line.faces is not None else None
        if at is None:
            waiting.append(line)
            continue
        rows += zip_longest(waiting, come[start:at])
        rows.append((line, come[at]))
        waiting, start = [], at + 1
    return rows + list(zip_longest(waiting, come[start:]))


class _Numbering:
    """Numbers the lines of a diff. Which stand for each other is looked for as long as that costs little."""

    def __init__(self, old: list[str], new: list[str]) -> None:
        self.old, self.new = old, new
        self._left = TRIED

    def lines(self, code: tuple[str, int, int, int, int]) -> Iterator[Line]:
        tag, i, j, k, m = code
        if tag == "equal":
            yield from (Line(" ", i + n + 1, k + n + 1, line) for n, line in enumerate(self.old[i:j]))
            return
        gone, come = self.old[i:j], self.new[k:m]
        cuts = {pair: _cut(gone[pair[0]], come[pair[1]]) for pair in self._pairs(gone, come)}
        faces = {a: (b, cut[0]) for (a, b), cut in cuts.items()}
        faced = {b: (a, cut[1]) for (a, b), cut in cuts.items()}
        for n, line in enumerate(gone):
            at, parts = faces.get(n, (None, (line,)))
            yield Line("-", i + n + 1, None, line, parts, None if at is None else k + at + 1)
        for n, line in enumerate(come):
            at, parts = faced.get(n, (None, (line,)))
            yield Line("+", None, k + n + 1, line, parts, None if at is None else i + at + 1)

    def _pairs(self, gone: list[str], come: list[str]) -> list[tuple[int, int]]:
        cells = len(gone) * len(come)
        if cells > self._left:
            return [(n, n) for n in range(len(gone))] if len(gone) == len(come) else []
        self._left -= cells
        return _aligned([line.strip() for line in gone], [line.strip() for line in come])


def _aligned(gone: list[str], come: list[str]) -> list[tuple[int, int]]:
    """The pairs of lines, in order on both sides, that have most in common together."""
    best = [[0.0] * (len(come) + 1) for _ in range(len(gone) + 1)]
    alike = [[_alike(one, two) for two in come] for one in gone]
    for a in range(len(gone) - 1, -1, -1):
        for b in range(len(come) - 1, -1, -1):
            paired = alike[a][b] + best[a + 1][b + 1] if alike[a][b] else 0.0
            best[a][b] = max(best[a + 1][b], best[a][b + 1], paired)
    pairs, a, b = [], 0, 0
    while a < len(gone) and b < len(come):
        if alike[a][b] and best[a][b] == alike[a][b] + best[a + 1][b + 1]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            a += 1
        else:
            b += 1
    return pairs


def _alike(one: str, two: str) -> float:
    """How much two lines have in common at their ends, of the shorter; 0.0 for too little."""
    limit = min(len(one), len(two))
    if not limit:
        return 0.0
    head = common(one, two, limit)
    share = (head + common(one[::-1], two[::-1], limit - head)) / limit
    return share if share >= _ALIKE else 0.0


def _cut(one: str, two: str) -> tuple[Parts, Parts]:
    """Two lines, each as its beginning, what differs (whole words), and its end; whole where little is common."""
    limit = min(len(one), len(two))
    head = common(one, two, limit)
    tail = common(one[::-1], two[::-1], limit - head)
    if head + tail < limit * _ALIKE:
        return (one,), (two,)
    longer = max(one, two, key=len)
    if head + tail == limit:
        while _in_word(longer, head) and longer[head - 1] == longer[len(longer) - tail - 1]:
            head, tail = head - 1, tail + 1
    while _in_word(one, head) or _in_word(two, head):
        head -= 1
    while _in_word(one, len(one) - tail) or _in_word(two, len(two) - tail):
        tail -= 1
    return _parts(one, head, tail), _parts(two, head, tail)


def _in_word(line: str, at: int) -> bool:
    """Whether a cut at this place would go through a word."""
    return 0 < at < len(line) and line[at - 1].isalnum() and line[at].isalnum()


def _parts(line: str, head: int, tail: int) -> Parts:
    return line[:head], line[head : len(line) - tail], line[len(line) - tail :]
