"""Small rigs for tests, written as YAML text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from topology.core.document import parse
from topology.core.rig import RigModel, judge

Edge = tuple[str, str, str]


def rig_text(pods: Mapping[str, Iterable[str]], edges: Iterable[Edge] = (), name: str = "rig") -> str:
    """A rig with these pods and members; edges are (source, kind, target) and stand where their ends put them."""
    edges = list(edges)
    lines = ['version: "0.2"', f"name: {name}", "pods:"]
    for pod, members in pods.items():
        lines += [f"  - id: {pod}", f"    label: {pod}", "    members:"]
        for member in members:
            lines.append(
                f'      - {{id: "{member}", agent_ref: "local:x", profile: default, runtime: codex, cwd: "."}}'
            )
        inner = [edge for edge in edges if _pod(edge[0]) == _pod(edge[2]) == pod]
        lines.append("    edges:" if inner else "    edges: []")
        lines += [
            f"      - {{kind: {k}, from: '{s.partition('.')[2]}', to: '{t.partition('.')[2]}'}}" for s, k, t in inner
        ]
    outer = [edge for edge in edges if _pod(edge[0]) != _pod(edge[2])]
    lines.append("edges:" if outer else "edges: []")
    lines += [f"  - {{kind: {k}, from: '{s}', to: '{t}'}}" for s, k, t in outer]
    return "\n".join(lines) + "\n"


def _pod(end: str) -> str:
    return end.partition(".")[0]


def a_rig(pods: Mapping[str, Iterable[str]], edges: Iterable[Edge] = (), name: str = "rig") -> RigModel:
    """The same, judged."""
    return judge(parse(rig_text(pods, edges, name)))
