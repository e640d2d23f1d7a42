"""Espalier as a person installs it: a data folder or database of its own, its command line, and its real server."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


class Installation:
    """A data folder (and, where a URL is given, a PostgreSQL database), driven by `manage.py`."""

    def __init__(self, folder: Path, url: str = "", **environment: str) -> None:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("ESPALIER_") and k != "DATABASE_URL"}
        self.folder = folder
        self.environment = kept | {"ESPALIER_DATA": str(folder)} | ({"DATABASE_URL": url} if url else {}) | environment

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command that may fail."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def must(self, *arguments: str) -> str:
        """A command that may not; its output."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def python(self, code: str) -> str:
        """What a piece of Python prints inside it."""
        return self.must("shell", "--no-imports", "-c", code).strip()

    @contextlib.contextmanager
    def served(self, *arguments: str) -> Iterator[Server]:
        """Its server, ready to answer; ended afterwards."""
        server = Server(self, *arguments)
        try:
            server.wait_ready()
            yield server
        finally:
            server.kill()


class Server:
    """A running `manage.py serve` in a process group of its own."""

    def __init__(self, installation: Installation, *arguments: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = installation.folder / "serve.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port), *arguments],
                cwd=ROOT, env=installation.environment, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def wait_ready(self, seconds: float = 60) -> None:
        """Wait until it answers that it is ready, and has said where it is."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/readyz")[0] == 200 and "Espalier is at" in self.log.read_text():
                    return
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """One request on a connection of its own: status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def call(self, token: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """One API call with a token: status and the decoded answer."""
        data = b"" if body is None else json.dumps(body).encode()
        status, answer = self.ask(
            method, f"/api/v1{path}", data, Authorization=f"Bearer {token}", Content_Type="application/json"
        )
        return status, json.loads(answer)

    def kill(self) -> None:
        """End it and its workers at once, as a power cut does."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)


SETUP = """
from django.contrib.auth import get_user_model
from topology.models import Team
from topology.services import Actor
from topology.services.teams import create_team
from topology.services.tokens import make_token
create_team(Actor(named="test"), "Crew", "crew")
print(make_token(Actor(named="test"), Team.objects.get(), "test", "write")[1])
"""


@pytest.fixture(scope="session")
def _migrated(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """A SQLite installation to copy: migrating takes longer than most tests."""
    made = Installation(tmp_path_factory.mktemp("migrated") / "data")
    made.must("migrate", "--verbosity", "0", "--skip-checks")
    return made


@pytest.fixture
def installation(tmp_path: Path, _migrated: Installation) -> Installation:
    """An empty, migrated installation on SQLite."""
    shutil.copytree(_migrated.folder, tmp_path / "data")
    return Installation(tmp_path / "data")


@pytest.fixture
def deployed(request: pytest.FixtureRequest, tmp_path: Path) -> Installation:
    """An empty, migrated installation on the database under test: PostgreSQL where DATABASE_URL names one."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return request.getfixturevalue("installation")
    (tmp_path / "data").mkdir()
    made = Installation(tmp_path / "data", request.getfixturevalue("postgres_database"))
    made.must("migrate", "--verbosity", "0", "--skip-checks")
    return made
