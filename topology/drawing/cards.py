"""Frames and cards: texts clipped to their room, glyphs, chips and badges put in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from topology.core.diagram import Container, Node

from . import words
from .layout.geometry import Box
from .layout.scene import MARK_WIDTH, NODE_FONT, Scene, Thing
from .measure import clean, clip, identity, width
from .picture import Card, Chip, Frame, Glyph, Text
from .theme import MARK_GLYPHS, RUNTIME_GLYPHS

TITLE, SMALL, CHIP = 13.0, 11.5, 10.5
FRAME_TITLE, FRAME_SUB = 13.5, 12.0


def frame(scene: Scene, container: Container, box: Box, css: str) -> Frame:
    """The frame of one container."""
    diagram = scene.diagram
    count = sum(node.container == container.id for node in diagram.nodes)
    label = clean(container.label or container.id)
    foldable = container.id in scene.units and not scene.graph
    right = box.right - (38 if foldable else 18)
    sub = str(count) if scene.graph or label == container.id else clip(clean(container.id), FRAME_SUB, box.w * 0.4)
    room = right - box.x - 18 - width(sub, FRAME_SUB) - 14
    return Frame(
        identity(container.id),
        box,
        Text(box.x + 18, box.y + 27, clip(label, FRAME_TITLE, room, True)),
        Text(right, box.y + 27, sub, "end"),
        clean(container.summary) or label,
        words.of_container(container, count, diagram),
        css,
        identity(container.id) if foldable else "",
    )


def title_box(shape: Frame) -> Box:
    """The place of a frame's title, which no edge should run through."""
    wide = width(shape.title.text, FRAME_TITLE, True)
    return Box(shape.title.x, shape.title.y - 11, max(wide, 8), 14)


def sub_box(shape: Frame) -> Box:
    """The place of the words at a frame's right."""
    wide = width(shape.sub.text, FRAME_SUB)
    return Box(shape.sub.x - wide, shape.sub.y - 11, wide, 14)


def card(scene: Scene, thing: Thing, box: Box, css: str, closes: str = "") -> Card:
    """The card of one box of the scene; `closes` is the opened chain that can be folded from it."""
    if thing.node is None:
        return _folded(scene, thing, box, css)
    if thing.terminal:
        return _terminal(scene, thing.node, box, css)
    if not scene.graph:
        return _member(scene, thing.node, box, css)
    node = _node(scene, thing.node, box, css)
    return replace(node, closes=identity(closes)) if closes else node


def _terminal(scene: Scene, node: Node, box: Box, css: str) -> Card:
    return Card(
        identity(node.id),
        "terminal",
        box,
        Text(box.centre[0], box.centre[1] + 4, clip(clean(node.name), 11, box.w - 12, True), "middle"),
        None,
        clean(node.name),
        words.of_node(node, scene.diagram, None),
        f"{css} terminal",
        box.h / 2,
    )


def _node(scene: Scene, node: Node, box: Box, css: str) -> Card:
    glyphs = _marks(node, box)
    room = box.w - 22 - MARK_WIDTH * len(glyphs)
    text = clip(clean(node.name), NODE_FONT, room)
    middle = box.x + (box.w - MARK_WIDTH * len(glyphs)) / 2
    return Card(
        identity(node.id),
        "node",
        box,
        Text(middle, box.centre[1] + 4.3, text, "middle"),
        None,
        _tooltip(node),
        words.of_node(node, scene.diagram, node.container),
        css,
        6.0,
        identity(node.container or ""),
        glyphs,
        seam=clean(node.seam, 40),
    )


def _marks(node: Node, box: Box) -> tuple[Glyph, ...]:
    shown = [mark for mark in node.marks if mark in MARK_GLYPHS]
    left = box.right - 9 - MARK_WIDTH * len(shown)
    return tuple(
        Glyph(left + number * MARK_WIDTH + 2, box.centre[1] - 6, MARK_GLYPHS[mark], mark)
        for number, mark in enumerate(shown)
    )


