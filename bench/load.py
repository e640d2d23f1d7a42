"""A team at work: `python bench/load.py [--seconds 300] [--viewers 50] [--editors 8] [--programs 10]`.

Viewers poll (a dashboard every 5 s, a topology's page every 20 s, as open pages do), editors save edges by the page's
form, two to a topology, and programs export YAML. Each asks at its own pace, whatever the others do; the pace can be
set. It stops by itself, prints median, p95 and aim of each, errors, and whether every acknowledged edit is in the
final text exactly once. On SQLite, or on the PostgreSQL of DATABASE_URL. Exits 1 where anything was lost or failed, 2
where only a p95 is above its aim.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.sites import Client, Site, machine, megabytes, processor, quantile, rig, served
from webapp import environment

#: What a p95 may take, in milliseconds.
AIMS = {"poll (204)": 20.0, "board again": None, "export": 50.0, "edit": 300.0}
SEATS = 48


@dataclass
class Tally:
    """What all threads saw."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    times: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    #: Acknowledged edges by topology.
    edges: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def note(self, kind: str, began: float) -> None:
        with self.lock:
            self.times.setdefault(kind, []).append((time.perf_counter() - began) * 1000)

    def fault(self, what: str) -> None:
        with self.lock:
            self.errors[what] += 1


class Person(threading.Thread):
    """Somebody who does one thing again and again at a pace, until the end."""

    def __init__(self, tally: Tally, client: Client, pace: float, end: float, seed: int) -> None:
        super().__init__(daemon=True)
        self.tally, self.client, self.pace, self.end, self.random = tally, client, pace, end, random.Random(seed)

    def run(self) -> None:
        turn = time.monotonic() + self.random.random() * self.pace
        while turn < self.end:
            time.sleep(max(0.0, turn - time.monotonic()))
            try:
                self.act()
            except Exception as error:  # whatever it is, it is counted and the load goes on
                self.tally.fault(f"{type(self).__name__}: {type(error).__name__}")
                self.client.connection.close()
            # Who was kept waiting does not ask twice in a row to make up for it.
            turn = max(turn + self.pace, time.monotonic())

    def act(self) -> None:
        raise NotImplementedError


class Viewer(Person):
    """An open dashboard, or (every fourth turn) an open topology page."""

    def __init__(self, *rest: object, page: str) -> None:
        super().__init__(*rest)  # type: ignore[arg-type]
        self.page, self.turns = page, 0
        self.poll = self.newer = ""

    def act(self) -> None:
        if not self.poll:
            self.poll = self._address(self.client.ask("GET", "/t/bench/", HX_Request="true")[1])
            self.newer = f"{self.page}newer/?head=1"
        self.turns += 1
        path = self.newer if self.turns % 4 == 0 else self.poll
        began = time.perf_counter()
        status, body, _ = self.client.ask("GET", path, HX_Request="true")
        if status not in (200, 204):
            self.tally.fault(f"poll: {status}")
        elif status == 204:
            self.tally.note("poll (204)", began)
        elif path == self.poll:
            self.tally.note("board again", began)
            self.poll = self._address(body)

    @staticmethod
    def _address(board: bytes) -> str:
        return board.decode().split('hx-get="')[1].split('"')[0].replace("&amp;", "&")


class Editor(Person):
    """Adds edges that nobody else adds, by the page's form, on the newest revision it has seen."""

    def __init__(self, *rest: object, slug: str, number: int) -> None:
        super().__init__(*rest)  # type: ignore[arg-type]
        self.slug, self.number, self.turn, self.head = slug, number, 0, 1

    def act(self) -> None:
        pair = self._pair()
        page = f"/t/bench/topologies/{self.slug}/"
        fields = {"op": "add_edge", "kind": "can_observe", "from": pair[0], "to": pair[1], "base": str(self.head)}
        began = time.perf_counter()
        status, body, _ = self.client.form(f"{page}ops/", fields | {"tab": "picture", "confirm": "1"}, page)
        if status != 200 or b"data-edge=" not in body:
            self.tally.fault(f"edit: {status}")
            return
        self.tally.note("edit", began)
        self.head = int(re.search(rb'name="base" value="(\d+)"', body)[1])  # type: ignore[index]
        with self.tally.lock:
            self.tally.edges.setdefault(self.slug, []).append(pair)

    def _pair(self) -> tuple[str, str]:
        """Even numbers end at even seats, odd ones at odd seats, so that two editors never add the same edge."""
        self.turn += 1
        source, step = self.turn % SEATS, 1 + self.turn // SEATS
        target = (source + 2 * step + 8) % SEATS
        source, target = (seat - seat % 2 + self.number % 2 for seat in (source, target))
        return _seat(source, self.turn), _seat(target, self.turn + 1)


def _seat(number: int, turn: int) -> str:
    return f"crew{number // 8}." + ("lead" if number % 8 == 0 else f"hand{number % 8}")


