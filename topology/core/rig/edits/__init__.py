"""Operations on rigs: `EDITS` maps each operation's name to a function `(document, arguments) -> Edit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ... import edit_fields
from ...diagnostics import Path
from ...document import Document
from ...edits import Edit, EditTable
from .edges import add_edge, change_edge, remove_edge
from .members import add_member, move_member, remove_member, rename_member
from .places import MANNER, ORDERS
from .pods import add_pod, remove_pod, rename_pod
from .rebase import RULES as REBASE

_THINGS = {"pods": "pod", "members": "member", "edges": "edge", "nodes": "node"}


def set_field(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give the field at `path` a `value`, any JSON value."""
    return edit_fields.set_field(document, arguments, MANNER, _order)


def unset_field(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Take the field at `path` out."""
    return edit_fields.unset_field(document, arguments, MANNER)


def rename_key(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give the key at `path` the name `to`."""
    return edit_fields.rename_key(document, arguments, MANNER)


def _order(path: Path) -> tuple[str, ...]:
    """The keys of the thing at a path, in the order in which they are written."""
    if not path:
        return ORDERS["rig"]
    if isinstance(path[-1], int) and len(path) > 1:
        return ORDERS.get(_THINGS.get(str(path[-2]), ""), ())
    return ()


EDITS: EditTable = {
    "add_pod": add_pod,
    "rename_pod": rename_pod,
    "remove_pod": remove_pod,
    "add_member": add_member,
    "rename_member": rename_member,
    "move_member": move_member,
    "remove_member": remove_member,
    "add_edge": add_edge,
    "remove_edge": remove_edge,
    "change_edge": change_edge,
    "set_field": set_field,
    "unset_field": unset_field,
    "rename_key": rename_key,
}

__all__ = ["EDITS", "REBASE"]
