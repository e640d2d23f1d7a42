"""The inspector's forms: one thing's fields bound to the text, and the operations that a posted form asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.diagnostics import Path, format_path
from ..core.fields import Field

#: Posted names of fields begin with this, so that a key called `op` cannot pass for the operation.
PREFIX = "f."
_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
#: Keys that are names or places: changed by an operation that rewrites what depends on them. thing, key -> operation.
MOVES = {
    ("pod", "id"): ("rename_pod", "pod", "to"),
    ("member", "id"): ("rename_member", "member", "to"),
    ("node", "name"): ("rename_node", "node", "to"),
    ("node", "stageId"): ("set_stage", "node", "stageId"),
}


@dataclass(frozen=True, slots=True)
class Bound:
    """A field with what the text holds. `value` is text as the control shows it; `raw` what is there, None if absent.

    `note` says why it is shown but not edited here, "" where it can be edited.
    """

    field: Field
    value: str
    present: bool
    note: str = ""
    line: int | None = None

    @property
    def name(self) -> str:
        return PREFIX + self.field.name

    @property
    def control(self) -> str:
        """Which control the template draws."""
        if self.note or self.field.type == "mapping":
            return "shown"
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


def bind(fields: Iterable[Field], value: Any, line_of: Any = None) -> list[Bound]:
    """The fields of one thing (a mapping of the document) with its values. `line_of(key)` gives a key's line."""
    held = value if isinstance(value, Mapping) else {}
    return [_bound(field, held, line_of) for field in fields]


def _bound(field: Field, held: Mapping[str, Any], line_of: Any) -> Bound:
    if field.name not in held or held[field.name] is None:
        return Bound(field, "", False)
    raw = held[field.name]
    line = line_of(field.name) if line_of else None
    text = _as_text(field, raw)
    if text is None:
        return Bound(field, _summary(raw), True, "edit it in the source", line)
    return Bound(field, text, True, "", line)


def _as_text(field: Field, raw: Any) -> str | None:
    """A value as its control shows it; None where the control could not give it back."""
    if field.type == "mapping":
        return None
    if field.type == "list":
        fits = isinstance(raw, list) and all(isinstance(item, str) and item.strip() == item and item for item in raw)
        return "\n".join(raw) if fits and not any("\n" in item for item in raw) else None
    if field.type == "boolean":
        return ("true" if raw else "false") if isinstance(raw, bool) else None
    if field.type == "integer":
        return str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else None
    fits = isinstance(raw, str) and (field.type == "multiline" or "\n" not in raw) and "\r" not in raw
    return raw if fits else None


def _summary(raw: Any) -> str:
    if isinstance(raw, Mapping):
        return f"{len(raw)} key{'' if len(raw) == 1 else 's'}: {', '.join(map(str, list(raw)[:6]))}"
    if isinstance(raw, list):
        return f"{len(raw)} item{'' if len(raw) == 1 else 's'}"
    return json.dumps(raw, ensure_ascii=False, default=str)[:80]


def operations(
    thing: str, id: str, path: Path, fields: Iterable[Field], value: Any, posted: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The operations that lead from what the text holds to what was posted; renames last, as they move nothing."""
    plain: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    for bound in bind(fields, value):
        if bound.control == "shown" or bound.name not in posted:
            continue
        new = posted[bound.name].replace("\r\n", "\n")
        new = new if bound.field.type == "multiline" else new.strip()
        if new == bound.value:
            continue
        move = MOVES.get((thing, bound.field.name))
        if move and new:
            moves.append({"op": move[0], move[1]: id, move[2]: new})
        elif bound.field.name == "omit" and thing == "graph":
            plain.append({"op": "set_omit", "names": _lines(new)})
        else:
            plain.append(_set(bound.field, format_path((*path, bound.field.name)), new))
    return plain + moves


def _set(field: Field, path: str, new: str) -> dict[str, Any]:
    if not new.strip():
        return {"op": "unset_field", "path": path}
    return {"op": "set_field", "path": path, "value": _typed(field, new)}


def _typed(field: Field, text: str) -> Any:
    """What was typed as a value; what does not fit the field's type stays text for the checks to name."""
    if field.type == "list":
        return _lines(text)
    if field.type == "boolean" and text in ("true", "false"):
        return text == "true"
    if field.type == "integer" and _WHOLE.fullmatch(text):
        return int(text)
    return text


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]
