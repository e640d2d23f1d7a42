"""Backup and restore, tried: what is written comes back, half-written files never get the name, strangers are refused."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Installation:
    """Espalier with a data folder (or a PostgreSQL database) of its own, driven by its command line."""

    def __init__(self, folder: Path, url: str = "") -> None:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("ESPALIER_") and k != "DATABASE_URL"}
        self.folder = folder
        self.environment = kept | {"ESPALIER_DATA": str(folder)} | ({"DATABASE_URL": url} if url else {})

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )

    def must(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def teams(self) -> list[str]:
        code = "from topology.models import Team; print(*Team.objects.values_list('slug', flat=True))"
        return self.must("shell", "--no-imports", "-c", code).split()

    def make_team(self, slug: str) -> None:
        self.must("shell", "--no-imports", "-c", f"from topology.models import Team; Team.objects.create(slug='{slug}', name='x')")


@pytest.fixture(scope="module")
def _migrated(tmp_path_factory):
    made = Installation(tmp_path_factory.mktemp("migrated") / "data")
    made.must("migrate", "--verbosity", "0", "--skip-checks")
    made.make_team("first")
    return made


@pytest.fixture
def installation(tmp_path, _migrated):
    shutil.copytree(_migrated.folder, tmp_path / "data")
    return Installation(tmp_path / "data")


def test_a_backup_comes_back_and_what_was_there_is_kept(installation, tmp_path):
    copy = tmp_path / "copies" / "monday.backup"
    said = installation.must("backup", str(copy))
    assert "bytes" in said and "secret key" in said
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [p.name for p in copy.parent.iterdir()] == [copy.name]
    installation.make_team("second")
    refused = installation.run("restore", str(copy))
    assert refused.returncode == 2 and "--yes" in refused.stderr
    assert installation.teams() == ["first", "second"]
    installation.must("restore", str(copy), "--yes")
    assert installation.teams() == ["first"]
    (kept,) = installation.folder.glob("before-restore-*.backup")
    installation.must("restore", str(kept), "--yes")
    assert installation.teams() == ["first", "second"]


def test_a_backup_moves_to_a_new_machine(installation, tmp_path):
    copy = tmp_path / "copy"
    installation.must("backup", str(copy))
    other = Installation(tmp_path / "elsewhere")
    other.must("restore", str(copy))
    assert other.teams() == ["first"]
    assert stat.S_IMODE((tmp_path / "elsewhere" / "espalier.sqlite3").stat().st_mode) == 0o600


def test_a_backup_is_made_while_others_write(installation, tmp_path):
    with closing(sqlite3.connect(installation.folder / "espalier.sqlite3")) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO topology_team (slug, name, registry, created) VALUES ('open', 'x', x'', '2026-01-01')")
        installation.must("backup", str(tmp_path / "copy"))
        writer.commit()
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT slug FROM topology_team").fetchall() == [("first",)]


def test_an_existing_file_is_replaced_only_when_told(installation, tmp_path):
    copy = tmp_path / "copy"
    copy.write_text("precious")
    refused = installation.run("backup", str(copy))
    assert refused.returncode == 2 and "--overwrite" in refused.stderr
    assert copy.read_text() == "precious"
    installation.must("backup", str(copy), "--overwrite")
    assert copy.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize("content", [b"", b"just text", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_what_is_no_backup_is_refused(installation, tmp_path, content):
    bad = tmp_path / "bad"
    bad.write_bytes(content)
    for path in (bad, tmp_path / "missing"):
        refused = installation.run("restore", str(path), "--yes")
        assert refused.returncode == 2 and refused.stderr.strip()
    assert installation.teams() == ["first"]
    assert not list(installation.folder.glob("before-restore-*"))


def test_another_programs_database_is_refused(installation, tmp_path):
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE t (x)")
        other.commit()
    refused = installation.run("restore", str(tmp_path / "other"), "--yes")
    assert refused.returncode == 2 and "not one of Espalier's" in refused.stderr


@pytest.mark.postgres
def test_postgresql_is_backed_up_and_restored_by_its_own_tools(tmp_path, postgres_database):
    installation = Installation(tmp_path / "data", postgres_database)
    installation.must("migrate", "--verbosity", "0", "--skip-checks")
    installation.make_team("first")
    installation.must("backup", str(tmp_path / "copy"))
    installation.make_team("second")
    refused = installation.run("restore", str(tmp_path / "copy"))
    assert refused.returncode == 2 and "--yes" in refused.stderr
    installation.must("restore", str(tmp_path / "copy"), "--yes")
    assert installation.teams() == ["first"]
    assert len(list(installation.folder.glob("before-restore-*"))) == 1
    (tmp_path / "bad").write_text("x")
    assert installation.run("restore", str(tmp_path / "bad"), "--yes").returncode == 2
