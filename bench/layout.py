"""How good and how fast the pictures are: `python bench/layout.py [--engine PATH] [--real FOLDER]`.

One row per diagram: boxes and edges, edges through nodes, boxes on boxes, labels on anything, edges lying on one
another, crossings, width to height, nodes moved by one added edge, and the milliseconds from diagram to SVG (median
of fresh draws, and of a redraw over remembered positions).
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.drawing import quality, samples  # noqa: E402
from topology.core.diagram import Diagram  # noqa: E402
from topology.core.kinds import judge  # noqa: E402
from topology.drawing import draw, engine_status, render  # noqa: E402

HEAD = ("diagram", "nodes", "edges", "through", "boxes", "labels", "lying", "cross", "shape", "moved", "ms", "redraw")
ROW = "{:36.36}{:>7}{:>7}{:>9}{:>7}{:>8}{:>7}{:>7}{:>7}{:>7}{:>8}{:>8}"


def main() -> None:
    """Print the table for the samples, the shipped and real documents, and generated rigs and graphs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", help="the Graphviz program to use (default: graphviz-pure)")
    parser.add_argument("--real", type=Path, default=ROOT.parent / "shared" / "conformance" / "real")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.engine:
        os.environ["ESPALIER_DOT"] = arguments.engine
    print(engine_status().version)
    print(ROW.format(*HEAD))
    for name, diagram in _diagrams(arguments.real):
        _report(name, diagram, arguments.runs)


def _diagrams(real: Path) -> list[tuple[str, Diagram]]:
    listed = [(name, make()) for name, make in samples.SAMPLES.items()]
    files = [*sorted((ROOT / "topology").rglob("*.yaml")), *sorted(real.glob("*.yaml"))]
    for path in files:
        diagram = judge(path.read_bytes().decode("utf-8-sig", "replace")).diagram()
        if diagram is not None and diagram.nodes:
            listed.append((path.stem, diagram))
    listed += [(f"rig of {count}", samples.big_rig(count)) for count in (60, 100, 140, 300, 1000)]
    listed += [(f"graph of {count}", samples.custom_graph(count)) for count in (100, 300, 1000)]
    return listed


def _report(name: str, diagram: Diagram, runs: int) -> None:
    picture, found = quality.measure(diagram)
    fresh = _median(lambda: render(draw(diagram)), runs)
    again = _median(lambda: render(draw(diagram, remembered=picture.positions)), runs)
    numbers = (found.through, found.overlaps, found.covered, found.lying, found.crossings, found.shape, found.moved)
    print(ROW.format(name, found.nodes, found.edges, *numbers, f"{fresh:.0f}", f"{again:.0f}"), picture.degraded)


def _median(work: Callable[[], object], runs: int) -> float:
    times: list[float] = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    main()
