"""The inspector's forms: one thing's fields bound to the text, down to the items of its lists, and what the text holds.

A field that holds more (`Field.nested`) is bound as a group: the fields inside, or a row per item and one blank row to
add another. Nothing here knows any particular field.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..core.diagnostics import Path
from ..core.fields import Field

#: Posted names of fields begin with this, so that a key called `op` cannot pass for the operation.
PREFIX = "f."
#: What marks the blank row of a list, and the posted names that take an item out and put it in another place.
BLANK, REMOVE, PLACE = "+", "r.", "o."
#: The most choices to tick off and the most items in rows; beyond, a list is a field of lines.
_TICKED, _LISTED = 100, 40
#: Blank rows of an ordered list.
_ROOM = 2
#: What no browser sends back as it was: a field that holds it is shown only.
_UNSENT = re.compile("[\ud800-\udfff\x00\r]")
#: Gives the line of the part at a path below the thing.
LineOf = Callable[[Path], int]
_ELSEWHERE = "edit it in the source"


@dataclass(frozen=True, slots=True)
class Bound:
    """A field with what the text holds. `value` is text as the control shows it; `path` leads to it from the thing.

    `note` says why it is shown but not edited here, "" where it can be edited. A nested field has the fields inside in
    `parts`, or in `rows` an item each, the last of them blank; so has an ordered list. `key` is its posted name without
    the prefix.
    """

    field: Field
    value: str
    present: bool
    note: str = ""
    line: int | None = None
    path: Path = ()
    key: str = ""
    parts: tuple[Bound, ...] = ()
    rows: tuple[Row, ...] = ()

    @property
    def name(self) -> str:
        return PREFIX + self.key

    @property
    def id(self) -> str:
        """Its key as a part of element ids."""
        return self.key.replace(".", "-").replace(BLANK, "new")

    @property
    def control(self) -> str:
        """Which control the template draws."""
        if self.note:
            return "shown"
        if self.field.type == "mapping":
            return "group" if self.field.nested else "shown"
        if self.field.type == "texts":
            return "multiline"
        if self.field.type == "list":
            ticked = 0 < len(self.field.choices) <= _TICKED and not self.field.ordered
            return "order" if self.rows else "ticks" if ticked else "list"
        return self.field.type if self.field.type in ("multiline", "choice", "boolean") else "text"

    @property
    def options(self) -> list[tuple[str, str]]:
        """Value and label of each choice; the first leaves the key out."""
        words = f"not set ({self.field.default})" if self.field.default else "not set"
        choices = ("true", "false") if self.field.type == "boolean" else self.field.choices
        known = [(choice, choice) for choice in choices]
        odd = [(self.value, f"{self.value} (not allowed)")] if self.value and self.value not in choices else []
        return [("", words), *known, *odd]

    @property
    def ticks(self) -> list[tuple[str, bool, bool]]:
        """Each name to tick off, whether it is ticked, and whether it is among the choices; the others come first."""
        held = self.value.split("\n") if self.value else []
        odd = [(name, True, False) for name in dict.fromkeys(held) if name not in self.field.choices]
        return [*odd, *((name, name in held, True) for name in self.field.choices)]

    @property
    def offers(self) -> str:
        """The id of the list of suggestions: one for all fields that offer the same names."""
        return f"offers-{self.field.of}" if self.field.of else f"l-{self.id}"

    @property
    def placeholder(self) -> str:
        return self.field.default if not self.present else ""


@dataclass(frozen=True, slots=True)
class Row:
    """One item of a list or one name of a table; `fresh` is the blank one. `place` counts from 1."""

    key: str
    title: str
    parts: tuple[Bound, ...]
    place: int
    fresh: bool = False

    @property
    def id(self) -> str:
        return self.key.replace(".", "-").replace(BLANK, "new")

    @property
    def remove(self) -> str:
        return REMOVE + self.key

    @property
    def put(self) -> str:
        return PLACE + self.key


def bind(
    fields: Iterable[Field],
    value: Any,
    line_of: LineOf | None = None,
    at: Path = (),
    key: str = "",
    *,
    deep: bool = True,
) -> list[Bound]:
    """The fields of one thing (a mapping of the document) with its values, everything nested among them.

    Not `deep`: what holds more comes without what it holds.
    """
    held = value if isinstance(value, Mapping) else {}
    made = []
    for field in fields:
        raw, path = held.get(field.name), (*at, field.name)
        if deep or not field.nested:
            made.append(_holding(field, raw, line_of, path, f"{key}{field.name}"))
        else:
            made.append(Bound(field, summary(raw), raw is not None, "", None, path, f"{key}{field.name}"))
    return made


def leaves(bounds: Iterable[Bound]) -> Iterator[Bound]:
    """Every bound field, groups before what they hold."""
    for bound in bounds:
        yield bound
        yield from leaves(bound.parts)
        for row in bound.rows:
            yield from leaves(row.parts)


def _holding(field: Field, raw: Any, line_of: LineOf | None, path: Path, key: str) -> Bound:
    """A field that holds this value; None where the text has none."""
    present = raw is not None
    line = line_of(path) if line_of and present else None
    if not field.nested:
        text = _as_text(field, raw) if present else ""
        if text is None:
            return Bound(field, summary(raw), True, _ELSEWHERE, line, path, key)
        rows = tuple(_places(field, raw or [], path, key)) if field.ordered and field.choices else ()
        return Bound(field, text, present, "", line, path, key, rows=rows)
    if present and not _fits(field, raw):
        return Bound(field, summary(raw), True, _ELSEWHERE, line, path, key)
    if not field.keyed and not field.many:
        parts = tuple(bind(field.parts, raw, line_of, path, f"{key}."))
        return Bound(field, summary(raw), present, "", line, path, key, parts)
    rows = tuple(_table(field, raw or {}, path, key) if field.keyed else _items(field, raw or [], line_of, path, key))
    return Bound(field, summary(raw), present, "", line, path, key, rows=rows)


def _fits(field: Field, raw: Any) -> bool:
    if field.many:
        return isinstance(raw, list) and all(isinstance(item, dict) for item in raw)
    return isinstance(raw, dict)


def _places(field: Field, items: list[str], path: Path, key: str) -> Iterator[Row]:
    """The items of an ordered list, one in a row, and rows for more; none of a list too long for that."""
    if len(items) > _LISTED:
        return
    item = replace(field, type="address", ordered=False)
    for number in range(len(items) + _ROOM):
        fresh = number >= len(items)
        name = f"{key}.{BLANK}{number - len(items)}" if fresh else f"{key}.{number}"
        text = "" if fresh else items[number]
        yield Row(name, text, (Bound(item, text, not fresh, path=(*path, number), key=name),), number + 1, fresh)


def _items(field: Field, items: list[Any], line_of: LineOf | None, path: Path, key: str) -> Iterator[Row]:
    for number, item in enumerate(items):
        name = f"{key}.{number}"
        parts = tuple(bind(field.parts, item, line_of, (*path, number), f"{name}."))
        yield Row(name, _title(field, item), parts, number + 1)
    name = f"{key}.{BLANK}"
    parts = tuple(bind(field.parts, {}, None, (*path, len(items)), f"{name}."))
    yield Row(name, "", parts, len(items) + 1, True)


def _title(field: Field, item: Mapping[str, Any]) -> str:
    """What an item is called: the first of its fields that has a text."""
    return next((str(item[part.name]) for part in field.parts if isinstance(item.get(part.name), str)), "")


def _table(field: Field, held: Mapping[str, Any], path: Path, key: str) -> Iterator[Row]:
    named = Field("name")
    inner = replace(field, name="value", type=field.keyed, keyed="", required=False, help="", default="")
    for number, (name, raw) in enumerate(held.items()):
        at, below = f"{key}.{number}", (*path, name)
        parts = _holding(named, name, None, below, f"{at}.name"), _holding(inner, raw, None, below, f"{at}.value")
        yield Row(at, str(name), parts, number + 1)
    name = f"{key}.{BLANK}"
    blank = Bound(named, "", False, key=f"{name}.name"), _holding(inner, None, None, (), f"{name}.value")
    yield Row(name, "", blank, len(held) + 1, True)


def _as_text(field: Field, raw: Any) -> str | None:
    """A value as its control shows it; None where the control could not give it back."""
    if field.type == "mapping":
        return None
    if field.type == "list":
        return "\n".join(raw) if _lines_of(raw) else None
    if field.type == "texts" and isinstance(raw, list):
        return "\n".join(f"- {item}" for item in raw) if _lines_of(raw) else None
    if field.type == "boolean":
        return ("true" if raw else "false") if isinstance(raw, bool) else None
    if field.type == "integer":
        return str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else None
    fits = isinstance(raw, str) and (field.type == "multiline" or "\n" not in raw) and not _UNSENT.search(raw)
    return raw if fits else None


def _lines_of(raw: Any) -> bool:
    """Whether a value is a list of texts that fit on a line each."""
    return isinstance(raw, list) and all(
        isinstance(item, str) and item and item.strip() == item and "\n" not in item and not _UNSENT.search(item)
        for item in raw
    )


def summary(raw: Any) -> str:
    """What a value holds, in a few words; "" for nothing."""
    if raw is None:
        return ""
    if isinstance(raw, Mapping):
        return f"{len(raw)} key{'' if len(raw) == 1 else 's'}: {', '.join(map(str, list(raw)[:6]))}"
    if isinstance(raw, list):
        return f"{len(raw)} item{'' if len(raw) == 1 else 's'}"
    return json.dumps(raw, ensure_ascii=False, default=str)[:80]
