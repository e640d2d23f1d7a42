"""One target under its limits: what goes wrong is told apart by where, kept with the input, and counted."""

from __future__ import annotations

import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from .targets import Target

#: Processor seconds that one input may take, and bytes by which the process may grow.
SECONDS = 2.0
GROWTH = 300 << 20


class TooSlow(BaseException):
    """One input took more than SECONDS. No `Exception`, so that nothing that is tried swallows it."""


@dataclass
class Run:
    """Inputs given to one target so far, and the faults found: by place, the shortest input of each."""

    target: Target
    folder: Path | None = None
    count: int = 0
    slowest: float = 0.0
    faults: dict[str, bytes] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)

    def __call__(self, data: bytes) -> None:
        """Give it one input; never raises for a fault."""
        self.count += 1
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            self.target(data)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._note(place(error), data)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        self.slowest = max(self.slowest, time.process_time() - began)

    def _note(self, where: str, data: bytes) -> None:
        self.seen[where] += 1
        if where in self.faults and len(self.faults[where]) <= len(data):
            return
        self.faults[where] = data
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / sha256(where.encode()).hexdigest()[:12]
            path.with_suffix(".input").write_bytes(data)
            path.with_suffix(".txt").write_text(f"{where}\n\n{traceback.format_exc()}", "utf-8", "replace")


def place(error: BaseException) -> str:
    """The kind of a fault and the innermost line of ours that it came by."""
    ours = [
        f for f in traceback.extract_tb(error.__traceback__) if "/topology/" in f.filename or "/fuzz/" in f.filename
    ]
    at = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "?"
    deep = isinstance(error, RecursionError | TooSlow | MemoryError)
    return type(error).__name__ if deep and not ours else f"{type(error).__name__} at {at}"


@contextmanager
def limits(growth: int = GROWTH) -> Iterator[None]:
    """Hold this process to `growth` bytes more than it has, and each input to its time."""

    def stop(*_: Any) -> None:
        raise TooSlow

    before = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGPROF, stop)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + growth, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
        signal.signal(signal.SIGPROF, handler)
