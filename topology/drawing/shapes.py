"""The shapes of a picture that come by the hundred (frames, edges, cards) as markup, at less than a template costs.

All of it goes through `fill`, which escapes every text that is not markup itself: what stands in a document cannot
become markup, as in a template.
"""

from __future__ import annotations

import re
from html import escape

from django.utils.safestring import SafeString

from .arrowheads import Head
from .layout.geometry import Box
from .picture import Card, Chip, Control, Frame, Glyph, Link, Picture

_NONE = SafeString("")
#: What `escape` replaces. Hardly any text has it, and looking costs less than replacing nothing five times.
_ACTIVE = re.compile("[&<>\"']")


def fill(form: str, **values: object) -> SafeString:
    """A form with its `{names}` filled in; each value is escaped, unless it is markup already."""
    return SafeString(form.format_map({name: _escaped(value) for name, value in values.items()}))


def _escaped(value: object) -> str:
    if isinstance(value, SafeString):
        return value
    text = str(value)
    return escape(text) if _ACTIVE.search(text) else text


def short(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def xywh(box: Box) -> SafeString:
    """A box as the attributes of a `rect`."""
    return SafeString(f'x="{short(box.x)}" y="{short(box.y)}" width="{short(box.w)}" height="{short(box.h)}"')


def xy(x: float, y: float) -> SafeString:
    """A place as attributes."""
    return SafeString(f'x="{short(x)}" y="{short(y)}"')


class Shapes:
    """The markup of one picture's shapes. `alone` leaves out what only a page can use: focus, roles, hit areas."""

    def __init__(self, picture: Picture, alone: bool) -> None:
        self._picture, self._live = picture, not alone

    @property
    def frames(self) -> SafeString:
        return _joined(_frame(frame, self._live) for frame in self._picture.frames)

    @property
    def edges(self) -> SafeString:
        return _joined(_edge(link, self._live) for link in self._picture.links if not link.wrong)

    @property
    def wrong_edges(self) -> SafeString:
        return _joined(_edge(link, self._live) for link in self._picture.links if link.wrong)

    @property
    def cards(self) -> SafeString:
        return _joined(_card(card, self._live) for card in self._picture.cards)


def _joined(parts: object) -> SafeString:
    return SafeString("".join(parts))  # type: ignore[arg-type]


_FRAME = (
    '<g class="{css}" data-container="{id}"{live}><title>{tooltip}</title>'
    '<rect {box} rx="10" fill="var(--pic-frame)" stroke="var(--pic-frame-line)"/>'
    '<text class="frame-title" {title_at} font-size="13.5" font-weight="600" fill="var(--pic-ink)">{title}</text>'
    '<text class="frame-sub" {sub_at} text-anchor="end" font-size="12" fill="var(--pic-mute)">{sub}</text>{fold}</g>\n'
)
_FOLD = (
    '<g class="fold" data-fold="{folds}" tabindex="0" role="button" aria-label="{aria}"><title>fold</title>'
    '<rect {box} rx="5" fill="transparent"/><path d="{d}" fill="none" stroke="var(--pic-mute)" '
    'stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></g>'
)


def _frame(frame: Frame, live: bool) -> SafeString:
    return fill(
        _FRAME,
        css=frame.css,
        id=frame.id,
        live=fill(' role="group" aria-label="{aria}"', aria=frame.aria) if live else _NONE,
        tooltip=frame.tooltip,
        box=xywh(frame.box),
        title_at=xy(frame.title.x, frame.title.y),
        title=frame.title.text,
        sub_at=xy(frame.sub.x, frame.sub.y),
        sub=frame.sub.text,
        fold=_control(frame.control, live),
    )


def _control(control: Control | None, live: bool) -> SafeString:
    if control is None or not live:
        return _NONE
    return fill(_FOLD, folds=control.folds, aria=control.aria, box=xywh(control.box), d=control.d)


_BUTTON = ' tabindex="0" role="button" aria-label="{aria}"'
# What edges have in common stands on their groups in the template; the wide line to be hit is static/picture.css's.
_EDGE = (
    '<g class="{css}" data-edge="{id}" data-source="{source}" data-target="{target}" data-edge-kind="{kind}"{live} '
    'stroke="var(--pic-{colour})" stroke-width="{width}"><title>{tooltip}</title>{hit}{halo}<path class="line" '
    'd="{d}"{dash}/>{heads}{cross}</g>\n'
)
_HIT = '<path class="hit" d="{d}"/>'
_HALO = '<path class="halo" d="{d}" stroke="var(--pic-ground)" stroke-width="8" stroke-opacity="0.85"/>'
_CROSS = (
    '<g class="cross"><circle cx="{x}" cy="{y}" r="8.5" fill="var(--pic-wrong)" stroke="var(--pic-card)" '
    'stroke-width="2"/><path d="{d}" stroke="var(--pic-wrong-cross)" stroke-width="2" stroke-linecap="round"/></g>'
)


def _edge(link: Link, live: bool) -> SafeString:
    return fill(
        _EDGE,
        css=link.css,
        id=link.id,
        source=link.source,
        target=link.target,
        kind=link.kind,
        live=fill(_BUTTON, aria=link.aria) if live else _NONE,
        tooltip=link.tooltip,
        hit=fill(_HIT, d=link.hit) if live else _NONE,
        halo=fill(_HALO, d=link.hit) if link.wrong else _NONE,
        d=link.d,
        colour=link.colour,
        width=link.width,
        dash=fill(' stroke-dasharray="{dash}"', dash=link.dash) if link.dash else _NONE,
        heads=_joined(_head(head, link.colour) for head in link.heads),
        cross=fill(_CROSS, x=link.cross[0], y=link.cross[1], d=link.cross_path) if link.cross else _NONE,
    )


#: How a head is filled -> its attributes.
_HEADS = {
    "line": ' fill="var(--pic-{colour})" stroke-width="1"',
    "card": ' fill="var(--pic-card)" stroke-width="1.6"',
    "none": ' stroke-width="1.6" stroke-linecap="round"',
}


def _head(head: Head, colour: str) -> SafeString:
    return fill('<path class="head" d="{d}"' + _HEADS[head.fill] + "/>", d=head.d, colour=colour)


_CARD = (
    '<g class="{css}" data-node="{id}"{inside}{fold}{live}><title>{tooltip}</title>{behind}'
    '<rect class="box" {box} rx="{radius}" fill="var(--pic-card)" stroke="var(--pic-card-line)"/>'
    '<text class="name" {title_at} fill="var(--pic-ink)"{font}>{title}</text>{sub}{glyphs}{wave}{badge}{seam}'
    "{control}</g>\n"
)
_BEHIND = (
    '<rect class="behind" {at} width="{w}" height="{h}" rx="7" fill="var(--pic-chip)" stroke="var(--pic-card-line)"/>'
)
_SUB = '<text class="detail" {at} font-size="11.5" fill="var(--pic-mute)">{text}</text>'
_GLYPH = (
    '<path class="glyph" transform="translate({x} {y})" d="{d}" fill="none" stroke="var(--pic-mute)" '
    'stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"/>'
)
_SEAM = (
    '<g class="seam"><title>accepts the seam {seam}</title><circle cx="{x}" cy="{y}" r="4.5" '
    'fill="var(--pic-accent)" stroke="var(--pic-card)" stroke-width="1.5"/></g>'
)
_FONTS = {
    "node": SafeString(' text-anchor="middle" font-size="12.5"'),
    "terminal": SafeString(' text-anchor="middle" font-size="11" font-weight="600"'),
}
_FONT = SafeString(' font-size="13" font-weight="600"')


def _card(card: Card, live: bool) -> SafeString:
    return fill(
        _CARD,
        css=card.css,
        id=card.id,
        inside=fill(' data-in="{id}"', id=card.container) if card.container else _NONE,
        fold=fill(' data-fold="{id}"', id=card.fold) if card.fold else _NONE,
        live=fill(_BUTTON, aria=card.aria) if live else _NONE,
        tooltip=card.tooltip,
        behind=_behind(card) if card.shape == "folded" else _NONE,
        box=xywh(card.box),
        radius=short(card.radius),
        title_at=xy(card.title.x, card.title.y),
        font=_FONTS.get(card.shape, _FONT),
        title=card.title.text,
        sub=fill(_SUB, at=xy(card.sub.x, card.sub.y), text=card.sub.text) if card.sub else _NONE,
        glyphs=_joined(map(_glyph, card.glyphs)),
        wave=_chip(_WAVE, card.wave),
        badge=_chip(_BADGE, card.badge),
        seam=_seam(card) if card.seam else _NONE,
        control=_control(card.control, live),
    )


def _behind(card: Card) -> SafeString:
    at = xy(card.behind.x, card.behind.y)
    return fill(_BEHIND, at=at, w=short(card.box.w), h=short(card.box.h))


def _glyph(glyph: Glyph) -> SafeString:
    return fill(_GLYPH, x=short(glyph.x), y=short(glyph.y), d=glyph.d)


def _seam(card: Card) -> SafeString:
    x, y = card.seam_at
    return fill(_SEAM, seam=card.seam, x=short(x), y=short(y))


_WAVE = (
    '<rect {box} rx="10" fill="var(--pic-chip)"/><text class="wave" {at} text-anchor="middle" font-size="10.5" '
    'font-weight="600" fill="var(--pic-mute)">{text}</text>'
)
_BADGE = (
    '<g class="off-canvas"><title>{word}</title><rect {box} rx="8" fill="var(--pic-accent-chip)"/><text {at} '
    'text-anchor="middle" font-size="10.5" font-weight="600" fill="var(--pic-accent)">{text}</text><path d="{d}" '
    'fill="none" stroke="var(--pic-accent)" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></g>'
)


def _chip(form: str, chip: Chip | None) -> SafeString:
    if chip is None:
        return _NONE
    at = xy(chip.text.x, chip.text.y)
    return fill(form, word=chip.word, box=xywh(chip.box), at=at, text=chip.text.text, d=chip.d)
