"""What every rule of the gate looks at, and the two small makers its modules share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from ...diagnostics import Rule, Severity, suggest
from ..compile import Compiled
from ..registry import Registry
from ..spec import GraphSpec
from ..vocabulary import TERMINALS

#: Comparing names costs; beyond this many comparisons per document, slips are reported without a suggestion.
_COMPARISONS = 5_000
#: Among more names than this only those that begin or end alike are compared.
_MANY = 300


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
            self._near[key] = self._search(word, scope) if self._left > 0 else None
        return self._near[key]

    def _search(self, word: str, scope: str) -> str | None:
        choices: Sequence[str] = tuple(self.spec.declared) if scope == "declared" else getattr(self, scope)
        if len(choices) > _MANY:
            head, tail = word[:2].casefold(), word[-3:].casefold()
            alike = (c for c in choices if c[:2].casefold() == head or c[-3:].casefold() == tail)
            choices = tuple(islice(alike, _MANY))
        # Looking through the names costs too, if far less than comparing them.
        self._left -= len(choices) + len(self.spec.declared) // 50
        return suggest(word, choices)


def rows(source: str, *entries: tuple[str, str, str, str], severity: Severity = Severity.ERROR) -> tuple[Rule, ...]:
    """Rule rows of one family: (code, name, summary, explanation) with a common source and severity."""
    return tuple(Rule(code, name, severity, summary, why, source) for code, name, summary, why in entries)
