"""Strict comparison of values: what an edit's proof rests on.

Python's `==` is too lax (`1 == 1.0 == True`, key order does not count) and too strict (`nan != nan`).
"""

from __future__ import annotations

from ..diagnostics import Path
from .values import Value

#: Mappings of more keys than this are met once even where they hold scalars alone.
_LARGE = 64


def same_value(one: Value, other: Value) -> bool:
    """Whether two values are the same document: types, key order and NaN included. Shared parts are met once."""
    if one.__class__ is str:
        return bool(one == other)
    stack = [(one, other)]
    met: set[tuple[int, int]] = set()
    while stack:
        a, b = stack.pop()
        if isinstance(a, dict):
            if not isinstance(b, dict) or len(a) != len(b):
                return False
            before = len(stack)
            for (key, x), (twin, y) in zip(a.items(), b.items()):  # noqa: B905 (of one length; strict costs a third more)
                if key != twin:
                    return False
                if x.__class__ is str:
                    if x != y:
                        return False
                else:
                    stack.append((x, y))
            # What holds other containers must be met once, or shared parts would be compared again and again.
            if (len(stack) > before or len(a) > _LARGE) and _meet(a, b, met):
                del stack[before:]
        elif isinstance(a, list):
            if not isinstance(b, list) or len(a) != len(b):
                return False
            if not _meet(a, b, met):
                stack.extend(zip(a, b, strict=True))
        elif type(a) is not type(b) or (a != b and (a == a or b == b)):
            return False
    return True


def first_difference(one: Value, other: Value) -> Path:
    """Where two values that are not the same differ first, in the order in which they are written."""
    path: list[str | int] = []
    while True:
        steps: list[str | int] = []
        if isinstance(one, dict) and isinstance(other, dict) and [*one] == [*other]:
            steps = list(one)
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            steps = list(range(len(one)))
        step = next((each for each in steps if not same_value(one[each], other[each])), None)
        if step is None:
            return tuple(path)
        path.append(step)
        one, other = one[step], other[step]


def _meet(a: Value, b: Value, met: set[tuple[int, int]]) -> bool:
    pair = (id(a), id(b))
    if pair in met:
        return True
    met.add(pair)
    return False
