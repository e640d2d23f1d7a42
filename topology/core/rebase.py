"""Operations made on one revision, applied to a later one where they still mean the same.

Each kind brings a rule per operation: `(base, head, arguments) -> Same | Conflict`. A rule compares what the operation
is about on both sides; where others have changed that, it is a conflict. Where others have done the very same thing
already, nothing is left to do, which is no conflict either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .diagnostics import Path, format_path
from .document import Document
from .document.edit import same_value
from .edit_fields import read_path
from .edits import Edited, EditTable, Refused, apply_each, operation_name, shorten


@dataclass(frozen=True, slots=True)
class Same:
    """The operation means the same on the head, with these arguments; `already`: the head has it already."""

    arguments: Mapping[str, Any]
    already: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """The operation no longer means the same; `reason` says why, `number` which operation of the list it was."""

    reason: str
    number: int = 0


Outcome = Same | Conflict
Rules = Mapping[str, Callable[[Document, Document, Mapping[str, Any]], Outcome]]


@dataclass(frozen=True, slots=True)
class Rebased:
    """What became of operations on the head: the edited head, or the conflict that stands against it.

    `operations` are those that were applied to the head, with the arguments they have there.
    """

    edited: Edited | None
    operations: tuple[dict[str, Any], ...] = ()
    conflict: Conflict | None = None


def rebase(
    base: Document, head: Document, operations: Iterable[Mapping[str, Any]], table: EditTable, rules: Rules
) -> Rebased:
    """Apply operations made on `base` to `head`, one after the other, each where it still means the same.

    Raises `Refused` where an operation was not possible on its own base.
    """
    done: list[dict[str, Any]] = []
    steps: list[Edited] = []
    for number, operation in enumerate(operations):
        name, arguments = operation_name(operation)
        after = apply_each(base.text, [operation], table, base)
        outcome = rules[name](base, head, arguments) if name in rules else _exactly(base, head, arguments)
        if isinstance(outcome, Conflict):
            return Rebased(None, (), Conflict(outcome.reason, number))
        base = after.document or base
        if outcome.already:
            continue
        moved = {"op": name, **outcome.arguments}
        try:
            edited = apply_each(head.text, [moved], table, head)
        except Refused as refusal:
            return Rebased(None, (), Conflict(refusal.message, number))
        head = edited.document or head
        steps.append(edited)
        done.append(moved)
    return Rebased(_joined(head, steps), tuple(done))


def _joined(head: Document, steps: list[Edited]) -> Edited:
    return Edited(
        head.text,
        tuple(splices for edited in steps for splices in edited.steps),
        tuple(words for edited in steps for words in edited.words),
        tuple(also for edited in steps for also in edited.also),
        head,
        tuple(splices for edited in reversed(steps) for splices in edited.undo),
    )


def _exactly(base: Document, head: Document, arguments: Mapping[str, Any]) -> Outcome:
    """The rule for an operation without one: nothing at all may have changed."""
    return Same(arguments) if same_value(base.root, head.root) else Conflict("the document has changed since")


_ABSENT = object()

#: What tells the items of a list apart, the first that an item has.
_IDENTITIES = (("id",), ("name",), ("kind", "from", "to"), ("from", "route"), ("from", "to"), ("path",), ("service",))


def set_field(base: Document, head: Document, arguments: Mapping[str, Any]) -> Outcome:
    """A field means the same while its owner can be found by id and the field has the value it had."""
    path = read_path(arguments.get("path"))
    found = follow(base.root, head.root, path)
    if found is None:
        return Conflict(f"`{format_path(path)}` can no longer be found")
    before, now = _at(base.root, path), _at(head.root, found)
    if _same(now, arguments.get("value")):
        return Same(arguments, already=True)
    if not _same(before, now):
        return Conflict(f"`{format_path(path)}` has been changed since")
    return Same({**arguments, "path": list(found)})


def unset_field(base: Document, head: Document, arguments: Mapping[str, Any]) -> Outcome:
    """As `set_field`; a field or item that is gone has been unset already."""
    path = read_path(arguments.get("path"))
    owner = follow(base.root, head.root, path[:-1])
    if owner is None:
        return Conflict(f"`{format_path(path)}` can no longer be found")
    found = follow(base.root, head.root, path)
    if found is None or _at(head.root, found) is _ABSENT:
        gone = isinstance(path[-1], str) or not _renewed(_at(base.root, path[:-1]), _at(head.root, owner))
        return Same(arguments, already=True) if gone else Conflict(f"`{format_path(path)}` has been changed since")
    if not _same(_at(base.root, path), _at(head.root, found)):
        return Conflict(f"`{format_path(path)}` has been changed since")
    return Same({**arguments, "path": list(found)})


def rename_key(base: Document, head: Document, arguments: Mapping[str, Any]) -> Outcome:
    """A key means the same while it is there; where only its new name is, with the same value, others gave it that."""
    path, to = read_path(arguments.get("path")), str(arguments.get("to"))
    found = follow(base.root, head.root, path)
    if found is None:
        return Conflict(f"`{format_path(path)}` can no longer be found")
    if _at(head.root, found) is not _ABSENT:
        return Same({**arguments, "path": list(found)})
    renamed = _same(_at(base.root, path), _at(head.root, (*found[:-1], to)))
    return Same(arguments, already=True) if renamed else gone(str(path[-1]))


def follow(base: Any, head: Any, path: Path) -> Path | None:
    """Where the part at a path of `base` stands in `head`, its list items told by their ids; None where nowhere.

    The last key may be absent on both sides.
    """
    found: list[str | int] = []
    for depth, step in enumerate(path):
        last = depth == len(path) - 1
        if isinstance(step, int):
            place = _counterpart(base, head, step)
            if place is None:
                return None
            found.append(place)
            base, head = base[step], head[place]
        elif isinstance(base, dict) and isinstance(head, dict):
            found.append(step)
            if last:
                return tuple(found)
            if step not in base or step not in head:
                return None
            base, head = base[step], head[step]
        else:
            return None
    return tuple(found)


def _counterpart(base: Any, head: Any, index: int) -> int | None:
    """The index in one list of the item that stands at `index` in another."""
    if not isinstance(base, list) or not isinstance(head, list) or not 0 <= index < len(base):
        return None
    mark = _identity(base[index])
    if mark is not None and sum(_identity(item) == mark for item in base) == 1:
        places = [place for place, item in enumerate(head) if _identity(item) == mark]
        return places[0] if len(places) == 1 else None
    return index if same_value(list(base), list(head)) else None


def _identity(item: Any) -> tuple[Any, ...] | None:
    if isinstance(item, dict):
        for keys in _IDENTITIES:
            if all(isinstance(item.get(key), str) for key in keys):
                return (keys, *(item[key] for key in keys))
        return None
    return None if isinstance(item, list) else (type(item), item)


def _renewed(before: Any, now: Any) -> bool:
    """Whether a list has items that it did not have: one that is missed may be among them under another name."""
    return any(not any(same_value(item, other) for other in before) for item in now)


def _at(root: Any, path: Path) -> Any:
    for step in path:
        inside = isinstance(step, int) and 0 <= step < len(root) if isinstance(root, list) else False
        if not inside and not (isinstance(root, dict) and step in root):
            return _ABSENT
        root = root[step]
    return root


def _same(one: Any, other: Any) -> bool:
    if one is _ABSENT or other is _ABSENT:
        return one is other
    return same_value(one, other)


def gone(name: str) -> Conflict:
    """The conflict over a name that the head no longer has."""
    return Conflict(f"`{shorten(name)}` is no longer there")


def changed(what: str) -> Conflict:
    """The conflict over a thing that others have changed."""
    return Conflict(f"{what} has been changed since")
