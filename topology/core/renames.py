"""What renames and moves made of a document's things: names followed through operations, and proved by content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .diagnostics import Path
from .diagram import Container, Diagram, Edge, Node
from .document.edit import same_value
from .edit_fields import read_path
from .edits import operation_name

#: Keys of a thing that hold other things, and those that name it.
INNER = frozenset({"id", "name", "members", "edges"})
#: Operations that give a thing another name and leave it where it is.
RENAMES = frozenset({"rename_node", "rename_member", "rename_pod"})
Called = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Names:
    """What nodes and containers are called later, by what they are called now.

    `sure`: everything that happened in between is known, so that a thing called so is the very thing.
    """

    nodes: Called
    containers: Called
    sure: bool = True

    @classmethod
    def of(cls, diagram: Diagram) -> Names:
        """Everything under the name it has."""
        return cls({node.id: node.id for node in diagram.nodes}, {pod.id: pod.id for pod in diagram.containers})

    def after(self, operation: Mapping[str, Any]) -> Names:
        """The same once an operation is done; one that gives nothing another name changes nothing."""
        name, arguments = operation_name(operation)
        if name in _RULES:
            return _RULES[name](self, arguments)
        return self.unsure() if name in _BY_PATH and _replaces(arguments.get("path")) else self

    def unsure(self) -> Names:
        """The same after something that may have put other things in the place of these."""
        return replace(self, sure=False)

    def then(self, later: Names) -> Names:
        """What things are called after `later` too; `later` begins with the names that these end with."""
        nodes = {old: later.nodes[now] for old, now in self.nodes.items() if now in later.nodes}
        containers = {old: later.containers[now] for old, now in self.containers.items() if now in later.containers}
        return Names(nodes, containers, self.sure and later.sure)

    def reversed(self) -> Names:
        """What things are called now, by what they are called later."""
        nodes, containers = ({new: old for old, new in names.items()} for names in (self.nodes, self.containers))
        return Names(nodes, containers, self.sure)


def followed(names: Names, operations: Iterable[Mapping[str, Any]]) -> Names:
    """The names after operations, one after the other."""
    for operation in operations:
        names = names.after(operation)
    return names


def proved(names: Names, before: Diagram, after: Diagram, roots: tuple[Any, Any]) -> Names:
    """Those other names that both texts bear out: the old one is gone, and the new one was not there.

    Where the names are not sure all the rest of the thing must be equal. `roots` are the two documents' values.
    """
    if before.kind != after.kind:
        return Names({}, {})
    sides = None if names.sure else roots
    return Names(
        _proved(names.nodes, before.nodes, after.nodes, sides),
        _proved(names.containers, before.containers, after.containers, sides),
    )


def under(diagram: Diagram, names: Names) -> Diagram:
    """A diagram whose things have their later names."""
    if not (names.nodes or names.containers):
        return diagram
    nodes, containers = names.nodes, names.containers
    return replace(
        diagram,
        containers=tuple(replace(pod, id=containers.get(pod.id, pod.id)) for pod in diagram.containers),
        nodes=tuple(_node(node, names) for node in diagram.nodes),
        edges=tuple(_edge(edge, nodes) for edge in diagram.edges),
        off_canvas=tuple(replace(off, source=nodes.get(off.source, off.source)) for off in diagram.off_canvas),
    )


def written(root: Any, path: Path) -> dict[str, Any]:
    """The mapping at a path, {} where there is none."""
    for step in path:
        try:
            root = root[step]
        except (KeyError, IndexError, TypeError):
            return {}
    return root if path and isinstance(root, dict) else {}


def _proved(
    names: Called, before: Iterable[Node | Container], after: Iterable[Node | Container], roots: tuple[Any, Any] | None
) -> dict[str, str]:
    old, new = {thing.id: thing for thing in before}, {thing.id: thing for thing in after}
    found = {}
    for was, now in names.items():
        if was in new or now in old or was not in old or now not in new:
            continue
        if roots is None or _equal(written(roots[0], old[was].path), written(roots[1], new[now].path)):
            found[was] = now
    return found


def _equal(one: dict[str, Any], two: dict[str, Any]) -> bool:
    return bool(one and two) and same_value(_content(one), _content(two))


def _content(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in value.items() if key not in INNER}


def _node(node: Node, names: Names) -> Node:
    name = names.nodes.get(node.id, node.id)
    container = names.containers.get(node.container, node.container) if node.container is not None else None
    return replace(node, id=name, container=container)


def _edge(edge: Edge, nodes: Called) -> Edge:
    source, target = nodes.get(edge.source, edge.source), nodes.get(edge.target, edge.target)
    number = edge.id.removeprefix(f"{edge.kind}:{edge.source}>{edge.target}")
    return replace(edge, id=f"{edge.kind}:{source}>{target}{number}", source=source, target=target)


def _rename_node(names: Names, arguments: Mapping[str, Any]) -> Names:
    return _moved(names, arguments.get("node"), arguments.get("to"))


def _rename_member(names: Names, arguments: Mapping[str, Any]) -> Names:
    """A member of a pod is named within it; a flat spec, which has no pods, gives the whole id."""
    member, to = str(arguments.get("member")), str(arguments.get("to"))
    pod = member.partition(".")[0]
    return _moved(names, member, f"{pod}.{to}" if names.containers else to)


def _move_member(names: Names, arguments: Mapping[str, Any]) -> Names:
    member = str(arguments.get("member"))
    return _moved(names, member, f"{arguments.get('to_pod')}.{member.partition('.')[2]}")


def _rename_pod(names: Names, arguments: Mapping[str, Any]) -> Names:
    pod, to = str(arguments.get("pod")), str(arguments.get("to"))

    def inside(name: str) -> str:
        return f"{to}{name.removeprefix(pod)}" if name.startswith(f"{pod}.") else name

    nodes = {old: inside(now) for old, now in names.nodes.items()}
    return replace(names, nodes=nodes, containers=_changed(names.containers, pod, to))


def _remove_node(names: Names, arguments: Mapping[str, Any]) -> Names:
    gone = arguments.get("member", arguments.get("node"))
    return replace(names, nodes={old: now for old, now in names.nodes.items() if now != gone})


def _remove_pod(names: Names, arguments: Mapping[str, Any]) -> Names:
    pod = arguments.get("pod")
    nodes = {old: now for old, now in names.nodes.items() if not now.startswith(f"{pod}.")}
    return replace(names, nodes=nodes, containers={old: now for old, now in names.containers.items() if now != pod})


def _moved(names: Names, was: Any, now: Any) -> Names:
    return replace(names, nodes=_changed(names.nodes, was, now))


def _changed(called: Called, was: Any, now: Any) -> dict[str, str]:
    return {old: str(now) if name == was else name for old, name in called.items()}


def _replaces(path: Any) -> bool:
    """Whether what is set or unset at a path is more than one field of one thing, or its name."""
    steps = read_path(path)
    return len(steps) == 1 or isinstance(steps[-1], int) or steps[-1] in INNER


_RULES: dict[str, Callable[[Names, Mapping[str, Any]], Names]] = {
    "rename_node": _rename_node,
    "rename_member": _rename_member,
    "move_member": _move_member,
    "rename_pod": _rename_pod,
    "remove_node": _remove_node,
    "remove_member": _remove_node,
    "remove_pod": _remove_pod,
}
_BY_PATH = frozenset({"set_field", "unset_field", "rename_key"})
