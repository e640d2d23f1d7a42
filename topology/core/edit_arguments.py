"""The arguments of operations: taken by name, each with its type; anything else is refused with a suggestion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .diagnostics import one_of, suggest
from .edits import Refused, shorten

Arguments = Mapping[str, Any]

_MISSING = object()


class Taken:
    """Takes arguments out one by one; `nothing_else` refuses those that nobody asked for."""

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = dict(arguments)
        self.known: list[str] = []

    def text(self, name: str, *, empty: bool = False) -> str:
        """A required text."""
        value = self._take(name)
        if not isinstance(value, str):
            raise _wrong(name, "a text", value)
        if not value and not empty:
            raise Refused(f"`{name}` is empty", "give it a value", "E102")
        return _writable(name, value)

    def optional_text(self, name: str) -> str | None:
        """A text, or None where it is absent or null."""
        if self.arguments.get(name) is None:
            self.known.append(name)
            self.arguments.pop(name, None)
            return None
        return self.text(name)

    def texts(self, name: str) -> list[str]:
        """A required list of texts."""
        value = self._take(name)
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            raise _wrong(name, "a list of names", value)
        return [_writable(name, item) for item in value]

    def choice(self, name: str, choices: Iterable[str]) -> str:
        """A required text out of a closed set."""
        value, known = self.text(name), list(choices)
        if value not in known:
            near = suggest(value, known)
            help = f"did you mean `{near}`?" if near else one_of(known)
            raise Refused(f"`{name}` cannot be `{shorten(value)}`", help, "E102")
        return value

    def json(self, name: str) -> Any:
        """A required value of any JSON type."""
        value = self._take(name)
        _check_json(name, value)
        return value

    def rest(self, names: Iterable[str]) -> dict[str, Any]:
        """Every further argument out of a set of field names, any JSON value each."""
        self.known += names
        found = {name: self.arguments.pop(name) for name in names if name in self.arguments}
        for name, value in found.items():
            _check_json(name, value)
        return found

    def nothing_else(self) -> None:
        """Refuse arguments that nobody took."""
        for name in self.arguments:
            near = suggest(str(name), self.known)
            help = f"did you mean `{near}`?" if near else one_of(self.known)
            raise Refused(f"there is no argument `{shorten(str(name))}`", help, "E102")

    def _take(self, name: str) -> Any:
        self.known.append(name)
        value = self.arguments.pop(name, _MISSING)
        if value is _MISSING:
            near = suggest(name, [str(key) for key in self.arguments if key not in self.known])
            help = f"`{near}` was given: did you mean `{name}`?" if near else f"give `{name}`"
            raise Refused(f"the argument `{name}` is missing", help, "E102")
        return value


def _wrong(name: str, wanted: str, value: object) -> Refused:
    return Refused(f"`{name}` must be {wanted}", f"it was given {_type(value)}", "E102")


def _type(value: object) -> str:
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a text", list: "a list", dict: "a mapping"}
    return names.get(type(value), "something else")


def _writable(name: str, text: str) -> str:
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise Refused(f"`{name}` holds a lone surrogate", "that character cannot be written as UTF-8", "E102")
    return text


def _check_json(name: str, value: Any, limit: int = 100) -> None:
    """Refuse what no JSON text can say, lone surrogates, and nesting deeper than a document bears."""
    stack = [(value, 0)]
    while stack:
        part, depth = stack.pop()
        if depth > limit:
            raise Refused(f"`{name}` is nested deeper than {limit} levels", "edit the source instead", "E102")
        if isinstance(part, str):
            _writable(name, part)
        elif isinstance(part, list):
            stack += [(item, depth + 1) for item in part]
        elif isinstance(part, dict):
            if not all(isinstance(key, str) for key in part):
                raise _wrong(name, "a mapping with texts as keys", part)
            stack += [(item, depth + 1) for item in (*part, *part.values())]
        elif not (part is None or isinstance(part, (bool, int, float))):
            raise _wrong(name, "a JSON value", part)
