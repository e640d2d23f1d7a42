"""Pooled connections to PostgreSQL: a dead one is noticed before it is used, a living one is not asked."""

from __future__ import annotations

import os
from collections.abc import Iterator

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from webapp.connections import Connection

pytestmark = pytest.mark.postgres
LAST = "SELECT query FROM pg_stat_activity WHERE pid = %s"


@pytest.fixture
def outside() -> Iterator[psycopg.Connection]:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        yield connection


def test_a_living_connection_is_not_asked(outside: psycopg.Connection) -> None:
    with Connection.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("SELECT 'the last thing asked'")
        ConnectionPool.check_connection(connection)
        assert "the last thing asked" in outside.execute(LAST, [connection.info.backend_pid]).fetchone()[0]
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_connection_that_its_server_has_ended_is_replaced(outside: psycopg.Connection) -> None:
    with ConnectionPool(
        os.environ["DATABASE_URL"],
        connection_class=Connection,
        check=ConnectionPool.check_connection,
        min_size=1,
        max_size=1,
        open=True,
    ) as pool:
        with pool.connection() as connection:
            ended = connection.info.backend_pid
        assert outside.execute("SELECT pg_terminate_backend(%s, 5000)", [ended]).fetchone() == (True,)
        with pool.connection() as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
            assert connection.info.backend_pid != ended
