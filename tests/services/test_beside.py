"""Writes for convenience wait for no disk; whatever is written after them does again."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection

from topology.services.beside import beside

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="a matter of SQLite"),
]

FULL, NORMAL = 2, 1


def pragma(name: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return int(cursor.fetchone()[0])


def test_a_write_beside_waits_neither_long_nor_for_the_disk() -> None:
    usual = pragma("synchronous"), pragma("busy_timeout")
    assert usual[0] == FULL
    seen = beside(lambda: (pragma("synchronous"), pragma("busy_timeout")))
    assert seen is not None and seen[0] == NORMAL and seen[1] < usual[1]
    assert (pragma("synchronous"), pragma("busy_timeout")) == usual


@pytest.mark.parametrize("fault", [OperationalError("disk full"), ValueError("a fault of ours")])
def test_after_a_write_beside_that_fails_commits_wait_for_the_disk_again(fault: Exception) -> None:
    usual = pragma("synchronous"), pragma("busy_timeout")

    def fail() -> None:
        raise fault

    if isinstance(fault, OperationalError):
        assert beside(fail) is None
    else:
        with pytest.raises(ValueError):
            beside(fail)
    assert (pragma("synchronous"), pragma("busy_timeout")) == usual


def test_a_connection_that_cannot_be_made_careful_again_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def refuse(cursor: object, patience: int, safety: int) -> None:
        asked.append(safety)
        if len(asked) == 2:
            raise OperationalError("locked")

    monkeypatch.setattr("topology.services.beside._set", refuse)
    closed: list[bool] = []
    # The tests' database lives in memory, where closing does nothing.
    monkeypatch.setattr(connection, "close", lambda: closed.append(True))
    assert beside(lambda: 1) is None
    assert asked == [NORMAL, FULL] and closed == [True]
