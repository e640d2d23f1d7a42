"""A posted form as a list of operations, and what to select once they are done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.diagram import Diagram

#: Operation -> its arguments as posted. Those in LISTS are one item per line.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "add_pod": ("id", "label", "after"),
    "rename_pod": ("pod", "to"),
    "remove_pod": ("pod",),
    "add_member": ("pod", "id", "label", "agent_ref", "profile", "runtime", "cwd", "model", "role"),
    "rename_member": ("member", "to"),
    "move_member": ("member", "to_pod"),
    "remove_member": ("member",),
    "add_edge": ("kind", "from", "to"),
    "remove_edge": ("kind", "from", "to", "sources"),
    "change_edge": ("kind", "from", "to", "new_kind", "new_from", "new_to"),
    "add_node": ("name", "stageId", "acceptsSeam", "plugin", "summary", "subscribes", "writes"),
    "rename_node": ("node", "to"),
    "set_stage": ("node", "stageId"),
    "remove_node": ("node",),
    "add_chain": ("name", "path"),
    "split_chain": ("chain", "after"),
    "insert_in_chain": ("chain", "node", "after"),
    "remove_from_chain": ("chain", "node"),
    "add_arm": ("from", "route", "arm", "to"),
    "set_arm": ("from", "route", "arm", "to"),
    "remove_arm": ("from", "route", "arm"),
    "set_alias": ("name", "candidates"),
    "set_omit": ("names",),
    "unset_field": ("path",),
    "rename_key": ("path", "to"),
}
#: Operations whose `path` is that of a field, not one through a graph.
_BY_PATH = frozenset({"unset_field", "rename_key"})
LISTS = frozenset({"path", "candidates", "names", "subscribes", "writes"})
#: Operations that draw an edge: their verdict is shown, and a wrong one asked about, before anything is saved.
EDGES = frozenset({"add_edge", "change_edge", "add_arm", "set_arm"})


def read(posted: Mapping[str, str]) -> list[dict[str, Any]]:
    """The one operation of a posted form; [] where it names none that is known."""
    name = posted.get("op", "")
    if name not in ARGUMENTS:
        return []
    return [{"op": name, **dict(_arguments(name, posted))}]


def _arguments(name: str, posted: Mapping[str, str]) -> Any:
    for key in ARGUMENTS[name]:
        text = posted.get(key, "").strip()
        if key in LISTS and name not in _BY_PATH:
            items = [line.strip() for line in text.replace("\r", "").split("\n") if line.strip()]
            if items or name == "set_omit":
                yield key, items
        elif text:
            yield key, text


def ends(operation: Mapping[str, Any]) -> tuple[str, str, str | None]:
    """Source, target and kind of the edge that an operation would leave behind."""
    source = operation.get("new_from") or operation.get("from", "")
    target = operation.get("new_to") or operation.get("to", "")
    return source, target, operation.get("new_kind") or operation.get("kind")


def selection_after(operation: Mapping[str, Any], diagram: Diagram) -> dict[str, str]:
    """What to select once an operation is done: the thing it made or changed, or what stands next to it."""
    name = operation["op"]
    if name in EDGES:
        return _edge(operation, diagram)
    if name == "remove_edge" or name == "remove_arm":
        return {"node": operation.get("from", "")}
    if name == "add_pod":
        return {"container": operation.get("id", "")}
    if name == "rename_pod":
        return {"container": operation.get("to", "")}
    if name == "add_member":
        return {"node": f"{operation.get('pod')}.{operation.get('id')}"}
    if name == "rename_member":
        to = str(operation.get("to"))
        inside = f"{operation['member'].partition('.')[0]}.{to}"
        return {"node": inside if any(node.id == inside for node in diagram.nodes) else to}
    if name == "move_member":
        return {"node": f"{operation.get('to_pod')}.{operation['member'].partition('.')[2]}"}
    if name == "add_node":
        return {"node": operation.get("name", "")}
    if name in ("rename_node", "set_stage"):
        return {"node": operation.get("to") or operation.get("node", "")}
    return {}


def _edge(operation: Mapping[str, Any], diagram: Diagram) -> dict[str, str]:
    source, target, kind = ends(operation)
    for edge in reversed(diagram.edges):
        if (edge.source, edge.target) == (source, target) and (kind is None or edge.kind == kind):
            return {"edge": edge.id}
    return {"node": source}
