"""What the inspector says about the selected thing: facts, edges, diagnostics, forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core import rig
from ...core.diagnostics import Path
from ...core.diagram import Edge, Node, OffCanvas
from ...core.graph.checklist import new_node_checklist
from ...core.graph.notes import NODES, ROUTES, edge_note
from ...core.kinds import OPENRIG_VERSIONS
from ...core.rig import EDGES_DO_NOT, QUESTIONS, RELEASES, SAFEST_REASON, Resolution, plan_command
from ...drawing.layout.scene import FOLD_FROM
from ...forms.fields import Bound, bind, leaves
from ...services.seats import seats_of
from .frame import Frame
from .selection import Selected, diagnostics_of, field_table, place_of, select

#: Errors listed beside the picture; the rest are on the checks page.
_SHOWN = 6
#: Names that one list of suggestions holds.
_SUGGESTED = 500


@dataclass(frozen=True, slots=True)
class Ends:
    """One edge in a node's list: the other end, the kind or arm, and whether it is wrong."""

    edge: Edge
    other: str
    word: str


def panel(frame: Frame, selected: Selected | None = None) -> dict[str, Any]:
    """The context of `topology/_inspector.html` for the selection of this request."""
    selected = selected or frame.extra.get("selected") or select(frame)
    asked = frame.request.GET
    bounds = fields(frame, selected)
    context: dict[str, Any] = {
        "selected": selected,
        "diagnostics": [(d, None) for d in diagnostics_of(frame, selected)],
        "fields": bounds,
        "offers": offers(bounds),
        "line": line_of(frame, selected),
        "open_connect": "connect" in asked,
        "open_remove": "remove" in asked,
        "open_form": "open" in asked,
        "wanted_target": asked.get("to", ""),
        "part_title": part_title(selected),
        "names": [node.id for node in frame.diagram.nodes],
    }
    builders = {"node": _node, "edge": _edge, "container": _container, "router": _router}
    return context | builders.get(selected.what, _document)(frame, selected)


def part_title(selected: Selected) -> str:
    """What a named part of a document is called; its place where it has no name."""
    held = selected.thing if isinstance(selected.thing, dict) and not selected.only else {}
    return str(held.get("name") or held.get("route") or selected.id)


def fields(frame: Frame, selected: Selected) -> list[Bound]:
    """The selected thing's fields with their values, [] where it has no form."""
    document = frame.judgement.document
    if not selected.fields or document is None:
        return []

    def line(below: Path) -> int:
        return document.span(selected.at(below)).line

    return bind(field_table(frame, selected), selected.held(document), line, deep=selected.deep)


def offers(bounds: list[Bound]) -> dict[str, tuple[str, ...]]:
    """The names that text controls of the form suggest, each list once."""
    suggesting = (bound for bound in leaves(bounds) if bound.field.of and bound.control in ("text", "order"))
    return {bound.field.of: bound.field.choices[:_SUGGESTED] for bound in suggesting}


def line_of(frame: Frame, selected: Selected) -> int | None:
    """The line where the selected thing stands."""
    document = frame.judgement.document
    path = (selected.only,) if selected.only and selected.thing is not None else selected.path
    return document.span(path).line if document is not None and path else None


def kinds(frame: Frame) -> tuple[str, ...]:
    """The edge kinds to choose from, none for a graph; legacy specs of OpenRig 0.4.6 know three."""
    if frame.is_graph:
        return ()
    return RELEASES[frame.topology.openrig].legacy_kinds if frame.is_legacy else tuple(rig.EDGE_KINDS)


def edges_of(frame: Frame, node: str) -> tuple[list[Ends], list[Ends]]:
    """A node's incoming and outgoing edges."""

    def word(edge: Edge) -> str:
        return edge.label or ("" if frame.is_graph else edge.kind)

    into = [Ends(e, e.source, word(e)) for e in frame.diagram.edges if e.target == node]
    out = [Ends(e, e.target, word(e)) for e in frame.diagram.edges if e.source == node]
    return into, out


def _helper() -> dict[str, Any]:
    return {"questions": QUESTIONS, "safest": SAFEST_REASON}


def off_canvas(frame: Frame, source: str | None = None) -> list[tuple[OffCanvas, Resolution | None]]:
    """The deferred targets (of one member, or all), each with how it resolves among the team's rigs today."""
    found = [o for o in frame.diagram.off_canvas if source is None or o.source == source]
    states = seats_of(frame.topology.team).of(frame.topology) if found else {}
    return [(o, states.get((o.source, o.target))) for o in found]


