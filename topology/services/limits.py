"""Rate limits that every worker shares: a count per key and stretch of time, kept in the database.

A write per request would cost more than many a request, so a worker keeps a few hits to itself and writes them
together. The count is therefore late by at most `_BATCH` hits a worker; it is never lost for longer than a window.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import F

from ..models import RateWindow, escaped
from .beside import beside

_BATCH = 10
_KEPT = 10_000

_lock = threading.Lock()
_tallies: dict[str, list[int]] = {}


@dataclass(frozen=True, slots=True)
class Allowance:
    """Whether one more is allowed, how many are left in this window, and in how many seconds the next begins."""

    allowed: bool
    left: int
    limit: int
    seconds: int


def hit(key: str, limit: int, seconds: int = 60) -> Allowance:
    """Count one hit on a key, of which `limit` are allowed in each stretch of `seconds`."""
    now = time.time()
    window = int(now // seconds)
    name = f"{escaped(key, 70)}:{seconds}:{window}"
    end = (window + 1) * seconds
    batch = min(_BATCH, max(1, limit // 20))
    with _lock:
        if len(_tallies) > _KEPT:
            _tallies.clear()
        tally = _tallies.setdefault(name, [0, 0])
        tally[0] += 1
        pending, known = tally
        write = known == 0 or pending >= batch
        if write:
            tally[0] = 0
    if write:
        # Where the database takes no count this worker goes on with its own.
        counted = beside(lambda: _add(name, pending, end))
        known = known + pending if counted is None else counted
        with _lock:
            _tallies.setdefault(name, [0, 0])[1] = known
        pending = 0
    count = known + pending
    return Allowance(count <= limit, max(limit - count, 0), limit, max(1, round(end - now)))


def _add(name: str, hits: int, end: int) -> int:
    """Add hits to a window in the database and return its count."""
    with transaction.atomic():
        if not RateWindow.objects.filter(pk=name).update(count=F("count") + hits):
            row = RateWindow(key=name, count=0, expires=datetime.fromtimestamp(end, UTC))
            RateWindow.objects.bulk_create([row], ignore_conflicts=True)
            RateWindow.objects.filter(pk=name).update(count=F("count") + hits)
            RateWindow.objects.filter(expires__lt=datetime.now(UTC)).delete()
        return RateWindow.objects.values_list("count", flat=True).get(pk=name)
