"""Operations on rigs: `EDITS` maps each operation's name to a function `(document, arguments) -> Edit`."""

from __future__ import annotations

from ...edits import EditTable
from .edges import add_edge, change_edge, remove_edge

EDITS: EditTable = {
    "add_edge": add_edge,
    "remove_edge": remove_edge,
    "change_edge": change_edge,
}

__all__ = ["EDITS"]
