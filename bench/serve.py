"""How fast a served installation answers: `python bench/serve.py [--rounds N] [--topologies N] [--workers N]`.

Of one request after the other on a kept-alive connection: the processor time that the server spends on it (which a busy
machine hardly stretches), the median time until the answer in milliseconds, the aim, and their ratio. Then requests per
second with several connections at once, and the memory of each worker. On SQLite, or on the PostgreSQL of DATABASE_URL,
in a database of its own. The client is Python on the same machine and takes its share of it: requests per second are a
lower bound. Exits 1 where a median is above its aim.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.sites import ROOT, Client, Site, machine, median_of, megabytes, processor, rig, served

API = "/api/v1/teams/bench/topologies"
PAGES = "/t/bench/topologies"


class Editor:
    """Adds edges, each made on the newest revision, over the API or by the page's form."""

    def __init__(self, client: Client, slug: str, seats: int) -> None:
        self.client, self.slug, self.turn, self.head, self.seats = client, slug, 0, 1, seats

    def _next(self) -> tuple[str, str]:
        self.turn += 1
        a = self.turn * 7 % self.seats
        b = (self.turn * 11 + 3 * (self.turn // self.seats) + 1) % self.seats
        return f"crew{a // 8}.{_seat(a)}", f"crew{b // 8}.{_seat(b)}"

    def by_api(self) -> None:
        import json

        source, target = self._next()
        body = {"base": self.head, "ops": [{"op": "add_edge", "kind": "can_observe", "from": source, "to": target}]}
        status, answer, _ = self.client.ask(
            "POST", f"{API}/{self.slug}/ops", json.dumps(body).encode(), Content_Type="application/json"
        )
        assert status == 200, answer
        self.head = json.loads(answer)["head"]

    def by_form(self) -> None:
        source, target = self._next()
        fields = {
            "op": "add_edge",
            "kind": "can_observe",
            "from": source,
            "to": target,
            "tab": "picture",
            "confirm": "1",
        }
        fields["base"] = str(self.head)
        page = f"{PAGES}/{self.slug}/"
        status, answer, _ = self.client.form(f"{page}ops/", fields, page)
        assert status == 200, answer[-500:]
        self.head += 1


def _seat(number: int) -> str:
    return "lead" if number % 8 == 0 else f"hand{number % 8}"


def got(client: Client, path: str, status: int = 200, **headers: str) -> Callable[[], None]:
    """A call that asks for a path and insists on the status."""

    def call() -> None:
        found, body, _ = client.ask("GET", path, **headers)
        assert found == status, (path, found, body[:300])

    return call


def rows(site: Site) -> list[tuple[str, float | None, Callable[[], None]]]:
    """What is measured: a name, the aim in milliseconds (None where there is none), the call."""
    person, program = site.person(), site.program()
    board = person.ask("GET", "/t/bench/", HX_Request="true")[1].decode()
    poll = board.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    page, export = f"{PAGES}/rig-100/", f"{API}/rig-100/export.yaml"
    edge = "source=crew1.hand1&target=crew2.hand3&kind=can_observe"
    return [
        ("export.yaml, 100 members", 50, got(program, export)),
        ("export.yaml, unchanged (304)", 20, got(program, export, 304, If_None_Match='"r1"')),
        ("dashboard poll (204)", 20, got(person, poll, 204)),
        ("newer-revision poll (204)", 20, got(person, f"{page}newer/?head=1", 204)),
        ("dashboard", None, got(person, "/t/bench/")),
        ("picture page, default graph", None, got(person, f"{PAGES}/default-agent/")),
        ("picture page, 100 members", None, got(person, page)),
        ("source page, 100 members", None, got(person, f"{page}source/")),
        ("edge verdict, 100 members", 150, got(person, f"{page}edge-verdict/?{edge}")),
        ("edit by API, 10 members", 300, Editor(program, "rig-10", 10).by_api),
        ("edit by API, 100 members", 300, Editor(program, "rig-100-api", 96).by_api),
        ("edit by API, 1,000 members", 300, Editor(program, "rig-1000", 1000).by_api),
        ("edit by form to new picture, 100", 300, Editor(person, "rig-100-form", 96).by_form),
    ]


def throughput(site: Site, path: str, seconds: float, connections: int, **headers: str) -> float:
    """Requests per second that several connections get together."""
    counts = [0] * connections
    end = time.monotonic() + seconds

    def ask(number: int) -> None:
        client = site.program(number % len(site.tokens)) if path.startswith("/api/") else site.person()
        while time.monotonic() < end:
            client.ask("GET", path, **headers)
            counts[number] += 1

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--topologies", type=int, default=200, help="on the dashboard")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=5, help="of each measure of requests per second")
    chosen = parser.parse_args()
    sizes = {"rig-10": 10, "rig-100": 100, "rig-100-api": 96, "rig-100-form": 96, "rig-1000": 1000}
    texts = [(name, rig(size)) for name, size in sizes.items()]
    texts.append(("default-agent", (ROOT / "topology" / "core" / "graph" / "default_agent.yaml").read_text()))
    texts += [(f"small-{n}", rig(10)) for n in range(chosen.topologies - len(texts))]
    print(f"{machine()}; {chosen.workers} workers, {chosen.topologies} topologies, {chosen.rounds} rounds")
    missed = 0
    with served(texts, programs=4, workers=chosen.workers) as site:
        print(f"{'':36}{'processor':>10}{'median ms':>10}{'aim':>8}{'ratio':>8}")
        workers = site.workers()
        for name, aim, call in rows(site):
            call()
            before = processor(workers)
            took = median_of(call, chosen.rounds)
            used = (processor(workers) - before) / (chosen.rounds + 1)
            missed += aim is not None and took > aim
            print(
                f"{name:36}{used:>10.1f}{took:>10.1f}" + (f"{aim:>8.0f}{took / aim:>8.2f}" if aim else ""), flush=True
            )
        for name, path, headers in (
            ("export.yaml", f"{API}/rig-100/export.yaml", {}),
            ("export.yaml, unchanged (304)", f"{API}/rig-100/export.yaml", {"If_None_Match": '"r1"'}),
            ("newer-revision poll (204)", f"{PAGES}/rig-100/newer/?head=1", {}),
            ("picture page, 100 members", f"{PAGES}/rig-100/", {}),
        ):
            print(f"{name:36}{throughput(site, path, chosen.seconds, 8, **headers):>10.0f} requests/s", flush=True)
        for pid in site.workers():
            rss, pss = megabytes(pid)
            print(f"worker {pid:<29}{rss:>10.0f} MB resident, {pss:.0f} MB its share")
    print(machine())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
