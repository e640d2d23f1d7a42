"""The manner of a document: how the parts around an edit are written, so that new text follows them.

A *shape* is a path whose indexes are replaced by `*`: `("pods", "*", "edges")`. The *peers* of a shape are the
values that stand at it, and those of its twin (a rig's own `edges` and its pods').
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from ..diagnostics import Path
from .edit_layout import Layout
from .edit_scalars import plain_ok
from .values import Mapping, Sequence, Value

Shape = tuple[str, ...]
Place = tuple[Value, int, int]

_SAMPLE = 60


@dataclass(frozen=True, slots=True)
class Manner:
    """What a kind of document brings along for places of which the text itself gives no hint.

    `twins`: shapes that follow each other's manner. `written_out`: containers that are written even when empty.
    `made`: containers that an addition makes where there is none. `filled`: those that come with their first part.
    `required`: those that the document must have, empty or not; no addition makes them.
    `compact`: lists whose items are written in flow style, one a line. `flow_lists`: whether a list of plain
    scalars is written `[a, b]`.
    """

    twins: Map[Shape, Shape] = field(default_factory=dict)
    made: frozenset[Shape] = frozenset()
    filled: frozenset[Shape] = frozenset()
    required: frozenset[Shape] = frozenset()
    written_out: frozenset[Shape] = frozenset()
    compact: frozenset[Shape] = frozenset()
    flow_lists: bool = False


def shape_of(path: Path) -> Shape:
    """A path with `*` for its indexes."""
    return tuple("*" if isinstance(step, int) else step for step in path)


class Habits:
    """Answers about a document's manner. Nothing here looks at the very value that is being edited (`but`)."""

    def __init__(self, layout: Layout, manner: Manner) -> None:
        self.layout = layout
        self.manner = manner
        self.text = layout.text
        self.root = layout.document.root
        #: Shapes whose style an operation knows better: whether they are written in flow style.
        self.hints: dict[Shape, bool] = {}
        self._quotes: dict[Shape, str] = {}
        self._plain: dict[str, bool] = {}
        self._sampled: dict[Shape, list[Mapping]] = {}

    def owners(self, shape: Shape) -> Iterator[Mapping]:
        """The mappings in which the last key of a shape could stand, those of its twin after them."""
        yield from self._sample(shape[:-1])
        for one, other in self.manner.twins.items():
            if shape[: len(one)] == one:
                yield from self._sample((other + shape[len(one) :])[:-1])

    def _sample(self, shape: Shape) -> list[Mapping]:
        if shape not in self._sampled:
            self._sampled[shape] = list(islice(self._at(self.root, shape), _SAMPLE))
        return self._sampled[shape]

    def _tops(self) -> Iterator[Value]:
        yield self.root
        if isinstance(self.root, Mapping):
            for value in islice(self.root.values(), _SAMPLE):
                if isinstance(value, Sequence):
                    yield from islice(value, _SAMPLE)

    def _at(self, value: Value, shape: Shape) -> Iterator[Mapping]:
        if not shape:
            if isinstance(value, Mapping):
                yield value
        elif shape[0] == "*":
            if isinstance(value, Sequence):
                for item in islice(reversed(value), _SAMPLE):
                    yield from self._at(item, shape[1:])
        elif isinstance(value, Mapping) and shape[0] in value:
            yield from self._at(value[shape[0]], shape[1:])

    def peers(self, shape: Shape, but: Value = None) -> Iterator[Place]:
        """The values at a shape, with their spans; the one that stands in the mapping `but` left out."""
        met: set[int] = {id(but)}
        key = shape[-1]
        for owner in self.owners(shape):
            if key in owner and id(owner) not in met:
                met.add(id(owner))
                _, _, start, end = owner.marks[key]
                yield owner[key], start, end

    def items(self, shape: Shape, but: Value = None) -> Iterator[Place]:
        """The items of the peers of a list's shape."""
        for value, _, _ in self.peers(shape, but):
            if isinstance(value, Sequence):
                for item, (start, end) in islice(zip(value, value.marks, strict=True), _SAMPLE):
                    yield item, start, end

    # -- scalars ---------------------------------------------------------------------------------------------

    def quote(self, shape: Shape) -> str:
        """The quote that texts at a shape carry although they could do without, or ""."""
        if shape not in self._quotes:
            if shape[-1:] == ("*",):
                votes: dict[str, int] = {}
                for value, start, _ in islice(self.items(shape[:-1]), _SAMPLE):
                    self._vote(votes, value, start)
                self._quotes[shape] = _elected(votes)
            else:
                self._survey(shape)
        return self._quotes[shape]

    def _survey(self, shape: Shape) -> None:
        """Note the quotes of all keys beside the last of a shape: an item is written key by key."""
        votes: dict[str, dict[str, int]] = {shape[-1]: {}}
        asked: dict[str, int] = {}
        for owner in {id(owner): owner for owner in self.owners(shape)}.values():
            for key, (_, _, start, _) in owner.marks.items():
                asked[key] = asked.get(key, 0) + 1
                if asked[key] <= _SAMPLE:
                    self._vote(votes.setdefault(key, {}), owner[key], start)
        keys = [shape[-1]] if shape in self.manner.twins else votes
        self._quotes |= {(*shape[:-1], key): _elected(votes[key]) for key in keys}

    def _vote(self, votes: dict[str, int], value: Value, start: int) -> None:
        if isinstance(value, str):
            mark = self.mark_at(start)
            if mark:
                if value not in self._plain:
                    self._plain[value] = plain_ok(value)
                if not self._plain[value]:
                    return
            votes[mark] = votes.get(mark, 0) + 1

    def mark_at(self, start: int) -> str:
        """The quote character at the start of a scalar, or ""."""
        mark = self.text[start : start + 1]
        return mark if mark in {'"', "'"} else ""

    @cached_property
    def fallback(self) -> str:
        """The quote of the document: the one that it uses more."""
        return "'" if self.text.count(" '") > self.text.count(' "') else '"'

    def key_quote(self, siblings: Value) -> str:
        """The quote around the keys of a mapping."""
        if isinstance(siblings, Mapping) and siblings.marks:
            return self.mark_at(next(iter(siblings.marks.values()))[0])
        return ""

    # -- lists and mappings ----------------------------------------------------------------------------------

    def flow(self, shape: Shape, but: Value = None) -> bool | None:
        """Whether the (non-empty) containers at a shape are written in flow style; None without a hint."""
        if shape in self.hints:
            return self.hints[shape]
        for value, _, _ in self.peers(shape, but):
            if isinstance(value, (Mapping, Sequence)) and value:
                return value.flow
        return None

    def scalar_lists_flow(self, shape: Shape, but: Value = None) -> bool:
        """Whether a list of scalars at a shape is written `[a, b]`: as its peers are, else as those beside it are."""
        hint = self.flow(shape, but)
        if hint is not None:
            return hint
        for owner in self.owners(shape):
            for key, value in owner.items():
                beside = key != shape[-1] and isinstance(value, Sequence) and value
                if beside and not isinstance(value[0], (Mapping, Sequence)):
                    return bool(value.flow)
        return self.manner.flow_lists

    def item_flow(self, shape: Shape, but: Value = None) -> bool:
        """Whether the items of the lists at a shape are written in flow style."""
        for item, _, _ in self.items(shape, but):
            if isinstance(item, (Mapping, Sequence)):
                return item.flow
        return shape in self.manner.compact

    def spaced(self, shape: Shape, but: Value = None) -> bool:
        """Whether brackets at a shape keep a blank inside: `[ a ]`."""
        for value, _, _ in self.peers(shape, but):
            if isinstance(value, (Mapping, Sequence)) and value.flow and value:
                return self.text[self.layout.after_properties(value.start) + 1] == " "
        return False

    def written_out(self, shape: Shape, but: Value) -> bool:
        """Whether an empty list or mapping at a shape is written (`edges: []`) rather than left out."""
        if shape in self.manner.filled:
            return False
        absent = False
        for owner in self.owners(shape):
            if owner is but:
                continue
            if shape[-1] not in owner:
                absent = True
            elif isinstance(owner[shape[-1]], (Mapping, Sequence)) and not owner[shape[-1]]:
                return True
        return not absent and shape in self.manner.written_out

    def dash_offset(self, shape: Shape) -> int:
        """How far the dashes of a block list stand from their key's column: 0, 2, ..."""
        layout = self.layout
        for owner in (*self.owners(shape), *self._tops()):
            if not isinstance(owner, Mapping) or owner.flow:
                continue
            for key, value in owner.items():
                if isinstance(value, Sequence) and value and not value.flow and self._own(owner, key):
                    return max(0, layout.item_slot(value, 0).column - layout.column(owner.marks[key][0]))
        return 2

    def item_gap(self, shape: Shape) -> int:
        """How far the content of a block item stands from its dash."""
        for item, start, _ in self.items(shape):
            before = self.text[self.layout.line_start(start) : start]
            if isinstance(item, Mapping) and not item.flow and before.strip() == "-":
                return len(before) - before.index("-")
        return 2

    @cached_property
    def step(self) -> int:
        """How much deeper a block mapping stands than the key that holds it."""
        for top in islice(self._tops(), _SAMPLE):
            if isinstance(top, Mapping) and not top.flow:
                for key, value in top.items():
                    if isinstance(value, Mapping) and value and not value.flow and self._own(top, key):
                        first = next(iter(value.marks.values()))[0]
                        return max(1, self.layout.column(first) - self.layout.column(top.marks[key][0]))
        return 2

    def _own(self, owner: Mapping, key: str) -> bool:
        return not self.layout.is_alias(owner.marks[key][2])

    def order(self, shape: Shape) -> list[str]:
        """The key order of the last peer item of a list's shape."""
        for value, _, _ in reversed(list(self.peers(shape))):
            if isinstance(value, Sequence):
                for item in reversed(value[:_SAMPLE]):
                    if isinstance(item, Mapping):
                        return list(item)
        return []


def _elected(votes: dict[str, int]) -> str:
    return max(votes, key=lambda mark: (votes[mark], mark == "")) if votes else ""
