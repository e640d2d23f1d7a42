"""The diagram as a Mermaid flowchart. Ids are made up, and every sign that Mermaid could read is written as a code."""

from __future__ import annotations

import re

from topology.core.diagram import Diagram, Edge, Node

from ..measure import clean
from ..theme import COLOURS

_ARROWS = {
    "delegates_to": "-->",
    "spawned_by": "--o",
    "can_observe": "-.->",
    "collaborates_with": "<-->",
    "escalates_to": "-.->",
    "chain": "-->",
    "edge": "-->",
    "arm": "-.->",
}
_NAMED = frozenset({"spawned_by", "escalates_to", "collaborates_with", "can_observe"})
_SIGN = re.compile(r"[^\w .,/-]")


def to_mermaid(diagram: Diagram) -> str:
    """A `flowchart LR` with pods or stages as subgraphs, labels on arms and kinds, wrong edges crossed and red."""
    ids: dict[str, str] = {}
    lines = ["flowchart LR"]
    for number, container in enumerate(diagram.containers):
        lines.append(f'  subgraph c{number}["{_text(container.label or container.id)}"]')
        lines += [f"    {_node(node, ids)}" for node in diagram.nodes if node.container == container.id]
        lines.append("  end")
    known = {container.id for container in diagram.containers}
    lines += [f"  {_node(node, ids)}" for node in diagram.nodes if node.container not in known]
    missing = [end for edge in diagram.edges for end in (edge.source, edge.target) if end not in ids]
    for end in dict.fromkeys(missing):
        ids[end] = f"m{len(ids)}"
        lines.append(f'  {ids[end]}["missing {_text(end)}"]')
    lines += [f"  {_edge(edge, ids)}" for edge in diagram.edges]
    lines += _styles(diagram, [ids[end] for end in dict.fromkeys(missing)])
    return "\n".join(lines) + "\n"


def _node(node: Node, ids: dict[str, str]) -> str:
    ids[node.id] = f"n{len(ids)}"
    text = _text(node.label or node.name or node.id)
    if node.detail:
        text += f"<br/>{_text(node.detail)}"
    return f'{ids[node.id]}(["{text}"])' if node.id in ("START", "END") else f'{ids[node.id]}["{text}"]'


def _edge(edge: Edge, ids: dict[str, str]) -> str:
    arrow = "--x" if edge.wrong else _ARROWS.get(edge.kind, "-->")
    said = edge.reason if edge.wrong else edge.label or (edge.kind if edge.kind in _NAMED else None)
    label = f'|"{_text(said)}"|' if said and clean(said) else ""
    return f"{ids[edge.source]} {arrow}{label} {ids[edge.target]}"


def _styles(diagram: Diagram, missing: list[str]) -> list[str]:
    red = COLOURS["wrong"][0]
    wrong = [str(number) for number, edge in enumerate(diagram.edges) if edge.wrong]
    lines = [f"  linkStyle {','.join(wrong)} stroke:{red},stroke-width:3px,color:{red}"] if wrong else []
    if missing:
        lines.append(f"  classDef missing stroke:{red},color:{red},stroke-dasharray:4 3")
        lines.append(f"  class {','.join(missing)} missing")
    return lines


def _text(text: str) -> str:
    """A label in which only letters, digits and harmless signs stand as they are."""
    return _SIGN.sub(lambda sign: f"#{ord(sign.group())};", clean(text, 120)) or " "
