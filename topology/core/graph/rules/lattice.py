"""The lattice: each edge between two staged nodes matches one of the nine allowed rows."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Finding, Rule, Severity
from ..compile import CompiledEdge, Status
from ..lattice import LATTICE, Row
from ..reading import shown
from ..wiring import Wire
from .subject import Subject


def _rule(row: Row) -> Rule:
    name = row.short.replace(" ", "-")
    summary = f"forbidden row {row.number}, `{row.source}` to `{row.target}`: {row.short}"
    why = (
        f"Every edge between two staged nodes matches exactly one row of the allowed table; `{row.source}` to "
        f"`{row.target}` matches none. Failure mode: {row.role[0].lower()}{row.role[1:]} The lattice is a property of "
        "the substrate: no configuration, plugin or custom builder lifts it.\n\n"
        f"What to do instead: {LATTICE.help(*row.pair)}."
    )
    source = f"agent-graph-edge-catalog.md, The forbidden-edge table, row {row.number}"
    return Rule(str(row.code), name, Severity.ERROR, summary, why, source)


RULES: tuple[Rule, ...] = tuple(_rule(row) for row in LATTICE.forbidden)


def check(subject: Subject) -> Iterator[Finding]:
    """Every piece of text that makes a forbidden edge, at its target."""
    for edge in subject.compiled.edges:
        if edge.status is Status.FORBIDDEN and edge.row is not None:
            for wire in edge.sources:
                if not wire.guessed:
                    yield forbidden(edge, edge.row, wire)


def forbidden(edge: CompiledEdge, row: Row, wire: Wire) -> Finding:
    """The finding on one source of a forbidden edge."""
    message = (
        f"edge `{shown(edge.source)}` -> `{shown(edge.target)}` matches forbidden row {row.number} "
        f"(`{row.source}` -> `{row.target}`): {row.short}"
    )
    remedy = LATTICE.help(row.source, row.target)
    if wire.skipped:
        gone = ", ".join(f"`{shown(name)}`" for name in wire.skipped[:3])
        rest = f" and {len(wire.skipped) - 3} more" if len(wire.skipped) > 3 else ""
        remedy += f"; the chain joins the two because {gone}{rest} between them is not registered"
    return Finding(str(row.code), wire.path, message, remedy)
