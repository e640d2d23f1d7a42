"""What a screen reader says of the things in the picture, and their tooltips."""

from __future__ import annotations

from topology.core.diagram import Container, Diagram, Edge, Node

from .measure import clean
from .theme import is_rollover

_STATUS = {"forbidden": "forbidden", "invalid": "wrong", "cycle": "launch cycle", "unmapped": "unmapped"}
_KINDS = {"rig": "rig", "rig-legacy": "legacy rig", "graph": "agent graph"}


def plural(count: int, one: str, many: str | None = None) -> str:
    """`1 member`, `2 members`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def of_picture(diagram: Diagram) -> str:
    """The name of the whole picture."""
    wrong = sum(edge.wrong for edge in diagram.edges)
    noun = "node" if diagram.kind == "graph" else "member"
    parts = [
        f"{_KINDS.get(diagram.kind, 'topology')} {clean(diagram.name, 80)}".strip(),
        plural(len(diagram.nodes), noun),
        plural(len(diagram.edges), "edge"),
    ]
    if wrong:
        parts.append(f"{wrong} wrong")
    return ", ".join(parts)


def of_edge(edge: Edge) -> str:
    """`edge, delegates to, from orch.lead to dev.impl, forbidden: ...`."""
    parts = ["edge", _kind(edge), f"from {_end(edge.source)} to {_end(edge.target)}"]
    if edge.id.startswith("fold") and edge.label:
        parts[0] = clean(edge.label, 40)
    if edge.wrong:
        said, status = clean(edge.reason, 160), _STATUS.get(edge.status, "wrong")
        parts.append(f"{status}: {said}" if said and said != status else status)
    elif is_rollover(edge):
        parts.append("into the next turn")
    return ", ".join(parts)


def _kind(edge: Edge) -> str:
    if edge.kind == "arm":
        return f"router arm {clean(edge.label, 60)}".strip()
    if edge.kind == "edge":
        return "static edge"
    return clean(edge.kind, 60).replace("_", " ")


def _end(identity: str) -> str:
    return clean(identity, 80) or "nothing"


def of_node(node: Node, diagram: Diagram, stage: str | None) -> str:
    """`member dev.impl, Implementer, claude-code, wave 2, 1 off-canvas target`."""
    graph = diagram.kind == "graph"
    parts = [f"{'node' if graph else 'member'} {_end(node.id)}"]
    if node.label and node.label != node.id:
        parts.append(clean(node.label, 80))
    if graph:
        terminal = node.id in ("START", "END")
        parts.append(f"stage {clean(stage, 60)}" if stage else "" if terminal else "no known stage")
        parts.append(f"accepts the seam {clean(node.seam, 40)}" if node.seam else "")
        parts += [clean(mark, 40) for mark in node.marks]
    else:
        parts.append(clean(node.detail, 60))
        parts.append(f"wave {node.wave}" if node.wave is not None else "")
    if node.off_canvas:
        parts.append(plural(node.off_canvas, "off-canvas target"))
    if node.status != "ok":
        parts.append(clean(node.status, 60))
    return ", ".join(part for part in parts if part)


def of_container(container: Container, count: int, diagram: Diagram) -> str:
    """`pod dev, Development, 3 members`."""
    graph = diagram.kind == "graph"
    parts = [f"{'stage' if graph else 'pod'} {_end(container.id)}"]
    if container.label and container.label != container.id:
        parts.append(clean(container.label, 80))
    parts.append(plural(count, "node" if graph else "member"))
    return ", ".join(parts)
