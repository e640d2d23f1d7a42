"""A served installation to measure: a team with topologies, people with sessions, programs with tokens."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.installation import Installation, Server  # noqa: E402

_SETUP = """
import json
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from topology.models import Membership
from topology.services import Actor, import_topology
from topology.services.teams import create_team
from topology.services.tokens import make_token

plan = json.load(open({plan!r}))
actor = Actor(named="bench")
team = create_team(actor, "Bench", "bench")
sessions = []
for number in range(plan["people"]):
    person = get_user_model().objects.create_user(f"person{{number}}")
    Membership.objects.create(team=team, user=person, role="editor")
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "topology.sessions.Backend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    sessions.append(session.session_key)
tokens = [make_token(actor, team, f"program {{n}}", "write")[1] for n in range(plan["programs"])]
for name, text in plan["texts"]:
    import_topology(actor, team, text.replace("NAME", name).encode())
print(json.dumps({{"cookie": settings.SESSION_COOKIE_NAME, "sessions": sessions, "tokens": tokens}}))
"""


@dataclass
class Site:
    """A running server with its secrets."""

    server: Server
    cookie: str
    sessions: list[str]
    tokens: list[str]

    def person(self, number: int = 0) -> Client:
        """A browser's connection, signed in."""
        return Client(self.server.port, {"Cookie": f"{self.cookie}={self.sessions[number]}"})

    def program(self, number: int = 0) -> Client:
        """A program's connection."""
        return Client(self.server.port, {"Authorization": f"Bearer {self.tokens[number]}"})

    def workers(self) -> list[int]:
        """The process ids of the server's workers."""
        return _children(self.server.process.pid)


class Client:
    """One kept-alive connection, with the headers that say who asks."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = headers
        self.csrf = ""

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes, Any]:
        """Status, body and headers of one request; connects anew once where the server closed the connection."""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        for attempt in (1, 2):
            try:
                self.connection.request(method, path, body, sent)
                answer = self.connection.getresponse()
                return answer.status, answer.read(), answer.headers
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                # Granian closes idle connections; only a request that was not answered at all is sent again.
                self.connection.close()
                if attempt == 2 or method != "GET":
                    raise
        raise AssertionError

    def form(self, path: str, fields: dict[str, str], page: str) -> tuple[int, bytes, Any]:
        """Post a form as htmx does, with the token of the page it stands on."""
        if not self.csrf:
            _, body, headers = self.ask("GET", page)
            self.csrf = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', body)[1].decode()  # type: ignore[index]
            self.headers = dict(self.headers)
            self.headers["Cookie"] += "; " + headers["Set-Cookie"].split(";")[0]
        data = urlencode({**fields, "csrfmiddlewaretoken": self.csrf}).encode()
        kind = "application/x-www-form-urlencoded"
        return self.ask("POST", path, data, Content_Type=kind, HX_Request="true")


@contextlib.contextmanager
def served(
    texts: Sequence[tuple[str, str]], *, people: int = 1, programs: int = 1, workers: int = 2, threads: int = 4
) -> Iterator[Site]:
    """A fresh installation with these topologies, on PostgreSQL where DATABASE_URL names one, else on SQLite."""
    with tempfile.TemporaryDirectory(prefix="espalier-bench-") as folder, _database() as url:
        plan = Path(folder) / "plan.json"
        plan.write_text(json.dumps({"people": people, "programs": programs, "texts": list(texts)}))
        limits = {"ESPALIER_API_RATE": "1000000", "ESPALIER_LOG": "ERROR"}
        made = Installation(Path(folder), url, **limits)
        made.must("migrate", "--verbosity", "0", "--skip-checks")
        told = json.loads(made.python(_SETUP.format(plan=str(plan))).splitlines()[-1])
        with made.served("--workers", str(workers), "--threads", str(threads)) as server:
            yield Site(server, told["cookie"], told["sessions"], told["tokens"])


@contextlib.contextmanager
def _database() -> Iterator[str]:
    """The address of a database of its own on the PostgreSQL of DATABASE_URL; "" for SQLite."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield ""
        return
    import psycopg

    name = f"bench_{uuid.uuid4().hex[:10]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def rig(members: int) -> str:
    """A valid rig of pods of eight, named NAME: leads delegate in their pods and along a chain of pods."""
    lines = ['version: "0.2"', "name: NAME", "pods:"]
    pods = [range(start, min(start + 8, members)) for start in range(0, members, 8)]
    for number, seats in enumerate(pods):
        lines += [f"  - id: crew{number}", f"    label: Crew {number}", "    members:"]
        for seat in range(len(seats)):
            name = "lead" if seat == 0 else f"hand{seat}"
            lines += [f"      - id: {name}", '        agent_ref: "local:agents/x"', "        profile: default"]
            lines += ["        runtime: codex", "        cwd: ."]
        lines.append("    edges:" if len(seats) > 1 else "    edges: []")
        for seat in range(1, len(seats)):
            lines += ["      - kind: delegates_to", "        from: lead", f"        to: hand{seat}"]
    lines.append("edges:" if len(pods) > 1 else "edges: []")
    for number in range(1, len(pods)):
        lines += ["  - kind: delegates_to", f"    from: crew{number - 1}.lead", f"    to: crew{number}.lead"]
    return "\n".join(lines) + "\n"


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    deeper = [grand for child in found for grand in _children(int(child))]
    return [*map(int, found), *deeper]


def megabytes(pid: int) -> tuple[float, float]:
    """Resident and proportional memory of a process, in MB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    rss, pss = (int(re.search(rf"^{key}:\s+(\d+)", text, re.M)[1]) / 1024 for key in ("Rss", "Pss"))  # type: ignore[index]
    return rss, pss


def processor(pids: Sequence[int]) -> float:
    """Processor time that these processes, and those that they waited for, have used, in milliseconds."""
    total = 0.0
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0]) / 1e6
        ended = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[13:15]
        total += sum(map(int, ended)) * 1000 / os.sysconf("SC_CLK_TCK")
    return total


def quantile(times: Sequence[float], share: float) -> float:
    """A quantile of some times, by the nearest rank."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def median_of(call: Any, rounds: int) -> float:
    """The median wall time of a call in milliseconds, after one that does not count."""
    call()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        call()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def machine() -> str:
    """What the figures were taken on: cores, the load at this moment, the database."""
    kind = "PostgreSQL" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "SQLite"
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {kind}, Python {sys.version.split()[0]}"
