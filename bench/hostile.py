"""Texts made to be slow: processor seconds and memory of each from text to verdict, slowest first.

    python bench/hostile.py [--only WORD] [--size BYTES] [--search N] [--shown N] [--careful]

Each text of up to 4 MiB is read and checked in a process of its own. A line holds the seconds of reading, those of
reading and checking, what they add to memory at the peak in MB, the size in kB, and the verdict. Exits 1 where a text
takes more than 2 s or 300 MB. `--search N` tries N texts of repeated pieces, chosen by chance, in the place of the
known ones; `--careful` measures the careful reader alone, even on texts that it would not be asked about. On standard
error stands each text as it was measured.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from _hostile_texts import Text, corpus, repeated

from topology.core.document import MAX_BYTES, DocumentError, parse, quiet_collector
from topology.core.document.careful import read_carefully
from topology.core.document.faults import Fault
from topology.core.kinds import judge

SECONDS, MEGABYTES = 2.0, 300
#: Seconds after which a text is given up.
PATIENCE = 20


def memory(field: str) -> int:
    """A figure of this process from the kernel, in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field)) // 1024


def timed(call: Any, text: str) -> tuple[float, str]:
    """Processor seconds of a call, and what came of it."""
    began = time.process_time()
    try:
        found = call(text)
        verdict = "read"
        if call is judge:
            report = found.report.diagnostics
            verdict = f"{found.kind}: {len(report)} diagnostics {report[0].code if report else ''}"
    except DocumentError as error:
        verdict = error.diagnostics[0].code
    except Fault as fault:
        verdict = fault.code
    except Exception as error:
        verdict = f"RAISES {type(error).__name__}: {str(error)[:60]}"
    return time.process_time() - began, verdict


def measure(text: str, alone: bool) -> dict[str, Any]:
    """Read and check one text in a child, since memory that was freed is not given back."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        Path("/proc/self/clear_refs").write_text("5")
        before = memory("VmRSS")
        seconds, verdict = timed(read_carefully if alone else judge, text)
        found = {"seconds": seconds, "verdict": verdict, "megabytes": memory("VmHWM") - before}
        found["reading"] = seconds if alone or seconds > PATIENCE / 3 else timed(parse, text)[0]
        os.write(writer, json.dumps(found).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    lost = {"seconds": float(PATIENCE), "reading": float(PATIENCE), "verdict": "GIVEN UP", "megabytes": 0}
    return json.loads(told) if told else lost


def shown(name: str, found: dict[str, Any]) -> str:
    """One line of the table."""
    bad = "!" if found["seconds"] > SECONDS or found["megabytes"] > MEGABYTES else " "
    figures = f"{found['reading']:>8.2f}{found['seconds']:>8.2f}{found['megabytes']:>7}{found['kB']:>7}"
    return f"{bad}{figures}  {name:<60} {found['verdict']}"


PIECES = [
    "a", "#N#", ": ", ":", "- ", "-", "? ", "\n", "\n ", "\n  ", "\n- ", "[", "]", "{", "}", ",", ", ", " #", "#",
    '"', "'", "|\n ", ">-\n  ", "|+\n", "&a ", "*a", "!t ", "!!str ", "\t", "\r\n", "~", "1", "\\", "\\n", "''",
    "@", "%", "---\n", "...\n",
]  # fmt: skip


def chance(random: Random, size: int) -> tuple[str, str]:
    """A text of pieces taken at random and repeated; and how it was made."""
    heads = ("", "a:\n", "a:\n - ", "- ", "[", "{", "? ", "%YAML 1.1\n---\n", "a: |\n", 'a: "', "a: '", "- &a []\n")
    head, tail = random.choice(heads), random.choice(("", "\n", "]", "}", '"', "'", "\nb", "\n- c"))
    piece = "".join(random.choice(PIECES) for _ in range(random.randrange(1, 9)))
    return f"{head!r} + {piece!r} * n + {tail!r}", repeated(head, piece, tail, size)


def texts(chosen: argparse.Namespace) -> Iterator[tuple[str, Text]]:
    """The texts asked for."""
    if not chosen.search:
        yield from ((name, make) for name, make in corpus(chosen.size) if chosen.only in name)
        return
    random = Random(chosen.seed)
    for _ in range(chosen.search):
        name, text = chance(random, chosen.size)
        yield name, partial(str, text)


def main() -> int:
    """Print the table; 1 where a text is above a limit."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", default="", help="texts whose name holds this")
    options.add_argument("--size", type=int, default=MAX_BYTES)
    options.add_argument("--search", type=int, default=0)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--shown", type=int, default=10**6, help="lines at most")
    options.add_argument("--careful", action="store_true")
    chosen = options.parse_args()
    quiet_collector()
    rows = []
    for name, make in texts(chosen):
        text = make()
        found = measure(text, chosen.careful) | {"kB": len(text.encode()) // 1000}
        rows.append((name, found))
        print(shown(name, found), file=sys.stderr)
    rows.sort(key=lambda row: -row[1]["seconds"])
    print(f" {'reading':>8}{'whole':>8}{'MB':>7}{'kB':>7}  text")
    for name, found in rows[: chosen.shown]:
        print(shown(name, found))
    return int(any(row["seconds"] > SECONDS or row["megabytes"] > MEGABYTES for _, row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
