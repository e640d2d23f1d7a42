"""What a posted fields form asks for: the values it leads to, and the operations from what the text holds to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..core.diagnostics import Path, format_path
from ..core.fields import Field
from .fields import Bound, bind
from .reading import ABSENT, Items, Misfilled, Reading, Table

#: Keys that are names or places: changed by an operation that rewrites what depends on them. thing, key -> operation.
MOVES = {
    ("pod", "id"): ("rename_pod", "pod", "to"),
    ("member", "id"): ("rename_member", "member", "to"),
    ("node", "id"): ("rename_member", "member", "to"),
    ("node", "name"): ("rename_node", "node", "to"),
    ("node", "stageId"): ("set_stage", "node", "stageId"),
    ("alias", "name"): ("rename_key", "path", "to"),
}
#: Lists with an operation of their own, for names that are there. thing, key -> operation, its arguments.
SETS = {
    ("graph", "omit"): ("set_omit", "", "names"),
    ("alias", "candidates"): ("set_alias", "name", "candidates"),
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
    reading = Reading(posted, settled)
    plain: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    held = value if isinstance(value, Mapping) else {}
    for bound in bind(fields, value):
        name = bound.field.name
        old = held.get(name, ABSENT)
        new = reading.value(bound, old)
        move = MOVES.get((thing, name))
        if new is old:
            continue
        if move and new is not ABSENT:
            moves.append({"op": move[0], move[1]: format_path(path) if move[1] == "path" else id, move[2]: new})
        elif thing == "alias":
            plain += _alias(bound, id, path, old, new)
        elif (thing, name) in SETS and _known(bound, new):
            plain.append({"op": SETS[thing, name][0], SETS[thing, name][2]: [] if new is ABSENT else new})
        else:
            plain += _steps((*path, name), old, new)
    return plain + moves


def _alias(bound: Bound, id: str, path: Path, old: Any, new: Any) -> Iterator[dict[str, Any]]:
    """An alias is a name with its candidates for a value: it keeps a name, and an empty list is a draft."""
    if bound.field.name == "name":
        raise Misfilled(bound.name, "an alias needs a name", "remove it among the aliases of the document")
    if new is ABSENT:
        yield {"op": "set_field", "path": format_path(path), "value": []}
    elif _known(bound, new):
        yield {"op": "set_alias", "name": id, "candidates": list(new)}
    else:
        yield from _steps(path, old, new)


def _known(bound: Bound, new: Any) -> bool:
    """Whether all names of a new list are among the choices: an operation refuses others, which a draft may have."""
    return new is ABSENT or all(name in bound.field.choices for name in new)


def _steps(path: Path, old: Any, new: Any) -> Iterator[dict[str, Any]]:
    """The smallest operations from one value to the other; items are taken out last, the last of them first."""
    if new is old:
        return
    if new is ABSENT:
        yield {"op": "unset_field", "path": format_path(path)}
    elif isinstance(new, Table) and isinstance(old, dict):
        yield from _named_steps(path, old, new)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from _steps((*path, key), old.get(key, ABSENT), new.get(key, ABSENT))
    elif isinstance(new, Items) and new.stayed:
        for index, item in zip(new.origins, new, strict=True):
            yield from _steps((*path, index), old[index], item)
        for index in reversed(range(len(old))):
            if index not in new.origins:
                yield {"op": "unset_field", "path": format_path((*path, index))}
    else:
        yield {"op": "set_field", "path": format_path(path), "value": _plain(new)}


def _named_steps(path: Path, old: dict[str, Any], new: Table) -> Iterator[dict[str, Any]]:
    """Values under the names they have, then other names for them, then fresh ones, which may take a name given up."""
    for name in old:
        yield from _steps((*path, name), old[name], new.kept.get(name, ABSENT))
    taken, pending = set(new.kept), dict(new.renamed)
    while pending:
        name = next((name for name, to in pending.items() if to not in taken), next(iter(pending)))
        taken = (taken - {name}) | {pending[name]}
        yield {"op": "rename_key", "path": format_path((*path, name)), "to": pending.pop(name)}
    for name, value in new.fresh.items():
        yield from _steps((*path, name), ABSENT, value)


def _plain(value: Any) -> Any:
    """A value without the marks of the text it was read from."""
    if isinstance(value, Table):
        value = value.whole()
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
