"""How good and how fast the pictures are: `python bench/layout.py [--engine PATH] [--real FOLDER] [--budgets]`.

One row per diagram: boxes and edges, edges through nodes, boxes on boxes, labels on anything, edges lying on one
another, crossings, width to height, nodes moved by one added edge, and the milliseconds from diagram to SVG: of a
fresh draw and of a redraw over remembered positions (medians), and what a fresh draw costs the processor, engine
included, which a busy machine does not change. With `--budgets` it exits 1 where a fresh draw takes longer than it may.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
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

HEAD = (
    "diagram",
    "nodes",
    "edges",
    "through",
    "boxes",
    "labels",
    "lying",
    "cross",
    "shape",
    "moved",
    "ms",
    "redraw",
    "cpu",
)
#: Milliseconds that a fresh draw may take, by the name of its row.
BUDGETS = {"default_agent": 150, "rig of 100": 250, "rig of 1000": 2500}
ROW = "{:36.36}{:>7}{:>7}{:>9}{:>7}{:>8}{:>7}{:>7}{:>7}{:>7}{:>8}{:>8}{:>7}"


def main() -> int:
    """Print the table for the samples, the shipped and real documents, and generated rigs and graphs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", help="the Graphviz program to use (default: graphviz-pure)")
    parser.add_argument("--real", type=Path, default=ROOT.parent / "shared" / "conformance" / "real")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--budgets", action="store_true")
    arguments = parser.parse_args()
    if arguments.engine:
        os.environ["ESPALIER_DOT"] = arguments.engine
    print(engine_status().version)
    print(ROW.format(*HEAD))
    slow = 0
    for name, diagram in _diagrams(arguments.real):
        slow += _report(name, diagram, arguments.runs) > BUDGETS.get(name, math.inf)
    return 1 if arguments.budgets and slow else 0


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


def _report(name: str, diagram: Diagram, runs: int) -> float:
    """Print one row; how long a fresh draw took."""
    picture, found = quality.measure(diagram)
    fresh, cost = _median(lambda: render(draw(diagram)), runs)
    again, _ = _median(lambda: render(draw(diagram, remembered=picture.positions)), runs)
    numbers = (found.through, found.overlaps, found.covered, found.lying, found.crossings, found.shape, found.moved)
    print(ROW.format(name, found.nodes, found.edges, *numbers, *map(round, (fresh, again, cost))), picture.degraded)
    return fresh


def _median(work: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median milliseconds by the clock and of the processor (this process and the engine)."""
    clock: list[float] = []
    cost: list[float] = []
    for _ in range(runs):
        start, spent = time.perf_counter(), _spent()
        work()
        clock.append((time.perf_counter() - start) * 1000)
        cost.append((_spent() - spent) * 1000)
    return statistics.median(clock), statistics.median(cost)


def _spent() -> float:
    engines = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + engines.ru_utime + engines.ru_stime


if __name__ == "__main__":
    sys.exit(main())
