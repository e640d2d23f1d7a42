"""How long one edit takes, from operation to verdict, beside a load and check of the same rig.

    python bench/edits.py [--sizes 10,100,1000,10000] [--rounds N]

An edit is what a person waits for: the splices are planned, the new text is read and compared with what was meant, and
it is checked. The rigs are those of `bench/check.py`. `load+check` is in milliseconds of processor time; a column per
operation says how many times that the edit takes, medians, both measured in turn in one run. The aim is 2.0 for every
operation at every size. `growth` is the edits' time per member by that of the size before: 1.0 is linear. Exits 1
where an edit is above the aim.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from check import generator

from topology.core.document import Document, parse, quiet_collector
from topology.core.edits import apply_each
from topology.core.rig import EDITS, judge

AIM = 2.0
Operation = dict[str, Any]


def operations(members: int) -> list[Operation]:
    """One operation of each sort, in the middle of a rig; the last pod has no member called `mover`."""
    pods = -(-members // 8)
    here, last = f"crew{(pods - 1) // 2}", f"crew{pods - 1}"
    agent = {"agent_ref": "local:crew/hand", "profile": "default", "runtime": "codex", "cwd": "."}
    field = ["pods", (pods - 1) // 2, "members", 2, "cwd"]
    return [
        {"op": "add_edge", "kind": "can_observe", "from": f"{here}.mover", "to": f"{last}.hand1"},
        {"op": "remove_edge", "kind": "delegates_to", "from": "crew0.lead", "to": "crew1.lead"},
        {"op": "set_field", "path": field, "value": "./there"},
        {"op": "rename_member", "member": f"{here}.mover", "to": "runner"},
        {"op": "add_member", "pod": here, "id": "newcomer", **agent},
        {"op": "move_member", "member": f"{here}.mover", "to_pod": last},
        {"op": "remove_member", "member": f"{here}.mover"},
    ]


def prepared(text: str, members: int) -> str:
    """The rig with a member of an ordinary number of edges called `mover`, which no other pod has."""
    here = f"crew{(-(-members // 8) - 1) // 2}"
    return apply_each(text, [{"op": "rename_member", "member": f"{here}.hand4", "to": "mover"}], EDITS).text


def spent(call: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def edit(document: Document, operation: Operation) -> None:
    """From an operation on a document that is open to the verdict on the new one."""
    after = apply_each(document.text, [operation], EDITS, document).document
    assert after is not None and judge(after).report.valid


def measure(text: str, operation: Operation, rounds: int) -> tuple[float, float, float]:
    """Medians of a load and check, of an edit, and of the one by the other, taken in turn.

    Every edit has a document that was just read.
    """
    loads, edits = [], []
    edit(parse(text), operation)
    for _ in range(rounds):
        loads.append(spent(lambda: judge(parse(text))))
        document = parse(text)
        edits.append(spent(lambda document=document: edit(document, operation)))  # type: ignore[misc]
    ratios = [edited / loaded for loaded, edited in zip(loads, edits, strict=True)]
    return statistics.median(loads), statistics.median(edits), statistics.median(ratios)


def main() -> int:
    """Print the table; 1 where an edit is above its aim."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sizes", default="10,100,1000,10000")
    options.add_argument("--rounds", type=int, default=0, help="rounds per operation (default: more for small sizes)")
    chosen = options.parse_args()
    make = generator()
    quiet_collector()
    names = [operation["op"] for operation in operations(10)]
    print(f"{'members':>8}{'load+check':>12}", *(f"{name:>14}" for name in names), f"{'growth':>8}")
    worst, before = 0.0, 0.0
    for size in map(int, chosen.sizes.split(",")):
        text = prepared(make(size)[0], size)
        rounds = chosen.rounds or max(7, min(200, 20_000 // size))
        times = [measure(text, operation, rounds) for operation in operations(size)]
        ratios = [ratio for _, _, ratio in times]
        each = statistics.mean(edited for _, edited, _ in times) / size
        growth = f"{each / before:8.2f}" if before else " " * 8
        worst, before = max(worst, *ratios), each
        loaded = statistics.median(loaded for loaded, _, _ in times)
        print(f"{size:>8}{loaded:>12.2f}", *(f"{ratio:>14.2f}" for ratio in ratios), growth)
    return 1 if worst > AIM else 0


if __name__ == "__main__":
    sys.exit(main())
