"""Typed reading of mappings by their field table: every unknown key, missing key and wrong type becomes a finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Finding, Path, format_path, one_of
from ..fields import Field
from ..slips import Slips, one_by_one

#: A name in a list, with where it stands.
Placed = tuple[str, Path]


@dataclass(frozen=True, slots=True)
class Codes:
    """The diagnostic codes that one kind of document gives to the faults of reading."""

    missing: str
    wrong_type: str
    empty: str
    unknown_key: str


_TYPE_WORDS = {"list": "a list", "mapping": "a mapping", "integer": "a whole number", "items": "a list"}
#: Texts that may be empty although they are required.
_MAY_BE_EMPTY = frozenset({"version"})
#: Optional texts that name something and so may not be empty.
_NAMES = frozenset({"plugin"})


@dataclass(slots=True)
class Reader:
    """Reads values against field tables and collects findings; a value that is not well typed is left out."""

    codes: Codes
    findings: list[Finding] = field(default_factory=list)
    slips: Slips = field(default_factory=Slips)

    def say(
        self, code: str, path: Path, message: str, help: str = "", at: str = "value", named: Path | None = None
    ) -> None:
        """Add a finding; `named` is the path to print where what is at fault has no text."""
        display = None if named is None else format_path(named)
        self.findings.append(Finding(code, path, message, help, at, display))

    def mapping(self, value: Any, path: Path, thing: str, table: Mapping[str, Field]) -> dict[str, Any] | None:
        """The well-typed values of a mapping by key, null and absent ones left out; None where it is no mapping."""
        if not isinstance(value, dict):
            self.say(self.codes.wrong_type, path, f"{thing} must be a mapping, not {type_words(value)}")
            return None
        out: dict[str, Any] = {}
        self._unknown([key for key in value if key not in table], path, thing, table)
        for key, given in value.items():
            known = table.get(key)
            if known is not None and given is not None and self._typed(given, (*path, key), thing, known):
                out[key] = given
        for known in table.values():
            if known.required and value.get(known.name) is None:
                self._missing(path, thing, known, known.name in value)
        return out

    def items(self, value: Any, path: Path, what: str) -> Iterator[tuple[int, Any]]:
        """The items of an optional list with their indexes; a finding and nothing where it is no list."""
        if isinstance(value, list):
            yield from enumerate(value)
        elif value is not None:
            self.say(self.codes.wrong_type, path, f"`{what}` must be a list, not {type_words(value)}")

    def names(self, value: Any, path: Path, what: str) -> tuple[Placed, ...]:
        """The well-typed names of an optional list, each with its path."""
        out: list[Placed] = []
        for index, item in self.items(value, path, what):
            here = (*path, index)
            if not isinstance(item, str):
                self.say(self.codes.wrong_type, here, f"a name in `{what}` must be text, not {type_words(item)}")
            elif not item:
                self.say(self.codes.empty, here, f"a name in `{what}` is empty")
            else:
                out.append((item, here))
        return tuple(out)

    def _typed(self, given: Any, path: Path, thing: str, known: Field) -> bool:
        # Lists and mappings are read item by item afterwards, with their own findings.
        if known.type in ("list", "mapping"):
            return True
        if known.type == "integer":
            if isinstance(given, int) and not isinstance(given, bool):
                return True
            self._wrong(path, known.name, given, "a whole number")
            return False
        if not isinstance(given, str):
            self._wrong(path, known.name, given, "text")
            return False
        if not given and ((known.required and known.name not in _MAY_BE_EMPTY) or known.name in _NAMES):
            self.say(self.codes.empty, path, f"`{known.name}` of {thing} is empty", "give it a name")
            return False
        return True

    def _wrong(self, path: Path, name: str, given: Any, wanted: str) -> None:
        quoting = wanted == "text" and isinstance(given, (int, float, bool))
        remedy = "put it in quotes" if quoting else ""
        self.say(self.codes.wrong_type, path, f"`{name}` must be {wanted}, not {type_words(given)}", remedy)

    def _missing(self, path: Path, thing: str, known: Field, is_null: bool) -> None:
        words = f"{thing} has no `{known.name}`"
        own = (*path, known.name)
        where, at = (own, "key") if is_null else (path, "item")
        self.say(self.codes.missing, where, words, known.help, at, own)

    def _unknown(self, keys: list[str], path: Path, thing: str, table: Mapping[str, Field]) -> None:
        for key, ending in one_by_one(keys):
            remedy = self.slips.meant(key, table, one_of(list(table)))
            words = f"{thing} has no key `{shown(key)}`{ending}"
            self.say(self.codes.unknown_key, (*path, key), words, remedy, "key")


def type_words(value: Any) -> str:
    """What a value is, in words a writer of YAML knows."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a mapping" if isinstance(value, dict) else "a list"


def shown(text: str, limit: int = 80) -> str:
    """A name as a message quotes it: cut where it is absurdly long."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
