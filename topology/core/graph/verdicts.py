"""The verdict on one possible edge of a graph, before anything is saved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..diagnostics import suggest
from ..verdict import EdgeVerdict
from .compile import Compiled, stage_fault
from .lattice import Row
from .names import Meaning
from .notes import edge_note
from .reading import shown
from .spec import GraphSpec
from .vocabulary import END, START, TERMINALS


def edge_verdict(spec: GraphSpec, compiled: Compiled, source: str, target: str, kind: str | None = None) -> EdgeVerdict:
    """What would become of an edge between two written names: nodes, omitted nodes, aliases, START or END."""
    for name in (source, target):
        if compiled.names.resolve(name).meaning is Meaning.UNKNOWN:
            return _unknown(spec, compiled, source, target, kind, name)
    ends = _end(compiled, source), _end(compiled, target)
    improper = _improper(*ends)
    if improper:
        code, title, remedy = improper
        return EdgeVerdict(source, target, kind, False, "invalid", title, help=remedy, code=code)
    effects = tuple(_effects(spec, compiled, source, target, ends))
    if ends[0] in TERMINALS or ends[1] in TERMINALS:
        title, reason = "exempt from the lattice", "edges from START or to END match no row"
        return EdgeVerdict(source, target, kind, True, "exempt", title, reason, effects=effects)
    row = compiled.lattice.get(*(_stage(spec, compiled, end) for end in ends))
    if row is None:
        return _unmapped(spec, compiled, EdgeVerdict(source, target, kind, True, "unmapped", "", effects=effects), ends)
    return _judged(compiled, row, EdgeVerdict(source, target, kind, row.allowed, "", row.title, effects=effects))


def _end(compiled: Compiled, name: str) -> str:
    return compiled.names.resolve(name).name or name


def _stage(spec: GraphSpec, compiled: Compiled, name: str) -> str | None:
    if name in compiled.stages:
        return compiled.stages[name]
    return compiled.declared_stages.get(name)


def _judged(compiled: Compiled, row: Row, verdict: EdgeVerdict) -> EdgeVerdict:
    if row.allowed:
        status, reason, remedy, way = "allowed", row.role, "", None
    else:
        status = "forbidden"
        reason = f"`{row.source}` -> `{row.target}` is row {row.number} of the forbidden table: {row.role}"
        remedy, way = compiled.lattice.help(*row.pair), compiled.lattice.way_round(*row.pair)
    return EdgeVerdict(
        verdict.source,
        verdict.target,
        verdict.kind,
        row.allowed,
        status,
        verdict.title,
        reason,
        remedy,
        code=row.code,
        row=row.number,
        way_round=way.stages if way else (),
        way_rows=way.rows if way else (),
        next_turn=way.next_turn if way else False,
        effects=verdict.effects,
    )


def _unknown(spec: GraphSpec, compiled: Compiled, source: str, target: str, kind: str | None, name: str) -> EdgeVerdict:
    near = suggest(name, (*spec.declared, *spec.alias_table, *TERMINALS))
    remedy = f"did you mean `{near}`?" if near else "declare it under `nodes` first"
    return EdgeVerdict(source, target, kind, False, "invalid", f"no node `{shown(name)}`", help=remedy, code="G251")


def _improper(source: str, target: str) -> tuple[str, str, str] | None:
    if source == START and target == END:
        return "G258", "START leads to no node", "register at least one node between them"
    if target == START:
        return "G256", "nothing leads into START", "to begin the next turn lead to a node in `anchor-plan` (row 9)"
    if source == END:
        return "G257", "nothing leaves END", "to go on next turn leave a node in `post-turn` (row 9)"
    return None


def _unmapped(spec: GraphSpec, compiled: Compiled, verdict: EdgeVerdict, ends: tuple[str, str]) -> EdgeVerdict:
    lost = next((end for end in ends if end in spec.declared and compiled.declared_stages[end] is None), None)
    reason = "without a known stage the edge can be matched against no row"
    if lost is None:
        # An alias without a registered candidate is no fault: what names it is left out of this compile, and said.
        empty = next(end for end in ends if end not in spec.declared and end not in TERMINALS)
        title = f"left out: `{shown(empty)}` stands for no registered node"
        return replace(verdict, title=title, reason=reason, help="register a candidate", code="G806")
    code = stage_fault(spec.declared[lost])
    title = f"{'missing' if code == 'G211' else 'unknown'} stage: `{shown(lost)}`"
    return replace(verdict, legal=False, title=title, reason=reason, help="give the node a `stageId`", code=code)


def _effects(spec: GraphSpec, compiled: Compiled, source: str, target: str, ends: tuple[str, str]) -> Iterator[str]:
    for written in dict.fromkeys((source, target)):
        meaning = compiled.names.resolve(written).meaning
        if meaning in (Meaning.OMITTED, Meaning.UNRESOLVED):
            yield f"`{shown(written)}` is not registered in this compile, so the edge would be left out for now."
    existing = compiled.by_pair.get(ends)
    if existing:
        yield f"The edge is there already, made by {', '.join(f'`{shown(via)}`' for via in existing.via)}."
    note = edge_note(*ends, *(_stage(spec, compiled, end) for end in ends))
    if note:
        yield note
