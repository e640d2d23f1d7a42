"""Disk full, database locked or killed, engine broken: people are told, nothing acknowledged is lost, and it heals."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from installation import Installation
from test_serving import PATH, check_stored, prepared, write

EDGE = {"op": "add_edge", "kind": "can_observe", "from": "dev.m0", "to": "dev.m1"}


def add(server, token, base, **ends):
    return server.call(token, "POST", f"{PATH}/ops", {"base": base, "ops": [EDGE | ends]})


def processes(pid):
    """A process and all below it."""
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in below for each in processes(int(child)))]


def limit_files(server, size):
    """No file may grow over `size` bytes: what the server meets is what it meets on a full disk."""
    for pid in processes(server.process.pid):
        hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))


def test_a_full_disk_stops_saving_in_words_and_reading_goes_on(installation):
    token = prepared(installation)
    with installation.served() as server:
        assert add(server, token, 1)[0] == 200
        files = [path.stat().st_size for path in installation.folder.glob("espalier.sqlite3*")]
        limit_files(server, max(files) // 4096 * 4096)
        text = server.ask("GET", f"/api/v1{PATH}/export.yaml?revision=head", Authorization=f"Bearer {token}")[1]
        large = text + b"# " + b"x" * 3_000_000 + b"\n"
        headers = {"Authorization": f"Bearer {token}", "If-Match": '"r2"', "Content-Type": "application/yaml"}
        status, told = server.ask("PUT", f"/api/v1{PATH}/source", large, **headers)
        assert status == 503 and b"nothing was saved" in told
        for path in (f"/api/v1{PATH}/export.yaml?revision=head", f"/api/v1{PATH}", f"/api/v1{PATH}/export.svg"):
            assert server.ask("GET", path, Authorization=f"Bearer {token}")[0] == 200
        assert server.ask("GET", f"/api/v1{PATH}/export.yaml?revision=head", Authorization=f"Bearer {token}")[1] == text
        limit_files(server, resource.RLIM_INFINITY)
        assert server.ask("PUT", f"/api/v1{PATH}/source", large, **headers)[0] == 200
        assert server.call(token, "GET", PATH)[1]["head"] == 3
    with closing(sqlite3.connect(installation.folder / "espalier.sqlite3")) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_locked_database_is_waited_for(installation):
    token = prepared(installation)
    with installation.served() as server, closing(sqlite3.connect(installation.folder / "espalier.sqlite3")) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        answers = []
        saving = threading.Thread(target=lambda: answers.append(add(server, token, 1)))
        saving.start()
        began = time.monotonic()
        assert server.call(token, "GET", PATH)[0] == 200
        assert time.monotonic() - began < 5, "who only reads waits for no lock"
        assert answers == []
        other.execute("COMMIT")
        saving.join(20)
        assert answers[0][0] == 200


@pytest.mark.parametrize("broken", ["#!/bin/sh\nsleep 60\n", None], ids=["hanging", "gone"])
def test_a_layout_engine_that_breaks_takes_no_page_away_and_is_used_again_when_mended(installation, tmp_path, broken):
    program = tmp_path / "dot"

    def put(script):
        fresh = program.with_suffix(".new")
        fresh.write_text(script)
        fresh.chmod(0o755)
        fresh.replace(program)

    working = f'#!/bin/sh\nexec {Path(sys.executable).with_name("graphviz-pure")} "$@"\n'
    put(working)
    installation.environment["ESPALIER_DOT"] = str(program)
    token = prepared(installation)
    with installation.served() as server:

        def picture():
            status, markup = server.ask("GET", f"/api/v1{PATH}/export.svg", Authorization=f"Bearer {token}")
            assert status == 200
            return markup

        assert b"stacked" not in picture()
        put(broken) if broken else program.unlink()
        began = time.monotonic()
        for _ in range(3):
            assert b"the layout engine" in picture() and b"boxes are stacked" in picture()
        assert add(server, token, 1)[0] == 200
        assert time.monotonic() - began < 15
        wait_for(lambda: b"layout engine" in server.ask("GET", "/readyz")[1])
        put(working)
        wait_for(lambda: b"stacked" not in picture())
        wait_for(lambda: server.ask("GET", "/readyz")[0] == 200)


def wait_for(done, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if done():
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise AssertionError("it did not come about")


class Cluster:
    """A PostgreSQL of the test's own that can be killed and started again."""

    def __init__(self, folder):
        self.bin = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.folder, self.as_user = folder, []
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
            self.as_user = ["runuser", "-u", "postgres", "--"]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.call("initdb", "-D", f"{folder}/data", "-U", "espalier", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        self.url = f"postgres://espalier@127.0.0.1:{self.port}/postgres"

    def call(self, tool, *arguments):
        command = [*self.as_user, str(self.bin / tool), *arguments]
        with (self.folder / f"{tool}.out").open("ab") as out:
            subprocess.run(command, cwd="/", check=True, stdout=out, stderr=out, timeout=60)

    def start(self):
        where = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        self.call("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", where, "start")

    def kill(self):
        """As a power cut: every process of it at once."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        for each in processes(pid):
            os.kill(each, signal.SIGKILL)


@pytest.fixture
def cluster(tmp_path_factory):
    import tempfile

    if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        pytest.skip("no PostgreSQL binaries in /usr/lib/postgresql")
    with tempfile.TemporaryDirectory(prefix="espalier-cluster-", dir="/tmp") as folder:
        made = Cluster(Path(folder))
        made.start()
        yield made
        subprocess.run(
            [*made.as_user, made.bin / "pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop"],
            cwd="/", check=False, capture_output=True,
        )  # fmt: skip


@pytest.mark.postgres
def test_a_database_killed_in_the_middle_of_saves_loses_nothing_acknowledged(cluster, tmp_path):
    (tmp_path / "data").mkdir()
    made = Installation(tmp_path / "data", cluster.url)
    made.must("migrate", "--verbosity", "0", "--skip-checks")
    token = prepared(made)
    with made.served("--workers", "2", "--threads", "4") as server:
        writers = write(server, token, 7)
        while sum(len(writer.acknowledged) for writer in writers) < 12 and any(w.is_alive() for w in writers):
            writers[0].join(0.01)
        cluster.kill()
        status, told = server.ask("GET", f"/api/v1{PATH}", Authorization=f"Bearer {token}")
        assert status == 503 and b"the database does not answer" in told
        assert server.ask("GET", "/healthz")[0] == 200 and server.ask("GET", "/readyz")[0] == 503
        (cluster.folder / "data" / "postmaster.pid").unlink()
        cluster.start()
        for writer in writers:
            writer.join()
        wait_for(lambda: server.ask("GET", "/readyz")[0] == 200)
        acknowledged = [edge for writer in writers for edge in writer.acknowledged]
        assert {status for w in writers for status, _ in w.answers} <= {200, 503}
        _, pairs = check_stored(server, token, acknowledged)
        assert 0 <= len(pairs) - len(acknowledged) <= 8
        status, page = server.call(token, "GET", f"{PATH}/revisions?limit=200")
        assert status == 200 and len(page["items"]) == len(pairs) + 1
        assert add(server, token, page["items"][0]["number"], kind="spawned_by")[0] == 200
