"""Writes that serve convenience: a cached drawing, a remembered place, a note of last use.

A page that can be read must not fail, or wait long, because such a write does: where the database cannot take it (disk
full, locked) things go on without it. What a person asked to be stored is never written this way.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import OperationalError, connection, transaction

#: Milliseconds to wait for SQLite's one write lock.
_PATIENCE = 250
#: SQLite's `synchronous` that leaves a commit to the log, without waiting for the disk.
_NORMAL = 1

T = TypeVar("T")
_log = logging.getLogger("espalier.fault")


def beside(write: Callable[[], T]) -> T | None:
    """What a write returns, done in a transaction of its own; None, and a note, where the database refuses it."""
    try:
        with _impatient(), transaction.atomic():
            return write()
    except OperationalError as error:
        _log.warning("a write beside was left out: %s", type(error).__name__)
        return None


@contextmanager
def _impatient() -> Iterator[None]:
    """On SQLite: wait for the lock briefly, and not at all for the disk.

    What is written beside may be lost when the power fails. The log stays whole, and the next commit that a person
    waits for takes it to the disk too.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    usual = round(1000 * connection.settings_dict["OPTIONS"].get("timeout", 5))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        safety = cursor.fetchone()[0]
        try:
            _set(cursor, _PATIENCE, _NORMAL)
            yield
        finally:
            try:
                _set(cursor, usual, safety)
            except OperationalError:
                # A connection that would go on carelessly must not be used for anything else.
                connection.close()
                raise


def _set(cursor: Any, patience: int, safety: int) -> None:
    cursor.execute(f"PRAGMA busy_timeout = {patience}")
    cursor.execute(f"PRAGMA synchronous = {safety}")
