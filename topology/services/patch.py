"""Differences between two texts: the lines that changed, and the one range that did."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

from ..core.document import Splice

#: Above this many changed lines on both sides no line matching is tried: it takes time by the square.
MATCHED = 3000
_CONTEXT = 3


def splice_between(before: str, after: str) -> Splice:
    """The smallest single splice that leads from one text to the other."""
    limit = min(len(before), len(after))
    start = _common(before, after, limit)
    tail = _common(before[::-1], after[::-1], limit - start)
    return Splice(start, len(before) - tail, after[start : len(after) - tail])


def _common(one: str, two: str, limit: int) -> int:
    """Length of the common beginning, by halving: comparing slices is far faster than comparing characters."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == two[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def unified(before: str, after: str, *, name: str = "", numbers: tuple[str, str] = ("before", "after")) -> str:
    """A unified diff with three lines of context, "" where the texts are the same.

    Line ends are kept as they are, so a changed line end shows as a changed line. Lines that both texts begin or end
    with are set aside first; a middle too large to be matched line by line is shown as removed and added whole.
    """
    if before == after:
        return ""
    old, new = before.split("\n"), after.split("\n")
    old, new = _lines(old), _lines(new)
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    first = max(head - _CONTEXT, 0)
    last = max(tail - _CONTEXT, 0)
    one, two = old[first : len(old) - last], new[first : len(new) - last]
    hunks = list(_hunks(one, two, first, head - first, tail - last))
    titles = [f"--- {name} ({numbers[0]})\n", f"+++ {name} ({numbers[1]})\n"]
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in titles + hunks)


def _lines(parts: list[str]) -> list[str]:
    """Lines with their ends; the empty rest after a final line break is no line."""
    whole = [part + "\n" for part in parts[:-1]]
    return [*whole, parts[-1]] if parts[-1] else whole


def _shared(one: list[str], two: list[str]) -> int:
    count = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        count += 1
    return count


def _hunks(one: list[str], two: list[str], skipped: int, before: int, behind: int) -> Iterator[str]:
    if min(len(one), len(two)) > MATCHED:
        yield f"@@ -{skipped + 1},{len(one)} +{skipped + 1},{len(two)} @@\n"
        yield from (" " + line for line in one[:before])
        yield from ("-" + line for line in one[before : len(one) - behind])
        yield from ("+" + line for line in two[before : len(two) - behind])
        yield from (" " + line for line in one[len(one) - behind :])
        return
    for line in list(unified_diff(one, two, n=_CONTEXT))[2:]:
        yield _moved(line, skipped) if line.startswith("@@") else line


def _moved(header: str, by: int) -> str:
    """A hunk's header with its line numbers counted in the whole text."""
    moved = []
    for word in header.split():
        if word[0] in "-+":
            at, comma, length = word[1:].partition(",")
            word = f"{word[0]}{int(at) + by}{comma}{length}"
        moved.append(word)
    return " ".join(moved) + "\n"
