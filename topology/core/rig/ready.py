"""The queue of members that may launch next, in the odd order that OpenRig keeps it.

It starts sorted by UTF-16 code unit and then takes each newcomer before the first entry that is greater under
`localeCompare`. The two orders differ, so the queue can be in mixed order and no heap can stand for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from heapq import heappop, heappush
from typing import Any, Protocol

_CHUNK = 128


class Queue(Protocol):
    """Members that may launch next, the next first."""

    def __bool__(self) -> bool: ...

    def take(self) -> str:
        """Remove and return the first member."""

    def put(self, identity: str) -> None:
        """Add a member."""


def ready_queue(ids: Collection[str], first: Sequence[str], collate: Callable[[str], Any]) -> Queue:
    """The queue of all members `ids`, which starts with `first`, in that order."""
    keys = dict(zip(ids, map(collate, ids), strict=True))
    if len(set(keys.values())) == len(keys):
        ranked = sorted(ids, key=keys.__getitem__)
        rank = dict(zip(ranked, range(len(ranked)), strict=True))
        start = [rank[identity] for identity in first]
        if start == sorted(start):
            return _Ranked(ranked, rank, start)
        keys = rank
    return _Mixed(keys, first)


class _Ranked:
    """A queue that starts in locale order, so that it stays in it: a heap of places in that order."""

    def __init__(self, ranked: list[str], rank: dict[str, int], start: list[int]) -> None:
        self._ranked, self._rank, self._heap = ranked, rank, start

    def __bool__(self) -> bool:
        return bool(self._heap)

    def take(self) -> str:
        return self._ranked[heappop(self._heap)]

    def put(self, identity: str) -> None:
        heappush(self._heap, self._rank[identity])


class _Mixed:
    """A queue that starts in another order."""

    def __init__(self, keys: dict[str, Any], first: Sequence[str]) -> None:
        self._keys = keys
        self._queue = ReadyQueue([(keys[identity], identity) for identity in first])

    def __bool__(self) -> bool:
        return bool(self._queue)

    def take(self) -> str:
        return self._queue.take()

    def put(self, identity: str) -> None:
        self._queue.put(self._keys[identity], identity)


class ReadyQueue:
    """Entries are (locale key, id). Chunks with their greatest key keep an insertion at about the root of the size."""

    def __init__(self, entries: list[tuple[Any, str]]) -> None:
        keys = [entry[0] for entry in entries]
        self._sorted = all(keys[i] <= keys[i + 1] for i in range(len(keys) - 1))
        self._keys = [keys[i : i + _CHUNK] for i in range(0, len(keys), _CHUNK)]
        self._ids = [[e[1] for e in entries[i : i + _CHUNK]] for i in range(0, len(keys), _CHUNK)]
        self._greatest = [max(chunk) for chunk in self._keys]

    def __bool__(self) -> bool:
        return bool(self._ids)

    def take(self) -> str:
        """Remove and return the first id."""
        keys, ids = self._keys[0], self._ids[0]
        first = ids.pop(0)
        gone = keys.pop(0)
        if not ids:
            del self._keys[0], self._ids[0], self._greatest[0]
        elif not self._sorted and gone == self._greatest[0]:
            self._greatest[0] = max(keys)
        return first

    def put(self, key: Any, identity: str) -> None:
        """Insert before the first entry that is greater, or at the end."""
        if not self._ids:
            self._keys, self._ids, self._greatest = [[key]], [[identity]], [key]
            return
        chunk = self._chunk_for(key)
        keys = self._keys[chunk]
        at = bisect_right(keys, key) if self._sorted else next((i for i, k in enumerate(keys) if k > key), len(keys))
        keys.insert(at, key)
        self._ids[chunk].insert(at, identity)
        if key > self._greatest[chunk]:
            self._greatest[chunk] = key
        if len(keys) > 2 * _CHUNK:
            self._split(chunk)

    def _chunk_for(self, key: Any) -> int:
        if self._sorted:
            chunk = bisect_right(self._greatest, key)
        else:
            chunk = next((i for i, greatest in enumerate(self._greatest) if greatest > key), len(self._greatest))
        return min(chunk, len(self._greatest) - 1)

    def _split(self, chunk: int) -> None:
        keys, ids = self._keys[chunk], self._ids[chunk]
        self._keys[chunk : chunk + 1] = [keys[:_CHUNK], keys[_CHUNK:]]
        self._ids[chunk : chunk + 1] = [ids[:_CHUNK], ids[_CHUNK:]]
        self._greatest[chunk : chunk + 1] = [max(keys[:_CHUNK]), max(keys[_CHUNK:])]
