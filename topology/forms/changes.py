"""What a posted fields form asks for: the values it leads to, and the operations from what the text holds to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..core.diagnostics import Path, format_path
from ..core.fields import Field
from .fields import PREFIX, Bound, Row, bind
from .numbers import whole

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_ABSENT: Any = object()
#: Keys that are names or places: changed by an operation that rewrites what depends on them. thing, key -> operation.
MOVES = {
    ("pod", "id"): ("rename_pod", "pod", "to"),
    ("member", "id"): ("rename_member", "member", "to"),
    ("node", "id"): ("rename_member", "member", "to"),
    ("node", "name"): ("rename_node", "node", "to"),
    ("node", "stageId"): ("set_stage", "node", "stageId"),
}


def operations(
    thing: str,
    id: str,
    path: Path,
    fields: Iterable[Field],
    value: Any,
    posted: Mapping[str, str],
    *,
    settled: bool = True,
) -> list[dict[str, Any]]:
    """The operations that lead from what the text holds to what was posted; renames last, as they move nothing.

    Without `settled` items are neither taken out nor put elsewhere, so that each keeps the index its form names.
    """
    reading = _Reading(posted, settled)
    plain: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    held = value if isinstance(value, Mapping) else {}
    for bound in bind(fields, value):
        old = held.get(bound.field.name, _ABSENT)
        new = reading.value(bound, old)
        move = MOVES.get((thing, bound.field.name))
        if new is old:
            continue
        if move and new is not _ABSENT:
            moves.append({"op": move[0], move[1]: id, move[2]: new})
        elif bound.field.name == "omit" and thing == "graph":
            plain.append({"op": "set_omit", "names": [] if new is _ABSENT else new})
        else:
            plain += _steps((*path, bound.field.name), old, new)
    return plain + moves


class _Items(list[Any]):
    """The items that a list is to have, each with the index it had; one past the end for a fresh one."""

    def __init__(self, kept: list[tuple[float, int, Any]], before: int) -> None:
        super().__init__(item for _, _, item in kept)
        self.origins = [number for _, number, _ in kept]
        self._before = before

    @property
    def stayed(self) -> bool:
        """Whether nothing came in or was put elsewhere."""
        return self.origins == sorted(self.origins) and self._before not in self.origins


class _Reading:
    """A posted form, read against what was bound. Whatever it does not name stays the very value that was there."""

    def __init__(self, posted: Mapping[str, str], settled: bool) -> None:
        self._posted, self._settled = posted, settled

    def value(self, bound: Bound, old: Any) -> Any:
        """The value a bound field leads to: `old` itself where nothing changed, _ABSENT where the key goes."""
        if bound.control == "shown":
            return old
        if bound.control != "group":
            return self._leaf(bound, old)
        if bound.rows:
            new = self._table(bound, old) if bound.field.keyed else self._items(bound, old)
        else:
            new = self._mapping(bound.parts, old)
        return new if new or new is old else _ABSENT

    def _leaf(self, bound: Bound, old: Any) -> Any:
        if bound.name not in self._posted:
            return old
        text = self._posted[bound.name].replace("\r\n", "\n")
        text = text if bound.field.type == "multiline" else text.strip()
        if text == bound.value:
            return old
        return typed(bound.field, text) if text.strip() else _ABSENT

    def _mapping(self, parts: Iterable[Bound], old: Any) -> Any:
        held = old if isinstance(old, Mapping) else {}
        new, same = dict(held), True
        for part in parts:
            was = held.get(part.field.name, _ABSENT)
            now = self.value(part, was)
            if now is was:
                continue
            same = False
            new.pop(part.field.name, None)
            if now is not _ABSENT:
                new[part.field.name] = now
        return old if same else _in_order(new, held)

    def _items(self, bound: Bound, old: Any) -> Any:
        items = old if isinstance(old, list) else []
        kept: list[tuple[float, int, Any]] = []
        for number, row in enumerate(bound.rows):
            was = items[number] if not row.fresh else _ABSENT
            now = self._mapping(row.parts, was)
            gone = now is _ABSENT or (row.fresh and not now) or self._removed(row)
            if not gone:
                kept.append((self._place(row), number, now))
        new = _Items(sorted(kept, key=lambda entry: entry[:2]), len(items))
        same = len(new) == len(items) and all(one is other for one, other in zip(new, items, strict=True))
        return old if same else new

    def _table(self, bound: Bound, old: Any) -> Any:
        held = old if isinstance(old, Mapping) else {}
        new: dict[str, Any] = {}
        for row in bound.rows:
            if row.fresh:
                name = self._posted.get(row.parts[0].name, "").strip()
                value = self._leaf(row.parts[1], _ABSENT)
            else:
                name, value = row.title, self._leaf(row.parts[0], held[row.title])
            if name and value is not _ABSENT and not self._removed(row):
                new[name] = value
        same = list(new) == list(held) and all(new[name] is held[name] for name in new)
        return old if same else new

    def _removed(self, row: Row) -> bool:
        return self._settled and not row.fresh and bool(self._posted.get(row.remove))

    def _place(self, row: Row) -> float:
        """Where a row goes: before the one whose place it takes on the way up, after it on the way down."""
        wanted = whole(self._posted.get(row.put, ""), row.place)
        if not self._settled or wanted == row.place:
            return row.place
        return wanted + (0.5 if wanted > row.place else -0.5)


def _in_order(new: dict[str, Any], held: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that were there before in their old order, then the fresh ones."""
    return {key: new[key] for key in [*(k for k in held if k in new), *(k for k in new if k not in held)]}


def _steps(path: Path, old: Any, new: Any) -> Iterator[dict[str, Any]]:
    """The smallest operations from one value to the other; items are taken out last, the last of them first."""
    if new is old:
        return
    if new is _ABSENT:
        yield {"op": "unset_field", "path": format_path(path)}
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from _steps((*path, key), old.get(key, _ABSENT), new.get(key, _ABSENT))
    elif isinstance(new, _Items) and new.stayed:
        for index, item in zip(new.origins, new, strict=True):
            yield from _steps((*path, index), old[index], item)
        for index in reversed(range(len(old))):
            if index not in new.origins:
                yield {"op": "unset_field", "path": format_path((*path, index))}
    else:
        yield {"op": "set_field", "path": format_path(path), "value": _plain(new)}


def _plain(value: Any) -> Any:
    """A value without the marks of the text it was read from."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


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


__all__ = ["MOVES", "PREFIX", "operations", "typed"]
