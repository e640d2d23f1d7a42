"""The diagram as Graphviz DOT, for people with their own tools. All text is quoted, none becomes markup."""

from __future__ import annotations

from topology.core.diagram import Diagram, Edge, Node

from ..measure import clean, identity
from ..theme import COLOURS, edge_style

_HEADS = {"arrow": "normal", "small": "normal", "open": "vee", "diamond": "diamond", "upward": "empty", "": "none"}


def to_dot(diagram: Diagram) -> str:
    """DOT text with pods or stages as clusters, edge kinds by style, and wrong edges red with their reason."""
    lines = [
        f"digraph {_quoted(diagram.name or 'topology')} {{",
        "  rankdir=LR; compound=true; fontname=Helvetica;",
        '  node [shape=box, style="rounded,filled", fillcolor=white, fontname=Helvetica, fontsize=11];',
        "  edge [fontname=Helvetica, fontsize=10];",
    ]
    for number, container in enumerate(diagram.containers):
        lines.append(f"  subgraph cluster_{number} {{")
        lines.append(f"    label={_label(container.label or container.id)}; style=rounded;")
        lines += [f"    {_node(node)}" for node in diagram.nodes if node.container == container.id]
        lines.append("  }")
    known = {container.id for container in diagram.containers}
    lines += [f"  {_node(node)}" for node in diagram.nodes if node.container not in known]
    lines += [f"  {_edge(edge)}" for edge in diagram.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _node(node: Node) -> str:
    title = node.label or node.name or node.id
    text = f"{clean(title, 80)}\n{clean(node.detail, 60)}" if node.detail else clean(title, 80)
    return f"{_quoted(node.id)} [label={_label(text, clean_it=False)}];"


def _edge(edge: Edge) -> str:
    style = edge_style(edge)
    dash = "dotted" if style.dash.startswith("1") and not style.dash.startswith("14") else "dashed"
    attributes = {
        "color": f'"{COLOURS[style.colour][0]}"',
        "style": dash if style.dash else "solid",
        "arrowhead": _HEADS[style.head],
        "penwidth": f"{style.width:g}",
    }
    if style.tail:
        attributes |= {"dir": "both", "arrowtail": _HEADS[style.tail]}
    said = edge.reason if edge.wrong else edge.label
    if said:
        attributes |= {"label": _label(said), "fontcolor": f'"{COLOURS[style.colour][0]}"'}
    written = ", ".join(f"{name}={value}" for name, value in attributes.items())
    return f"{_quoted(edge.source)} -> {_quoted(edge.target)} [{written}];"


def _quoted(text: str) -> str:
    """A quoted identifier: inside quotes neither ports nor markup are read."""
    safe = identity(text).replace("\n", " ").replace("\r", " ")
    return '"' + safe.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _label(text: str, clean_it: bool = True) -> str:
    """A quoted label: backslashes and entities shown as written, line breaks kept."""
    safe = clean(text, 160) if clean_it else text
    safe = safe.replace("\\", "\\\\").replace("&", "&amp;").replace('"', '\\"').replace("\n", "\\n")
    return f'"{safe}"'
