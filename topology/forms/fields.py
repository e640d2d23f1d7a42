"""The inspector's forms: one thing's fields bound to the text, down to the items of its lists, and what the text holds.

A field that holds more (`Field.nested`) is bound as a group: the fields inside, or a row per item and one blank row to
add another. Nothing here knows any particular field.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.diagnostics import Path
from ..core.fields import Field

#: Posted names of fields begin with this, so that a key called `op` cannot pass for the operation.
PREFIX = "f."
#: What marks the blank row of a list, and the posted names that take an item out and put it in another place.
BLANK, REMOVE, PLACE = "+", "r.", "o."
#: Gives the line of the part at a path below the thing.
LineOf = Callable[[Path], int]
_ELSEWHERE = "edit it in the source"


@dataclass(frozen=True, slots=True)
class Bound:
    """A field with what the text holds. `value` is text as the control shows it; `path` leads to it from the thing.

    `note` says why it is shown but not edited here, "" where it can be edited. A nested field has the fields inside in
    `parts`, or in `rows` an item each, the last of them blank. `key` is its posted name without the prefix.
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
        return self.field.type if self.field.type in ("multiline", "choice", "boolean", "list") else "text"

    @property
    def options(self) -> list[tuple[str, str]]:
        """Value and label of each choice; the first leaves the key out."""
        words = f"not set ({self.field.default})" if self.field.default else "not set"
        choices = ("true", "false") if self.field.type == "boolean" else self.field.choices
        known = [(choice, choice) for choice in choices]
        odd = [(self.value, f"{self.value} (not allowed)")] if self.value and self.value not in choices else []
        return [("", words), *known, *odd]

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
    fields: Iterable[Field], value: Any, line_of: LineOf | None = None, at: Path = (), key: str = ""
) -> list[Bound]:
    """The fields of one thing (a mapping of the document) with its values, everything nested among them."""
    held = value if isinstance(value, Mapping) else {}
    return [_bound(field, held, line_of, (*at, field.name), f"{key}{field.name}") for field in fields]


def leaves(bounds: Iterable[Bound]) -> Iterator[Bound]:
    """Every bound field, groups before what they hold."""
    for bound in bounds:
        yield bound
        yield from leaves(bound.parts)
        for row in bound.rows:
            yield from leaves(row.parts)


def _bound(field: Field, held: Mapping[str, Any], line_of: LineOf | None, path: Path, key: str) -> Bound:
    raw = held.get(field.name)
    present = raw is not None
    line = line_of(path) if line_of and present else None
    if not field.nested:
        text = _as_text(field, raw) if present else ""
        if text is None:
            return Bound(field, summary(raw), True, _ELSEWHERE, line, path, key)
        return Bound(field, text, present, "", line, path, key)
    if present and not _fits(field, raw):
        return Bound(field, summary(raw), True, _ELSEWHERE, line, path, key)
    if not field.keyed and not field.many:
        parts = tuple(bind(field.parts, raw, line_of, path, f"{key}."))
        return Bound(field, summary(raw), present, "", line, path, key, parts)
    rows = _table(field, raw or {}, path, key) if field.keyed else _items(field, raw or [], line_of, path, key)
    return Bound(field, summary(raw), present, "", line, path, key, rows=tuple(rows))


def _fits(field: Field, raw: Any) -> bool:
    if field.many:
        return isinstance(raw, list) and all(isinstance(item, dict) for item in raw)
    if field.keyed:
        inner = Field("", field.keyed)
        return isinstance(raw, dict) and all(_as_text(inner, value) is not None for value in raw.values())
    return isinstance(raw, dict)


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
    for number, (name, raw) in enumerate(held.items()):
        inner = Field(str(name), field.keyed)
        text = _as_text(inner, raw) or ""
        value = Bound(inner, text, True, "", None, (*path, str(name)), f"{key}.{number}.value")
        yield Row(f"{key}.{number}", str(name), (value,), number + 1)
    name = f"{key}.{BLANK}"
    blank = (
        Bound(Field("name"), "", False, key=f"{name}.name"),
        Bound(Field("value", field.keyed), "", False, key=f"{name}.value"),
    )
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
    fits = isinstance(raw, str) and (field.type == "multiline" or "\n" not in raw) and "\r" not in raw
    return raw if fits else None


def _lines_of(raw: Any) -> bool:
    """Whether a value is a list of texts that fit on a line each."""
    return isinstance(raw, list) and all(
        isinstance(item, str) and item and item.strip() == item and not set(item) & {"\n", "\r"} for item in raw
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
