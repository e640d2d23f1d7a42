"""Writing values as text: block lines at a column, or flow text on one line, in the manner around."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .edit_habits import Habits, Shape
from .edit_layout import CannotSplice
from .edit_scalars import literal, scalar
from .values import Value


class Writer:
    """Renders plain values. Lines come without line breaks; an empty line stays empty."""

    def __init__(self, habits: Habits) -> None:
        self.habits = habits
        #: Says whether texts of several lines may be written as `|` blocks: not where what follows would become part of
        #: one.
        self.blocks: Callable[[], bool] = lambda: True

    def inline(self, value: Value, shape: Shape, flow: bool = False) -> str:
        """A value on one line."""
        if isinstance(value, dict):
            return self._braces(value, shape)
        if isinstance(value, list):
            pad = " " if value and self.habits.spaced(shape) else ""
            return f"[{pad}{', '.join(self.inline(v, (*shape, '*'), True) for v in value)}{pad}]"
        return scalar(value, self.habits.quote(shape), self.habits.fallback, flow)

    def _braces(self, value: dict[str, Any], shape: Shape) -> str:
        pad = " " if value and self.habits.spaced(shape) else ""
        mark = self.flow_key_mark(shape)
        pairs = (f"{self.key(k, mark, True)}: {self.inline(v, (*shape, k), True)}" for k, v in value.items())
        return "{" + pad + ", ".join(pairs) + pad + "}"

    def flow_key_mark(self, shape: Shape) -> str:
        """The quote of keys inside braces at a shape (a JSON document quotes them)."""
        places = self.habits.items(shape[:-1]) if shape[-1:] == ("*",) else self.habits.peers(shape) if shape else ()
        for value, _, _ in places:
            if isinstance(value, dict) and value:
                return self.habits.key_quote(value)
        root = self.habits.root
        return self.habits.key_quote(root) if getattr(root, "flow", False) else ""

    def key(self, key: str, mark: str = "", flow: bool = False) -> str:
        """A key, quoted where it must be or where its siblings are."""
        text = scalar(key, mark, self.habits.fallback, flow)
        if len(text) > 1000:
            raise CannotSplice("a key of more than 1,000 characters cannot be written on one line")
        return text

    def pair(self, key: str, value: Value, shape: Shape, column: int, mark: str = "") -> list[str]:
        """The lines of `key: value` in a block mapping at a column; `shape` is that of the value."""
        head = " " * column + self.key(key, mark) + ":"
        below = self.below(value, shape, column)
        if below is None:
            return [f"{head} {self.inline(value, shape)}"]
        return [f"{head}{below[0]}", *below[1:]]

    def below(self, value: Value, shape: Shape, column: int) -> list[str] | None:
        """What follows a `:` at a column when the value takes lines of its own; None where it fits on the line."""
        if isinstance(value, str):
            return self._literal(value, shape, column)
        if isinstance(value, dict) and value and not self.habits.flow(shape):
            return ["", *self.mapping(value, shape, column + self.habits.step)]
        if isinstance(value, list) and value and not self._flow_list(value, shape):
            return ["", *self.sequence(value, shape, column + self.habits.dash_offset(shape))]
        return None

    def _literal(self, value: str, shape: Shape, column: int) -> list[str] | None:
        block = literal(value) if "\n" in value and self.blocks() and not self.habits.quote(shape) else None
        if block is None:
            return None
        header, lines = block
        indent = " " * (column + self.habits.step)
        return [f" {header}", *(indent + line if line else "" for line in lines)]

    def _flow_list(self, value: list[Any], shape: Shape) -> bool:
        if not any(isinstance(v, (dict, list)) for v in value):
            return self.habits.scalar_lists_flow(shape)
        return bool(self.habits.flow(shape))

    def mapping(self, value: dict[str, Any], shape: Shape, column: int) -> list[str]:
        """The lines of a block mapping."""
        return [line for k, v in value.items() for line in self.pair(k, v, (*shape, k), column)]

    def sequence(self, value: list[Any], shape: Shape, column: int) -> list[str]:
        """The lines of a block sequence; `shape` is that of the list."""
        compact, gap = self.habits.item_flow(shape), self.habits.item_gap(shape)
        return [line for v in value for line in self.item(v, (*shape, "*"), column, gap, compact)]

    def item(self, value: Value, shape: Shape, column: int, gap: int = 2, compact: bool = False) -> list[str]:
        """The lines of one item of a block sequence whose dash stands at `column`."""
        dash = " " * column + "-".ljust(gap)
        if isinstance(value, dict) and value and not compact:
            lines = self.mapping(value, shape, column + gap)
            return [dash + lines[0][column + gap :], *lines[1:]]
        if isinstance(value, str):
            block = self._literal(value, shape, column)
            if block is not None:
                return [dash.rstrip() + block[0], *block[1:]]
        return [dash + self.inline(value, shape)]
