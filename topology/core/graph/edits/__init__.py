"""Operations on agent graphs: `EDITS` maps each operation's name to a function `(document, arguments) -> Edit`."""

from __future__ import annotations

from ...edits import EditTable
from .chains import add_chain, insert_in_chain, remove_from_chain, split_chain
from .edges import add_edge, change_edge, remove_edge
from .routers import add_arm, remove_arm, set_arm

EDITS: EditTable = {
    "add_edge": add_edge,
    "remove_edge": remove_edge,
    "change_edge": change_edge,
    "add_chain": add_chain,
    "split_chain": split_chain,
    "insert_in_chain": insert_in_chain,
    "remove_from_chain": remove_from_chain,
    "add_arm": add_arm,
    "set_arm": set_arm,
    "remove_arm": remove_arm,
}

__all__ = ["EDITS"]
