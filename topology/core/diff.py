"""What differs between two pictures and their reports: added, removed and changed things, new and fixed diagnostics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from .diagnostics import Diagnostic, Report
from .diagram import Container, Diagram, Edge, Node, OffCanvas
from .document.edit import same_value
from .renames import INNER, Called, Names, under, written

#: What is compared of each thing. Left out is what follows from other things: positions in the text, launch waves,
#: sessions, the words of a reason.
_CONTAINER = ("label", "summary")
_NODE = ("container", "label", "detail", "seam", "plugin", "marks", "status")
_EDGE = ("kind", "status", "label", "code", "row", "via", "scope")
_FILTER = ("priority", "summary")
#: Keys of a document whose contents are compared thing by thing, and those that are told apart.
_PARTS = frozenset({"kind", "name", "pods", "nodes", "edges", "chains", "conditionalEdges", "streamFilters"})


@dataclass(frozen=True, slots=True)
class Changed:
    """A thing that stands on both sides and is not the same: its id before and after, and (before, after) by field."""

    before_id: str
    id: str
    fields: dict[str, tuple[Any, Any]]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: `id`, `before_id`, and `fields` with `before` and `after` each."""
        fields = {name: {"before": old, "after": new} for name, (old, new) in self.fields.items()}
        return {"id": self.id, "before_id": self.before_id, "fields": fields}


@dataclass(frozen=True, slots=True)
class Difference:
    """One kind of thing: what was added, removed, changed. Added and removed things are those of the diagrams."""

    added: tuple[Any, ...] = ()
    removed: tuple[Any, ...] = ()
    changed: tuple[Changed, ...] = ()

    @property
    def empty(self) -> bool:
        return not (self.added or self.removed or self.changed)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; things have the names of their fields, without their paths."""
        return {
            "added": [_thing(thing) for thing in self.added],
            "removed": [_thing(thing) for thing in self.removed],
            "changed": [change.to_dict() for change in self.changed],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two judged documents, side by side. `facts` are differences of the whole: its kind, its name, its own fields."""

    containers: Difference
    nodes: Difference
    edges: Difference
    off_canvas: Difference
    filters: Difference
    new: tuple[Diagnostic, ...]
    fixed: tuple[Diagnostic, ...]
    facts: dict[str, tuple[Any, Any]]

    @property
    def empty(self) -> bool:
        """Whether nothing differs that a picture or a report shows."""
        parts = (self.containers, self.nodes, self.edges, self.off_canvas, self.filters)
        return all(part.empty for part in parts) and not (self.new or self.fixed or self.facts)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "same": self.empty,
            "facts": {name: {"before": old, "after": new} for name, (old, new) in self.facts.items()},
            "containers": self.containers.to_dict(),
            "nodes": self.nodes.to_dict(),
            "edges": self.edges.to_dict(),
            "off_canvas": self.off_canvas.to_dict(),
            "filters": self.filters.to_dict(),
            "diagnostics": {
                "new": [diagnostic.to_dict() for diagnostic in self.new],
                "fixed": [diagnostic.to_dict() for diagnostic in self.fixed],
            },
        }


def compare(
    before: Diagram | None,
    after: Diagram | None,
    old: Report,
    new: Report,
    roots: tuple[Any, Any] = (None, None),
    names: Names | None = None,
) -> Comparison:
    """Compare two pictures and their reports. None stands for a text that cannot be drawn at all.

    `roots` are the two documents' values: with them, fields that no picture shows (`cwd`, `model`) count as changes.
    `names` are other names that things were given in between: such a thing has changed, and its edges have not.
    """
    one, two = before or Diagram("unknown", ""), after or Diagram("unknown", "")
    names = names or Names({}, {})
    one = under(one, names)
    deferred = (_numbered(one.off_canvas, _off_canvas_id), _numbered(two.off_canvas, _off_canvas_id))
    return Comparison(
        _called(_difference(one.containers, two.containers, _id, _CONTAINER, roots), names.containers),
        _called(_difference(one.nodes, two.nodes, _id, _NODE, roots), names.nodes),
        _edges(one.edges, two.edges),
        _difference(*deferred, lambda thing: str(thing.key), ()),
        _difference(one.filters, two.filters, lambda thing: str(thing.name), _FILTER, roots),
        _fresh(old.diagnostics, new.diagnostics),
        _fresh(new.diagnostics, old.diagnostics),
        _facts(one, two, roots),
    )


def _facts(one: Diagram, two: Diagram, roots: tuple[Any, Any]) -> dict[str, tuple[Any, Any]]:
    """What differs of the whole; of two documents of one kind also in the fields of their own (`services`, `omit`)."""
    found = {name: (getattr(one, name), getattr(two, name)) for name in ("kind", "name")}
    facts = {name: pair for name, pair in found.items() if pair[0] != pair[1]}
    before, after = roots
    if one.kind == two.kind and isinstance(before, dict) and isinstance(after, dict):
        for key in {**before, **after}:
            if key not in _PARTS and not same_value(before.get(key), after.get(key)):
                facts[key] = before.get(key), after.get(key)
    return facts


