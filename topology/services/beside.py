"""Writes that serve convenience: a cached drawing, a remembered place, a note of last use.

A page that can be read must not fail, or wait long, because such a write does: where the database cannot take it (disk
full, locked) things go on without it. What a person asked to be stored is never written this way.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import OperationalError, connection, transaction

#: Milliseconds to wait for SQLite's one write lock.
_PATIENCE = 250

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
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    usual = round(1000 * connection.settings_dict["OPTIONS"].get("timeout", 5))
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
