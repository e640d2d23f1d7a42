"""Whether a list or mapping goes with its last part, or stays behind empty; see `edit_birth` for why it may go."""

from __future__ import annotations

from .edit_birth import in_flow
from .edit_block import item_bounds
from .edit_carry import alone
from .edit_habits import Habits, Shape
from .edit_surgeon import Surgeon
from .values import Mapping, Sequence


def vanishes(surgeon: Surgeon, shape: Shape, owner: Mapping) -> bool:
    """Whether the container at a shape in `owner` goes with its last part, rather than staying behind empty."""
    key, habits = str(shape[-1]), surgeon.habits
    container = owner[key]
    scalars = isinstance(container, Sequence) and not any(isinstance(v, (dict, list)) for v in container)
    flow = in_flow(habits, shape, owner, scalars)
    if shape in habits.manner.required or (container.flow and not flow):
        return False
    made = isinstance(container, Mapping) and not container.flow
    return (made or _natural(habits, shape, owner) != habits.written_out(shape, owner)) and not _remarked(
        surgeon, owner, key
    )


def _natural(habits: Habits, shape: Shape, owner: Mapping) -> bool:
    """Whether the container is written in the manner that is natural at its place."""
    container = owner[str(shape[-1])]
    if container.flow:
        spaced = habits.text[habits.layout.after_properties(container.start) + 1] == " "
        return spaced == habits.spaced(shape, owner)
    flows = [v.flow for v in container if isinstance(v, (Mapping, Sequence))]
    return not flows or flows[-1] == habits.item_flow(shape, owner)


def _remarked(surgeon: Surgeon, owner: Mapping, key: str) -> bool:
    """Whether a comment stands above a key in block style, or among or below its parts, that is none of their own.

    No addition wrote that, so the container was there before them.
    """
    if owner.flow:
        return False
    layout, (start, end, _, _), container = surgeon.layout, owner.marks[key], owner[key]
    line = layout.line_start(start)
    column, last = start - line, layout.pair_slot(owner, key).end
    below = layout.below(last, column)
    if layout.leads(start) and layout.above(line, column, layout.bom) < line:
        return True
    between = _in_brackets if container.flow else _between
    return "#" in "".join(layout.text[a:b] for a, b in between(surgeon, container, end, below))


def _in_brackets(surgeon: Surgeon, container: Mapping | Sequence, end: int, below: int) -> list[tuple[int, int]]:
    """The stretches of text from a key's end on that belong to none of the parts between brackets."""
    layout, stop = surgeon.layout, container.end
    opening = layout.after_properties(container.start)
    if isinstance(container, Mapping):
        whole = "\n" in layout.text[opening:stop]
        return [(end, layout.line_end(opening) if whole else opening), (stop, below)]
    gone = list(alone(layout, container.marks, (opening, stop - 1)))
    return [*zip([end, *(b for _, b in gone)], [*(a for a, _ in gone), below], strict=True)]


def _between(surgeon: Surgeon, container: Mapping | Sequence, end: int, below: int) -> list[tuple[int, int]]:
    """The stretches of text from a key's end on that belong to none of the parts of its block value."""
    layout = surgeon.layout
    if isinstance(container, Mapping):
        column = layout.column(container.start)
        top = layout.above(layout.line_start(container.start), column, layout.line_end(end))
        return [(end, top), (layout.below(container.end, column), below)]
    every = set(range(len(container)))
    bounds = [item_bounds(surgeon, container, index, every) for index in every]
    return [*zip([end, *(b for _, b in bounds)], [*(a for a, _ in bounds), below], strict=True)]