def _id(thing: Container | Node) -> str:
    return thing.id


def _off_canvas_id(thing: OffCanvas) -> str:
    return f"{thing.kind}:{thing.source}>{thing.target}"


@dataclass(frozen=True, slots=True)
class _Numbered:
    key: str
    thing: Any


def _numbered(things: Iterable[Any], name: Callable[[Any], str]) -> list[_Numbered]:
    """Things whose names may repeat, told apart by their number among equals."""
    seen: Counter[str] = Counter()
    out = []
    for thing in things:
        seen[name(thing)] += 1
        out.append(_Numbered(f"{name(thing)}#{seen[name(thing)]}", thing))
    return out


def _difference(
    before: Iterable[Any],
    after: Iterable[Any],
    name: Callable[[Any], str],
    fields: Iterable[str],
    roots: tuple[Any, Any] = (None, None),
) -> Difference:
    old, new = ({name(thing): thing for thing in things} for things in (before, after))
    changed = []
    for key in (key for key in new if key in old):
        change = _changed(key, old[key], key, new[key], fields)
        change.fields.update(_unseen(old[key], new[key], roots, change.fields))
        if change.fields:
            changed.append(change)
    return Difference(
        tuple(_bare(thing) for key, thing in new.items() if key not in old),
        tuple(_bare(thing) for key, thing in old.items() if key not in new),
        tuple(changed),
    )


def _called(found: Difference, names: Called) -> Difference:
    """The difference with things that got another name among the changed ones, each with the name it had."""
    was = {now: old for old, now in names.items()}
    changed = [replace(change, before_id=was.pop(change.id, change.id)) for change in found.changed]
    return replace(found, changed=(*changed, *(Changed(old, now, {}) for now, old in was.items())))


def _unseen(old: Any, new: Any, roots: tuple[Any, Any], known: Iterable[str]) -> dict[str, tuple[Any, Any]]:
    """The written fields of one thing that differ, beyond those that its picture shows."""
    one, two = (written(root, getattr(thing, "path", ())) for root, thing in zip(roots, (old, new), strict=True))
    keys = [key for key in {**one, **two} if key not in INNER and key not in known]
    return {key: (one.get(key), two.get(key)) for key in keys if not same_value(one.get(key), two.get(key))}


def _bare(thing: Any) -> Any:
    return thing.thing if isinstance(thing, _Numbered) else thing


def _changed(before_id: str, old: Any, after_id: str, new: Any, fields: Iterable[str]) -> Changed:
    pairs = {field: (getattr(old, field), getattr(new, field)) for field in fields}
    return Changed(before_id, after_id, {field: pair for field, pair in pairs.items() if pair[0] != pair[1]})


def _edges(before: Iterable[Edge], after: Iterable[Edge]) -> Difference:
    """Edges by id; one that only changed its kind is a change, not a removal and an addition."""
    plain = _difference(before, after, lambda edge: str(edge.id), _EDGE)
    left: dict[tuple[str, str], list[Edge]] = {}
    for edge in plain.removed:
        left.setdefault((edge.source, edge.target), []).append(edge)
    added, changed = [], list(plain.changed)
    for edge in plain.added:
        twins = left.get((edge.source, edge.target))
        if twins:
            old = twins.pop(0)
            changed.append(_changed(old.id, old, edge.id, edge, _EDGE))
        else:
            added.append(edge)
    kept = {edge.id for twins in left.values() for edge in twins}
    return Difference(tuple(added), tuple(e for e in plain.removed if e.id in kept), tuple(changed))


def _fresh(old: Iterable[Diagnostic], new: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics of `new` that are not in `old`; one that merely moved to another index is not new."""
    exact = Counter((d.code, d.path, d.message) for d in old)
    rest = []
    for diagnostic in new:
        key = (diagnostic.code, diagnostic.path, diagnostic.message)
        if exact[key]:
            exact[key] -= 1
        else:
            rest.append(diagnostic)
    moved = Counter({(code, message): 0 for code, _, message in exact})
    for (code, _, message), count in exact.items():
        moved[code, message] += count
    out = []
    for diagnostic in rest:
        if moved[diagnostic.code, diagnostic.message]:
            moved[diagnostic.code, diagnostic.message] -= 1
        else:
            out.append(diagnostic)
    return tuple(out)


def _thing(thing: Any) -> dict[str, Any]:
    return {name: value for name, value in asdict(thing).items() if name not in {"path", "paths"}}
