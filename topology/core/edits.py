"""Operations as pure functions text -> text: splices made by a kind's table of edits, proved by re-parsing.

A kind's `EDITS` maps an operation's name to a function `(document, arguments) -> Edit`. The function only says
which splices it wants and what the document must mean afterwards; `apply_each` does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .document import Document, DocumentError, Splice, apply_splices, parse


class Refused(Exception):
    """An operation that cannot be done exactly; nothing was changed. `help` says what to do instead."""

    def __init__(self, message: str, help: str = "", code: str = "E100") -> None:
        super().__init__(message)
        self.message, self.help, self.code = message, help, code


@dataclass(frozen=True, slots=True)
class Edit:
    """One operation's splices, what it did in words, what else went with it, and the value the text must then have.

    `expected` is the whole intended root value (plain dicts and lists); the new text is parsed and compared.
    """

    splices: tuple[Splice, ...]
    words: str
    expected: Any
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edited:
    """The outcome of a list of operations: the new text, each step's splices, words, and what else was removed."""

    text: str
    steps: tuple[tuple[Splice, ...], ...]
    words: tuple[str, ...]
    also: tuple[str, ...] = ()


EditTable = Mapping[str, Callable[[Document, Mapping[str, Any]], Edit]]


def operation_name(operation: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Name and arguments of an operation, given as `{"op": NAME, ...}` or as `{NAME: {...}}`."""
    if "op" in operation:
        arguments = {k: v for k, v in operation.items() if k != "op"}
        return str(operation["op"]), arguments
    if len(operation) == 1:
        ((name, arguments),) = operation.items()
        if isinstance(arguments, Mapping):
            return name, dict(arguments)
    raise Refused("an operation needs its name under `op`", 'for example {"op": "add_edge", ...}')


def apply_each(text: str, operations: Iterable[Mapping[str, Any]], table: EditTable) -> Edited:
    """Apply operations one after the other; raises `Refused` and changes nothing where one cannot be exact."""
    steps, words, also = [], [], []
    for operation in operations:
        name, arguments = operation_name(operation)
        if name not in table:
            raise Refused(f"there is no operation `{name}`", "one of " + ", ".join(sorted(table)))
        edit = table[name](parse(text), arguments)
        text = _proved(text, edit)
        steps.append(edit.splices)
        words.append(edit.words)
        also += edit.also
    return Edited(text, tuple(steps), tuple(words), tuple(also))


def _proved(text: str, edit: Edit) -> str:
    after = apply_splices(text, edit.splices)
    try:
        value = parse(after).root
    except DocumentError as error:
        raise Refused(f"the edited text would not be readable: {error}", "edit the source instead") from None
    if value != edit.expected:
        raise Refused("the edited text would not mean what was asked", "edit the source instead")
    return after
