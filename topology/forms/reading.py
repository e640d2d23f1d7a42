"""A posted fields form read against what the text holds: the value that each field leads to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.edits import Refused
from ..core.fields import Field
from .fields import PREFIX, Bound, Row
from .numbers import whole

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
#: The value of a key that is not there.
ABSENT: Any = object()


class Misfilled(Refused):
    """A form that leads to nothing: the posted name of the control at fault, what is wrong, and what to do."""

    def __init__(self, name: str, message: str, help: str) -> None:
        super().__init__(message, help, "E102")
        self.name = name


def joined(posted: Iterable[tuple[str, list[Any]]]) -> dict[str, str]:
    """What was posted, by name: of a field that was sent several times (names ticked off) a line each."""
    return {name: "\n".join(values) if name.startswith(PREFIX) else values[-1] for name, values in posted if values}


class Items(list[Any]):
    """The items that a list is to have, each with the index it had; one past the end for a fresh one."""

    def __init__(self, kept: list[tuple[float, int, Any]], before: int) -> None:
        super().__init__(item for _, _, item in kept)
        self.origins = [number for _, number, _ in kept]
        self._before = before

    @property
    def stayed(self) -> bool:
        """Whether nothing came in or was put elsewhere."""
        return self.origins == sorted(self.origins) and all(origin < self._before for origin in self.origins)


@dataclass(slots=True)
class Table:
    """The names that a table is to have: those it had, the new names of some of these, and fresh ones."""

    kept: dict[str, Any] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    fresh: dict[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.kept or self.fresh)

    def whole(self) -> dict[str, Any]:
        """The table as a value."""
        return {self.renamed.get(name, name): value for name, value in self.kept.items()} | self.fresh


class Reading:
    """A posted form, read against what was bound. Whatever it does not name stays the very value that was there."""

    def __init__(self, posted: Mapping[str, str], settled: bool) -> None:
        self._posted, self._settled = posted, settled

    def value(self, bound: Bound, old: Any) -> Any:
        """The value a bound field leads to: `old` itself where nothing changed, ABSENT where the key goes."""
        control = bound.control
        if control == "shown":
            return old
        if control in ("ticks", "order"):
            new = self._ticked(bound, old) if control == "ticks" else self._ordered(bound, old)
            return new if new or new is old else ABSENT
        if control != "group":
            return self._leaf(bound, old)
        if bound.rows:
            new = self._table(bound, old) if bound.field.keyed else self._items(bound, old)
        else:
            new = self._mapping(bound.parts, old)
        return new if new or new is old else ABSENT

    def _leaf(self, bound: Bound, old: Any) -> Any:
        if bound.name not in self._posted:
            return old
        sent = self._posted[bound.name].replace("\r\n", "\n")
        text = sent if bound.field.type == "multiline" else sent.strip()
        if bound.value in (sent, text):
            return old
        return typed(bound.field, text) if text.strip() else ABSENT

    def _ticked(self, bound: Bound, old: Any) -> Any:
        """The names that are ticked: those of the text as they stand there, then the others in the order offered."""
        if bound.name not in self._posted:
            return old
        items = old if isinstance(old, list) else []
        ticked = _lines(self._posted[bound.name])
        if set(ticked) == set(items):
            return old
        return [name for name in items if name in ticked] + [name for name in ticked if name not in items]

    def _ordered(self, bound: Bound, old: Any) -> Any:
        """The items in the order of their places; an emptied one is taken out."""
        items = old if isinstance(old, list) else []
        kept: list[tuple[float, int, Any]] = []
        for number, row in enumerate(bound.rows):
            was = ABSENT if row.fresh else items[number]
            now = self._leaf(row.parts[0], was)
            if now is ABSENT and not self._settled:
                now = was
            if now is not ABSENT:
                kept.append((self._place(row), number, now))
        return _unless_same(items, kept, old)

    def _mapping(self, parts: Iterable[Bound], old: Any) -> Any:
        held = old if isinstance(old, Mapping) else {}
        new, same = dict(held), True
        for part in parts:
            was = held.get(part.field.name, ABSENT)
            now = self.value(part, was)
            if now is was:
                continue
            same = False
            new.pop(part.field.name, None)
            if now is not ABSENT:
                new[part.field.name] = now
        return old if same else _in_order(new, held)

    def _items(self, bound: Bound, old: Any) -> Any:
        items = old if isinstance(old, list) else []
        kept: list[tuple[float, int, Any]] = []
        for number, row in enumerate(bound.rows):
            was = items[number] if not row.fresh else ABSENT
            now = self._mapping(row.parts, was)
            gone = now is ABSENT or (row.fresh and not now) or self._removed(row)
            if not gone:
                kept.append((self._place(row), number, now))
        return _unless_same(items, kept, old)

    def _table(self, bound: Bound, old: Any) -> Any:
        held = old if isinstance(old, Mapping) else {}
        new = Table()
        for row in bound.rows:
            naming, valued = row.parts
            value = self.value(valued, ABSENT if row.fresh else held[row.title])
            if self._removed(row) or (value is ABSENT and not row.fresh):
                continue
            name = self._name(naming, row, value)
            if row.fresh and name:
                new.fresh[name] = value
            elif not row.fresh:
                new.kept[row.title] = value
                if name != row.title:
                    new.renamed[row.title] = name
        self._refuse_doubles(bound, new)
        same = new.kept.keys() == held.keys() and all(new.kept[name] is held[name] for name in held)
        return old if same and not new.renamed and not new.fresh else new

    def _name(self, naming: Bound, row: Row, value: Any) -> str:
        """The name in a row, "" for a blank one; `Misfilled` where there is only half of one."""
        sent = row.title if naming.note else self._posted.get(naming.name, row.title)
        name = sent if sent == row.title else sent.strip()
        if not name and value is not ABSENT:
            raise Misfilled(naming.name, "a name is missing", "give it one, or leave the value empty")
        if name and value is ABSENT:
            raise Misfilled(row.parts[1].name, f"`{name}` has no value", "give it one, or leave the name empty")
        return name

    def _refuse_doubles(self, bound: Bound, new: Table) -> None:
        names = [new.renamed.get(name, name) for name in new.kept]
        double = next((name for name in new.fresh if name in names), None)
        if double is not None:
            where = bound.rows[-1].parts[0].name
            raise Misfilled(where, f"`{double}` is there already", "take another name")

    def _removed(self, row: Row) -> bool:
        return self._settled and not row.fresh and bool(self._posted.get(row.remove))

    def _place(self, row: Row) -> float:
        """Where a row goes: before the one whose place it takes on the way up, after it on the way down."""
        wanted = whole(self._posted.get(row.put, ""), row.place)
        if not self._settled or wanted == row.place:
            return row.place
        return wanted + (0.5 if wanted > row.place else -0.5)


def _unless_same(items: list[Any], kept: list[tuple[float, int, Any]], old: Any) -> Any:
    """The items that are kept, in the order of their places; `old` where they are the very ones there were."""
    new = Items(sorted(kept, key=lambda entry: entry[:2]), len(items))
    same = len(new) == len(items) and all(one is other for one, other in zip(new, items, strict=True))
    return old if same else new


def _in_order(new: dict[str, Any], held: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that were there before in their old order, then the fresh ones."""
    return {key: new[key] for key in [*(k for k in held if k in new), *(k for k in new if k not in held)]}


def typed(field: Field, text: str) -> Any:
    """What was typed as a value; what does not fit the field's type stays text for the checks to name."""
    if field.type == "list":
        return _lines(text)
    if field.type == "texts":
        lines = _lines(text)
        listed = all(line.startswith("- ") for line in lines)
        return [line[2:].strip() for line in lines] if listed else text.strip()
    if field.type == "boolean" and text in ("true", "false"):
        return text == "true"
    if field.type == "integer" and _WHOLE.fullmatch(text):
        return int(text)
    return text


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]
