"""How long reading a text takes: libyaml's events alone, our quick reader, and our careful one; growth and memory.

    python bench/parse.py [--sizes 10,100,1000,10000] [--rounds N] [--memory]

The rigs come from the conformance folder's generator (`ESPALIER_CONFORMANCE`, else `../shared/conformance`). Times are
processor time, medians in milliseconds, warm. `x events` is the quick reader's time by libyaml's alone; the aim is 2.5
at every size (about 2.8 / 33 / 330 ms at 100 / 1,000 / 10,000 members where the events take 1.3 / 12.9 / 133).
`growth` is the quick reader's time per member by that of the size before: 1.0 is linear. `memory` is the document's by
the text's, at the peak; the aim is 40. The careful reader takes the same texts only when they hold something unusual.
"""

from __future__ import annotations

import argparse
import tracemalloc

from check import events, generator, median

from topology.core.document import parse, quiet_collector
from topology.core.document.careful import read_carefully

AIM = 2.5
HEAD = f"{'members':>8}{'kB':>8}{'events':>10}{'quick':>10}{'x events':>10}{'growth':>8}{'careful':>10}{'memory':>8}"


def peak(text: str) -> float:
    """The peak of memory while a text is read, by the text's own size."""
    tracemalloc.start()
    parse(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / len(text)


def measure(text: str, rounds: int) -> tuple[float, float, float]:
    """Milliseconds of libyaml's events, the quick reader and the careful one."""
    floor, quick = median(lambda: events(text), rounds), median(lambda: parse(text), rounds)
    return floor, quick, median(lambda: read_carefully(text), max(1, rounds // 5))


def main() -> int:
    """Print the table; 1 where the quick reader is above its aim."""
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
        floor, quick, careful = measure(text, chosen.rounds or max(3, min(200, 20_000 // size)))
        growth = f"{quick / size / before:.2f}" if before else "-"
        memory = f"{peak(text):.0f}" if chosen.memory else "-"
        before, slow = quick / size, slow or quick > AIM * floor
        row = f"{size:>8}{len(text) / 1000:>8.0f}{floor:>10.2f}{quick:>10.2f}{quick / floor:>10.2f}"
        print(f"{row}{growth:>8}{careful:>10.1f}{memory:>8}")
    return int(slow)


if __name__ == "__main__":
    raise SystemExit(main())
