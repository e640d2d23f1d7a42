"""What every rule of the gate looks at, and the two small makers its modules share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from ...diagnostics import Rule, Severity, suggest
from ..compile import Compiled
from ..registry import Registry
from ..spec import GraphSpec
from ..vocabulary import TERMINALS

#: Comparing names costs; beyond this many comparisons per document, slips are reported without a suggestion.
_COMPARISONS = 50_000


@dataclass
class Subject:
    """One document under check: what it says, the registry in force, and its compile."""

    spec: GraphSpec
    registry: Registry
    compiled: Compiled
    _near: dict[tuple[str, str], str | None] = field(default_factory=dict)
    _left: int = _COMPARISONS

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
            choices: Iterable[str] = self.spec.declared if scope == "declared" else getattr(self, scope)
            self._near[key] = self._search(word, [c for c in choices if abs(len(c) - len(word)) <= 2 + len(word) // 2])
        return self._near[key]

    def _search(self, word: str, choices: list[str]) -> str | None:
        self._left -= len(choices)
        return suggest(word, choices) if self._left >= 0 else None


def rows(source: str, *entries: tuple[str, str, str, str], severity: Severity = Severity.ERROR) -> tuple[Rule, ...]:
    """Rule rows of one family: (code, name, summary, explanation) with a common source and severity."""
    return tuple(Rule(code, name, severity, summary, why, source) for code, name, summary, why in entries)
