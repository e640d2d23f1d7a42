"""DOT text from synthetic ids and sizes only, and what the engine answers, as numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import graphviz

from .. import engine
from .geometry import Box, Point

_INCH = 72.0


class Sheet:
    """One DOT graph under construction; hands out synthetic ids, so no text of the person's reaches the engine."""

    def __init__(self, **attributes: str) -> None:
        self._graph = graphviz.Digraph(
            "sheet",
            graph_attr=attributes,
            node_attr={"shape": "box", "fixedsize": "true", "label": ""},
            edge_attr={"arrowhead": "none"},
        )
        self.ids: dict[Any, str] = {}
        self._groups: dict[str, str] = {}

    def box(self, key: Any, size: Point, centre: Point | None = None, group: str | None = None) -> None:
        """Add a box of `size` pixels; `key` is how the caller knows it again."""
        self.ids[key] = f"n{len(self.ids)}"
        attributes = {"width": f"{size[0] / _INCH:.5f}", "height": f"{size[1] / _INCH:.5f}"}
        if centre is not None:
            attributes["pos"] = f"{centre[0]:.2f},{-centre[1]:.2f}"
        if group is not None:
            attributes["group"] = self._groups.setdefault(group, f"g{len(self._groups)}")
        self._graph.node(self.ids[key], **attributes)

    def edge(self, source: Any, target: Any, **attributes: str) -> None:
        """Add an edge between two boxes that were added before."""
        self._graph.edge(self.ids[source], self.ids[target], **attributes)

    @property
    def source(self) -> str:
        return str(self._graph.source)


def place(sheets: Sequence[Sheet], seconds: float) -> list[dict[Any, Point]]:
    """Lay out each sheet with `dot`, all in one run; the middle of every box, per sheet."""
    if not sheets:
        return []
    text = "\n".join(sheet.source for sheet in sheets) + "\n"
    answer = engine.run(text, engine="dot", form="plain", seconds=seconds)
    graphs = answer.output.split("\nstop")[: len(sheets)]
    placed = [_read_plain(graph, sheet.ids) for graph, sheet in zip(graphs, sheets, strict=False)]
    if len(placed) != len(sheets) or any(len(p) != len(s.ids) for p, s in zip(placed, sheets, strict=True)):
        raise engine.doubted(engine.EngineError("output", "the layout engine left boxes out", "fold some containers"))
    return placed


def _read_plain(text: str, ids: Mapping[Any, str]) -> dict[Any, Point]:
    keys = {name: key for key, name in ids.items()}
    placed: dict[Any, Point] = {}
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["node"] and words[1] in keys:
            placed[keys[words[1]]] = (float(words[2]) * _INCH, -float(words[3]) * _INCH)
    return placed


@dataclass(frozen=True, slots=True)
class Routing:
    """A run that routes edges: `curves` or `drop` must follow. `names` are their ids in the order of the sheet."""

    run: engine.Run
    names: list[str]

    def curves(self) -> dict[str, list[Point]]:
        """Cubic points by id."""
        try:
            drawn = json.loads(self.run.answer().output).get("edges", [])
        except ValueError as error:
            fault = engine.EngineError("output", "the layout engine's answer cannot be read", "try again")
            raise engine.doubted(fault) from error
        found = {self.names[int(edge["id"][1:])]: _read_curve(edge.get("pos", "")) for edge in drawn if "pos" in edge}
        return {name: curve for name, curve in found.items() if len(curve) >= 4}

    def drop(self) -> None:
        """End the run."""
        self.run.drop()


def route(
    boxes: Mapping[Any, Box], edges: Iterable[tuple[str, Any, Any, Mapping[str, str]]], splines: str, seconds: float
) -> Routing:
    """Begin to route edges (id, source, target, attributes) over fixed boxes."""
    sheet = Sheet(splines=splines, esep="+6", notranslate="true")
    for key, box in boxes.items():
        sheet.box(key, (box.w, box.h), box.centre)
    names: list[str] = []
    for name, source, target, attributes in edges:
        sheet.edge(source, target, id=f"e{len(names)}", **attributes)
        names.append(name)
    return Routing(engine.begin(sheet.source, engine="neato", form="json0", placed=True, seconds=seconds), names)


def _read_curve(text: str) -> list[Point]:
    points: list[Point] = []
    for word in text.split(";")[0].split():
        if word[0] in "se":
            continue
        x, _, y = word.partition(",")
        points.append((float(x), -float(y)))
    return points
