"""The look of the picture as tables: criteria -> attributes. Colours are named here and valued once per theme.

`static/picture.css` carries the same values as CSS variables; `tests/drawing/test_theme.py` keeps the two alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from topology.core.diagram import Edge

#: name -> (light, dark). In the picture a colour is written `var(--pic-NAME)`; a stand-alone file gets the value.
COLOURS: dict[str, tuple[str, str]] = {
    "ground": ("#f7f8fa", "#10141b"),
    "frame": ("#eff2f7", "#161c26"),
    "frame-line": ("#d9e0ea", "#2a3444"),
    "card": ("#ffffff", "#1e2633"),
    "card-line": ("#b4bdcb", "#4a576d"),
    "card-shade": ("#e4e9f1", "#0b0f15"),
    "ink": ("#1a2230", "#e6eaf1"),
    "mute": ("#5b6678", "#9aa6ba"),
    "chip": ("#eef1f6", "#2a3445"),
    "accent": ("#2456c7", "#7ea6ff"),
    "accent-chip": ("#e6edfd", "#1c2b4a"),
    "wrong": ("#c8102e", "#ff5c6c"),
    "wrong-chip": ("#fdecee", "#3a1720"),
    "wrong-cross": ("#ffffff", "#2a0d13"),
    "added": ("#0b6e4f", "#4cc38a"),
    "removed": ("#7a4a00", "#e0a458"),
    "changed": ("#6b3fb5", "#b79bff"),
    "delegates_to": ("#2456c7", "#7ea6ff"),
    "spawned_by": ("#6b3fb5", "#b79bff"),
    "can_observe": ("#0b7a63", "#45c7a4"),
    "collaborates_with": ("#5b6678", "#a3afc2"),
    "escalates_to": ("#a34e00", "#f0a35c"),
    "chain": ("#66738a", "#8c99af"),
    "edge": ("#334155", "#c3cede"),
    "arm": ("#2456c7", "#7ea6ff"),
}


@dataclass(frozen=True, slots=True)
class EdgeStyle:
    """How one kind of edge is drawn. `head` is at the target, `tail` at the source: names of `arrowheads.SHAPES`."""

    colour: str
    width: float = 1.6
    dash: str = ""
    head: str = "arrow"
    tail: str = ""


@dataclass(frozen=True, slots=True)
class StyleRow:
    """A row of the table: it applies where every criterion that it names holds; later rows win field by field."""

    style: dict[str, str | float]
    kind: str | None = None
    wrong: bool | None = None
    rollover: bool | None = None


#: Seed rig-edge-types.md "Edge Kinds"; agent-graph-edge-catalog.md row 9 is the rollover into the next turn.
EDGE_ROWS: tuple[StyleRow, ...] = (
    StyleRow({"colour": "edge"}),
    StyleRow({"colour": "delegates_to", "head": "arrow", "width": 1.7}, kind="delegates_to"),
    StyleRow({"colour": "spawned_by", "head": "diamond"}, kind="spawned_by"),
    StyleRow({"colour": "can_observe", "head": "open", "dash": "1.5 4.5", "width": 1.9}, kind="can_observe"),
    StyleRow({"colour": "collaborates_with", "head": "small", "tail": "small", "width": 1.1}, kind="collaborates_with"),
    StyleRow({"colour": "escalates_to", "head": "upward", "dash": "8 4"}, kind="escalates_to"),
    StyleRow({"colour": "chain", "head": "arrow", "width": 1.5}, kind="chain"),
    StyleRow({"colour": "edge", "head": "open", "width": 1.6}, kind="edge"),
    StyleRow({"colour": "arm", "head": "arrow", "dash": "5 3.5"}, kind="arm"),
    StyleRow({"dash": "14 6"}, rollover=True),
    StyleRow({"colour": "wrong", "dash": "7 4", "width": 2.8}, wrong=True),
)

#: kind -> its name in the legend, in legend order.
KIND_NAMES: dict[str, str] = {
    "delegates_to": "delegates_to",
    "spawned_by": "spawned_by",
    "can_observe": "can_observe",
    "collaborates_with": "collaborates_with",
    "escalates_to": "escalates_to",
    "chain": "chain",
    "edge": "static edge",
    "arm": "router arm",
}

#: runtime -> a glyph in a 12 x 12 field, stroked.
RUNTIME_GLYPHS: dict[str, str] = {
    "claude-code": "M6 1.5V10.5M1.5 6H10.5M2.8 2.8L9.2 9.2M9.2 2.8L2.8 9.2",
    "codex": "M6 1.3L10.2 3.7V8.3L6 10.7L1.8 8.3V3.7Z",
    "terminal": "M2 3L5 6L2 9M6 9.5H10.5",
    "pi": "M2 3.5H10.5M4 3.5V10M8.2 3.5V8.6Q8.2 10 9.6 10",
    "": "M6 2A4 4 0 1 0 6 10A4 4 0 1 0 6 2",
}

#: mark of a graph node -> glyph in a 12 x 12 field, stroked.
MARK_GLYPHS: dict[str, str] = {
    "plugin": "M4 1.5V4M8 1.5V4M2.5 4H9.5V6.5A3.5 3.5 0 0 1 2.5 6.5ZM6 10V11.5",
    "short-circuit": "M6.8 1L3 7H6L5.2 11L9 5H6Z",
    "singleton": "M6 1.5A4.5 4.5 0 1 0 6 10.5A4.5 4.5 0 1 0 6 1.5M5 4.6L6.3 3.8V8.4",
    "reactive": "M1 6Q2.7 1.5 4.3 6T7.7 6T11 6",
}


def is_rollover(edge: Edge) -> bool:
    """Whether an edge runs into the next turn: allowed row 9."""
    return edge.row == 9 and not edge.wrong


def edge_style(edge: Edge) -> EdgeStyle:
    """The style of one edge: all matching rows of the table, later ones over earlier ones."""
    return _style(edge.kind, edge.wrong, is_rollover(edge))


@lru_cache(maxsize=64)
def _style(kind: str, wrong: bool, rollover: bool) -> EdgeStyle:
    facts = {"kind": kind, "wrong": wrong, "rollover": rollover}
    merged: dict[str, str | float] = {}
    for row in EDGE_ROWS:
        if all(getattr(row, name) in (None, value) for name, value in facts.items()):
            merged.update(row.style)
    return EdgeStyle(**merged)  # type: ignore[arg-type]


def colour(name: str) -> str:
    """A colour as the picture writes it."""
    return f"var(--pic-{name})"


def resolve(svg: str, theme: str = "light") -> str:
    """`svg` with every colour variable replaced by its value in `theme` (`light` or `dark`)."""
    column = {"light": 0, "dark": 1}[theme]
    for name, values in COLOURS.items():
        svg = svg.replace(f"var(--pic-{name})", values[column])
    return svg
