"""How long a rig takes from text to verdict, stage by stage, beside OpenRig's own figures and libyaml's events alone.

    python bench/check.py [--sizes 10,100,1000,10000] [--rounds N] [--memory]

The rigs come from the conformance folder's generator (`ESPALIER_CONFORMANCE`, else `../shared/conformance`). Times are
processor time, medians in milliseconds, warm. `ratio` is ours by OpenRig's parse + validate + launch order; the aim is
0.50 at every size. `growth` is the time per member by that of the size before: 1.0 is linear. Exits 1 where a ratio is
above the aim; libyaml's events alone take 1.3 / 12.9 / 133 ms at 100 / 1,000 / 10,000 members on the machine that
OpenRig's figures are from, so compare that column first.
"""

from __future__ import annotations

import argparse
import os
import runpy
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from yaml._yaml import CParser  # noqa: E402

from topology.core.document import parse, quiet_collector  # noqa: E402
from topology.core.rig import RELEASES, judge, launch_of, understand  # noqa: E402
from topology.core.rig.rules import check  # noqa: E402
from topology.core.rig.rules.found import Found  # noqa: E402

#: OpenRig 0.6 under Node 20, warm, 2 cores: parse, validate, launch order, in milliseconds.
OPENRIG = {
    10: (0.82, 0.006, 0.003),
    100: (10.1, 0.055, 0.053),
    1_000: (120.0, 0.79, 0.75),
    10_000: (1226.0, 15.2, 13.3),
}
AIM = 0.5
STAGES = ("events", "load", "structure", "launch", "rules", "whole")


def generator() -> Callable[[int], tuple[str, int]]:
    folder = Path(os.environ.get("ESPALIER_CONFORMANCE") or ROOT.parent / "shared" / "conformance")
    script = folder / "gen_big.py"
    if not script.is_file():
        sys.exit(f"no generator at {script}: set ESPALIER_CONFORMANCE")
    made: Callable[[int], tuple[str, int]] = runpy.run_path(str(script))["main"]
    return made


def events(text: str) -> None:
    """libyaml alone: the floor of any reader built on it."""
    parser = CParser(text)
    while parser.get_event() is not None:
        pass


def median(call: Callable[[], object], rounds: int) -> float:
    """The median time of a call, in milliseconds, after one that does not count."""
    call()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        call()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


def measure(text: str, rounds: int) -> dict[str, float]:
    """Every stage of one text."""
    document, release = parse(text), RELEASES["0.6.6"]
    spec = understand(document.root, release, legacy=False)
    launch = launch_of(spec)
    model = judge(document)
    assert model.report.valid, model.report.diagnostics[:1]
    return {
        "events": median(lambda: events(text), rounds),
        "load": median(lambda: parse(text), rounds),
        "structure": median(lambda: understand(document.root, release, legacy=False), rounds),
        "launch": median(lambda: launch_of(spec), rounds),
        "rules": median(lambda: check(document.root, spec, launch, Found(release)), rounds),
        "whole": median(lambda: judge(parse(text)), rounds),
    }


def memory(text: str) -> float:
    """Peak memory of load, check and launch order, as a multiple of the text's bytes."""
    tracemalloc.start()
    judge(parse(text))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / len(text.encode())


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sizes", default="10,100,1000,10000")
    options.add_argument("--rounds", type=int, default=0, help="rounds per stage (default: more for small sizes)")
    options.add_argument("--memory", action="store_true", help="also the peak memory, as a multiple of the text")
    chosen = options.parse_args()
    make = generator()
    quiet_collector()
    print(f"{'members':>8}", *(f"{stage:>10}" for stage in STAGES), f"{'OpenRig':>10}{'ratio':>8}{'growth':>8}")
    worst, before = 0.0, 0.0
    for size in map(int, chosen.sizes.split(",")):
        text, _ = make(size)
        times = measure(text, chosen.rounds or max(5, min(200, 20_000 // size)))
        theirs = sum(OPENRIG[size]) if size in OPENRIG else 0.0
        ratio, each = (times["whole"] / theirs if theirs else 0.0), times["whole"] / size
        growth = f"{each / before:8.2f}" if before else " " * 8
        worst, before = max(worst, ratio), each
        more = f"  {memory(text):5.1f} x text" if chosen.memory else ""
        print(f"{size:>8}", *(f"{times[s]:>10.2f}" for s in STAGES), f"{theirs:>10.2f}{ratio:>8.2f}{growth}{more}")
    return 1 if worst > AIM else 0


if __name__ == "__main__":
    sys.exit(main())
