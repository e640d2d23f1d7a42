"""Rate limits that every worker shares: a count per key and stretch of time, kept in the database.

A stretch begins with the first hit on a key, not with the clock's minute: whoever starts just before a full minute has
no second allowance a moment later.

A write per request would cost more than many a request, so a worker keeps a few hits to itself and writes them
together. The count is therefore late by at most `_BATCH` hits a worker; it is never lost for longer than a window.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import F

from ..models import RateWindow, escaped
from .beside import beside

_BATCH = 10
_KEPT = 10_000

_lock = threading.Lock()


@dataclass(slots=True)
class _Tally:
    """What this worker knows of a key: hits not yet written, the count as last read, and when the stretch ends."""

    end: float
    pending: int = 0
    known: int = 0


_tallies: dict[str, _Tally] = {}


@dataclass(frozen=True, slots=True)
class Allowance:
    """Whether one more is allowed, how many are left in this stretch, and in how many seconds the next may begin."""

    allowed: bool
    left: int
    limit: int
    seconds: int


def hit(key: str, limit: int, seconds: int = 60) -> Allowance:
    """Count one hit on a key, of which `limit` are allowed in the `seconds` from the first one on."""
    now = time.time()
    name = f"{escaped(key, 80)}:{seconds}"
    batch = min(_BATCH, max(1, limit // 20))
    with _lock:
        tally = _current(name, now, seconds)
        tally.pending += 1
        hits = tally.pending if tally.known == 0 or tally.pending >= batch else 0
        tally.pending -= hits
    if hits:
        # Where the database takes no count this worker goes on with its own.
        counted = beside(lambda: _add(name, hits, now, seconds))
        with _lock:
            tally.known, tally.end = counted or (tally.known + hits, tally.end)
    count = tally.known + tally.pending
    return Allowance(count <= limit, max(limit - count, 0), limit, max(1, round(tally.end - now)))


def _current(name: str, now: float, seconds: int) -> _Tally:
    """The tally of the stretch that is running; a new one where there is none."""
    tally = _tallies.get(name)
    if tally is None or tally.end <= now:
        if len(_tallies) > _KEPT:
            _tallies.clear()
        tally = _tallies[name] = _Tally(now + seconds)
    return tally


def _add(name: str, hits: int, now: float, seconds: int) -> tuple[int, float]:
    """Add hits to the stretch that is running, or begin one; its count and its end."""
    moment = datetime.fromtimestamp(now, UTC)
    end = moment + timedelta(seconds=seconds)
    same = RateWindow.objects.filter(pk=name)
    running = same.filter(expires__gt=moment)
    with transaction.atomic():
        # Where another worker begins the stretch at the same moment, its row is there by the second look.
        if not running.update(count=F("count") + hits) and not same.exclude(expires__gt=moment).update(
            count=hits, expires=end
        ):
            RateWindow.objects.bulk_create([RateWindow(key=name, count=0, expires=end)], ignore_conflicts=True)
            running.update(count=F("count") + hits)
            RateWindow.objects.filter(expires__lt=moment).exclude(pk=name).delete()
        window = same.get()
    return window.count, window.expires.timestamp()
