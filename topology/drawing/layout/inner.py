"""Placement inside one container: ranks by `dot`, wide ranks and tall columns wrapped, lone boxes in columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from . import dot
from .flow import Link, back_links, strong_or_lone
from .geometry import Point
from .scene import Thing


@dataclass(frozen=True, slots=True)
class Spacing:
    """Gaps between boxes, how many stand side by side or above one another before they wrap, the wanted shape."""

    across: float
    down: float
    row_limit: int
    column_limit: int
    lone_rows: int
    shape: float


POD = Spacing(across=44, down=36, row_limit=4, column_limit=6, lone_rows=3, shape=1.5)
LANE = Spacing(across=40, down=24, row_limit=8, column_limit=18, lone_rows=14, shape=0.8)
FOLDED = Spacing(across=84, down=76, row_limit=7, column_limit=8, lone_rows=1, shape=1.6)
FLAT = Spacing(across=56, down=48, row_limit=7, column_limit=8, lone_rows=1, shape=1.6)

Arrangement = dict[str, Point]
Rows = list[list[Thing]]


@dataclass(frozen=True, slots=True)
class Request:
    """One container's boxes in their order, the flow among them, and its spacing."""

    things: Sequence[Thing]
    links: dict[Link, int]
    spacing: Spacing


def arrange(requests: Sequence[Request], seconds: float) -> list[Arrangement]:
    """The middle of every box, per request, each starting at about (0, 0). One engine run for all."""
    bound = [_bound(request) for request in requests]
    sheets = [_sheet(request, ids) for request, ids in zip(requests, bound, strict=True) if ids]
    answers = iter(dot.place(sheets, seconds))
    return [_finish(request, ids, next(answers) if ids else {}) for request, ids in zip(requests, bound, strict=True)]


def stacked(request: Request) -> Arrangement:
    """The arrangement without an engine: everything in columns."""
    return _columns(request.things, request.spacing)


def _bound(request: Request) -> set[str]:
    return {end for link in strong_or_lone(request.links) for end in link}


def _sheet(request: Request, ids: set[str]) -> dot.Sheet:
    spacing = request.spacing
    # Only places are wanted here; drawing the edges too would cost most of the time.
    gaps = {"nodesep": f"{spacing.across / 72:.4f}", "ranksep": f"{spacing.down / 72:.4f}"}
    sheet = dot.Sheet(rankdir="TB", splines="none", **gaps)
    order = [thing.id for thing in request.things if thing.id in ids]
    for thing in request.things:
        if thing.id in ids:
            sheet.box(thing.id, thing.size, group=thing.group)
    links = strong_or_lone(request.links)
    back = back_links(order, links)
    for link, weight in _long_in_the_middle(order, links, back):
        extra = {"constraint": "false"} if link in back else {"weight": str(weight)}
        sheet.edge(*link, **extra)
    return sheet


