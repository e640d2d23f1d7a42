"""Surgery on block style: whole lines come and go; neighbours keep theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from .edit_change import Change, Fresh
from .edit_habits import Shape
from .edit_layout import CannotSplice, Slot
from .splice import Splice
from .values import Mapping, Sequence

if TYPE_CHECKING:
    from .edit_surgeon import Surgeon

_LOOK = 20


def change_sequence(surgeon: Surgeon, sequence: Sequence, change: Change, shape: Shape) -> Iterator[Splice]:
    """The splices that change a block sequence part by part."""
    layout = surgeon.layout
    for index in sorted(i for i in change.inner if isinstance(i, int) and i not in change.removed):
        yield from surgeon.change_slot(layout.item_slot(sequence, index), change.inner[index], (*shape, "*"))
    if not change.removed and not change.added:
        return
    apart = blank_between(surgeon, sequence, change.removed)
    yield from removed_items(surgeon, sequence, change.removed, apart)
    for after in sorted({place for place, _, _ in change.added if isinstance(place, int)}):
        yield _inserted(surgeon, sequence, after, [f for _, f in change.additions(after)], shape, apart)


def blank_between(surgeon: Surgeon, sequence: Sequence, removed: set[str | int]) -> bool:
    """Whether the items that stay are all set apart by blank lines (two or more of them)."""
    known = min(len(sequence), _LOOK + len(removed))
    kept = islice((i for i in range(known) if i not in removed), 1, _LOOK)
    second = next(kept, None)
    if second is None or _blank_above(surgeon, sequence, second) is None:
        return False
    return all(_blank_above(surgeon, sequence, i) is not None for i in kept)


def _blank_above(surgeon: Surgeon, sequence: Sequence, index: int) -> int | None:
    """Where the blank line above an item starts; None where there is none, or it belongs to a text before it."""
    layout = surgeon.layout
    above = layout.line_start(layout.item_slot(sequence, index).line - 1)
    if not layout.blank(above) and layout.comment_indent(above) is None:
        return None
    start = layout.line_start(_above(surgeon, sequence, index) - 1)
    return start if start > _floor(surgeon, sequence, index) and layout.blank(start) else None


def _floor(surgeon: Surgeon, sequence: Sequence, index: int) -> int:
    """Where the content of the item before one ends."""
    if not index:
        return surgeon.layout.bom
    return surgeon.layout.item_slot(sequence, index - 1).end


def _above(surgeon: Surgeon, sequence: Sequence, index: int) -> int:
    """Where the comments directly above an item begin."""
    layout = surgeon.layout
    slot = layout.item_slot(sequence, index)
    if slot.line <= layout.bom or layout.comment_indent(layout.line_start(slot.line - 1)) is None:
        return slot.line
    return layout.above(slot.line, slot.column, _floor(surgeon, sequence, index))


def _top(surgeon: Surgeon, sequence: Sequence, index: int, removed: Collection[str | int] = ()) -> int:
    """Where the own lines of an item begin; a heading over it and others that stay is none of them."""
    layout = surgeon.layout
    top = _above(surgeon, sequence, index)
    under = layout.under_heading(top, layout.item_slot(sequence, index).line)
    return under if under != top and _shared(surgeon, sequence, index, removed) else top


def _shared(surgeon: Surgeon, sequence: Sequence, index: int, removed: Collection[str | int]) -> bool:
    """Whether a heading over an item is about another one too: one that stays, below it, without its own comment."""
    layout = surgeon.layout
    for number in range(index + 1, len(sequence)):
        if _above(surgeon, sequence, number) != layout.item_slot(sequence, number).line:
            return False
        if number not in removed:
            return True
    return False


def item_bounds(
    surgeon: Surgeon, sequence: Sequence, index: int, leaving: Collection[str | int] = ()
) -> tuple[int, int]:
    """The lines of an item of a block sequence, its own comments included; `leaving` are the items that go with it."""
    slot = surgeon.layout.item_slot(sequence, index)
    return _top(surgeon, sequence, index, leaving), surgeon.layout.below(slot.end, slot.column)


def removed_items(surgeon: Surgeon, sequence: Sequence, removed: set[str | int], apart: bool) -> Iterator[Splice]:
    """The splices that take items with their own comments, and one blank line each where items are set apart."""
    layout = surgeon.layout
    for index in sorted(i for i in removed if isinstance(i, int)):
        slot = layout.item_slot(sequence, index)
        bottom = layout.below(slot.end, slot.column)
        if not layout.leads(slot.top):
            yield _beheaded(surgeon, slot.top, bottom, index + 1 < len(sequence))
            continue
        top = _top(surgeon, sequence, index, removed)
        if apart:
            blank, headed = _blank_above(surgeon, sequence, index), top != _above(surgeon, sequence, index)
            leading = index + 1 not in removed and (headed or set(range(index)) <= removed)
            if leading and layout.blank(bottom):
                bottom = layout.line_end(bottom)
            if index and blank is not None and not headed:
                top = blank
        if layout.piped:
            bottom = _past_blanks(surgeon, top, bottom, _floor(surgeon, sequence, index))
        yield Splice(top, bottom, "")


def _past_blanks(surgeon: Surgeon, top: int, bottom: int, floor: int) -> int:
    """The end of what is taken out: blank lines go along where the text before would take them up."""
    layout = surgeon.layout
    if layout.keeps(floor) and not layout.text[layout.line_end(floor) : top].strip():
        while layout.blank(bottom):
            bottom = layout.line_end(bottom)
    return bottom


def _beheaded(surgeon: Surgeon, start: int, bottom: int, more: bool) -> Splice:
    """Take a first part that shares its line with its owner's dash: the next line moves up in its place."""
    layout = surgeon.layout
    while layout.blank(bottom):
        bottom = layout.line_end(bottom)
    if not more or bottom >= len(layout.text):
        raise CannotSplice("the first part of an item cannot be taken out here")
    line = layout.text[bottom : layout.line_end(bottom)]
    return Splice(start, bottom + len(line) - len(line.lstrip(" ")), "")


