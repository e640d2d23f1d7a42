"""Counters of this process, in Prometheus's text form. Each worker counts for itself, as Prometheus expects."""

from __future__ import annotations

import os
import threading
from collections import defaultdict

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
BUCKETS = (0.005, 0.02, 0.05, 0.15, 0.3, 1.0, 2.5, 10.0)

_lock = threading.Lock()
_requests: dict[tuple[str, str, int], int] = defaultdict(int)
_seconds: dict[str, list[float]] = defaultdict(lambda: [0.0] * (len(BUCKETS) + 2))
_events: dict[tuple[str, str], int] = defaultdict(int)


def count_request(method: str, view: str, status: int, seconds: float) -> None:
    """Count one answered request; `view` is the name of its route, of which there are few."""
    with _lock:
        _requests[method, view, status] += 1
        row = _seconds[view]
        for at, bound in enumerate(BUCKETS):
            if seconds <= bound:
                row[at] += 1
        row[-2] += seconds
        row[-1] += 1


def count(event: str, outcome: str = "ok") -> None:
    """Count something that happened, for example a saved revision or a refused operation."""
    with _lock:
        _events[event, outcome] += 1


def text(gauges: dict[str, float]) -> str:
    """All counters, and the gauges given, in the text exposition format 0.0.4."""
    process = f'process="{os.getpid()}"'
    lines: list[str] = []
    with _lock:
        lines += _family("espalier_requests_total", "counter", "answered requests")
        for (method, view, status), n in sorted(_requests.items()):
            lines.append(f'espalier_requests_total{{{process},method="{method}",view="{view}",status="{status}"}} {n}')
        lines += _family("espalier_request_seconds", "histogram", "time to answer")
        for view, row in sorted(_seconds.items()):
            label = f'{process},view="{view}"'
            for bound, n in zip((*map(str, BUCKETS), "+Inf"), (*row[:-2], row[-1]), strict=True):
                lines.append(f'espalier_request_seconds_bucket{{{label},le="{bound}"}} {n:.0f}')
            lines.append(f"espalier_request_seconds_sum{{{label}}} {row[-2]:.6f}")
            lines.append(f"espalier_request_seconds_count{{{label}}} {row[-1]:.0f}")
        lines += _family("espalier_events_total", "counter", "what was done")
        for (event, outcome), n in sorted(_events.items()):
            lines.append(f'espalier_events_total{{{process},event="{event}",outcome="{outcome}"}} {n}')
    for name, value in sorted(gauges.items()):
        lines += [*_family(f"espalier_{name}", "gauge", name.replace("_", " ")), f"espalier_{name} {value:g}"]
    return "\n".join(lines) + "\n"


def _family(name: str, kind: str, words: str) -> list[str]:
    return [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
