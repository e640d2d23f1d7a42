"""What every rule of the gate looks at, and the two small makers its modules share."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ...diagnostics import Rule, Severity
from ...slips import Slips
from ..compile import Compiled
from ..registry import Registry
from ..spec import GraphSpec
from ..vocabulary import TERMINALS


@dataclass
class Subject:
    """One document under check: what it says, the registry in force, and its compile."""

    spec: GraphSpec
    registry: Registry
    compiled: Compiled
    slips: Slips = field(default_factory=Slips)
    _near: dict[tuple[str, str], str | None] = field(default_factory=dict)

    @cached_property
    def addressable(self) -> tuple[str, ...]:
        """Every name that an edge, a chain or an arm may use."""
        return (*self.spec.declared, *self.spec.alias_table, *TERMINALS)

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """Every name that an alias may list."""
        return (*self.spec.declared, *self.spec.alias_table)

    def near(self, word: str, scope: str) -> str | None:
        """The nearest name in a scope (`addressable`, `candidates` or `declared`), None where none is near."""
        key = (scope, word)
        if key not in self._near:
            choices = tuple(self.spec.declared) if scope == "declared" else getattr(self, scope)
            self._near[key] = self.slips.near(word, choices)
        return self._near[key]


def rows(source: str, *entries: tuple[str, str, str, str], severity: Severity = Severity.ERROR) -> tuple[Rule, ...]:
    """Rule rows of one family: (code, name, summary, explanation) with a common source and severity."""
    return tuple(Rule(code, name, severity, summary, why, source) for code, name, summary, why in entries)
