"""Lists that an addition fills or creates, so that removing what was added gives the very bytes back.

Where a list is empty it may be absent or written out (`edges: []`); both become a list of one, and taking that one
out again must tell which it was. Text has no memory, so the two are written a little differently: the one that the
document is used to (its peers are left out, or written out) in the natural manner, the other in the odd one.

- in block style the odd manner is the other layout of the items: `- {kind: a, from: b, to: c}` for `- kind: a` ...
- in flow style it is the other habit of blanks inside brackets: `[ a ]` for `[a]`
- a flow list where the document writes block lists can only have been written out.

A list that a document must have (`members`) is neither made nor taken away like this: losing it to a hint would break
the document.
"""

from __future__ import annotations

from dataclasses import dataclass

from .edit_habits import Habits, Shape
from .values import Mapping


@dataclass(frozen=True, slots=True)
class Birth:
    """How a container gets its first part: in `flow` style or block; `pad` blanks inside; `compact` block items."""

    flow: bool = True
    pad: bool = False
    compact: bool = False


def birth(habits: Habits, shape: Shape, owner: Mapping, present: bool, scalars: bool) -> Birth:
    """The manner for the first part of the container at a shape in `owner`; `present` if it is written out empty."""
    flow = in_flow(habits, shape, owner, scalars)
    odd = shape not in habits.manner.required and habits.written_out(shape, owner) != present
    pad = flow and habits.spaced(shape, owner) != odd
    return Birth(flow, pad, habits.item_flow(shape, owner) != odd)


def in_flow(habits: Habits, shape: Shape, owner: Mapping, scalars: bool) -> bool:
    """Whether a container at a shape is written in flow style, judged without a look at the one in `owner`."""
    if owner.flow:
        return True
    if scalars:
        return habits.scalar_lists_flow(shape, owner)
    return bool(habits.flow(shape, owner))
