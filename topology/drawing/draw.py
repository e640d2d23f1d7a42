"""Diagram in, picture out: fold, place, route, then put the words where they touch nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture on its way: the engine is at work until `finish` or `drop`, one of which must follow."""

    finish: Callable[[], Picture]
    drop: Callable[[], None] = lambda: None


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
    return begin(
        diagram, remembered=remembered, folded=folded, opened=opened, marks=marks, highlight=highlight
    ).finish()


def begin(
    diagram: Diagram,
    *,
    remembered: Mapping[str, Any] | None = None,
    folded: Collection[str] = frozenset(),
    opened: Collection[str] = frozenset(),
    marks: Mapping[str, str] | None = None,
    highlight: Collection[str] = frozenset(),
) -> Drawing:
    """Begin to draw as `draw` does, without waiting for the engine to route the edges."""
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
        picture = replace(base, degraded=said, outline_only=True, positions=dict(remembered or {}))
        return Drawing(lambda: picture)
    painting = _Painting(base, shown, placing.place(shown, remembered), _Marks(marks or {}, highlight))

    def finish() -> Picture:
        try:
            return painting.finish()
        finally:
            painting.routes.drop()

    return Drawing(finish, painting.routes.drop)


class _Marks:
    """Classes by key: diff marks and highlights."""

    def __init__(self, marks: Mapping[str, str], highlight: Collection[str]) -> None:
        self._marks, self._lit = marks, highlight

    def css(self, base: str, key: str) -> str:
        return cards.marked(base, self._marks, key, key in self._lit)


class _Painting:
    """A picture in the making: what stands is put down at once, the words beside edges when these have their lines."""

    def __init__(self, base: Picture, shown: Scene, placement: Placement, marks: _Marks) -> None:
        self._base, self._shown, self._placement, self._marks = base, shown, placement, marks
        self._frames = tuple(
            cards.frame(shown, c, placement.frames[c.id], marks.css(_frame_css(shown), f"container:{c.id}"))
            for c in shown.containers
        )
        self._boxes = {thing.id: Box.around(placement.centres[thing.id], thing.size) for thing in shown.things.values()}
        self._stubs = stubs.place(shown, placement.centres, placement.frames)
        titles = {f"title:{frame.id}": cards.title_box(frame) for frame in self._frames}
        self._titles = titles | {f"sub:{frame.id}": cards.sub_box(frame) for frame in self._frames}
        ground = Ground({**self._boxes, **self._stubs}, self._titles, list(placement.frames.values()))
        self.routes = routing.Begun(_ended(shown.edges, self._stubs), ground)

    def finish(self) -> Picture:
        shown = self._shown
        drawn_cards = self._cards()
        routes = self.routes.finish()
        drawn_links = tuple(
            links.link(edge, routes.routes[edge.id], self._marks.css(_edge_css(edge), f"edge:{edge.id}"))
            for edge in shown.edges
        )
        taken = [*self._boxes.values(), *self._stubs.values(), *self._titles.values()]
        drawn_links = captions.with_crosses(drawn_links, taken)
        drawn_stubs = _stubs(shown, self._stubs)
        drawn_labels = captions.labels(shown, drawn_links, taken)
        return replace(
            self._base,
            box=_extent(self._frames, drawn_cards, drawn_links, drawn_labels, drawn_stubs),
            frames=self._frames,
            cards=drawn_cards,
            links=drawn_links,
            labels=drawn_labels,
            stubs=drawn_stubs,
            degraded=_degraded(shown, self._placement, routes),
            passing=self._placement.passing or routes.passing,
            positions=self._placement.record,
        )

    def _cards(self) -> tuple[Card, ...]:
        closing = _closing(self._shown, self._boxes)
        return tuple(
            cards.card(
                self._shown,
                thing,
                self._boxes[thing.id],
                self._marks.css("node", f"node:{thing.id}"),
                closing.get(thing.id, ""),
            )
            for thing in self._shown.things.values()
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