def _long_in_the_middle(order: Sequence[str], links: dict[Link, int], back: set[Link]) -> list[tuple[Link, int]]:
    """Each box's links with its longest between the others, so that short cuts pass between siblings."""
    rank = dict.fromkeys(order, 0)
    for _ in range(min(len(order), 60)):
        moved = False
        for source, target in links:
            if (source, target) not in back and rank[target] <= rank[source]:
                rank[target] = rank[source] + 1
                moved = True
        if not moved:
            break
    out: dict[str, list[tuple[Link, int]]] = {}
    for item in links.items():
        out.setdefault(item[0][0], []).append(item)
    for source, items in out.items():
        longest = max(items, key=lambda item: rank[item[0][1]])
        if len(items) > 2 and rank[longest[0][1]] > rank[source] + 1:
            items.remove(longest)
            items.insert((len(items) + 1) // 2, longest)
    return [item for items in out.values() for item in items]


def _finish(request: Request, ids: set[str], placed: Arrangement) -> Arrangement:
    spacing = request.spacing
    main = [thing for thing in request.things if thing.id in ids]
    lone = [thing for thing in request.things if thing.id not in ids]
    block = _wrapped(main, placed, spacing) if main else {}
    if not lone:
        return block
    return _joined(main, block, lone, spacing)


def _wrapped(things: Sequence[Thing], placed: Arrangement, spacing: Spacing) -> Arrangement:
    rows = _rows(things, placed)
    longest = max(len(row) for row in rows)
    if longest > spacing.row_limit:
        rows = [part for row in rows for part in _split(row, spacing)]
        # The edges to the lower rows of a wrapped rank run down between its columns.
        placed = _centred(rows, spacing, spacing.across + 7.0 * min(longest, 12))
    if len(rows) > spacing.column_limit:
        placed = _folded_back(rows, placed, spacing)
    return placed


def _rows(things: Iterable[Thing], placed: Arrangement) -> Rows:
    rows: dict[float, list[Thing]] = {}
    for thing in things:
        rows.setdefault(round(placed[thing.id][1]), []).append(thing)
    return [sorted(rows[y], key=lambda thing: placed[thing.id][0]) for y in sorted(rows)]


def _split(row: list[Thing], spacing: Spacing) -> Rows:
    if len(row) <= spacing.row_limit:
        return [row]
    wide = max(thing.size[0] for thing in row) + spacing.across
    high = max(thing.size[1] for thing in row) + spacing.down
    per = max(2, round(math.sqrt(len(row) * spacing.shape * high / wide) / 2) * 2)
    return [row[start : start + per] for start in range(0, len(row), per)]


def _centred(rows: Rows, spacing: Spacing, across: float) -> Arrangement:
    """Rows on a common raster, so that the gaps between columns stay open from top to bottom."""
    cell = max(thing.size[0] for row in rows for thing in row) + across
    placed: Arrangement = {}
    y = 0.0
    widest = max(len(row) for row in rows)
    for row in rows:
        high = max(thing.size[1] for thing in row)
        # A short last row of a wrapped rank starts at the left, a row of its own stands in the middle.
        offset = 0.0 if len(row) > 1 or widest == 1 else (widest - 1) / 2
        for column, thing in enumerate(row):
            placed[thing.id] = ((column + offset) * cell, y + high / 2)
        y += high + spacing.down
    return placed


def _folded_back(rows: Rows, placed: Arrangement, spacing: Spacing) -> Arrangement:
    """A tall stack of rows as several stacks side by side."""
    xs = [placed[thing.id][0] + side * thing.size[0] / 2 for row in rows for thing in row for side in (-1, 1)]
    wide = max(xs) - min(xs) + spacing.across
    pitch = max(thing.size[1] for row in rows for thing in row) + spacing.down
    count = min(max(2, round(math.sqrt(spacing.shape * len(rows) * pitch / wide))), len(rows))
    per = math.ceil(len(rows) / count)
    out: Arrangement = {}
    for number, row in enumerate(rows):
        top = placed[rows[number - number % per][0].id][1]
        for thing in row:
            x, y = placed[thing.id]
            out[thing.id] = (x + number // per * wide, y - top)
    return out


def _columns(things: Sequence[Thing], spacing: Spacing) -> Arrangement:
    wide = max((thing.size[0] for thing in things), default=0) + spacing.across
    high = max((thing.size[1] for thing in things), default=0) + spacing.down
    balanced = math.ceil(math.sqrt(len(things) * wide / (spacing.shape * high))) if things else 1
    per = min(max(spacing.lone_rows, balanced), max(len(things), 1))
    if spacing.lone_rows == 1:
        per = max(1, round(math.sqrt(len(things) * wide / (spacing.shape * high))))
        across = math.ceil(len(things) / per)
        return {t.id: (i % across * wide, i // across * high) for i, t in enumerate(things)}
    return {t.id: (i // per * wide, i % per * high) for i, t in enumerate(things)}


def _joined(main: Sequence[Thing], block: Arrangement, lone: Sequence[Thing], spacing: Spacing) -> Arrangement:
    """Lone boxes right of the block or below it, whichever comes nearer to the wanted shape."""
    if not main:
        return _columns(lone, spacing)
    left, top, right, bottom = _bounds(main, block)
    wide = max(thing.size[0] for thing in lone) + spacing.across
    high = max(thing.size[1] for thing in lone) + spacing.down
    per = max(1, int((right - left + spacing.across) // wide))
    below_height = bottom - top + math.ceil(len(lone) / per) * high
    rows = max(1, int((bottom - top + spacing.down) // high))
    beside_width = right - left + math.ceil(len(lone) / rows) * wide
    below = abs(math.log((right - left) / below_height / spacing.shape))
    beside = abs(math.log(beside_width / (bottom - top) / spacing.shape))
    out = dict(block)
    first = (left + right) / 2 - (min(per, len(lone)) - 1) * wide / 2
    for number, thing in enumerate(lone):
        if below <= beside:
            x, y = first + number % per * wide, bottom + (number // per + 1) * high
            out[thing.id] = (x, y - thing.size[1] / 2)
        else:
            x, y = right + (number // rows + 1) * wide, top + (number % rows + 0.5) * high - spacing.down / 2
            out[thing.id] = (x - thing.size[0] / 2, y)
    return out


def _bounds(things: Iterable[Thing], placed: Arrangement) -> tuple[float, float, float, float]:
    listed = [(placed[t.id], t.size) for t in things]
    return (
        min(p[0] - s[0] / 2 for p, s in listed),
        min(p[1] - s[1] / 2 for p, s in listed),
        max(p[0] + s[0] / 2 for p, s in listed),
        max(p[1] + s[1] / 2 for p, s in listed),
    )
