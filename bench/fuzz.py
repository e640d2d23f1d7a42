"""Fuzz a target for a time: `python bench/fuzz.py TARGET|all [--seconds N] [--runs N] [--engine atheris|own]`.

Targets: document, judging, editing, merging, drawing (in-process), api, forms, pages (Django's test client over SQLite
in memory). With `atheris` installed (the extra `fuzz`) inputs are guided by coverage, else they are the corpus mutated.
One input may take 2 s of processor time and 300 MB. Each fault is kept once, with its shortest input and traceback,
in `--findings`; the number of inputs truly given is printed. Exits 1 where there is a fault.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
NAMES = ("document", "judging", "editing", "merging", "drawing", "api", "forms", "pages")
#: These begin with eight bytes that seed their choices.
SEEDED = ("editing", "merging", "api", "forms", "pages")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=[*NAMES, "all"])
    parser.add_argument("--seconds", type=int, default=60, help="wall clock, each target (default 60)")
    parser.add_argument("--runs", type=int, default=10**9, help="inputs at most")
    parser.add_argument("--engine", choices=("atheris", "own"), help="default: atheris where it is installed")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--whole", type=float, default=0.3, help="share of whole documents among the inputs (own)")
    parser.add_argument("--corpus", type=Path, action="append", default=[], help="more folders of documents")
    return parser.parse_args()


def every(chosen: argparse.Namespace) -> int:
    """Each target in a process of its own: memory limits and coverage are those of a process."""
    failed = 0
    for name in NAMES:
        arguments = [sys.executable, __file__, name, *(a for a in sys.argv[1:] if a != "all")]
        failed |= subprocess.run(arguments, check=False).returncode
    return 1 if failed else 0


def prepared(name: str) -> Any:
    """The target, with a site of its own where it needs one."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webapp.settings")
    os.environ["ESPALIER_DOT"] = "/nowhere/dot"
    from tests.fuzz import targets

    if name in targets.CORE:
        return targets.CORE[name]
    os.environ |= {"DATABASE_URL": "sqlite://:memory:", "ESPALIER_API_RATE": "1000000", "ESPALIER_LOG": "error"}
    import django

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment

    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    return targets.Site().targets()[name]


def own(run: Any, chosen: argparse.Namespace, seeds: list[bytes]) -> None:
    """Mutate the corpus, and small pieces of it more often than whole documents."""
    from tests.fuzz.mutation import mutate, pieces

    end, random = time.monotonic() + chosen.seconds, Random(chosen.seed)
    small = pieces(seeds, random)
    while run.count < chosen.runs and time.monotonic() < end:
        data = mutate(random.choice(seeds if random.random() < chosen.whole else small), random, seeds)
        if run.count % 5000 == 0:
            report(run, chosen, "own", told=False)
        run(random.randbytes(8) + data if chosen.target in SEEDED else data)


def guided(run: Any, chosen: argparse.Namespace, seeds: list[bytes]) -> None:
    """Hand over to atheris, which ends the process; its mutations and ours take turns."""
    import atheris

    from tests.fuzz.mutation import mutate

    folder = chosen.findings / f"{chosen.target}-corpus"
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds):
        (folder / f"seed-{number}").write_bytes((b"\0" * 8 + data) if chosen.target in SEEDED else data)

    def turn(data: bytes, longest: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.4:
            return bytes(atheris.Mutate(data, longest))
        head = 8 if chosen.target in SEEDED else 0
        if not head:
            return mutate(data, random, seeds)[:longest]
        return (random.randbytes(8) + mutate(data[head:], random, seeds))[:longest]

    def one(data: bytes) -> None:
        run(data)
        if run.count % 200 == 0:
            report(run, chosen, "atheris", told=False)

    arguments = [sys.argv[0], str(folder), f"-max_total_time={chosen.seconds}", f"-runs={min(chosen.runs, 2**31 - 1)}"]
    arguments += ["-max_len=65536", "-timeout=120", "-rss_limit_mb=0", "-verbosity=0", f"-seed={chosen.seed % 2**31}"]
    atheris.Setup(arguments, one, custom_mutator=turn)
    atheris.Fuzz()


def report(run: Any, chosen: argparse.Namespace, engine: str, *, told: bool = True) -> int:
    """Write down how far it is; with `told` print it, and give the exit code."""
    found = {"target": chosen.target, "engine": engine, "inputs": run.count, "slowest": round(run.slowest, 2)}
    found["seed"] = chosen.seed
    found["faults"] = dict(run.seen)
    chosen.findings.mkdir(parents=True, exist_ok=True)
    (chosen.findings / f"{chosen.target}-{engine}.json").write_text(json.dumps(found))
    if told:
        print(f"{chosen.target:>10} {engine:>8} {run.count:>10,} inputs  slowest {run.slowest:.2f} s  {dict(run.seen)}")
    return 1 if run.faults else 0


def supervised(chosen: argparse.Namespace) -> int:
    """Run atheris in a child, since it ends its process, and tell what it wrote down."""
    subprocess.run(
        [sys.executable, __file__, *sys.argv[1:]], env=os.environ | {"ESPALIER_FUZZ_CHILD": "1"}, check=False
    )
    found = json.loads((chosen.findings / f"{chosen.target}-atheris.json").read_text())
    print(
        f"{found['target']:>10}  atheris {found['inputs']:>10,} inputs  slowest {found['slowest']:.2f} s",
        found["faults"],
    )
    return 1 if found["faults"] else 0


def main() -> int:
    chosen = options()
    if chosen.target == "all":
        return every(chosen)
    guide = chosen.engine or ("atheris" if _installed() else "own")
    child = bool(os.environ.get("ESPALIER_FUZZ_CHILD"))
    if guide == "atheris" and not child:
        return supervised(chosen)
    if guide == "atheris":
        import atheris

        with atheris.instrument_imports(include=["topology"]):
            target = prepared(chosen.target)
    else:
        target = prepared(chosen.target)
    from tests.fuzz.mutation import corpus
    from tests.fuzz.running import Run, limits

    seeds = corpus(*chosen.corpus)
    run = Run(target, chosen.findings / chosen.target)
    faulthandler.enable()
    for data in seeds[:20]:
        target(b"\0" * 8 + data if chosen.target in SEEDED else data)
    with limits():
        (guided if guide == "atheris" else own)(run, chosen, seeds)
    return report(run, chosen, guide)


def _installed() -> bool:
    from importlib.util import find_spec

    return find_spec("atheris") is not None


if __name__ == "__main__":
    sys.exit(main())
