"""What an edit means: changes noted by path, and the value a document has once they are made.

Indexes and keys are those of the document as it stands; nothing shifts while changes are being collected.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from ..diagnostics import Path
from .edit_birth import Birth
from .edit_same import same_value
from .values import Value

Step = str | int


@dataclass(slots=True)
class Fresh:
    """A value to be written. `items` are a new list's items; `source` is where the text is taken from, if moved.

    `moved` says for lists inside a new mapping where the text of their items is taken from.
    """

    value: Value = None
    items: list[Fresh] | None = None
    source: Path | None = None
    change: Change | None = None
    birth: Birth | None = None
    moved: dict[str, list[Path]] = field(default_factory=dict)

    def plain(self) -> Value:
        return self.value if self.items is None else [item.plain() for item in self.items]


@dataclass(slots=True)
class Change:
    """The changes to one value: replaced as a whole (`new`), or part by part.

    `added` holds (after, key, value): the step after which it goes (-1 or "" for the front), and the key in a
    mapping. `fading` says that the container goes with its last part where an addition created it; `birth` is the
    manner in which an empty one gets its first.
    """

    new: Fresh | None = None
    inner: dict[Step, Change] = field(default_factory=dict)
    removed: set[Step] = field(default_factory=set)
    added: list[tuple[Step, str, Fresh]] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    fading: bool = False
    birth: Birth | None = None

    def at(self, path: Path) -> Change:
        """The change noted for a path below this one, made where there is none."""
        change = self
        for step in path:
            inner = change.inner.get(step)
            if inner is None:
                inner = change.inner[step] = Change()
            change = inner
        return change

    def additions(self, after: Step) -> list[tuple[str, Fresh]]:
        return [(key, fresh) for place, key, fresh in self.added if place == after and type(place) is type(after)]

    def empties(self, value: Value) -> bool:
        """Whether nothing is left of a container."""
        return self.new is None and not self.added and bool(value) and len(self.removed) == len(value)


def applied(value: Value, change: Change) -> Value:
    """The value after a change, sharing every part that does not change; the original is left alone."""
    if change.new is not None:
        return change.new.plain()
    if isinstance(value, list):
        return _applied_list(value, change)
    if isinstance(value, dict):
        return _applied_dict(value, change)
    return value


def _applied_list(value: list[Any], change: Change) -> list[Any]:
    out = list(value)
    touched = {step for step in (*change.removed, *change.inner, *_places(change)) if isinstance(step, int)}
    for index in sorted(touched, reverse=True):
        new = [fresh.plain() for _, fresh in change.additions(index)]
        if index >= 0 and index not in change.removed:
            new.insert(0, applied(value[index], change.inner[index]) if index in change.inner else value[index])
        out[max(index, 0) : index + 1] = new
    return out


def _applied_dict(value: dict[str, Any], change: Change) -> dict[str, Any]:
    out = {key: fresh.plain() for key, fresh in change.additions("")} if not value else {}
    places = _places(change)
    for key, item in value.items():
        if key not in change.removed:
            name = change.renamed.get(key, key)
            out[name] = applied(item, change.inner[key]) if key in change.inner else item
        if key in places:
            for name, fresh in change.additions(key):
                out[name] = fresh.plain()
    return out


def _places(change: Change) -> set[Step]:
    return {place for place, _, _ in change.added}


def reconcile(old: Value, new: Value) -> Change:
    """The smallest change that turns one value into another, part by part where both are lists or mappings."""
    change = Change()
    if same_value(old, new):
        return change
    if isinstance(old, dict) and isinstance(new, dict) and not (old and new and old.keys().isdisjoint(new)):
        _reconcile_dict(old, new, change)
    elif isinstance(old, list) and isinstance(new, list):
        _reconcile_list(old, new, change)
    else:
        change.new = Fresh(new)
    return change


def _reconcile_dict(old: dict[str, Any], new: dict[str, Any], change: Change) -> None:
    change.removed = {key for key in old if key not in new}
    last = next(reversed(old), "")
    for key, value in new.items():
        if key not in old:
            change.added.append((last, key, Fresh(value)))
            continue
        last = key
        if not same_value(old[key], value):
            change.inner[key] = reconcile(old[key], value)


def _reconcile_list(old: list[Any], new: list[Any], change: Change) -> None:
    matcher = SequenceMatcher(None, [_print(v) for v in old], [_print(v) for v in new], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        both = min(i2 - i1, j2 - j1)
        for k in range(both):
            change.inner[i1 + k] = reconcile(old[i1 + k], new[j1 + k])
        change.removed.update(range(i1 + both, i2))
        change.added += [(i1 + both - 1, "", Fresh(value)) for value in new[j1 + both : j2]]


def _print(value: Value) -> str:
    return json.dumps(value, ensure_ascii=True)
