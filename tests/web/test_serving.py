"""The real server: eight writers lose nothing, a power cut loses nothing acknowledged, SIGTERM lets requests finish."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import threading

import pytest
from installation import SETUP
from people import RIG

#: Ids that no edge names yet; each writer adds edges of its own between them.
MEMBERS = [f"m{n}" for n in range(8)]
BUSY_RIG = RIG.replace(
    "    edges:\n      - {kind: can_observe, from: qa, to: impl}\n",
    "".join(
        f"      - {{id: {m}, agent_ref: 'local:agents/x', profile: default, runtime: codex, cwd: .}}\n" for m in MEMBERS
    )
    + "    edges:\n      - {kind: can_observe, from: qa, to: impl}\n",
)
PATH = "/teams/crew/topologies/crew-rig"


def prepared(installation):
    """A token of an installation that holds one rig."""
    code = SETUP + (
        "from topology.services import import_topology\n"
        f"import_topology(Actor(named='test'), Team.objects.get(), {BUSY_RIG.encode()!r})\n"
    )
    return installation.python(code)


def edge(writer, turn):
    """An edge that only this writer adds, in this turn."""
    return f"dev.{MEMBERS[writer]}", f"dev.{MEMBERS[(writer + 1 + turn) % 8]}"


class Writer(threading.Thread):
    """Adds one edge after another, each made on the newest revision it knows of; remembers what was acknowledged."""

    def __init__(self, server, token, number, turns):
        super().__init__()
        self.server, self.token, self.number, self.turns = server, token, number, turns
        self.acknowledged, self.answers = [], []

    def run(self):
        base = 1
        for turn in range(self.turns):
            source, target = edge(self.number, turn)
            operation = {"op": "add_edge", "kind": "can_observe", "from": source, "to": target}
            try:
                status, answer = self.server.call(self.token, "POST", f"{PATH}/ops", {"base": base, "ops": [operation]})
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                return
            self.answers.append((status, answer))
            if status == 200:
                self.acknowledged.append((source, target, answer["revision"]))
                base = answer["revision"]


def write(server, token, turns):
    writers = [Writer(server, token, number, turns) for number in range(8)]
    for writer in writers:
        writer.start()
    return writers


def observed(text):
    """The edges of the pod `dev` as they stand in a text, in order."""
    return re.findall(r"kind: can_observe,? *\n? *from: (m\d),? *\n? *to: (m\d)", text)


def check_stored(server, token, acknowledged):
    """Every acknowledged edge is in the head once, and in the revision that its answer named for the first time."""
    head = server.ask("GET", f"/api/v1{PATH}/export.yaml?revision=head", Authorization=f"Bearer {token}")[1].decode()
    pairs = observed(head)
    assert len(pairs) == len(set(pairs))
    for source, target, _ in acknowledged:
        assert (source.split(".")[1], target.split(".")[1]) in pairs
    numbers = [number for _, _, number in acknowledged]
    assert len(numbers) == len(set(numbers))
    return head, pairs


@pytest.mark.parametrize("processes", [("--workers", "1", "--threads", "8"), ("--workers", "2", "--threads", "4")])
def test_eight_writers_lose_nothing_and_clash_over_nothing(deployed, processes):
    token = prepared(deployed)
    with deployed.served(*processes) as server:
        writers = write(server, token, 6)
        for writer in writers:
            writer.join()
        answers = [answer for writer in writers for answer in writer.answers]
        assert [(status, answer) for status, answer in answers if status != 200] == []
        acknowledged = [pair for writer in writers for pair in writer.acknowledged]
        _, pairs = check_stored(server, token, acknowledged)
        assert len(pairs) == len(acknowledged) == 48
        status, page = server.call(token, "GET", f"{PATH}/revisions?limit=200")
        assert (status, len(page["items"])) == (200, 49)
    assert "locked" not in server.log.read_text()


def test_a_power_cut_in_the_middle_of_saves_loses_nothing_acknowledged(deployed):
    token = prepared(deployed)
    with deployed.served("--threads", "8") as server:
        writers = write(server, token, 7)
        while sum(len(w.acknowledged) for w in writers) < 20 and any(w.is_alive() for w in writers):
            writers[0].join(0.01)
        server.kill()
        for writer in writers:
            writer.join()
    acknowledged = [pair for writer in writers for pair in writer.acknowledged]
    assert len(acknowledged) >= 20
    with deployed.served() as server:
        _, pairs = check_stored(server, token, acknowledged)
        assert 0 <= len(pairs) - len(acknowledged) <= 8
        status, answer = server.call(token, "GET", f"{PATH}/revisions?limit=200")
        assert status == 200 and len(answer["items"]) == len(pairs) + 1
        for item in (answer["items"][0], answer["items"][-1]):
            status, revision = server.call(token, "GET", f"{PATH}/revisions/{item['number']}")
            assert status == 200 and len(revision["sha256"]) == 64
        operation = {"op": "add_edge", "kind": "delegates_to", "from": "orch.lead", "to": "dev.qa"}
        status, _ = server.call(
            token, "POST", f"{PATH}/ops", {"base": answer["items"][0]["number"], "ops": [operation]}
        )
        assert status == 200


@pytest.mark.postgres
def test_a_database_that_goes_and_comes_back_is_survived(deployed):
    import psycopg

    token = prepared(deployed)
    name = deployed.environment["DATABASE_URL"].rsplit("/", 1)[1]
    away = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    operation = {"op": "add_edge", "kind": "can_observe", "from": "dev.m0", "to": "dev.m1"}
    with deployed.served() as server, psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as outside:
        assert server.call(token, "GET", PATH)[0] == 200
        outside.execute(away, [name])
        assert server.call(token, "POST", f"{PATH}/ops", {"base": 1, "ops": [operation]})[0] == 200
        outside.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        outside.execute(away, [name])
        status, problem = server.call(token, "GET", PATH)
        assert status == 503 and "try again" in problem["detail"]
        assert server.ask("GET", "/healthz")[0] == 200
        assert server.ask("GET", "/readyz")[0] == 503
        outside.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        status, answer = server.call(token, "GET", PATH)
        assert status == 200 and answer["head"] == 2


def test_sigterm_lets_a_request_in_flight_finish(installation):
    token = installation.python(SETUP)
    member = b"  - {id: m%d, agent_ref: 'local:agents/x', profile: default, runtime: codex, cwd: .}\n"
    text = b"version: '0.2'\nname: big\npods:\n- id: p\n  label: P\n  members:\n"
    text += b"".join(member % n for n in range(30_000)) + b"  edges: []\nedges: []\n"
    with installation.served() as server, socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
        client.sendall(
            b"POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token.encode()
            + b"\r\nContent-Type: application/yaml\r\nContent-Length: %d\r\n\r\n" % len(text) + text
        )  # fmt: skip
        server.process.send_signal(signal.SIGTERM)
        answer = http.client.HTTPResponse(client)
        answer.begin()
        assert answer.status == 200
        assert json.loads(answer.read())["summary"] == {
            "checked": 1,
            "valid": 1,
            "errors": 0,
            "warnings": 0,
            "skipped": 0,
        }
        client.close()
        assert server.process.wait(60) == 0


def test_a_taken_port_is_said_with_the_remedy(installation):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = installation.run("serve", "--port", str(port))
    assert done.returncode == 2
    assert f"127.0.0.1:{port}" in done.stderr and "ESPALIER_PORT" in done.stderr


def test_a_database_without_its_migrations_is_not_served(installation):
    (installation.folder / "espalier.sqlite3").unlink()
    done = installation.run("serve", "--port", "0")
    assert done.returncode == 2 and "manage.py migrate" in done.stderr


def printed_link(server):
    return re.search(r"http://\S+(/sign-in/\S+/)", server.log.read_text())


def test_a_local_start_prints_the_address_and_a_link_that_signs_in_once(installation):
    with installation.served() as server:
        assert f"Espalier is at http://127.0.0.1:{server.port}/\n" in server.log.read_text()
        path = printed_link(server)[1]
        status, page = server.ask("GET", path)
        assert status == 200
        field = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1].decode()
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", path)
        first = connection.getresponse()
        field = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', first.read())[1].decode()
        cookie = first.getheader("Set-Cookie").split(";")[0].strip()
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", path, f"csrfmiddlewaretoken={field}", headers)
        signed_in = connection.getresponse()
        assert signed_in.status == 302 and "espalier=" in signed_in.getheader("Set-Cookie")
        assert server.ask("GET", path)[0] == 410


def test_a_deployed_start_prints_a_link_only_until_somebody_has_a_password(installation):
    installation.environment |= {"ESPALIER_HOSTS": "127.0.0.1", "ESPALIER_LOG": "info"}
    with installation.served() as server:
        assert printed_link(server)
    installation.python(
        "from topology.services import accounts; u = accounts.first_owner(); u.set_password('x'); u.save()"
    )
    server.log.unlink()
    with installation.served() as server:
        assert "Espalier is at" in server.log.read_text() and not printed_link(server)


def test_a_link_for_a_person_is_made_on_the_command_line(installation):
    assert installation.must("signin_link").startswith("http://127.0.0.1:8000/sign-in/")
    assert installation.must("signin_link", "--port", "9001").startswith("http://127.0.0.1:9001/sign-in/")
    refused = installation.run("signin_link", "nobody")
    assert refused.returncode == 2 and "nobody" in refused.stderr


def test_the_samples_are_loaded_once_and_kept(installation):
    installation.must("samples")
    code = "from topology.models import Topology; print(*Topology.objects.values_list('slug', 'valid', 'off_canvas'))"
    first = installation.python(code)
    assert "default-agent" in first
    installation.must("samples")
    assert installation.python(code) == first
    assert first.count("False") == 2 and "True, 1)" in first