def _document(frame: Frame, selected: Selected) -> dict[str, Any]:
    return {
        "kinds": kinds(frame),
        "openrig_versions": OPENRIG_VERSIONS,
        **_helper(),
        "containers": frame.diagram.containers,
        "off": off_canvas(frame),
        "first_errors": [(d, place_of(frame, d)) for d in frame.errors[:_SHOWN]],
    }


def _router(frame: Frame, selected: Selected) -> dict[str, Any]:
    return {"route_note": ROUTES.get(str(selected.thing.get("route")))}


def _container(frame: Frame, selected: Selected) -> dict[str, Any]:
    nodes = [n for n in frame.diagram.nodes if n.container == selected.id]
    inside = {n.id for n in nodes}
    own = [e for e in frame.diagram.edges if e.source in inside and e.target in inside]
    crossing = [e for e in frame.diagram.edges if (e.source in inside) != (e.target in inside)]
    going = len(own) + len(crossing) + sum(o.source in inside for o in frame.diagram.off_canvas)
    return {
        "nodes": nodes,
        "inner_edges": own,
        "crossing": crossing,
        "edges_going": going,
        "foldable": not frame.is_graph and len(nodes) >= FOLD_FROM,
        "containers": frame.diagram.containers,
    }


def _node(frame: Frame, selected: Selected) -> dict[str, Any]:
    node: Node = selected.thing
    into, out = edges_of(frame, node.id)
    context = {
        "node": node,
        "into": into,
        "out": out,
        "off": off_canvas(frame, node.id),
        "kinds": kinds(frame),
        "default_kind": frame.request.GET.get("kind") or (kinds(frame) or ("",))[0],
        **_helper(),
        "containers": [c for c in frame.diagram.containers if c.id != node.container],
        "going_too": list(dict.fromkeys(e.edge for e in (*into, *out))),
    }
    model = frame.judgement.model
    if not frame.is_graph:
        return context | {"seat": model.escalation.get(node.id)}
    spec = model.spec.declared.get(node.id)
    return context | {
        "note": NODES.get(node.name),
        "checklist": new_node_checklist(spec, canonical=model.spec.canonical, registry=model.registry) if spec else (),
        "route_names": sorted({router.route for router in model.spec.routers if router.source}),
    }


def _edge(frame: Frame, selected: Selected) -> dict[str, Any]:
    edge: Edge = selected.thing
    kind = None if frame.is_graph else edge.kind
    verdict = frame.judgement.model.edge_verdict(edge.source, edge.target, kind)
    context = {"edge": edge, "verdict": verdict, "kinds": kinds(frame), "not_done": EDGES_DO_NOT, **_helper()}
    if frame.is_graph:
        stages = {node.id: node.container for node in frame.diagram.nodes}
        note = edge_note(edge.source, edge.target, stages.get(edge.source), stages.get(edge.target))
        compiled = frame.judgement.model.compiled.by_pair.get((edge.source, edge.target))
        row = compiled.row if compiled and not edge.wrong else None
        return context | {"sources": sources(frame, edge), "note": note, "row": row}
    return context | {
        "command": plan_command(frame.judgement.name, edge.source, edge.target, edge.kind),
        "loop": verdict.cycle if edge.status == "cycle" else (),
        "stuck": bool(frame.judgement.model.launch.loops),
    }


def sources(frame: Frame, edge: Edge) -> list[dict[str, Any]]:
    """What makes a graph's edge: each piece of text with its line and the operations that change it."""
    document = frame.judgement.document
    made = []
    for path in edge.paths:
        if document is None or len(path) < 2:
            continue
        part = document.get(path[:2])
        found = {"chains": _chain, "edges": _static, "conditionalEdges": _arm}[str(path[0])](part, path)
        made.append(found | {"line": document.span(path).line, "index": path[1]})
    return made


def _chain(chain: Any, path: Path) -> dict[str, Any]:
    members = chain["path"]
    place = path[3] if len(path) > 3 and isinstance(path[3], int) else 1
    return {"what": "chain", "name": chain["name"], "node": members[place], "after": members[max(place - 1, 0)]}


def _static(edge: Any, path: Path) -> dict[str, Any]:
    return {"what": "edge", "from": edge["from"], "to": edge["to"]}


def _arm(router: Any, path: Path) -> dict[str, Any]:
    arm = str(path[3]) if len(path) > 3 else ""
    note = ROUTES.get(str(router.get("route")))
    found = {"what": "arm", "from": router.get("from"), "route": router.get("route"), "arm": arm}
    said = {"note": note.arms.get(arm), "latch": note.latch} if note else {}
    return found | said | {"to": router.get("arms", {}).get(arm)}
