"""What a written name means in one compile: a terminal, a registered node, an omitted one, or nothing at all.

Source: agent-graph-format.md, "Compiling", steps 1 and 2.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from .reading import Placed
from .spec import AliasSpec, GraphSpec
from .vocabulary import TERMINALS


class Meaning(Enum):
    """What became of a written name."""

    TERMINAL = "terminal"
    REGISTERED = "registered"
    OMITTED = "omitted"
    UNRESOLVED = "unresolved"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The meaning of a written name; `name` is the node or terminal it stands for, None where there is none."""

    meaning: Meaning
    name: str | None = None


_UNKNOWN = Resolved(Meaning.UNKNOWN)
_OMITTED = Resolved(Meaning.OMITTED)
_UNRESOLVED = Resolved(Meaning.UNRESOLVED)


class Names:
    """Resolves written names against the nodes that one compile registers. Linear in the document's size."""

    def __init__(self, spec: GraphSpec, omit: Collection[str]) -> None:
        self.registered = {name: node for name, node in spec.declared.items() if name not in omit}
        self._known = {name: Resolved(Meaning.TERMINAL, name) for name in TERMINALS}
        self._known |= dict.fromkeys(spec.declared, _OMITTED)
        self._known |= {name: Resolved(Meaning.REGISTERED, name) for name in self.registered}
        self._aliases = spec.alias_table
        for alias in self._aliases.values():
            if alias.name not in self._known:
                self._settle(alias)

    def resolve(self, name: str) -> Resolved:
        """The meaning of a name wherever it may stand."""
        return self._known.get(name, _UNKNOWN)

    def _settle(self, first: AliasSpec) -> None:
        # Depth first with an own stack: a chain of aliases may be as long as the document.
        stack, busy = [(first, iter(first.candidates))], {first.name}
        while stack:
            alias, candidates = stack[-1]
            inner = self._next_open(alias, candidates, busy)
            if inner is not None:
                stack.append((inner, iter(inner.candidates)))
                busy.add(inner.name)
                continue
            stack.pop()
            busy.discard(alias.name)
            outcome = self._known.setdefault(alias.name, _UNRESOLVED)
            if stack and outcome.meaning is Meaning.REGISTERED:
                self._known.setdefault(stack[-1][0].name, outcome)

    def _next_open(self, alias: AliasSpec, candidates: Iterator[Placed], busy: set[str]) -> AliasSpec | None:
        """Look at the candidates that are left; an alias among them that must be settled first is handed back."""
        if alias.name in self._known:
            return None
        for name, _ in candidates:
            known = self._known.get(name)
            if known is not None and known.meaning is Meaning.REGISTERED:
                self._known[alias.name] = known
                return None
            if known is None and name not in busy and name in self._aliases:
                return self._aliases[name]
        return None


def alias_loops(aliases: Mapping[str, AliasSpec]) -> Iterator[tuple[AliasSpec, Placed]]:
    """The candidates by which an alias leads back to itself, whichever of them a compile would come to."""
    done: set[str] = set()
    for first in aliases.values():
        stack, busy = [(first, iter(first.candidates))] if first.name not in done else [], {first.name}
        while stack:
            alias, candidates = stack[-1]
            for placed in candidates:
                if placed[0] in busy:
                    yield alias, placed
                elif placed[0] in aliases and placed[0] not in done:
                    inner = aliases[placed[0]]
                    stack.append((inner, iter(inner.candidates)))
                    busy.add(inner.name)
                    break
            else:
                stack.pop()
                busy.discard(alias.name)
                done.add(alias.name)
