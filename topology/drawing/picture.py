"""A picture: plain data with every coordinate, text and class decided; templates only write it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .arrowheads import Head
from .layout.geometry import Box, Point


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text. `anchor` is `start`, `middle` or `end`."""

    x: float
    y: float
    text: str
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Control:
    """A small control that folds a pod or a chain: what is pressed, and the middle of its sign."""

    folds: str
    aria: str
    box: Box
    at: Point

    @property
    def d(self) -> str:
        x, y = self.at
        return f"M{x - 4:.1f} {y - 2:.1f}L{x:.1f} {y + 2:.1f}L{x + 4:.1f} {y - 2:.1f}"


@dataclass(frozen=True, slots=True)
class Frame:
    """A container: its box, title, the words at its right, its name for a screen reader, classes."""

    id: str
    box: Box
    title: Text
    sub: Text
    tooltip: str
    aria: str
    css: str = "frame"
    fold: str = ""

    @property
    def control(self) -> Control | None:
        """The control that folds the container, where that can be."""
        box = Box(self.box.right - 34, self.box.y + 10, 24, 24)
        return Control(self.fold, f"fold {self.fold}", box, box.centre) if self.fold else None


@dataclass(frozen=True, slots=True)
class Glyph:
    """A small sign in a 12 x 12 field at (x, y), with the word it stands for."""

    x: float
    y: float
    d: str
    word: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A small pill with text: a wave number, an off-canvas count."""

    box: Box
    text: Text
    word: str
    d: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A member, a node, START or END, or a folded unit (`shape` says which)."""

    id: str
    shape: str
    box: Box
    title: Text
    sub: Text | None
    tooltip: str
    aria: str
    css: str
    radius: float = 7.0
    container: str = ""
    glyphs: tuple[Glyph, ...] = ()
    wave: Chip | None = None
    badge: Chip | None = None
    seam: str = ""
    fold: str = ""
    closes: str = ""

    @property
    def control(self) -> Control | None:
        """The control that folds the chain again whose first node this is; it straddles the card's left side."""
        if not self.closes:
            return None
        box = Box(self.box.x - 12, self.box.y, 24, self.box.h)
        name = self.closes.partition("/")[2]
        return Control(self.closes, f"fold {name}", box, (self.box.x + 6.5, box.centre[1]))

    @property
    def behind(self) -> Box:
        return self.box.moved(4, 4)

    @property
    def seam_at(self) -> Point:
        return (self.box.right - 1.5, self.box.y + 1.5)


@dataclass(frozen=True, slots=True)
class Link:
    """One edge: `d` is the visible line, `hit` the wide invisible one, `cross` the middle of a wrong edge's badge."""

    id: str
    source: str
    target: str
    kind: str
    status: str
    d: str
    hit: str
    colour: str
    width: float
    dash: str
    heads: tuple[Head, ...]
    tooltip: str
    aria: str
    css: str
    wrong: bool = False
    cross: Point | None = None
    line: tuple[Point, ...] = ()

    @property
    def cross_path(self) -> str:
        x, y = self.cross or (0.0, 0.0)
        return f"M{x - 3:.1f} {y - 3:.1f}L{x + 3:.1f} {y + 3:.1f}M{x + 3:.1f} {y - 3:.1f}L{x - 3:.1f} {y + 3:.1f}"


@dataclass(frozen=True, slots=True)
class Label:
    """Words beside an edge: `kind` is `arm` (plain) or `reason` (boxed, red)."""

    edge: str
    kind: str
    box: Box
    lines: tuple[Text, ...]
    colour: str
    tooltip: str
    leader: str = ""


@dataclass(frozen=True, slots=True)
class Stub:
    """The missing end of an edge."""

    edge: str
    box: Box
    lines: tuple[Text, ...]
    tooltip: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """The sign of a comparison on a corner or on an edge (`edge` is its id): `mark` is added, removed or changed."""

    at: Point
    mark: str
    d: str
    edge: str = ""

    @property
    def x(self) -> float:
        return self.at[0]

    @property
    def y(self) -> float:
        return self.at[1]


@dataclass(frozen=True, slots=True)
class Strip:
    """A stream filter, in priority order."""

    name: str
    priority: int
    tooltip: str


@dataclass(frozen=True, slots=True)
class LegendRow:
    """An edge kind on show: a swatch in a 44 x 14 field."""

    kind: str
    name: str
    count: int
    colour: str
    width: float
    dash: str
    d: str
    heads: tuple[Head, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything drawn. `degraded` is a word for the person, `positions` the record to be remembered (JSON-able).

    `units` are the pods and chains that can be folded, `folded` those that are. `outline_only` says that there is
    nothing to show but the outline. `passing` says that the engine failed: drawn again later it can look better, so
    neither the picture nor its positions are worth keeping.
    """

    kind: str
    name: str
    title: str
    box: Box
    frames: tuple[Frame, ...] = ()
    cards: tuple[Card, ...] = ()
    links: tuple[Link, ...] = ()
    labels: tuple[Label, ...] = ()
    stubs: tuple[Stub, ...] = ()
    badges: tuple[Badge, ...] = ()
    strips: tuple[Strip, ...] = ()
    legend: tuple[LegendRow, ...] = ()
    degraded: str = ""
    positions: Mapping[str, Any] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    folded: frozenset[str] = frozenset()
    outline_only: bool = False
    passing: bool = False

    @property
    def empty(self) -> bool:
        return not self.cards and not self.frames

    @property
    def width(self) -> float:
        return self.box.w

    @property
    def height(self) -> float:
        return self.box.h

    @property
    def plain_links(self) -> list[Link]:
        return [link for link in self.links if not link.wrong]

    @property
    def wrong(self) -> int:
        return len(self.wrong_links)

    @property
    def wrong_links(self) -> list[Link]:
        return [link for link in self.links if link.wrong]

    @property
    def arm_labels(self) -> list[Label]:
        return [label for label in self.labels if label.kind != "reason"]

    @property
    def reason_labels(self) -> list[Label]:
        return [label for label in self.labels if label.kind == "reason"]
