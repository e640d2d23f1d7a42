"""Operations as pure functions text -> text: splices made by a kind's table of edits, proved by re-parsing.

A kind's `EDITS` maps an operation's name to a function `(document, arguments) -> Edit`. The function only says
which splices it wants and what the document must mean afterwards; `apply_each` does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .diagnostics import Rule, Severity, format_path, one_of, suggest
from .document import Document, DocumentError, Splice, apply_splices, parse
from .document.edit import CannotSplice, Draft, same_value
from .document.edit_same import first_difference


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
    """The outcome of a list of operations: the new text, each step's splices, words, and what else was removed.

    `document` is the new text, parsed; `undo` takes the new text back to the old one, step by step.
    """

    text: str
    steps: tuple[tuple[Splice, ...], ...]
    words: tuple[str, ...]
    also: tuple[str, ...] = ()
    document: Document | None = None
    undo: tuple[tuple[Splice, ...], ...] = field(default=())


EditTable = Mapping[str, Callable[[Document, Mapping[str, Any]], Edit]]


def operation_name(operation: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Name and arguments of an operation, given as `{"op": NAME, ...}` or as `{NAME: {...}}`."""
    if isinstance(operation, Mapping):
        if isinstance(operation.get("op"), str):
            return operation["op"], {k: v for k, v in operation.items() if k != "op"}
        if len(operation) == 1:
            ((name, arguments),) = operation.items()
            if isinstance(arguments, Mapping):
                return str(name), dict(arguments)
    raise Refused("an operation needs its name under `op`", 'for example {"op": "add_edge", ...}', "E102")


def apply_each(
    text: str, operations: Iterable[Mapping[str, Any]], table: EditTable, document: Document | None = None
) -> Edited:
    """Apply operations one after the other; raises `Refused` and changes nothing where one cannot be exact.

    `document` is the text, where it has been parsed already; each step is parsed once, to prove it.
    """
    steps: list[tuple[Splice, ...]] = []
    undo: list[tuple[Splice, ...]] = []
    words: list[str] = []
    also: list[str] = []
    for operation in operations:
        if document is None:
            document = _read(text)
        edit = _edit(document, operation, table)
        after = _proved(document, edit)
        undo.insert(0, inverse_splices(text, edit.splices))
        text, document = after.text, after
        steps.append(edit.splices)
        words.append(edit.words)
        also += edit.also
    return Edited(text, tuple(steps), tuple(words), tuple(also), document, tuple(undo))


def inverse_splices(text: str, splices: Iterable[Splice]) -> tuple[Splice, ...]:
    """The splices that undo these, for the text after them; `text` is the text before them."""
    out, shift = [], 0
    for splice in sorted(splices, key=lambda s: (s.start, s.end)):
        start = splice.start + shift
        out.append(Splice(start, start + len(splice.new), text[splice.start : splice.end]))
        shift += len(splice.new) - (splice.end - splice.start)
    return tuple(out)


def drafted(draft: Draft, words: str, also: Iterable[str] = ()) -> Edit:
    """The edit that a finished draft makes."""
    splices, expected = draft.done()
    return Edit(splices, words, expected, tuple(also))


def no_such(what: str, name: str, choices: Iterable[str], code: str = "E104") -> Refused:
    """The refusal of a name that stands for nothing, with the near miss or the choices."""
    known = list(dict.fromkeys(choices))
    near = suggest(name, known[:2000])
    if near is not None:
        help = f"did you mean `{near}`?"
    else:
        help = one_of(sorted(known)) if known else "there is none"
    return Refused(f"there is no {what} `{shorten(name)}`", help, code)


def shorten(text: str, limit: int = 80) -> str:
    """A name for a message, cut where it is very long."""
    return text if len(text) <= limit else text[:limit] + "..."


def _read(text: str) -> Document:
    try:
        return parse(text)
    except DocumentError as error:
        raise Refused(f"the document cannot be read: {error}", "mend it in the source first") from None


