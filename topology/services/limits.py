"""Rate limits that every worker shares: a count per key and stretch of time, kept in the database.

A stretch begins with the first hit on a key, not with the clock's minute: whoever starts just before a full minute has
no second allowance when that begins.

A write per request would cost more than many a request, so a worker keeps a few hits to itself and writes them
together. The count is therefore late by at most `_BATCH` hits a worker; it is never lost for longer than a window.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil

from django.db import transaction
from django.db.models import F

from ..models import RateWindow, escaped
from .beside import beside

_BATCH = 10
_KEPT = 10_000

_lock = threading.Lock()


@dataclass(slots=True)
class _Tally:
    """What this worker knows of a key: when the stretch ends, and the hits of it.

    `pending` are not yet written, `lost` could not be, `known` is the count as last read.
    """

    end: float
    pending: int = 0
    lost: int = 0
    known: int = 0

    @property
    def count(self) -> int:
        """All hits of the stretch, as far as this worker knows."""
        return self.known + self.lost + self.pending

    def learn(self, hits: int, counted: tuple[int, float] | None) -> None:
        """Take in the database's count and end after `hits` were written; None where it took none.

        A count never falls within a stretch, though another thread's answer may be older than what is known.
        """
        if counted is None:
            self.lost += hits
            return
        count, end = counted
        if end > self.end:
            self.known = self.lost = 0
        self.known, self.end = max(self.known, count), end


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
        hits = tally.pending if tally.pending == tally.count or tally.pending >= batch else 0
        tally.pending -= hits
    if hits:
        counted = beside(lambda: _add(name, hits, now, seconds))
        with _lock:
            tally.learn(hits, counted)
    count = tally.count
    return Allowance(count <= limit, max(limit - count, 0), limit, max(1, ceil(round(tally.end - now, 3))))


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
