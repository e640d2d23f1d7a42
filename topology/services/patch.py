"""Differences between two texts: the lines that changed as a patch, and the one range that did."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from ..core.document import Splice

#: Above this many changed lines on both sides no line matching is tried: it takes time by the square.
MATCHED = 2000
_CONTEXT = 3


def splice_between(before: str, after: str) -> Splice:
    """The smallest single splice that leads from one text to the other."""
    limit = min(len(before), len(after))
    start = common(before, after, limit)
    tail = common(before[::-1], after[::-1], limit - start)
    return Splice(start, len(before) - tail, after[start : len(after) - tail])


def common(one: str, two: str, limit: int) -> int:
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
    old, new = lines_of(before), lines_of(after)
    out = [f"--- {name} ({numbers[0]})\n", f"+++ {name} ({numbers[1]})\n"]
    for group in grouped(old, new):
        out.append(f"@@ -{_range(group[0][1], group[-1][2])} +{_range(group[0][3], group[-1][4])} @@\n")
        for tag, i, j, k, m in group:
            if tag == "equal":
                out += (" " + line for line in old[i:j])
            else:
                out += ("-" + line for line in old[i:j])
                out += ("+" + line for line in new[k:m])
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in out)


def lines_of(text: str) -> list[str]:
    """Lines with their ends; the empty rest after a final line break is no line."""
    parts = text.split("\n")
    whole = [part + "\n" for part in parts[:-1]]
    return [*whole, parts[-1]] if parts[-1] else whole


def grouped(old: list[str], new: list[str]) -> Iterator[list[tuple[str, int, int, int, int]]]:
    """Changes with their context, as difflib groups them, from a matching of the middle alone."""
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    one, two = old[head : len(old) - tail], new[head : len(new) - tail]
    matcher = SequenceMatcher(None, one, two)
    middle: list[tuple[str, int, int, int, int]] = [("replace", 0, len(one), 0, len(two))]
    if min(len(one), len(two)) <= MATCHED:
        middle = [tuple(code) for code in matcher.get_opcodes()]  # type: ignore[misc]
    codes = [("equal", 0, head, 0, head)]
    codes += ((tag, i + head, j + head, k + head, m + head) for tag, i, j, k, m in middle)
    codes.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    matcher.opcodes = [code for code in codes if code[1] != code[2] or code[3] != code[4]]  # type: ignore[attr-defined]
    return matcher.get_grouped_opcodes(_CONTEXT)  # type: ignore[return-value]


def _shared(one: list[str], two: list[str]) -> int:
    count = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        count += 1
    return count


def _range(start: int, end: int) -> str:
    """A range of lines as patches count them: from 1, an empty one by the line before it."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"