class Program(Person):
    """Exports one topology, sometimes with the tag of what it has."""

    def __init__(self, *rest: object, slug: str) -> None:
        super().__init__(*rest)  # type: ignore[arg-type]
        self.path, self.tag = f"/api/v1/teams/bench/topologies/{slug}/export.yaml", ""

    def act(self) -> None:
        asked = {"If_None_Match": self.tag} if self.tag and self.random.random() < 0.5 else {}
        began = time.perf_counter()
        status, _, headers = self.client.ask("GET", self.path, **asked)
        if status not in (200, 304):
            self.tally.fault(f"export: {status}")
            return
        self.tally.note("export", began)
        self.tag = headers["ETag"]


def lost(site: Site, tally: Tally) -> tuple[int, int]:
    """How many acknowledged edits are missing from the final texts, and how many are there more than once."""
    missing = double = 0
    for slug, acknowledged in tally.edges.items():
        url = f"/api/v1/teams/bench/topologies/{slug}/export.json?revision=head"
        document = json.loads(site.program().ask("GET", url)[1])
        there: Counter[tuple[str, str]] = Counter()
        for pod in document["pods"]:
            there.update((f"{pod['id']}.{e['from']}", f"{pod['id']}.{e['to']}") for e in _observed(pod["edges"]))
        there.update((edge["from"], edge["to"]) for edge in _observed(document["edges"]))
        counts = Counter(acknowledged)
        missing += sum(max(0, n - there[pair]) for pair, n in counts.items())
        double += sum(max(0, n - counts[pair]) for pair, n in there.items() if pair in counts)
    return missing, double


def _observed(edges: list[dict[str, str]]) -> list[dict[str, str]]:
    return [edge for edge in edges if edge["kind"] == "can_observe"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("viewers", 50), ("editors", 8), ("programs", 10), ("workers", 0), ("topologies", 20)):
        parser.add_argument(f"--{name}", type=int, default=default)
    for name, default in (("seconds", 300.0), ("poll-every", 5.0), ("edit-every", 4.0), ("export-every", 1.0)):
        parser.add_argument(f"--{name}", type=float, default=default)
    chosen = parser.parse_args()
    # As it is served where nobody says otherwise, but with several workers in any case.
    chosen.workers = chosen.workers or max(2, environment.workers())
    texts = [(f"rig-{n}", rig(SEATS)) for n in range(chosen.topologies)]
    tally, people = Tally(), chosen.viewers + chosen.editors
    # So that the crowd measures the server, not how long its own threads wait for one another.
    sys.setswitchinterval(0.0005)
    print(f"{machine()}; {chosen.workers} workers, {chosen.seconds:.0f} s")
    with served(texts, people=people, programs=chosen.programs, workers=chosen.workers) as site:
        began, used = time.monotonic(), processor(site.workers())
        end = began + chosen.seconds
        crowd = _crowd(chosen, tally, site, end)
        for each in crowd:
            each.start()
        for each in crowd:
            each.join(chosen.seconds + 90)
        cores = (processor(site.workers()) - used) / 1000 / (time.monotonic() - began)
        missing, double = lost(site, tally)
        memory = ", ".join(f"{megabytes(pid)[0]:.0f}" for pid in site.workers())
    return _told(chosen, tally, (missing, double), cores, memory)


def _crowd(chosen: argparse.Namespace, tally: Tally, site: Site, end: float) -> list[Person]:
    crowd: list[Person] = []
    for n in range(chosen.viewers):
        page = f"/t/bench/topologies/rig-{chosen.topologies - 1 - n % (chosen.topologies // 2)}/"
        crowd.append(Viewer(tally, site.person(n), chosen.poll_every, end, n, page=page))
    for n in range(chosen.editors):
        client = site.person(chosen.viewers + n)
        crowd.append(Editor(tally, client, chosen.edit_every, end, 1000 + n, slug=f"rig-{n // 2}", number=n))
    for n in range(chosen.programs):
        slug = f"rig-{n % chosen.topologies}"
        crowd.append(Program(tally, site.program(n), chosen.export_every, end, 2000 + n, slug=slug))
    return crowd


def _told(chosen: argparse.Namespace, tally: Tally, wrong: tuple[int, int], cores: float, memory: str) -> int:
    missing, double = wrong
    print(f"{'':16}{'requests':>9}{'per s':>8}{'median':>9}{'p95':>9}{'p99':>9}{'aim p95':>9}")
    late = False
    for kind, aim in AIMS.items():
        times = tally.times.get(kind, [])
        p95 = quantile(times, 0.95)
        late |= aim is not None and not p95 <= aim
        shown = f"{quantile(times, 0.5):>9.1f}{p95:>9.1f}{quantile(times, 0.99):>9.1f}" + (
            f"{aim:>9.0f}" if aim else ""
        )
        print(f"{kind:16}{len(times):>9}{len(times) / chosen.seconds:>8.1f}{shown}")
    saved = sum(map(len, tally.edges.values()))
    print(f"{saved} edits acknowledged, {missing} lost, {double} twice; errors: {dict(tally.errors) or 'none'}")
    print(f"the workers and the layout engine used {cores:.2f} cores; memory in MB: {memory}; {machine()}")
    if missing or double or tally.errors:
        return 1
    return 2 if late else 0


if __name__ == "__main__":
    sys.exit(main())
