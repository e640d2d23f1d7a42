"""How long reading a text takes: libyaml's events alone, and our two readers; growth and memory.

    python bench/parse.py [--sizes 10,100,1000,10000] [--rounds N] [--memory]

The rigs come from the conformance folder's generator (`ESPALIER_CONFORMANCE`, else `../shared/conformance`). Times are
processor time, medians in milliseconds, warm. `lines` is the line reader, which takes ordinary texts, `x events` its
time by libyaml's alone; the aim is 1.5 at every size. `careful` reads what is not ordinary, here the same texts.
`growth` is the line reader's time per member by that of the size before: 1.0 is linear. `memory`
is the document's by the text's, at the peak; the aim is 40.
"""

from __future__ import annotations

import argparse
import tracemalloc

from check import events, generator, median

from topology.core.document import parse, quiet_collector
from topology.core.document.careful import read_carefully

AIM = 1.5
COLUMNS = (("members", 8), ("kB", 8), ("events", 10), ("lines", 10), ("x events", 10), ("growth", 8))
HEAD = "".join(f"{name:>{width}}" for name, width in (*COLUMNS, ("careful", 10), ("memory", 8)))


def peak(text: str) -> float:
    """The peak of memory while a text is read, by the text's own size."""
    tracemalloc.start()
    parse(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / len(text)


def measure(text: str, rounds: int) -> tuple[float, float, float]:
    """Milliseconds of libyaml's events, the line reader and the careful one."""
    few = max(1, rounds // 5)
    floor, lines = median(lambda: events(text), rounds), median(lambda: parse(text), rounds)
    return floor, lines, median(lambda: read_carefully(text), few)


def main() -> int:
    """Print the table; 1 where the line reader is above its aim."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--sizes", default="10,100,1000,10000")
    options.add_argument("--rounds", type=int, default=0)
    options.add_argument("--memory", action="store_true")
    chosen = options.parse_args()
    quiet_collector()
    rig, before, slow = generator(), 0.0, False
    print(HEAD)
    for size in map(int, chosen.sizes.split(",")):
        text, _ = rig(size)
        floor, lines, careful = measure(text, chosen.rounds or max(3, min(200, 20_000 // size)))
        growth = f"{lines / size / before:.2f}" if before else "-"
        memory = f"{peak(text):.0f}" if chosen.memory else "-"
        before, slow = lines / size, slow or lines > AIM * floor
        row = f"{size:>8}{len(text) / 1000:>8.0f}{floor:>10.2f}{lines:>10.2f}{lines / floor:>10.2f}"
        print(f"{row}{growth:>8}{careful:>10.1f}{memory:>8}")
    return int(slow)


if __name__ == "__main__":
    raise SystemExit(main())
