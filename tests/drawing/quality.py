"""What makes a picture good or bad, as numbers: what the geometry tests demand and the bench reports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from topology.core.diagram import Diagram, Edge
from topology.drawing import Picture, draw
from topology.drawing.layout.geometry import Box, Point, line_meets, pieces, segments_cross, union
from topology.drawing.measure import width


@dataclass(frozen=True, slots=True)
class Quality:
    nodes: int
    edges: int
    through: int
    overlaps: int
    covered: int
    lying: int
    crossings: int
    shape: float
    moved: int


def measure(diagram: Diagram) -> tuple[Picture, Quality]:
    """A fresh picture of a diagram and its quality."""
    picture = draw(diagram)
    return picture, Quality(
        len(diagram.nodes),
        len(diagram.edges),
        len(through_nodes(picture)),
        len(overlapping_boxes(picture)),
        len(covered_labels(picture)),
        len(lying_on_one_another(picture)),
        crossings(picture),
        round(picture.box.w / picture.box.h, 2),
        moved_by_an_edge(diagram, picture),
    )


def through_nodes(picture: Picture, margin: float = -1.0) -> list[tuple[str, str]]:
    """(edge, node) wherever an edge runs through a card that is not its own, or nearer to it than `margin`."""
    found = []
    for link in picture.links:
        bounds = _bounds(link.line)
        for card in picture.cards:
            if card.id in (link.source, link.target) or not bounds.meets(card.box, margin + 1):
                continue
            if line_meets(list(link.line), card.box.grown(margin)):
                found.append((link.id, card.id))
    return found


def overlapping_boxes(picture: Picture) -> list[tuple[str, str]]:
    """Cards on cards, frames on frames, cards outside their frame."""
    found = [(a.id, b.id) for a, b in combinations(picture.cards, 2) if a.box.meets(b.box)]
    found += [(a.id, b.id) for a, b in combinations(picture.frames, 2) if a.box.meets(b.box)]
    frames = {frame.id: frame.box for frame in picture.frames}
    for card in picture.cards:
        home = frames.get(card.container)
        if home is not None and union([home.grown(0.01), card.box]) != union([home.grown(0.01)]):
            found.append((card.id, card.container))
    return found


def covered_labels(picture: Picture) -> list[tuple[str, str]]:
    """(edge, what its words or its cross lie on): a card, a stub, a frame's title or the words of another edge."""
    fixed = [(card.id, card.box) for card in picture.cards] + frame_titles(picture)
    fixed += [(f"stub {stub.edge}", stub.box) for stub in picture.stubs]
    crosses = [(link.id, Box.around(link.cross, (17.0, 17.0))) for link in picture.links if link.cross]
    put = [(label.edge, label.box) for label in picture.labels] + crosses
    found = [(edge, name) for edge, place in put for name, box in fixed if place.meets(box)]
    return found + [(a[0], b[0]) for a, b in combinations(put, 2) if a[1].meets(b[1])]


def frame_titles(picture: Picture) -> list[tuple[str, Box]]:
    """(container, place) of the words of every frame."""
    found = []
    for frame in picture.frames:
        wide, small = width(frame.title.text, 13.5, True), width(frame.sub.text, 12)
        found.append((frame.id, Box(frame.title.x, frame.title.y - 10, wide, 12)))
        found.append((frame.id, Box(frame.sub.x - small, frame.sub.y - 9, small, 11)))
    return found


def lying_on_one_another(picture: Picture, near: float = 1.5, run: float = 14.0) -> list[tuple[str, str]]:
    """Pairs of edges that run along the same line for a while."""
    found = []
    for a, b in combinations(picture.links, 2):
        if _bounds(a.line).meets(_bounds(b.line), near) and _shared(a.line, b.line, near) > run:
            found.append((a.id, b.id))
    return found


def crossings(picture: Picture) -> int:
    """How many times edges cross."""
    lines = [(list(pieces(list(link.line))), _bounds(link.line)) for link in picture.links]
    count = 0
    for (a, a_bounds), (b, b_bounds) in combinations(lines, 2):
        if a_bounds.meets(b_bounds):
            count += sum(segments_cross(*p, *q) for p in a for q in b)
    return count


def moved_by_an_edge(diagram: Diagram, before: Picture) -> int:
    """How many boxes move when an edge between the first and the last node is added."""
    if len(diagram.nodes) < 2:
        return 0
    kind = "arm" if diagram.kind == "graph" else "can_observe"
    first, last = diagram.nodes[len(diagram.nodes) // 3].id, diagram.nodes[-1].id
    extra = Edge("added", first, last, kind, "ok", label="added")
    after = draw(replace(diagram, edges=(*diagram.edges, extra)), remembered=before.positions)
    return moved(before, after)


def moved(before: Picture, after: Picture) -> int:
    """How many boxes that are in both pictures stand elsewhere."""
    places = {card.id: card.box.centre for card in before.cards}
    return sum(
        abs(card.box.centre[0] - places[card.id][0]) + abs(card.box.centre[1] - places[card.id][1]) > 0.2
        for card in after.cards
        if card.id in places
    )


def _bounds(line: tuple[Point, ...]) -> Box:
    return union(Box(x, y, 0.01, 0.01) for x, y in line)


def _shared(a: tuple[Point, ...], b: tuple[Point, ...], near: float) -> float:
    """How long two right-angled lines run along one another."""
    total = 0.0
    for p, q in pieces(list(a)):
        for r, s in pieces(list(b)):
            for axis in (0, 1):
                other = 1 - axis
                level = abs(p[other] - q[other]) < 0.1 and abs(r[other] - s[other]) < 0.1
                if level and abs(p[other] - r[other]) < near:
                    low = max(min(p[axis], q[axis]), min(r[axis], s[axis]))
                    high = min(max(p[axis], q[axis]), max(r[axis], s[axis]))
                    total += max(high - low, 0.0)
    return total
