"""Writes that serve convenience: a cached drawing, a remembered place, a note of last use.

A page that can be read must not fail because such a write does, so where the database cannot take it (disk full, too
busy) things go on without it. What a person asked to be stored is never written this way.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, transaction

_log = logging.getLogger("espalier.fault")


@contextmanager
def beside() -> Iterator[None]:
    """Run the writes inside in a transaction of their own; where the database refuses them, note that and go on."""
    try:
        with transaction.atomic():
            yield
    except OperationalError as error:
        _log.warning("a write beside was left out: %s", type(error).__name__)
