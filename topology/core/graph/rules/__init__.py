"""The gate: every family of "What the gate checks" as one module, every rule as one row."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...diagnostics import Finding, Rule
from ..registry import REGISTRY_RULES
from . import advice, lattice, references, routers, seams, stages, structure
from .subject import Subject

#: The families in the order in which they are run.
FAMILIES: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    structure.check,
    stages.check,
    lattice.check,
    seams.check,
    routers.check,
    references.check,
    advice.check,
)

#: Every rule of agent graphs and of registry documents, by code.
RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *structure.RULES,
            *lattice.RULES,
            *stages.RULES,
            *seams.RULES,
            *routers.RULES,
            *references.RULES,
            *advice.RULES,
            *REGISTRY_RULES,
        ),
        key=lambda rule: rule.code,
    )
)


def check(subject: Subject) -> Iterator[Finding]:
    """All findings on a subject, family by family."""
    for family in FAMILIES:
        yield from family(subject)


__all__ = ["FAMILIES", "RULES", "Subject", "check"]