def _member(scene: Scene, node: Node, box: Box, css: str) -> Card:
    wave = _wave(node.wave, box) if node.wave is not None else None
    badge = _badge(node.off_canvas, box) if node.off_canvas else None
    label = clean(node.label) if node.label else ""
    title = label or clean(node.name)
    runtime = clean(node.detail, 60)
    detail = f"{clean(node.name)} · {runtime}" if label and label != node.name and runtime else runtime
    glyphs: tuple[Glyph, ...] = ()
    left = box.x + 13
    if runtime:
        glyph = RUNTIME_GLYPHS.get(runtime, RUNTIME_GLYPHS[""])
        glyphs = (Glyph(left, box.y + 30, glyph, runtime),)
        left += 18
    room = box.right - 10 - left - (badge.box.w + 4 if badge else 0)
    return Card(
        identity(node.id),
        "member",
        box,
        Text(box.x + 13, box.y + 22, clip(title, TITLE, box.w - 26 - (24 if wave else 0), True)),
        Text(left, box.y + 40, clip(detail, SMALL, room)) if detail else None,
        _tooltip(node),
        words.of_node(node, scene.diagram, node.container),
        css,
        7.0,
        identity(node.container or ""),
        glyphs,
        wave,
        badge,
    )


def _wave(wave: int, box: Box) -> Chip:
    text = clip(str(wave), CHIP, 40, True)
    wide = max(20.0, width(text, CHIP, True) + 11)
    place = Box(box.right - 9 - wide, box.y + 8, wide, 20)
    return Chip(place, Text(place.centre[0], place.y + 13.8, text, "middle"), _launched(wave))


def _badge(count: int, box: Box) -> Chip:
    text = clip(str(count), CHIP, 40, True)
    wide = width(text, CHIP, True) + 26
    place = Box(box.right - 9 - wide, box.bottom - 22, wide, 16)
    x, y = place.right - 8, place.y + 5
    arrow = f"M{x - 6:.1f} {y + 6:.1f}L{x:.1f} {y:.1f}M{x - 4.5:.1f} {y:.1f}H{x:.1f}V{y + 4.5:.1f}"
    middle = place.x + 8 + (wide - 26) / 2
    said = words.plural(count, "off-canvas target")
    return Chip(place, Text(middle, place.y + 11.8, text, "middle"), said, arrow)


def _tooltip(node: Node) -> str:
    parts = [clean(node.id)]
    if node.label:
        parts.append(clean(node.label))
    parts.append(f"accepts the seam {clean(node.seam, 40)}" if node.seam else clean(node.detail, 80))
    parts += [clean(mark, 40) for mark in node.marks]
    parts.append(_launched(node.wave))
    return " · ".join(part for part in parts if part)


def _launched(wave: int | None) -> str:
    return f"launch wave {wave}" if wave is not None else ""


def _folded(scene: Scene, thing: Thing, box: Box, css: str) -> Card:
    unit = thing.id.removeprefix("fold:")
    noun = "node" if scene.graph else "member"
    wave = _wave(thing.wave, box) if thing.wave is not None else None
    label = clean(thing.label)
    box = Box(box.x, box.y, box.w - 4, box.h - 4)
    said = words.plural(thing.count, noun)
    if thing.wrong:
        said += f" · {thing.wrong} wrong"
    return Card(
        identity(thing.id),
        "folded",
        box,
        Text(box.x + 13, box.y + 22, clip(label, TITLE, box.w - 26 - (24 if wave else 0), True)),
        Text(box.x + 13, box.y + 40, clip(said, SMALL, box.w - 22)),
        " · ".join(part for part in (label, said, _launched(thing.wave), "open") if part),
        f"{'chain' if scene.graph else 'pod'} {label}, folded, {said.replace(' · ', ', ')}, open",
        f"{css} folded{' has-wrong' if thing.wrong else ''}",
        7.0,
        identity(thing.container or unit),
        wave=wave,
        fold=identity(unit),
    )


def marked(base: str, marks: Mapping[str, str], key: str, lit: bool) -> str:
    """The classes of a thing with its diff mark and highlight."""
    mark = marks.get(key, "")
    extra = f" m-{mark}" if mark in ("added", "removed", "changed") else ""
    return base + extra + (" lit" if lit else "")
