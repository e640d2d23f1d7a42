"""Connections to PostgreSQL that are tried without a round trip."""

from __future__ import annotations

import select
from typing import Any

import psycopg


class Connection(psycopg.Connection[Any]):
    """A pooled connection.

    The pool tries one by an empty query before it is used. The server of an idle connection has something to say only
    when it ends it, so while nothing is there to be read the query would tell nothing, and is not sent.
    """

    def execute(self, query: Any, *arguments: Any, **options: Any) -> Any:
        """Run a query; an empty one only where the server has said something."""
        if query == "" and not self.closed and not self._addressed():
            return self.cursor()
        return super().execute(query, *arguments, **options)

    def _addressed(self) -> bool:
        waiting = select.poll()
        waiting.register(self.fileno(), select.POLLIN)
        return bool(waiting.poll(0))
