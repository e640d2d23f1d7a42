"""Copying the whole database out and in: SQLite through its own backup interface, PostgreSQL through its tools."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection, connections
from django.utils import timezone

#: A table that only a database of ours has.
_OURS = "topology_revision"


class BackupError(Exception):
    """The copy could not be made or used; the message says why and what to do."""


def backup(target: Path, *, overwrite: bool = False) -> int:
    """Write the database into a file (mode 0600) while others go on working; returns its size in bytes."""
    if target.exists() and not overwrite:
        raise BackupError(f"{target} is there already: name another file, or say --overwrite")
    with _written_whole(target) as draft:
        if connection.vendor == "sqlite":
            with closing(_open(_file(), "ro")) as source, closing(sqlite3.connect(draft)) as copy:
                source.backup(copy)
                # The copy is one file: no write-ahead log beside it.
                copy.execute("PRAGMA journal_mode=DELETE")
            _examine(draft)
        else:
            _tool("pg_dump", "--format=custom", "--no-owner", "--file", str(draft))
    return target.stat().st_size


def restore(source: Path, *, replace: bool = False) -> Path | None:
    """Put a backup in the place of the database; returns the file that now holds what was there, if anything was."""
    if not source.is_file():
        raise BackupError(f"{source} is no file")
    if connection.vendor == "sqlite":
        _examine(source)
    elif source.read_bytes()[:5] != b"PGDMP":
        raise BackupError(f"{source} is no PostgreSQL backup made by `manage.py backup`")
    kept = _keep_present(replace)
    connections.close_all()
    if connection.vendor == "sqlite":
        _file().parent.mkdir(parents=True, exist_ok=True)
        with closing(_open(source, "ro")) as copy, closing(sqlite3.connect(_file(), timeout=30)) as target:
            copy.backup(target)
        _file().chmod(0o600)
    else:
        _tool("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", str(source))
    return kept


def _keep_present(replace: bool) -> Path | None:
    """Save what stands in the database, where it is ours."""
    if connection.vendor == "sqlite" and not _file().exists():
        return None
    if _OURS not in connection.introspection.table_names():
        return None
    if not replace:
        raise BackupError("the database is not empty: say --yes to replace it (what is in it is kept in a file)")
    from django.conf import settings

    stamp = timezone.now().strftime("%Y%m%d-%H%M%S-%f")
    kept = Path(settings.ESPALIER_DATA) / f"before-restore-{stamp}.backup"
    backup(kept)
    return kept


@contextmanager
def _written_whole(target: Path) -> Iterator[Path]:
    """A draft beside the target that takes its name only when all went well."""
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        yield draft
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{target} could not be written: {error}") from None
    finally:
        draft.unlink(missing_ok=True)


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _open(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=30)


def _examine(path: Path) -> None:
    """Refuse a file that is no sound database of ours."""
    try:
        with closing(_open(path, "ro")) as database:
            verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        raise BackupError(f"{path} is no SQLite database ({error})") from None
    if verdict != "ok":
        raise BackupError(f"{path} is damaged: {verdict}")
    if _OURS not in tables:
        raise BackupError(f"{path} is a database, but not one of Espalier's")


def _tool(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on the configured database; the password goes through the environment."""
    newest_first = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    program = shutil.which(name) or next(map(str, newest_first), None)
    if program is None:
        raise BackupError(f"`{name}` is not installed: install PostgreSQL's client programs (postgresql-client)")
    settings = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    given = {variable: str(settings[key]) for variable, key in names.items() if settings.get(key)}
    target = ["--dbname", given["PGDATABASE"]] if name == "pg_restore" else []
    done = subprocess.run(
        [program, *target, *arguments], env=os.environ | given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"`{name}` failed: {done.stderr.strip()[-500:]}")
