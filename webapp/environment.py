"""Settings come from the environment; what makes no sense is refused at start, with the remedy."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

BASE = Path(__file__).resolve().parent.parent

T = TypeVar("T")
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off", ""})


def _refuse(name: str, value: str, remedy: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name} is {value!r}, which makes no sense: {remedy}")


def text(name: str, default: str = "") -> str:
    """A setting as text, without blanks around it."""
    return os.environ.get(name, default).strip()


def switch(name: str, default: bool = False) -> bool:
    """A setting that is on or off."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in _TRUE:
        return True
    if value.strip().lower() in _FALSE:
        return False
    raise _refuse(name, value, "set it to 1 or 0")


def _number(kind: Callable[[str], T], name: str, default: T, low: Any, high: Any) -> T:
    value = text(name)
    if not value:
        return default
    try:
        number: Any = kind(value)
    except ValueError:
        number = None
    if number is None or not low <= number <= high:
        raise _refuse(name, value, f"set it to a number from {low} to {high}")
    return number


def whole(name: str, default: int, low: int, high: int) -> int:
    """A whole number between two bounds."""
    return _number(int, name, default, low, high)


def workers() -> int:
    """How many processes serve where nobody says so: one on SQLite, two for each processor on PostgreSQL."""
    if not text("DATABASE_URL").startswith("postgres"):
        return 1
    # A drawing keeps one interpreter busy; with two for each processor others need not wait for it.
    return min(8, 2 * (os.cpu_count() or 1))


def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    """One of a few words, whatever its case."""
    value = text(name, default).upper()
    if value not in choices:
        raise _refuse(name, value, "set it to one of " + ", ".join(choices))
    return value


def words(name: str) -> list[str]:
    """A list separated by commas or blanks."""
    return text(name).replace(",", " ").split()


def hosts(name: str) -> list[str]:
    """Host names, without scheme, port or path; `*` is refused, since it would switch the check off."""
    found = words(name)
    for host in found:
        if "/" in host or (":" in host and not host.startswith("[")):
            raise _refuse(name, host, "give host names only, for example `topologies.example.org`")
        if host == "*":
            raise _refuse(name, host, "name each host; a wildcard would accept any Host header")
    return found


def origins(name: str) -> list[str]:
    """Origins such as `https://topologies.example.org`."""
    found = words(name)
    for origin in found:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
            raise _refuse(name, origin, "give scheme and host, for example `https://topologies.example.org`")
    return [origin.rstrip("/") for origin in found]


def host_of(origin: str) -> str:
    """The host of an origin as a Host header has it, without its port."""
    host = urlsplit(origin).hostname or ""
    return f"[{host}]" if ":" in host else host


def data_folder() -> Path:
    """The folder that holds the SQLite file and the generated secret key, made where it is missing."""
    folder = Path(text("ESPALIER_DATA") or BASE / "var").expanduser().absolute()
    if folder.exists() and not folder.is_dir():
        raise _refuse("ESPALIER_DATA", str(folder), "name a folder, not a file")
    return folder


def secret_key(folder: Path) -> str:
    """The key that signs sessions: from ESPALIER_SECRET_KEY, else generated once into the data folder (mode 0600)."""
    given = os.environ.get("ESPALIER_SECRET_KEY")
    if given is not None:
        if len(given) < 50 or len(set(given)) < 5:
            raise ImproperlyConfigured(
                "ESPALIER_SECRET_KEY is too short or too plain: "
                "set it to at least 50 random characters, or leave it out and one is made in ESPALIER_DATA"
            )
        return given
    path = folder / "secret_key"
    if not path.exists():
        _write_once(path, secrets.token_urlsafe(64))
    try:
        key = path.read_text("ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{path} cannot be read ({error.strerror}): mend its owner or mode") from None
    if len(key) < 50:
        raise ImproperlyConfigured(f"{path} holds no key: delete it and start again; everyone has to sign in again")
    return key


def _write_once(path: Path, content: str) -> None:
    """Write a new file whole or not at all; where another process was faster, its file stays."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(content)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path.parent} cannot be written ({error.strerror}): name another folder in ESPALIER_DATA"
        ) from None
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def database(folder: Path) -> dict[str, Any]:
    """SQLite in the data folder, or what DATABASE_URL names (PostgreSQL, or another SQLite file)."""
    url = text("DATABASE_URL")
    if not url:
        return sqlite(folder / "espalier.sqlite3")
    scheme = url.split(":", 1)[0].lower()
    if scheme == "sqlite":
        path = urlsplit(url).path
        return sqlite(Path(path[1:] if path.startswith("//") or not path.startswith("/") else path))
    if scheme not in ("postgres", "postgresql"):
        raise _refuse("DATABASE_URL", f"{scheme}:…", "use postgresql://user:password@host:5432/name, or leave it out")
    return _postgresql(url)


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite that serves many writers: a write-ahead log, and transactions that take the write lock when they begin.

    Without IMMEDIATE a transaction that reads first fails with "database is locked" when it comes to write.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # Opening a file anew, and emptying its log when the last one closes it, costs more than most requests.
        "CONN_MAX_AGE": 300,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }


def _postgresql(url: str) -> dict[str, Any]:
    import dj_database_url

    from .connections import Connection

    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        raise ImproperlyConfigured(
            "DATABASE_URL cannot be read: use postgresql://user:password@host:5432/name"
        ) from None
    if not settings.get("NAME"):
        raise ImproperlyConfigured("DATABASE_URL names no database: end it with /name")
    size = whole("ESPALIER_DB_POOL", whole("ESPALIER_THREADS", 4, 1, 64) + 2, 1, 200)
    settings["CONN_MAX_AGE"] = 0
    # A pooled connection is tried before it is used, so a restarted database is noticed by nobody.
    settings["CONN_HEALTH_CHECKS"] = True
    # While the database is away people are told so soon, and it is looked for again every few seconds, not minutes.
    pool = {"min_size": 1, "max_size": size, "timeout": 5, "reconnect_timeout": 4, "connection_class": Connection}
    settings.setdefault("OPTIONS", {})["pool"] = pool
    return settings
