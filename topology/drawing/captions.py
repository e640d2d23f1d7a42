"""The words beside edges and the crosses on them: arms near their beginning, reasons beside what is wrong."""

from __future__ import annotations

from dataclasses import replace

from topology.core.diagram import Edge

from . import spots, stubs
from .layout.geometry import Box, Point, length, pieces, segment_meets, walk
from .layout.grid import Grid
from .layout.scene import Scene
from .measure import clean, clip, identity, width, wrap
from .picture import Label, Link, Text
from .theme import edge_style

#: Labels of ordinary edges are left out above this many.
LABELS = 120
#: Wrong edges whose reason is written out; the others still have their cross and say why when asked.
REASONS = 40
_ARM, _REASON = 11.5, 12.0
_REASON_ROOM = 360.0
#: Where along a wrong edge its cross may stand, best first.
_CROSS_AT = (0.5, 0.45, 0.55, 0.4, 0.6, 0.34, 0.66, 0.28, 0.72, 0.2, 0.8)


def labels(shown: Scene, drawn: tuple[Link, ...], taken: list[Box]) -> tuple[Label, ...]:
    """Words beside edges: all arms unless they are too many, and why wrong edges are wrong (the first REASONS)."""
    edges = {identity(edge.id): edge for edge in shown.edges}
    paired = [(link, edges[link.id]) for link in drawn]
    said: set[str] = set()
    wrong = [
        (link, edge)
        for link, edge in paired
        if link.wrong and edge.reason and not _in_stub(shown, edge) and not _said(edge, said)
    ]
    named = [(link, edge) for link, edge in paired if not link.wrong and edge.label]
    named = [] if len(named) > LABELS else sorted(named, key=_bends)
    if not named and not wrong:
        return ()
    crosses = [_cross_box(link.cross) for link in drawn if link.cross]
    space = spots.Space([*taken, *crosses], [link.line for link in drawn])
    out = [_arm(link, edge, space) for link, edge in named]
    out += [_reason(link, edge, space) for link, edge in wrong[:REASONS]]
    return tuple(label for label in out if label is not None)


def _bends(item: tuple[Link, Edge]) -> int:
    """Straight edges first: their words have the fewest places to go."""
    return len(item[0].line)


def _cross_box(cross: Point) -> Box:
    return Box(cross[0] - 10, cross[1] - 10, 20, 20)


def with_crosses(drawn: tuple[Link, ...], boxes: list[Box]) -> tuple[Link, ...]:
    """The crosses of wrong edges in the middle, or as near to it as none lies on another or on one of `boxes`."""
    taken = Grid()
    for box in boxes:
        taken.add_box(box)
    out: list[Link] = []
    for link in drawn:
        if link.cross is None:
            out.append(link)
            continue
        line = list(link.line)
        whole = length(line)
        places = [walk(line, whole * share)[0] for share in _CROSS_AT]
        spot = next((p for p in places if not _meets_any(_cross_box(p), taken)), places[0])
        taken.add_box(_cross_box(spot))
        out.append(replace(link, cross=(round(spot[0], 1), round(spot[1], 1))))
    return tuple(out)


def _meets_any(box: Box, taken: Grid) -> bool:
    return any(box.meets(other) for other in taken.boxes(box))


def _in_stub(shown: Scene, edge: Edge) -> bool:
    """Whether the reason stands in the stub of a missing end already."""
    ends = (end for end in (edge.source, edge.target) if end not in shown.things)
    return any(stubs.speaks_of(edge, end) for end in ends)


def _said(edge: Edge, said: set[str]) -> bool:
    """Whether the reason of a launch cycle stands beside another edge of the same loop already."""
    if edge.status != "cycle" or edge.reason is None:
        return False
    known = edge.reason in said
    said.add(edge.reason)
    return known


def _arm(link: Link, edge: Edge, space: spots.Space) -> Label | None:
    text = clip(clean(edge.label), _ARM, 130, True)
    size = (width(text, _ARM, True) + 4, 15.0)
    box = space.best(spots.beside(list(link.line), size))
    if box is None:
        return None
    shown = Text(box.centre[0], box.y + 11.3, text, "middle")
    return Label(link.id, "arm", box, (shown,), edge_style(edge).colour, clean(edge.label))


def _reason(link: Link, edge: Edge, space: spots.Space) -> Label:
    lines = wrap(stubs.plain(edge.reason), _REASON, _REASON_ROOM, 3, True)
    wide = max(width(line, _REASON, True) for line in lines)
    size = (wide + 20, 16.0 * len(lines) + 9)
    cross = link.cross or (0.0, 0.0)
    line = list(link.line)
    near = (spot for spot in spots.around(cross, size) if space.clear(_lead(cross, spot)))
    box = (
        space.best(spots.along(line, size), 0)
        or space.best(near, 0)
        or space.best(spots.along(line, size))
        or space.best(spots.around(cross, size, 1200.0))
    )
    beside_line = box is not None and any(segment_meets(a, b, box.grown(9)) for a, b in pieces(line))
    if box is None:
        box = Box(cross[0] - size[0] / 2, cross[1] + 14, *size)
    if not beside_line:
        space.lead(_lead(cross, box))
    texts = tuple(Text(box.centre[0], box.y + 17 + 16 * row, line, "middle") for row, line in enumerate(lines))
    return Label(link.id, "reason", box, texts, "wrong", clean(edge.reason), "" if beside_line else _leader(cross, box))


def _lead(cross: Point, box: Box) -> tuple[Point, Point]:
    """From the cross to the nearest side of a reason."""
    x = min(max(cross[0], box.x + 8), box.right - 8)
    y = box.y if cross[1] < box.y else box.bottom if cross[1] > box.bottom else cross[1]
    if box.y <= cross[1] <= box.bottom:
        x = box.x if cross[0] < box.x else box.right
    return cross, (x, y)


def _leader(cross: Point, box: Box) -> str:
    """A thin line from the cross to a reason that had to be placed further away."""
    _, (x, y) = _lead(cross, box)
    away = abs(x - cross[0]) + abs(y - cross[1])
    return f"M{cross[0]:.1f} {cross[1]:.1f}L{x:.1f} {y:.1f}" if away > 26 else ""