def _edit(document: Document, operation: Mapping[str, Any], table: EditTable) -> Edit:
    name, arguments = operation_name(operation)
    if name not in table:
        raise no_such("operation", name, table, "E101")
    if document.cyclic:
        raise Refused("an alias makes a part of the document hold itself", "edit the source instead", "E103")
    try:
        return table[name](document, arguments)
    except CannotSplice as error:
        raise Refused(error.message, error.help or "edit the source instead", error.code) from None


def _proved(document: Document, edit: Edit) -> Document:
    if not edit.splices and same_value(document.root, edit.expected):
        return document
    try:
        after = parse(apply_splices(document.text, edit.splices), document)
    except DocumentError as error:
        raise _unreadable(error) from None
    except ValueError:
        raise Refused("the changes meet in one place of the text", "make them one by one", "E103") from None
    if not same_value(after.root, edit.expected):
        raise _unproved(document, after, edit)
    return after


def _unreadable(error: DocumentError) -> Refused:
    if error.diagnostics and error.diagnostics[0].code == "D113":
        help = "write that alias out in the source first"
        return Refused(f"the text that would go is shared: {error}", help, "E109")
    return Refused(f"the edited text would not be readable: {error}", "edit the source instead", "E109")


def _unproved(document: Document, after: Document, edit: Edit) -> Refused:
    """Why the edited text means something else: as a rule an alias that takes its value from what was changed."""
    path = first_difference(after.root, edit.expected)
    for depth in range(1, len(path) + 1):
        start, end = document.offsets(path[:depth])
        if document.text.startswith("*", start):
            place, line = format_path(path[:depth]), document.span(path[:depth]).line
            message = f"`{place}` would change too: it is the alias `{document.text[start:end]}` on line {line}"
            return Refused(message, "write that alias out in the source first, or change both there", "E109")
    where = f" at `{format_path(path)}`" if path else ""
    return Refused(f"the edited text would not mean what was asked{where}", "edit the source instead", "E109")


def _rule(code: str, name: str, summary: str, explanation: str) -> Rule:
    return Rule(code, name, Severity.ERROR, summary, explanation, "interface.md, Operations")


RULES: tuple[Rule, ...] = (
    _rule("E100", "refused", "the operation cannot be done", "The operation was refused; nothing was changed."),
    _rule(
        "E101",
        "unknown-operation",
        "there is no operation of that name",
        "Each kind of document has its own operations.",
    ),
    _rule(
        "E102",
        "bad-arguments",
        "an argument is missing, unknown or of the wrong type",
        "An operation takes exactly the arguments that it names; the message says which one is at fault.",
    ),
    _rule(
        "E103",
        "not-spliceable",
        "the text does not allow the change to be made exactly",
        "Edits are splices of the text as it is written. Where a part stands behind an alias, is written as an\n"
        "explicit key, or has a comment that would be lost, the edit is refused whole.\n\n"
        "Make the change in the source.",
    ),
    _rule(
        "E104",
        "no-such-thing",
        "the operation names something that is not in the document",
        "Members are addressed `pod.member`, graph nodes, chains, routers and aliases by their names.",
    ),
    _rule(
        "E105",
        "name-taken",
        "the name is taken, or cannot be a name",
        "Ids and names are unique where they stand, and some are reserved.",
    ),
    _rule(
        "E106",
        "ambiguous",
        "the operation could mean more than one thing",
        "Two things answer to the name, so that the edit could hit the wrong one. Make them different first.",
    ),
    _rule(
        "E107",
        "made-elsewhere",
        "a chain or an arm also makes the edge",
        "Removing the static edge would not remove the edge from the graph. The help names the operations that would;\n"
        'with `sources` "all" all of them are done at once.',
    ),
    _rule(
        "E108",
        "not-allowed",
        "an edge of this form cannot be written",
        "Some ends cannot stand where they were put: an address of another rig under a kind other than\n"
        "`escalates_to`, START as a target, END as a source.",
    ),
    _rule(
        "E109",
        "not-proved",
        "the edited text would not mean what was asked",
        "Every edit is proved: the new text is read again and compared with the intended document. Where they differ\n"
        "nothing is changed.",
    ),
)
