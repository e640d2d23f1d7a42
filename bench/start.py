"""How long `topology check` takes on one small file, from the shell: wall clock and processor, median of 15 runs.

The budget is 400 ms of wall clock on an idle machine. `python bench/start.py`
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS, BUDGET = 15, 400.0


def once(command: list[str]) -> tuple[float, float]:
    """Wall clock and processor time of one run, in ms."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (ended - began) * 1000, used * 1000


def main() -> None:
    """Print the figures of `check` beside a bare interpreter's."""
    sample = str(ROOT / "topology" / "samples" / "coord.yaml")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "topology check": [sys.executable, str(ROOT / "manage.py"), "topology", "check", sample],
    }
    print(f"{'':<16}{'wall ms':>10}{'cpu ms':>10}   (budget {BUDGET:.0f} ms wall)")
    for name, command in commands.items():
        runs = [once(command) for _ in range(RUNS)]
        wall, used = (statistics.median(column) for column in zip(*runs, strict=True))
        print(f"{name:<16}{wall:>10.0f}{used:>10.0f}")


if __name__ == "__main__":
    main()