def _inserted(
    surgeon: Surgeon, sequence: Sequence, after: int, fresh: list[Fresh], shape: Shape, apart: bool
) -> Splice:
    layout = surgeon.layout
    slot = layout.item_slot(sequence, max(after, 0))
    if after < 0 and not layout.leads(slot.top):
        raise CannotSplice("nothing can be put before the first item here")
    gap, compact = own_manner(surgeon, sequence, shape)
    at = _top(surgeon, sequence, 0) if after < 0 else layout.below(slot.end, slot.column)
    surgeon.ahead(at, slot.column)
    groups = [surgeon.item_lines(f, shape, slot.column, gap, compact) for f in fresh]
    blank = [""] if apart and not layout.keeps(slot.end) else []
    if after < 0:
        return surgeon.insertion(at, [line for g in groups for line in (*g, *blank)])
    return surgeon.insertion(at, [line for g in groups for line in (*blank, *g)])


def own_manner(surgeon: Surgeon, sequence: Sequence, shape: Shape) -> tuple[int, bool]:
    """How far content stands from the dash in a list, and whether its mappings are written in braces."""
    for index in range(len(sequence) - 1, max(-1, len(sequence) - _LOOK), -1):
        slot = surgeon.layout.item_slot(sequence, index)
        if isinstance(slot.value, Mapping) and not surgeon.layout.is_alias(slot.start):
            if slot.value.flow:
                return max(2, _gap(surgeon, slot, slot.start)), True
            first = next(iter(slot.value.marks.values()))[0]
            return _gap(surgeon, slot, first), False
    return surgeon.habits.item_gap(shape), surgeon.habits.item_flow(shape)


def _gap(surgeon: Surgeon, slot: Slot, content: int) -> int:
    same_line = surgeon.layout.line_start(content) == slot.line
    return content - slot.top if same_line and content - slot.top < 12 else 2


def change_mapping(surgeon: Surgeon, mapping: Mapping, change: Change, shape: Shape) -> Iterator[Splice]:
    """The splices that change a block mapping key by key."""
    layout = surgeon.layout
    for key, inner in change.inner.items():
        if key not in change.removed and isinstance(key, str):
            yield from surgeon.change_slot(layout.pair_slot(mapping, key), inner, (*shape, key))
    for key, name in change.renamed.items():
        yield surgeon.renamed_key(mapping, key, name)
    if not change.removed and not change.added:
        return
    yield from removed_keys(surgeon, mapping, change.removed)
    keys = list(mapping)
    for after in sorted({place for place, _, _ in change.added if isinstance(place, str)}, key=keys.index):
        slot = layout.pair_slot(mapping, after)
        mark = surgeon.habits.key_quote(mapping)
        at = layout.below(slot.end, slot.column)
        surgeon.ahead(at, slot.column)
        lines = [
            line
            for key, fresh in change.additions(after)
            for line in surgeon.pair_lines(key, fresh, (*shape, key), slot.column, mark)
        ]
        yield surgeon.insertion(at, lines)


def removed_keys(surgeon: Surgeon, mapping: Mapping, removed: set[str | int]) -> Iterator[Splice]:
    """The splices that take keys with their own comments."""
    layout = surgeon.layout
    keys = list(mapping)
    for index, key in enumerate(keys):
        if key not in removed:
            continue
        slot = layout.pair_slot(mapping, key)
        bottom = layout.below(slot.end, slot.column)
        if layout.leads(slot.top):
            floor = layout.pair_slot(mapping, keys[index - 1]).end if index else layout.bom
            top = layout.above(slot.line, slot.column, floor)
            yield Splice(top, _past_blanks(surgeon, top, bottom, floor), "")
        else:
            yield _beheaded(surgeon, slot.top, bottom, index + 1 < len(keys))
