"""The surgeon: dispatches a change to block or flow surgery and writes new parts; slots are where both meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..diagnostics import Path
from . import edit_block, edit_flow, edit_scalars
from .document import Document
from .edit_birth import Birth
from .edit_carry import COMMENT, Carried, carried, carried_line, shifted
from .edit_change import Change, Fresh
from .edit_habits import Habits, Manner, Shape
from .edit_layout import CannotSplice, Layout, Slot
from .edit_write import Writer
from .splice import Splice, apply_splices
from .values import Mapping, Sequence, Value


class Surgeon:
    """Turns changes to one document into splices of its text (`layout.text`, which ends with a line break)."""

    def __init__(self, document: Document, manner: Manner) -> None:
        self.document = document
        self.layout = Layout(document)
        self.habits = Habits(self.layout, manner)
        self.writer = Writer(self.habits)
        #: The parts that leave each container, whether they go or are moved.
        self.leaving: defaultdict[Path, set[str | int]] = defaultdict(set)

    # -- dispatch --------------------------------------------------------------------------------------------

    def change(self, value: Value, change: Change, shape: Shape) -> Iterator[Splice]:
        """The splices inside a container that stands here (not behind an alias)."""
        if isinstance(value, Sequence):
            seek = edit_flow.change_sequence if value.flow else edit_block.change_sequence
            return seek(self, value, change, shape)
        if isinstance(value, Mapping):
            find = edit_flow.change_mapping if value.flow else edit_block.change_mapping
            return find(self, value, change, shape)
        return iter(())

    def change_slot(self, slot: Slot, change: Change, shape: Shape) -> Iterator[Splice]:
        """The splices that change the value of a block slot."""
        value = slot.value
        if change.new is not None:
            return self._replaced(slot, change.new, shape)
        if self.layout.is_alias(slot.start):
            raise CannotSplice("the text here is an alias", "edit it where its anchor stands, or write it out first")
        if isinstance(value, (Mapping, Sequence)) and change.empties(value) and not value.flow:
            return self._emptied(slot, value, change)
        if isinstance(value, Sequence) and not value and self._convertible(slot, change, shape):
            return self._filled(slot, change, shape)
        return self.change(value, change, shape)

    # -- whole values ----------------------------------------------------------------------------------------

    def _replaced(self, slot: Slot, fresh: Fresh, shape: Shape) -> Iterator[Splice]:
        layout, value = self.layout, fresh.plain()
        first_line_end = layout.line_end(slot.head)
        self.ahead(layout.line_end(slot.end), slot.column)
        lower = slot.start >= first_line_end
        block = self._block_text(slot, value, shape)
        compact = not lower and not getattr(slot.value, "flow", True) and slot.end > first_line_end
        if block is None or compact:
            text = self._inline_again(slot, value, shape)
            if lower:
                yield Splice(slot.head, slot.head, " " + text)
                yield Splice(first_line_end, layout.below(slot.end, slot.column), "")
            elif slot.start == slot.end:
                rest = layout.text[slot.head : first_line_end]
                yield Splice(slot.head, slot.head + (len(rest.rstrip("\r\n")) if not rest.strip() else 0), " " + text)
            else:
                yield Splice(slot.start, slot.end, text)
            return
        head, *lines = block
        yield Splice(slot.head, slot.head if lower else slot.end, head)
        at = first_line_end if lower else layout.line_end(slot.end)
        yield self.insertion(at, lines, layout.below(slot.end, slot.column) if lower else at)

    def _block_text(self, slot: Slot, value: Value, shape: Shape) -> list[str] | None:
        old = self.layout.text[slot.start : slot.end]
        if old[:1] in {'"', "'"} and isinstance(value, str):
            return None
        if old[:1] in {"|", ">"} and isinstance(value, str):
            made = edit_scalars.literal(value) if self.writer.blocks() else None
            indent = self._content_indent(slot)
            return made and [" " + made[0], *(" " * indent + line if line else "" for line in made[1])]
        if isinstance(value, list) and isinstance(slot.owner, Sequence):
            return None
        return self.writer.below(value, shape, slot.column)

    def _content_indent(self, slot: Slot) -> int:
        at = self.layout.line_end(slot.start)
        line = self.layout.text[at : self.layout.line_end(at)]
        indent = len(line) - len(line.lstrip(" "))
        return indent if line.strip() and indent > slot.column else slot.column + self.habits.step

    def _inline_again(self, slot: Slot, value: Value, shape: Shape) -> str:
        return self.inline_again(slot.start, slot.value, value, shape, flow=False)

    def inline_again(self, start: int, old: Value, value: Value, shape: Shape, flow: bool) -> str:
        """A value in place of an old one: its quotes stay where they can, and so does an anchor."""
        layout = self.layout
        anchor = ""
        if layout.text[start : start + 1] == "&":
            anchor = layout.text[start : layout.after_properties(start)].split(None, 1)[0] + " "
        content = layout.after_properties(start) if anchor or layout.text[start : start + 1] == "!" else start
        mark = self.habits.mark_at(content)
        lined = layout.text[content : content + 1] not in {"|", ">", "*"}
        if isinstance(value, str) and isinstance(old, str) and lined:
            return anchor + edit_scalars.scalar(value, mark, self.habits.fallback, flow)
        return anchor + self.writer.inline(value, shape, flow)

    def _emptied(self, slot: Slot, value: Mapping | Sequence, change: Change) -> Iterator[Splice]:
        layout = self.layout
        empty = "{}" if isinstance(value, Mapping) else "[]"
        content = layout.after_properties(slot.start)
        if content < layout.line_end(slot.head) and layout.text[content : content + 1] not in "\r\n#":
            yield Splice(content, slot.end, empty)
            return
        props = layout.text[slot.start : content].rstrip()
        at = slot.start + len(props) if props else slot.head
        yield Splice(at, at, " " + empty)
        if isinstance(value, Mapping):
            yield from edit_block.removed_keys(self, value, change.removed)
        else:
            yield from edit_block.removed_items(self, value, change.removed, False)

    # -- additions to what is empty or absent ----------------------------------------------------------------

    def _convertible(self, slot: Slot, change: Change, shape: Shape) -> bool:
        """Whether `key: []` may become a block list: written just so, and to hold mappings."""
        text, made = self.layout.text, change.birth
        exact = text[slot.head : slot.start] == " " and text[slot.start : slot.end] == "[]"
        mappings = all(isinstance(fresh.plain(), dict) for _, _, fresh in change.added)
        return made is not None and not made.flow and exact and mappings

    def _filled(self, slot: Slot, change: Change, shape: Shape) -> Iterator[Splice]:
        made = change.birth or Birth()
        yield Splice(slot.head, slot.end, "")
        column = slot.column + self.habits.dash_offset(shape)
        below = self.layout.below(slot.end, column)
        self.ahead(below, column)
        lines = self._fresh_items([f for _, _, f in change.added], shape, column, made.compact)
        yield self.insertion(below, lines)

    def _fresh_items(self, fresh: list[Fresh], shape: Shape, column: int, compact: bool) -> list[str]:
        gap = self.habits.item_gap(shape)
        return [line for f in fresh for line in self.item_lines(f, shape, column, gap, compact)]

    def pair_lines(self, key: str, fresh: Fresh, shape: Shape, column: int, mark: str) -> list[str]:
        """The lines of a new key in a block mapping."""
        if fresh.items is None or fresh.birth is None:
            return self.writer.pair(key, fresh.plain(), shape, column, mark)
        head = " " * column + self.writer.key(key, mark) + ":"
        if fresh.birth.flow:
            return [f"{head} {self.flow_value(fresh, shape)}"]
        inner = column + self.habits.dash_offset(shape)
        return [head, *self._fresh_items(fresh.items, shape, inner, fresh.birth.compact)]

    def flow_value(self, fresh: Fresh, shape: Shape) -> str:
        """A new value inside brackets; a list that an addition makes keeps its items' manner."""
        if fresh.items is None:
            return self.writer.inline(fresh.plain(), shape, True)
        pad = " " if fresh.birth and fresh.birth.pad else ""
        return f"[{pad}{', '.join(self.flow_item(f, (*shape, '*')).alone() for f in fresh.items)}{pad}]"

    # -- parts -----------------------------------------------------------------------------------------------

    def item_lines(self, fresh: Fresh, shape: Shape, column: int, gap: int, compact: bool) -> list[str]:
        """The lines of a new item of a block list, its text taken along where it is moved."""
        if fresh.source is not None:
            lines = self._carried(fresh, column)
            if lines is not None:
                return lines
        if fresh.moved:
            return self._with_moved(fresh, (*shape, "*"), column, gap)
        return self.writer.item(fresh.plain(), (*shape, "*"), column, gap, compact)

    def _without_comments(self, paths: list[Path]) -> None:
        """Refuse to move items out of brackets, or into them, past a comment that could not come along."""
        spans = [self.document.offsets(path) for path in paths]
        if spans and COMMENT.search(self.layout.text[spans[0][0] : spans[-1][1]]):
            raise CannotSplice("a comment in the list would be lost", "write that list in block style")

    def _with_moved(self, fresh: Fresh, shape: Shape, column: int, gap: int) -> list[str]:
        """The lines of a new block item some lists of which take the text of their items along."""
        lines: list[str] = []
        for key, value in fresh.plain().items():
            inner = [Fresh(part, source=path) for part, path in zip(value, fresh.moved.get(key, ()), strict=False)]
            at = column + gap
            if not inner or self.habits.flow((*shape, key)):
                self._without_comments(fresh.moved.get(key, []))
                lines += self.writer.pair(key, value, (*shape, key), at)
            else:
                dashes = at + self.habits.dash_offset((*shape, key))
                lines += [" " * at + self.writer.key(key) + ":"]
                lines += self._fresh_items(inner, (*shape, key), dashes, False)
        return [" " * column + "-".ljust(gap) + lines[0][column + gap :], *lines[1:]]

    def flow_item(self, fresh: Fresh, shape: Shape) -> Carried:
        """A new item of a flow list; comments come along where it stands on lines of its own."""
        part = self._part(fresh)
        if part is not None and (part.commented or "\n" not in part.text):
            return part
        if part is None and fresh.source is not None and COMMENT.search("\n".join(self._carried(fresh, 0) or ())):
            raise CannotSplice("its comments would be lost in a list in brackets", "write that list in block style")
        return Carried(self.writer.inline(fresh.plain(), shape, True))

    def _part(self, fresh: Fresh) -> Carried | None:
        """An item in brackets or braces that stands elsewhere, with its comments; None for any other."""
        path: Path = fresh.source or ()
        sequence = self.document.get(path[:-1]) if path else None
        if not isinstance(sequence, Sequence) or not isinstance(path[-1], int):
            return None
        if sequence.flow:
            start, end = sequence.marks[path[-1]]
            emptied = len(self.leaving.get(path[:-1], ())) == len(sequence)
            text = self._changed_text(start, end, path, fresh)
            return carried(self.layout, sequence, path[-1], text, emptied=emptied)
        slot = self.layout.item_slot(sequence, path[-1])
        written = self.layout.text[slot.start : slot.start + 1] == "{" and slot.start < self.layout.line_end(slot.top)
        if not written or not self.layout.leads(slot.top):
            return None
        text = self._changed_text(slot.start, slot.end, path, fresh)
        return carried_line(self.layout, slot, self._bounds(sequence, path), text)

    def _carried(self, fresh: Fresh, column: int) -> list[str] | None:
        """The lines of an item that stands elsewhere, changed and indented anew; None where it has none of its own."""
        path: Path = fresh.source or ()
        sequence, index = self.document.get(path[:-1]), path[-1]
        if not isinstance(sequence, Sequence) or not isinstance(index, int):
            return None
        if sequence.flow:
            part = self._part(fresh)
            return part.lines(column, "- ") if part and (part.commented or "\n" not in part.text) else None
        slot = self.layout.item_slot(sequence, index)
        if not self.layout.leads(slot.top):
            return None
        text = self._changed_text(*self._bounds(sequence, path), path, fresh)
        shift = column - slot.column
        return [shifted(line.removesuffix("\r"), shift) for line in text.removesuffix("\n").split("\n")]

    def _bounds(self, sequence: Sequence, path: Path) -> tuple[int, int]:
        return edit_block.item_bounds(self, sequence, int(path[-1]), self.leaving.get(path[:-1], ()))

    def _changed_text(self, start: int, end: int, path: Path, fresh: Fresh) -> str:
        shape = tuple("*" if isinstance(s, int) else s for s in path)
        inner = self.change(self.document.get(path), fresh.change, shape) if fresh.change else ()
        moved = [Splice(s.start - start, s.end - start, s.new) for s in inner]
        return apply_splices(self.layout.text[start:end], moved)

    def ahead(self, at: int, column: int) -> None:
        """Note that new lines are written at the line boundary `at` for a part at `column`."""
        self.writer.blocks = lambda: self._room(at, column)

    def _room(self, at: int, column: int) -> bool:
        """Whether no comment follows that a block scalar would take up."""
        layout = self.layout
        while layout.blank(at):
            at = layout.line_end(at)
        indent = layout.comment_indent(at) if at < len(layout.text) else None
        return indent is None or indent <= column

    def renamed_key(self, mapping: Mapping, key: str, name: str) -> Splice:
        ks, ke, _, _ = mapping.marks[key]
        return Splice(ks, ke, self.writer.key(name, self.habits.mark_at(ks), mapping.flow))

    def insertion(self, at: int, lines: list[str], end: int | None = None) -> Splice:
        """New lines at a line boundary, with the line break of the line above it."""
        newline = self.layout.newline_at(at)
        return Splice(at, at if end is None else end, "".join(line + newline for line in lines))
