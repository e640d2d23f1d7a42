"""A comparison as lists to be read: every added, removed and changed thing with what selects it in the picture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ...core.diagnostics import Diagnostic
from ...core.diagram import Diagram, Edge
from ...core.diff import Comparison, Difference
from .selection import place_in

#: Rows of one list, and characters of one value; the rest is counted, or stands in the text.
SHOWN = 200
_LONGEST = 160
#: Fields that say in other words what another field or a finding says: a graph node's stage, the code of a fault.
_TOLD = frozenset({"stageId", "code"})
_HEADINGS = {
    "container": {"graph": "Stages", "": "Pods"},
    "node": {"graph": "Nodes", "": "Members"},
    "edge": {"": "Edges"},
    "off": {"": "Off-canvas targets"},
    "filter": {"": "Stream filters"},
}


@dataclass(frozen=True, slots=True)
class Row:
    """One change. `what` and `id` select it in the picture (`what` is "" for what is never drawn).

    `fields` are (name, before, after).
    """

    mark: str
    name: str
    what: str = ""
    id: str = ""
    note: str = ""
    fields: tuple[tuple[str, str, str], ...] = ()

    @property
    def key(self) -> str:
        """Its name in the drawing's marks and in addresses."""
        return f"{self.what}:{self.id}" if self.what else ""


@dataclass(frozen=True, slots=True)
class Group:
    """The changes of one kind of thing. `left` more are not listed."""

    heading: str
    rows: tuple[Row, ...]
    left: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic that came or went, and what it is about in the picture."""

    diagnostic: Diagnostic
    place: tuple[str, str] | None


def facts(found: Comparison) -> Group:
    """What differs of the whole: its kind, its name, fields of its own."""
    pairs = found.facts.items()
    return Group("Document", tuple(Row("changed", name, fields=(("", *_pair(pair)),)) for name, pair in pairs))


def groups(found: Comparison, diagram: Diagram) -> list[Group]:
    """The lists that are not empty, from the whole to the small. `diagram` is the later one."""
    edges = {edge.id: edge for edge in diagram.edges}
    parts = (
        ("container", found.containers),
        ("node", found.nodes),
        ("edge", found.edges),
        ("off", found.off_canvas),
        ("filter", found.filters),
    )
    made = [facts(found)]
    for what, part in parts:
        rows = tuple(_rows(what, part, edges))
        headings = _HEADINGS[what]
        made.append(Group(headings.get(diagram.kind, headings[""]), rows[:SHOWN], max(0, len(rows) - SHOWN)))
    return [group for group in made if group.rows]


def counts(found: Comparison) -> dict[str, int]:
    """How many things were added, removed and changed, facts of the whole among them."""
    parts = (found.containers, found.nodes, found.edges, found.off_canvas, found.filters)
    made = {mark: sum(len(getattr(part, mark)) for part in parts) for mark in ("added", "removed", "changed")}
    made["changed"] += len(found.facts)
    return made


def findings(diagnostics: Iterable[Diagnostic], diagram: Diagram) -> list[Finding]:
    """Diagnostics with what they are about in the picture of their own text."""
    return [Finding(diagnostic, place_in(diagram, diagnostic)) for diagnostic in diagnostics]


def _rows(what: str, part: Difference, edges: dict[str, Edge]) -> Iterator[Row]:
    for mark in ("added", "removed"):
        for thing in getattr(part, mark):
            yield _thing(what, mark, thing)
    for change in part.changed:
        told = {name: pair for name, pair in change.fields.items() if name not in _TOLD}
        fields = tuple((name.replace("_", " "), *_pair(pair)) for name, pair in told.items())
        drawn = what in ("container", "node", "edge")
        name = _ends(edges[change.id]) if what == "edge" else change.id
        called = ""
        if what in ("container", "node") and change.before_id != change.id:
            name, called = f"{change.before_id} → {change.id}", "moved" if "container" in change.fields else "renamed"
        yield Row("changed", name, what if drawn else "", change.id, called, fields)


def _thing(what: str, mark: str, thing: Any) -> Row:
    if what == "off":
        return Row(mark, _ends(thing), note=thing.kind)
    if what == "filter":
        return Row(mark, thing.name, note=f"priority {thing.priority}")
    if what == "edge":
        return Row(mark, _ends(thing), what, thing.id, thing.label or thing.kind)
    inside = thing.label or (getattr(thing, "detail", None) or "")
    return Row(mark, thing.id, what, thing.id, inside if inside != thing.id else "")


def _ends(thing: Any) -> str:
    return f"{thing.source or '(empty)'} → {thing.target or '(empty)'}"


def _pair(pair: tuple[Any, Any]) -> tuple[str, str]:
    return _value(pair[0]), _value(pair[1])


def _value(value: Any) -> str:
    """A value in one short line."""
    if value is None:
        return "none"
    if isinstance(value, tuple | list) and all(isinstance(item, str) for item in value):
        text = ", ".join(value) or "none"
    elif isinstance(value, dict | list | tuple | bool):
        text = json.dumps(value, ensure_ascii=False, default=str)
    else:
        text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
