"""`topology show`: the model as understood."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from topology.core.kinds import Judgement, judge
from topology.core.plain import as_json

from .options import add_judging, judging, tell
from .streams import print_text, read_text, visible, write_out


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of `show`."""
    parser.add_argument("path", metavar="PATH", help="a file, or - for standard input")
    parser.add_argument("--format", choices=("json", "text"), default="json")
    add_judging(parser)


def run(options: dict[str, Any]) -> int:
    """Print the model; 1 where the document is invalid (what was understood is printed all the same)."""
    judgement = judge(read_text(options["path"]), judging(options))
    shown = understood(judgement)
    if options["format"] == "json":
        write_out(as_json(shown))
    else:
        print_text("".join(f"{line}\n" for line in _lines(shown)))
    if not judgement.valid:
        for diagnostic in judgement.report.diagnostics:
            tell(options["path"], diagnostic)
    return int(not judgement.valid)


def understood(judgement: Judgement) -> dict[str, Any]:
    """What `show --format json` prints; for a text that cannot be read, the same keys, empty, and its diagnostics."""
    if judgement.model is not None:
        return dict(judgement.model.show())
    return {
        "kind": judgement.kind,
        "name": judgement.name,
        "valid": False,
        "containers": [],
        "nodes": [],
        "edges": [],
        "diagnostics": [d.to_dict() for d in judgement.report.diagnostics],
    }


def _lines(shown: dict[str, Any]) -> list[str]:
    state = "valid" if shown["valid"] else "invalid"
    lines = [f"{shown['kind']} {visible(shown['name'] or '(no name)')}: {state}"]
    for container in (*shown["containers"], {"id": None}):
        nodes = [n for n in shown["nodes"] if n.get("container") == container["id"]]
        if nodes or container["id"] is not None:
            lines += ["", f"{_word(container['id']) or '(outside)'}:", *(f"  {_node(node)}" for node in nodes)]
    if shown["edges"]:
        lines += ["", "edges:", *(f"  {_edge(edge)}" for edge in shown["edges"])]
    if shown.get("deferred"):
        lines += ["", "off canvas:"]
        lines += [f"  {_word(d['source'])} {_word(d['kind'])} {_word(d['target'])}" for d in shown["deferred"]]
    return lines + _tail(shown)


def _tail(shown: dict[str, Any]) -> list[str]:
    """The last lines: a rig's launch order by waves, a graph's counts and digest."""
    lines: list[str] = []
    launch = shown.get("launch") or {}
    if launch.get("cycle"):
        lines += ["", "launch cycle: " + " -> ".join(map(_word, launch["cycle"]))]
    elif launch.get("waves"):
        lines += ["", "launch:", *(f"  {n}. {', '.join(map(_word, w))}" for n, w in enumerate(launch["waves"], 1))]
    if "counts" in shown:
        counts = shown["counts"]
        lines += ["", f"{counts['nodes']} nodes, {counts['edges']} edges", f"digest {shown['digest']}"]
    return lines


def _node(node: dict[str, Any]) -> str:
    details = (node.get("runtime"), node.get("acceptsSeam"), node.get("plugin"), node.get("session"))
    return "  ".join([_word(node["id"]), *(_word(detail) for detail in details if detail)])


def _edge(edge: dict[str, Any]) -> str:
    kind = edge.get("kind") or ", ".join(edge.get("via", ()))
    row = f" row {edge['row']}" if edge.get("row") else ""
    code = f" [{edge['code']}]" if edge.get("code") else ""
    return f"{_word(edge['source'])} -> {_word(edge['target'])}  {_word(kind)}  {edge['status']}{row}{code}"


def _word(value: Any) -> str:
    return visible(str(value)) if value is not None else ""
