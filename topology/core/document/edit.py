"""Drafting an edit: changes noted by path against one parsed document, then its splices and the value it must have.

The text keeps every byte outside the lines that change. New text follows the manner around it; see `edit_habits`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from ..diagnostics import Path, format_path
from .document import Document
from .edit_birth import birth
from .edit_change import Change, Fresh, Step, applied, reconcile
from .edit_habits import Manner, shape_of
from .edit_layout import CannotSplice
from .edit_same import same_value
from .edit_surgeon import Surgeon
from .edit_vanish import vanishes
from .splice import Splice
from .values import Mapping, Sequence, Value

__all__ = ["CannotSplice", "Draft", "Manner", "same_value", "shape_of"]

_SHARED = "edit it where its anchor stands, or write the alias out in the source first"


class Draft:
    """Changes to one document. Paths are those of the document as it stands, whatever was noted before.

    Every method raises `CannotSplice` where the text does not allow the change.
    """

    def __init__(self, document: Document, manner: Manner | None = None) -> None:
        self.document = document
        self.surgeon = Surgeon(document, manner or Manner())
        self.habits = self.surgeon.habits
        self._root = Change()
        self._created: dict[Path, Fresh] = {}

    # -- noting changes --------------------------------------------------------------------------------------

    def put(self, path: Path, value: Value, order: Iterable[str] = ()) -> None:
        """Give the part at a path a value; a key that is absent is added where its siblings have it."""
        owner, step = self._own(path[:-1]), path[-1]
        if step in owner if isinstance(owner, Mapping) else isinstance(step, int):
            change = Change(new=Fresh(value)) if self._alias(owner, step) else reconcile(owner[step], value)
            self._root.at(path[:-1]).inner[step] = change
        elif isinstance(owner, Mapping) and isinstance(step, str):
            self._add(path, Fresh(value), order)

    def append(
        self,
        path: Path,
        value: Value,
        *,
        after: int | None = None,
        order: Iterable[str] = (),
        home: Iterable[str] = (),
        source: Path | None = None,
        moved: dict[str, list[Path]] | None = None,
    ) -> None:
        """Add an item to the list at a path, made where there is none; `source` is where its text is moved from.

        `order` is the key order of the item, `home` that of the mapping which holds the list. `moved` says for lists
        inside the item where the text of their items is moved from.
        """
        owner, key = self._own(path[:-1]), path[-1]
        fresh = self._fresh(path, value, order, source)
        fresh.moved = moved or {}
        for part in chain([source] if source else (), *fresh.moved.values()):
            self.surgeon.leaving[part[:-1]].add(part[-1])
        if isinstance(owner, Mapping) and key not in owner:
            if shape_of(path) in self.habits.manner.required:
                shown = format_path(path)
                raise CannotSplice(f"there is no list `{shown}`", f"set the field `{shown}` to [] first", "E104")
            if path in self._created:
                self._created[path].items = [*(self._created[path].items or []), fresh]
                return
            self._created[path] = Fresh(items=[fresh])
            self._add(path, self._created[path], home)
            return
        items = self._own(path)
        if not isinstance(items, Sequence):
            what = "null" if items is None else "not a list"
            raise CannotSplice(f"`{format_path(path)}` is {what}", "unset that field first")
        self._root.at(path).added.append((len(items) - 1 if after is None else after, "", fresh))

    def remove(self, path: Path, *, fading: bool = True) -> None:
        """Take out the item or key at a path; a `fading` container that an addition created goes with its last part."""
        self._own(path[:-1])
        change = self._root.at(path[:-1])
        change.removed.add(path[-1])
        self.surgeon.leaving[path[:-1]].add(path[-1])
        change.fading = change.fading or fading

    def rename(self, path: Path, to: str) -> None:
        """Give the key at a path another name."""
        self._own(path[:-1])
        self._root.at(path[:-1]).renamed[str(path[-1])] = to

    def vanishes(self, path: Path) -> bool:
        """Whether the container at a path goes with its last part."""
        owner = self.document.get(path[:-1])
        return isinstance(owner, Mapping) and vanishes(self.surgeon, shape_of(path), owner)

    def removed(self, path: Path) -> set[Step]:
        """The steps below a path that were noted as removed."""
        return set(self._root.at(path).removed)

    # -- outcome ---------------------------------------------------------------------------------------------

    def done(self) -> tuple[tuple[Splice, ...], Value]:
        """The splices, in text order, and the value that the text must have after them."""
        root = self.document.root
        self._settle(self._root, root, ())
        if self._root.empties(root):
            raise CannotSplice("nothing would be left of the document")
        expected = applied(root, self._root)
        splices = sorted(self.surgeon.change(root, self._root, ()), key=lambda s: (s.start, s.end))
        return _real(self.surgeon, [s for s in splices if s.new or s.end > s.start]), expected

    def _settle(self, change: Change, value: Value, path: Path) -> None:
        for step, inner in list(change.inner.items()):
            if step in change.removed or inner.new is not None:
                continue
            child, below = value[step], (*path, step)
            self._settle(inner, child, below)
            if not isinstance(value, Mapping):
                continue
            if inner.fading and inner.empties(child) and vanishes(self.surgeon, shape_of(below), value):
                change.removed.add(step)
            elif inner.added and not child:
                inner.birth = birth(self.habits, shape_of(below), value, True, _scalars(f for _, _, f in inner.added))
        for _, key, fresh in change.added:
            if fresh.items is not None and isinstance(value, Mapping):
                scalars = _scalars(fresh.items)
                fresh.birth = birth(self.habits, shape_of((*path, key)), value, False, scalars)

    # -- parts -----------------------------------------------------------------------------------------------

    def _own(self, path: Path) -> Value:
        """The value at a path, which must be reached without passing an alias."""
        value: Value = self.document.root
        starred = self.surgeon.layout.starred
        for depth, step in enumerate(path):
            if starred and self._alias(value, step):
                shown = format_path(path[: depth + 1])
                raise CannotSplice(f"`{shown}` is an alias: its text stands elsewhere and is shared", _SHARED)
            value = value[step]
        return value

    def _alias(self, owner: Value, step: Step) -> bool:
        if not self.surgeon.layout.starred:
            return False
        start = owner.marks[str(step)][2] if isinstance(owner, Mapping) else owner.span(step)[0]
        return self.surgeon.layout.is_alias(start)

    def _add(self, path: Path, fresh: Fresh, order: Iterable[str]) -> None:
        owner, key = self._own(path[:-1]), str(path[-1])
        after = self._predecessor(path, list(owner), key, list(order))
        self._root.at(path[:-1]).added.append((after, key, fresh))

    def _predecessor(self, path: Path, keys: list[str], key: str, order: list[str]) -> str:
        siblings = self.habits.order(shape_of(path[:-2])) if len(path) > 1 and isinstance(path[-2], int) else []
        for names in (siblings, order):
            if key in names:
                before = [name for name in names[: names.index(key)] if name in keys]
                if before:
                    return before[-1]
        return keys[-1] if keys else ""

    def _fresh(self, path: Path, value: Value, order: Iterable[str], source: Path | None) -> Fresh:
        if source is not None:
            old = self._own(source)
            change = reconcile(old, value)
            return Fresh(applied(old, change), source=source, change=change)
        if isinstance(value, dict):
            value = self._ordered(path, value, list(order))
        return Fresh(value)

    def _ordered(self, path: Path, value: dict[str, Any], order: list[str]) -> dict[str, Any]:
        names = [key for key in self.habits.order(shape_of(path)) if key in value]
        for key in [k for k in order if k in value] + list(value):
            if key in names:
                continue
            known = order[: order.index(key)] if key in order else []
            before = [names.index(k) for k in known if k in names]
            names.insert(before[-1] + 1 if before else len(names) if known or key not in order else 0, key)
        return {key: value[key] for key in names}


def _scalars(fresh: Iterable[Fresh]) -> bool:
    return not any(isinstance(f.plain(), (dict, list)) for f in fresh)


def _real(surgeon: Surgeon, splices: list[Splice]) -> tuple[Splice, ...]:
    """Splices for the text as it is, where it lacks the final line break that surgery takes for granted."""
    final, length = surgeon.layout.final, len(surgeon.layout.real)
    at = length + len(final)
    tail: list[Splice] = []
    while final and splices and splices[-1].end == at:
        tail.insert(0, splices.pop())
        at = tail[0].start
    if not tail or (at > length and not any(s.new for s in tail)):
        return tuple(splices)
    new = "".join(s.new for s in tail)
    if at > length:
        return (*splices, Splice(length, length, final + new.removesuffix(surgeon.layout.newline_at(at))))
    if new:
        return (*splices, Splice(at, length, new.removesuffix("\r\n" if new.endswith("\r\n") else "\n")))
    before = len(surgeon.layout.newline_at(at)) if at > surgeon.layout.bom else 0
    return (*splices, Splice(at - before, length, ""))
