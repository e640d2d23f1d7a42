"""The registry of node names: what a canonical graph may register, with stage and gate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from ...diagnostics import Diagnostic
from ..vocabulary import STAGES
from .names import CAPACITIES, DOCUMENTED, GATES, RETIRED

KIND = "node-registry"


@dataclass(frozen=True, slots=True)
class Entry:
    """One registered name. `gated` is "always", the config field that registers it, or None where not known."""

    name: str
    stage: str
    gated: str | None = None


@dataclass(frozen=True)
class Registry:
    """Every name a canonical graph may use, in order; capacities per stage; retired names with their filters.

    `warnings` is what `load_registry` had to say about a text that it could read.
    """

    name: str
    entries: tuple[Entry, ...]
    capacities: Mapping[str, int]
    retired: Mapping[str, str]
    warnings: tuple[Diagnostic, ...] = field(default=(), compare=False)

    @cached_property
    def by_name(self) -> dict[str, Entry]:
        """The entries by name."""
        return {entry.name: entry for entry in self.entries}

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def stage(self, name: str) -> str | None:
        """The stage of a name, or None where the registry does not know it."""
        entry = self.by_name.get(name)
        return entry.stage if entry else None

    def gate(self, name: str) -> str | None:
        """The gate of a name, or None where it is not known."""
        entry = self.by_name.get(name)
        return entry.gated if entry else None

    def in_stage(self, stage: str) -> tuple[Entry, ...]:
        """The entries of one stage, in order."""
        return tuple(entry for entry in self.entries if entry.stage == stage)

    def to_dict(self) -> dict[str, Any]:
        """The registry as the document that `load_registry` reads (JSON-able)."""
        return {
            "kind": KIND,
            "version": "1",
            "name": self.name,
            "capacities": {stage: self.capacities[stage] for stage in STAGES},
            "names": [_entry(entry) for entry in self.entries],
            "retired": dict(self.retired),
        }

    def to_yaml(self) -> str:
        """The same document as YAML text, a line per name."""
        capacities = ", ".join(f"{stage}: {self.capacities[stage]}" for stage in STAGES)
        head = [f"kind: {KIND}", 'version: "1"', f"name: {quoted(self.name)}", f"capacities: {{{capacities}}}"]
        names = ["names:" if self.entries else "names: []"]
        for entry in self.entries:
            pairs = ", ".join(f"{key}: {quoted(value)}" for key, value in _entry(entry).items())
            names.append(f"  - {{{pairs}}}")
        retired = ["retired:" if self.retired else "retired: {}"]
        retired += [f"  {quoted(name)}: {quoted(taken)}" for name, taken in self.retired.items()]
        return "\n".join([*head, *names, *retired, ""])


_PLAIN = re.compile(r"(?!(?:null|true|false)$)[A-Za-z][A-Za-z0-9_.-]*", re.IGNORECASE)


def quoted(text: str) -> str:
    """A text as a YAML scalar: plain where that is surely read back as the same text, else in double quotes."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def _entry(entry: Entry) -> dict[str, str]:
    shown = {"name": entry.name, "stageId": entry.stage}
    return shown | ({"gated": entry.gated} if entry.gated is not None else {})


@cache
def documented_registry() -> Registry:
    """The registry that the seeds document: 36 names of 44, in the capacities 10, 26, 1 and 7."""
    entries = [Entry(name, stage, GATES.get(name)) for stage, names in DOCUMENTED.items() for name in names]
    return Registry("documented", tuple(entries), CAPACITIES, RETIRED)
