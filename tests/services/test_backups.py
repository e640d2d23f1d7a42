"""Backup and restore, tried: what was written comes back, half-written files get no name, strangers are refused."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing

import pytest
from installation import Installation

INSERT = "INSERT INTO topology_team (slug, name, registry, created) VALUES ('{0}', 'x', '', '2026-01-01')"
SELECT = "SELECT slug FROM topology_team ORDER BY id"


def connect(home):
    """Straight to the database: starting a command takes a second."""
    url = home.environment.get("DATABASE_URL")
    if url:
        import psycopg

        return psycopg.connect(url)
    return sqlite3.connect(home.folder / "espalier.sqlite3")


def teams(home):
    with closing(connect(home)) as database:
        return [slug for (slug,) in database.execute(SELECT)]


def make_team(home, slug):
    with closing(connect(home)) as database:
        database.execute(INSERT.format(slug))
        database.commit()


@pytest.fixture
def home(installation):
    make_team(installation, "first")
    return installation


def test_a_backup_comes_back_and_what_was_there_is_kept(home, tmp_path):
    copy = tmp_path / "copies" / "monday.backup"
    said = home.must("backup", str(copy))
    assert "bytes" in said and "secret key" in said
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [p.name for p in copy.parent.iterdir()] == [copy.name]
    make_team(home, "second")
    refused = home.run("restore", str(copy))
    assert refused.returncode == 2 and "--yes" in refused.stderr
    assert teams(home) == ["first", "second"]
    home.must("restore", str(copy), "--yes")
    assert teams(home) == ["first"]
    (kept,) = home.folder.glob("before-restore-*.backup")
    home.must("restore", str(kept), "--yes")
    assert teams(home) == ["first", "second"]


def test_a_backup_moves_to_a_new_machine(home, tmp_path):
    copy = tmp_path / "copy"
    home.must("backup", str(copy))
    other = Installation(tmp_path / "elsewhere")
    other.must("restore", str(copy))
    assert teams(other) == ["first"]
    assert stat.S_IMODE((tmp_path / "elsewhere" / "espalier.sqlite3").stat().st_mode) == 0o600


def test_a_backup_is_made_while_others_write(home, tmp_path):
    with closing(sqlite3.connect(home.folder / "espalier.sqlite3")) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(INSERT.format("open"))
        home.must("backup", str(tmp_path / "copy"))
        writer.commit()
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT slug FROM topology_team").fetchall() == [("first",)]


def test_an_existing_file_is_replaced_only_when_told(home, tmp_path):
    copy = tmp_path / "copy"
    copy.write_text("precious")
    refused = home.run("backup", str(copy))
    assert refused.returncode == 2 and "--overwrite" in refused.stderr
    assert copy.read_text() == "precious"
    home.must("backup", str(copy), "--overwrite")
    assert copy.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize("content", [b"", b"just text", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_what_is_no_backup_is_refused(home, tmp_path, content):
    bad = tmp_path / "bad"
    bad.write_bytes(content)
    for path in (bad, tmp_path / "missing"):
        refused = home.run("restore", str(path), "--yes")
        assert refused.returncode == 2 and refused.stderr.strip()
    assert teams(home) == ["first"]
    assert not list(home.folder.glob("before-restore-*"))


def test_another_programs_database_is_refused(home, tmp_path):
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE t (x)")
        other.commit()
    refused = home.run("restore", str(tmp_path / "other"), "--yes")
    assert refused.returncode == 2 and "not one of Espalier's" in refused.stderr


@pytest.mark.postgres
def test_postgresql_is_backed_up_and_restored_by_its_own_tools(tmp_path, postgres_database):
    home = Installation(tmp_path / "data", postgres_database)
    home.must("migrate", "--verbosity", "0", "--skip-checks")
    make_team(home, "first")
    home.must("backup", str(tmp_path / "copy"))
    make_team(home, "second")
    refused = home.run("restore", str(tmp_path / "copy"))
    assert refused.returncode == 2 and "--yes" in refused.stderr
    home.must("restore", str(tmp_path / "copy"), "--yes")
    assert teams(home) == ["first"]
    assert len(list(home.folder.glob("before-restore-*"))) == 1
    (tmp_path / "bad").write_text("x")
    assert home.run("restore", str(tmp_path / "bad"), "--yes").returncode == 2
