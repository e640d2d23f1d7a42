"""Diagram in, picture out: fold, place, route, then put the words where they touch nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from topology.core.diagram import Diagram, Edge

from . import captions, cards, links, stubs, words
from .layout import placing, routing, scene
from .layout.geometry import Box, union
from .layout.placing import Placement
from .layout.routing import Ground, Routes
from .layout.scene import Scene
from .measure import clean, identity
from .picture import Card, Frame, Label, Link, Picture, Strip, Stub, Text

MARGIN = 28.0


def draw(
    diagram: Diagram,
    *,
    remembered: Mapping[str, Any] | None = None,
    folded: Collection[str] = frozenset(),
    opened: Collection[str] = frozenset(),
    marks: Mapping[str, str] | None = None,
    highlight: Collection[str] = frozenset(),
    theme: str | None = None,
) -> Picture:
    """Draw a diagram. Never raises for what stands in it, and never hangs: `Picture.degraded` says what was left out.

    `remembered` is the `positions` of an earlier picture: no box that it names moves when an edge comes or goes.
    `folded` are pods or chains drawn as one box; above 150 nodes all are, but for `opened`. `marks` are
    `{"node:ID" | "edge:ID" | "container:ID": "added" | "removed" | "changed"}`; `highlight` are keys of that form.
    `theme` is of no account here (colours are variables); stand-alone files resolve it.
    """
    shown = scene.build(diagram, folded, opened)
    base = Picture(
        diagram.kind,
        clean(diagram.name, 120),
        words.of_picture(diagram),
        Box(0, 0, 320, 160),
        strips=_strips(diagram),
        legend=links.legend(diagram.edges),
        units=tuple(identity(unit) for unit in shown.units),
        folded=shown.folded,
    )
    if len(shown.things) > scene.OUTLINE_ABOVE:
        said = f"{len(shown.things)} boxes are too many for a picture; see the outline"
        return replace(base, degraded=said, outline_only=True, positions=dict(remembered or {}))
    placement = placing.place(shown, remembered)
    return _painted(base, shown, placement, _Marks(marks or {}, highlight))


class _Marks:
    """Classes by key: diff marks and highlights."""

    def __init__(self, marks: Mapping[str, str], highlight: Collection[str]) -> None:
        self._marks, self._lit = marks, highlight

    def css(self, base: str, key: str) -> str:
        return cards.marked(base, self._marks, key, key in self._lit)


def _painted(base: Picture, shown: Scene, placement: Placement, marks: _Marks) -> Picture:
    frames = tuple(
        cards.frame(shown, c, placement.frames[c.id], marks.css(_frame_css(shown), f"container:{c.id}"))
        for c in shown.containers
    )
    boxes = {thing.id: Box.around(placement.centres[thing.id], thing.size) for thing in shown.things.values()}
    closing = _closing(shown, boxes)
    drawn_cards = tuple(
        cards.card(shown, thing, boxes[thing.id], marks.css("node", f"node:{thing.id}"), closing.get(thing.id, ""))
        for thing in shown.things.values()
    )
    stub_boxes = stubs.place(shown, placement.centres, placement.frames)
    titles = {f"title:{frame.id}": cards.title_box(frame) for frame in frames}
    titles |= {f"sub:{frame.id}": cards.sub_box(frame) for frame in frames}
    edges = _ended(shown.edges, stub_boxes)
    routes = routing.route(edges, Ground({**boxes, **stub_boxes}, titles, list(placement.frames.values())))
    drawn_links = tuple(
        links.link(edge, routes.routes[edge.id], marks.css(_edge_css(edge), f"edge:{edge.id}")) for edge in shown.edges
    )
    taken = [*boxes.values(), *stub_boxes.values(), *titles.values()]
    drawn_links = captions.with_crosses(drawn_links, taken)
    drawn_stubs = _stubs(shown, stub_boxes)
    drawn_labels = captions.labels(shown, drawn_links, taken)
    return replace(
        base,
        box=_extent(frames, drawn_cards, drawn_links, drawn_labels, drawn_stubs),
        frames=frames,
        cards=drawn_cards,
        links=drawn_links,
        labels=drawn_labels,
        stubs=drawn_stubs,
        degraded=_degraded(shown, placement, routes),
        passing=placement.passing or routes.passing,
        positions=placement.record,
    )


def _frame_css(shown: Scene) -> str:
    return "frame lane" if shown.graph else "frame pod"


def _closing(shown: Scene, boxes: Mapping[str, Box]) -> dict[str, str]:
    """The node of each opened chain that bears the control to fold it again: the upper left one."""
    first: dict[str, str] = {}
    for key in sorted(boxes, key=lambda key: (boxes[key].y, boxes[key].x)):
        node = shown.things[key].node
        unit = scene.fold_unit(shown.diagram, node) if node else ""
        if unit in shown.opened:
            first.setdefault(unit, key)
    return {key: unit for unit, key in first.items()}


def _edge_css(edge: Edge) -> str:
    css = f"edge k-{links.token(edge.kind)} s-{links.token(edge.status)}"
    return f"{css} wrong" if edge.wrong else css


def _ended(edges: tuple[Edge, ...], stub_boxes: Mapping[str, Box]) -> list[Edge]:
    """The edges with their missing ends at the stubs."""
    out: list[Edge] = []
    for edge in edges:
        source, target = stubs.key_of(edge, "source"), stubs.key_of(edge, "target")
        if source not in stub_boxes and target not in stub_boxes:
            out.append(edge)
            continue
        out.append(
            replace(
                edge,
                source=source if source in stub_boxes else edge.source,
                target=target if target in stub_boxes else edge.target,
            )
        )
    return out


def _stubs(shown: Scene, boxes: Mapping[str, Box]) -> tuple[Stub, ...]:
    out: list[Stub] = []
    for edge, end, name in stubs.missing(shown):
        box = boxes[stubs.key_of(edge, end)]
        texts = tuple(
            Text(box.centre[0], box.y + 18.2 + stubs.LEADING * number, line, "middle")
            for number, line in enumerate(stubs.text_of(edge, name))
        )
        out.append(Stub(identity(edge.id), box, texts, clean(edge.reason) or clean(name)))
    return tuple(out)


def _strips(diagram: Diagram) -> tuple[Strip, ...]:
    ordered = sorted(diagram.filters, key=lambda item: (item.priority, item.name))
    return tuple(Strip(clean(f.name, 60), f.priority, clean(f.summary) or clean(f.name)) for f in ordered)


def _degraded(shown: Scene, placement: Placement, routes: Routes) -> str:
    parts = [placement.degraded, routes.degraded]
    if shown.folded and len(shown.diagram.nodes) > scene.FOLD_ABOVE:
        parts.insert(0, f"{len(shown.diagram.nodes)} nodes: {words.plural(len(shown.folded), 'container')} folded")
    return "; ".join(part for part in parts if part)


def _extent(
    frames: tuple[Frame, ...],
    drawn_cards: tuple[Card, ...],
    drawn_links: tuple[Link, ...],
    drawn_labels: tuple[Label, ...],
    drawn_stubs: tuple[Stub, ...],
) -> Box:
    boxes = [item.box for group in (frames, drawn_cards, drawn_labels, drawn_stubs) for item in group]
    for link in drawn_links:
        xs, ys = [p[0] for p in link.line], [p[1] for p in link.line]
        boxes.append(Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    whole = union(boxes).grown(MARGIN)
    return Box(round(whole.x), round(whole.y), round(whole.w), round(whole.h)) if boxes else Box(0, 0, 320, 160)
