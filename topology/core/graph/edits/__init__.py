"""Operations on agent graphs: `EDITS` maps each operation's name to a function `(document, arguments) -> Edit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ... import edit_fields
from ...diagnostics import Path
from ...document import Document
from ...edits import Edit, EditTable
from .chains import add_chain, insert_in_chain, remove_chain, remove_from_chain, split_chain
from .edges import add_edge, change_edge, remove_edge
from .lists import set_alias, set_omit
from .nodes import add_node, references, remove_node, rename_node, set_stage
from .places import MANNER, ORDERS, Places
from .rebase import RULES as REBASE
from .routers import add_arm, remove_arm, set_arm

_THINGS = {"nodes": "node", "chains": "chain", "edges": "edge", "conditionalEdges": "router", "streamFilters": "filter"}


def set_field(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give the field at `path` a `value`, any JSON value."""
    return edit_fields.set_field(document, arguments, MANNER, _order)


def unset_field(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Take the field at `path` out."""
    return edit_fields.unset_field(document, arguments, MANNER)


def rename_key(document: Document, arguments: Mapping[str, Any]) -> Edit:
    """Give the key at `path` the name `to`; where it is an alias, chains, edges, routers, arms and aliases follow."""
    path, to = edit_fields.read_path(arguments.get("path")), arguments.get("to")
    mentions: list[Path] = []
    if path[:1] == ("aliases",) and len(path) == 2 and isinstance(to, str) and to != path[1]:
        places = Places(document)
        places.free(to, "alias")
        mentions = [place for place in references(places, str(path[1])) if path[1] in places.spec.alias_table]
    return edit_fields.rename_key(document, arguments, MANNER, mentions)


def _order(path: Path) -> tuple[str, ...]:
    """The keys of the thing at a path, in the order in which they are written."""
    if not path:
        return ORDERS["graph"]
    if isinstance(path[-1], int) and len(path) == 2:
        return ORDERS.get(_THINGS.get(str(path[0]), ""), ())
    return ()


EDITS: EditTable = {
    "add_node": add_node,
    "rename_node": rename_node,
    "set_stage": set_stage,
    "remove_node": remove_node,
    "add_edge": add_edge,
    "remove_edge": remove_edge,
    "change_edge": change_edge,
    "add_chain": add_chain,
    "remove_chain": remove_chain,
    "split_chain": split_chain,
    "insert_in_chain": insert_in_chain,
    "remove_from_chain": remove_from_chain,
    "add_arm": add_arm,
    "set_arm": set_arm,
    "remove_arm": remove_arm,
    "set_alias": set_alias,
    "set_omit": set_omit,
    "set_field": set_field,
    "unset_field": unset_field,
    "rename_key": rename_key,
}

__all__ = ["EDITS", "REBASE"]
