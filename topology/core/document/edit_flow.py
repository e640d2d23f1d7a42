"""Surgery on flow style: parts between brackets, with their commas; on one line, or one part a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .edit_carry import Carried, alone, comma_after
from .edit_change import Change
from .edit_habits import Shape
from .edit_layout import CannotSplice, Layout
from .splice import Splice
from .values import Mapping, Sequence

if TYPE_CHECKING:
    from .edit_surgeon import Surgeon


@dataclass(frozen=True, slots=True)
class Brackets:
    """A flow container: `open` and `close` are the offsets of its brackets, `parts` the spans between its commas."""

    open: int
    close: int
    parts: list[tuple[int, int]]


def change_sequence(surgeon: Surgeon, sequence: Sequence, change: Change, shape: Shape) -> Iterator[Splice]:
    """The splices that change a flow sequence part by part."""
    brackets = _brackets(surgeon, sequence, list(sequence.marks), "[")
    for index, inner in change.inner.items():
        if index not in change.removed and isinstance(index, int):
            start, end = sequence.marks[index]
            yield from _value(surgeon, sequence[index], start, end, inner, (*shape, "*"))
    removed = {i for i in change.removed if isinstance(i, int)}
    added = {
        place: [surgeon.flow_item(f, (*shape, "*")) for _, f in change.additions(place)]
        for place in {place for place, _, _ in change.added}
    }
    pad = change.birth is not None and change.birth.pad
    yield from _parts(surgeon, brackets, removed, {k: v for k, v in added.items() if isinstance(k, int)}, pad)


def change_mapping(surgeon: Surgeon, mapping: Mapping, change: Change, shape: Shape) -> Iterator[Splice]:
    """The splices that change a flow mapping key by key."""
    keys = list(mapping)
    for key, inner in change.inner.items():
        if key not in change.removed and isinstance(key, str):
            _, ke, vs, ve = mapping.marks[key]
            if vs == ve and surgeon.layout.text[ke : ke + 1] != ":":
                raise CannotSplice(f"`{key}` has no `:`", "write it as `key: value` first")
            yield from _value(surgeon, mapping[key], vs, ve, inner, (*shape, key))
    for key, name in change.renamed.items():
        yield surgeon.renamed_key(mapping, key, name)
    if not change.removed and not change.added:
        return
    brackets = _brackets(surgeon, mapping, [_pair(surgeon, mapping, key) for key in keys], "{")
    removed = {index for index, key in enumerate(keys) if key in change.removed}
    mark = surgeon.habits.key_quote(mapping) if keys else surgeon.writer.flow_key_mark(shape)
    added: dict[int, list[Carried]] = {}
    for after, key, fresh in change.added:
        text = f"{surgeon.writer.key(key, mark, True)}: {surgeon.flow_value(fresh, (*shape, key))}"
        added.setdefault(keys.index(str(after)) if after else -1, []).append(Carried(text))
    yield from _parts(surgeon, brackets, removed, added, change.birth is not None and change.birth.pad)


def _pair(surgeon: Surgeon, mapping: Mapping, key: str) -> tuple[int, int]:
    ks, ke, vs, ve = mapping.marks[key]
    if ve > vs:
        return ks, ve
    text = surgeon.layout.text
    at = ke
    while text[at] in " \t":
        at += 1
    return ks, at + 1 if text[at] == ":" else ke


def _value(surgeon: Surgeon, value: object, start: int, end: int, change: Change, shape: Shape) -> Iterator[Splice]:
    if change.new is not None:
        text = surgeon.inline_again(start, value, change.new.plain(), shape, flow=True)
        yield Splice(start, end, text if end > start else " " + text)
    elif surgeon.layout.is_alias(start):
        raise CannotSplice("the text here is an alias", "edit it where its anchor stands, or write it out first")
    else:
        yield from surgeon.change(value, change, shape)


def _brackets(surgeon: Surgeon, value: Mapping | Sequence, parts: list[tuple[int, int]], mark: str) -> Brackets:
    start = surgeon.layout.after_properties(value.start)
    text = surgeon.layout.text
    if text[start : start + 1] != mark or text[value.end - 1] not in "]}":
        raise CannotSplice("this pair stands without braces of its own", "write it in braces first")
    return Brackets(start, value.end - 1, parts)


def _parts(
    surgeon: Surgeon, brackets: Brackets, removed: set[int], added: dict[int, list[Carried]], pad: bool
) -> Iterator[Splice]:
    parts = brackets.parts
    if not parts:
        yield from _filled(brackets, [t.alone() for texts in added.values() for t in texts], pad)
        return
    if len(removed) == len(parts):
        new = ", ".join(t.alone() for _, texts in sorted(added.items()) for t in texts)
        yield from [_refilled(brackets, new)] if new else _emptied(surgeon.layout, brackets)
        return
    for first, last in _runs(removed):
        yield from _taken(surgeon, brackets, first, last)
    for after, texts in sorted(added.items()):
        yield from _inserted(surgeon, brackets, after, texts)


def _filled(brackets: Brackets, texts: list[str], pad: bool) -> Iterator[Splice]:
    blank = " " if pad else ""
    if texts:
        yield Splice(brackets.open + 1, brackets.open + 1, blank + ", ".join(texts))
        yield Splice(brackets.close, brackets.close, blank)


def _refilled(brackets: Brackets, new: str) -> Splice:
    return Splice(brackets.parts[0][0], brackets.parts[-1][1], new)


def _emptied(layout: Layout, brackets: Brackets) -> Iterator[Splice]:
    """All parts go, with the comments on their own lines; whatever other comment is between the brackets stays."""
    gone = list(alone(layout, brackets.parts, (brackets.open, brackets.close)))
    start, end = brackets.open + 1, brackets.close
    starts, ends = [a for a, _ in gone], [b for _, b in gone]
    left = [layout.text[a:b] for a, b in zip([start, *ends], [*starts, end], strict=True)]
    if any("#" in piece for piece in left):
        yield from (Splice(a, b, "") for a, b in gone)
        return
    tail = left[-1]
    if layout.leads(brackets.parts[0][0]) and layout.line_end(brackets.parts[-1][1]) <= end:
        tail = layout.newline_at(ends[-1]) + tail if layout.line_start(ends[-1]) == ends[-1] else tail
    elif layout.text[start] == " " and tail.endswith(" "):
        tail = tail[:-1]
    yield Splice(start, end, tail)


def _runs(removed: set[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for index in sorted(removed):
        if runs and runs[-1][1] == index - 1:
            runs[-1] = (runs[-1][0], index)
        else:
            runs.append((index, index))
    return runs


def _taken(surgeon: Surgeon, brackets: Brackets, first: int, last: int) -> Iterator[Splice]:
    layout, parts = surgeon.layout, brackets.parts
    start, end = parts[first][0], parts[last][1]
    comma = comma_after(layout, brackets.close, end)
    if last + 1 < len(parts):
        following = parts[last + 1][0]
        if layout.leads(start) and layout.leads(following):
            yield _lines(surgeon, brackets, first, comma or end)
        else:
            _without_comments(layout.text[end:following])
            yield Splice(start, following, "")
        return
    before = parts[first - 1][1]
    stop = comma if comma is not None else end
    closed_below = layout.line_end(stop) <= brackets.close
    if not layout.leads(start) or not (closed_below or "#" in layout.text[before:start]):
        _without_comments(layout.text[before:start])
        yield Splice(before, end, "")
        return
    if comma is None:
        earlier = comma_after(layout, brackets.close, before)
        if earlier is not None:
            yield Splice(earlier, earlier + 1, "")
    lines = _lines(surgeon, brackets, first, stop)
    if closed_below:
        yield lines
    else:
        # The bracket stays on a line of its own: the one before may end in a comment.
        yield Splice(lines.start, brackets.close, " " * layout.column(start))


def _lines(surgeon: Surgeon, brackets: Brackets, first: int, end: int) -> Splice:
    layout = surgeon.layout
    start = brackets.parts[first][0]
    floor = brackets.parts[first - 1][1] if first else brackets.open + 1
    column = layout.column(start)
    bottom = min(layout.below(end, column), layout.line_start(brackets.close))
    return Splice(layout.above(layout.line_start(start), column, floor), bottom, "")


def _without_comments(gap: str) -> None:
    if "#" in gap:
        raise CannotSplice("a comment stands in the way between brackets", "edit the source instead")


def _inserted(surgeon: Surgeon, brackets: Brackets, after: int, new: list[Carried]) -> Iterator[Splice]:
    layout, parts = surgeon.layout, brackets.parts
    gap = _separator(surgeon, brackets)
    if after < 0:
        start = parts[0][0]
        yield Splice(start, start, "".join(part.alone() + gap for part in new))
        return
    start, end = parts[after]
    comma = comma_after(layout, brackets.close, end)
    following = parts[after + 1][0] if after + 1 < len(parts) else brackets.close
    if not (layout.leads(start) and layout.leads(following)):
        yield Splice(end, end, "".join(gap + part.alone() for part in new))
        return
    column = layout.column(start)
    at = min(layout.below(end if comma is None else comma, column), layout.line_start(following))
    commas = [","] * len(new)
    if comma is None:
        yield Splice(end, end, ",")
        commas[-1] = ""
    lines = [line for part, mark in zip(new, commas, strict=True) for line in part.lines(column, comma=mark)]
    yield surgeon.insertion(at, lines)


def _separator(surgeon: Surgeon, brackets: Brackets) -> str:
    parts, text = brackets.parts, surgeon.layout.text
    if len(parts) > 1:
        gap = text[parts[-2][1] : parts[-1][0]]
        if re.fullmatch(r",[ \t]*", gap):
            return gap
        if re.fullmatch(r",\r?\n[ \t]*", gap):
            return gap
    return ", "
