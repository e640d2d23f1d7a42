"""What a request selects: the document, a node, an edge, a container, or a named part of a graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core import graph, rig
from ...core.diagnostics import Diagnostic, Path
from ...core.diagram import Diagram
from ...core.document import Document
from ...core.fields import Field, offered
from ...forms.numbers import whole
from .frame import Frame

#: Query parameters that select something, in order of precedence.
WHATS = ("node", "edge", "container", "chain", "router", "filter", "alias", "part")
#: Parts of a graph document that are lists, by the parameter that selects an item of it by its index.
LISTS = {"chain": "chains", "router": "conditionalEdges", "filter": "streamFilters"}


@dataclass(frozen=True, slots=True)
class Selected:
    """One thing of the document. `fields` is its key in the kind's `FIELDS` ("" where it has no form).

    `only` is the one field of the document that a `part` is about.
    """

    what: str = "document"
    id: str = ""
    thing: Any = None
    path: Path = ()
    fields: str = ""
    only: str = ""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The pieces of text that make it."""
        if self.only:
            return ((self.only,),)
        return self.thing.paths if self.what == "edge" else (self.path,)

    def at(self, below: Path) -> Path:
        """Where a field of its form stands. An alias is no mapping: its name is a key, its candidates the value."""
        return (*self.path, *(below[1:] if self.what == "alias" else below))

    @property
    def deep(self) -> bool:
        """Whether its form goes into what its fields hold; the document's leads to a form for each."""
        return self.what != "document"

    def held(self, document: Document) -> Any:
        """What its form is about, as a mapping of fields."""
        value = document.get(self.path)
        return {"name": self.id, "candidates": value} if self.what == "alias" else value


def select(frame: Frame, wanted: Mapping[str, str] | None = None) -> Selected:
    """What the query (or `wanted`) names; the document where it names nothing that is there."""
    return named(frame, frame.request.GET if wanted is None else wanted) or document(frame)


def named(frame: Frame, asked: Mapping[str, str]) -> Selected | None:
    """What is named; the document where nothing is, None where something is that is not there."""
    for what in WHATS:
        if what in asked:
            return _find(frame, what, asked[what])
    return document(frame)


def document(frame: Frame) -> Selected:
    """The document itself as the selection."""
    name = "graph" if frame.is_graph else "legacy-rig" if frame.is_legacy else "rig"
    return Selected(fields=name)


def field_table(frame: Frame, selected: Selected) -> tuple[Field, ...]:
    """The fields that the selected thing's form has."""
    if not selected.fields:
        return ()
    table = (graph.FIELDS if frame.is_graph else rig.FIELDS)[selected.fields]
    found = (field for field in table if not selected.only or field.name == selected.only)
    return offered(found, frame.judgement.model.spec.offers if frame.is_graph else {})


def _find(frame: Frame, what: str, wanted: str) -> Selected | None:
    if what == "node":
        node = next((n for n in frame.diagram.nodes if n.id == wanted), None)
        name = "node" if frame.is_graph or frame.is_legacy else "member"
        return node and Selected(what, wanted, node, node.path, name if node.path else "")
    if what == "edge":
        edge = next((e for e in frame.diagram.edges if e.id == wanted), None)
        return edge and Selected(what, wanted, edge, edge.paths[0] if edge.paths else ())
    if what == "container":
        pod = next((c for c in frame.diagram.containers if c.id == wanted), None)
        return pod and Selected(what, wanted, pod, pod.path, "pod" if pod.path else "")
    return _part(frame, what, wanted)


def _part(frame: Frame, what: str, wanted: str) -> Selected | None:
    root = frame.judgement.document.root if frame.judgement.document else None
    if not isinstance(root, dict):
        return None
    if what == "part":
        part = Selected(what, wanted, root.get(wanted), (), document(frame).fields, wanted)
        return part if wanted and any(field.nested for field in field_table(frame, part)) else None
    if not frame.is_graph:
        return None
    if what == "alias":
        table = root.get("aliases")
        if isinstance(table, dict) and wanted in table:
            return Selected(what, wanted, table[wanted], ("aliases", wanted), "alias")
        return None
    items = root.get(LISTS[what])
    place = whole(wanted, -1)
    if not isinstance(items, list) or not 0 <= place < len(items):
        return None
    item = items[place]
    return Selected(what, wanted, item, (LISTS[what], place), what) if isinstance(item, dict) else None


def place_of(frame: Frame, diagnostic: Diagnostic) -> tuple[str, str] | None:
    """What the inspector can show of what a diagnostic is about: something drawn, else a named part of the document."""
    drawn = place_in(frame.diagram, diagnostic)
    if drawn is not None or not diagnostic.keys:
        return drawn
    first, *rest = diagnostic.keys
    what = next((what for what, key in LISTS.items() if key == first), "alias" if first == "aliases" else "")
    for part in ((what, str(rest[0])) if what and rest else None, ("part", str(first))):
        if part and _find(frame, *part):
            return part
    return None


def place_in(diagram: Diagram, diagnostic: Diagnostic) -> tuple[str, str] | None:
    """The same for the picture of any text, not only the head's."""
    keys = diagnostic.keys
    best: tuple[int, str, str] | None = None
    things = [("edge", e.id, p) for e in diagram.edges for p in e.paths]
    things += [("node", n.id, n.path) for n in diagram.nodes]
    things += [("container", c.id, c.path) for c in diagram.containers]
    for what, id, path in things:
        if path and keys[: len(path)] == path and (best is None or len(path) > best[0]):
            best = (len(path), what, id)
    return best[1:] if best else None


def diagnostics_of(frame: Frame, selected: Selected) -> list[Diagnostic]:
    """What the checks say about the selected thing; for the document, everything."""
    found = frame.judgement.report.diagnostics
    if selected.what == "document":
        return list(found)
    paths = [path for path in selected.paths if path]
    return [d for d in found if any(d.keys[: len(path)] == path for path in paths)]
