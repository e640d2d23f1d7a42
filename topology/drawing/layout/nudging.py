"""Right-angled paths drawn apart: every run is moved sideways inside its free channel until none lies on another.

A path is kept as the coordinates of its runs, which alternate between level and upright, so moving a run only
stretches its neighbours. The engine decides where paths go; here only their distances are set.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from .channels import Channels, Sides, Walls
from .geometry import Point

#: Wanted distance between runs.
APART = 11.0
#: Tried in turn: the distance between runs, and the share of the other distances that is kept.
_TRIES = ((APART, 1.0), (9.0, 1.0), (APART, 0.6), (9.0, 0.6), (7.0, 0.6), (5.5, 0.4), (4.0, 0.25), (2.5, 0.1))
_WIDE = 150.0
_TOUCH = 5.0


@dataclass(slots=True)
class Path:
    """One edge's path: `axis` of the first run (0 level, 1 upright), coordinates of its `runs`, its two ends."""

    source: str
    target: str
    axis: int
    runs: list[float]
    start: float
    end: float

    @classmethod
    def of(cls, source: str, target: str, corners: Sequence[Point]) -> Path | None:
        """From corner points; None where they are not right-angled."""
        axis = 0 if abs(corners[0][1] - corners[1][1]) < abs(corners[0][0] - corners[1][0]) else 1
        runs: list[float] = []
        for number, (a, b) in enumerate(itertools.pairwise(corners)):
            level = (axis + number) % 2 == 0
            if abs(a[1] - b[1] if level else a[0] - b[0]) > 0.6:
                return None
            runs.append(a[1] if level else a[0])
        return cls(source, target, axis, runs, corners[0][axis], corners[-1][(axis + len(runs) - 1) % 2])

    def corners(self) -> list[Point]:
        """The corner points again."""
        along = [self.start, *self.runs[1:], self.end]
        points: list[Point] = []
        for number, run in enumerate(self.runs):
            a = along[0] if number == 0 else self.runs[number - 1]
            points.append((a, run) if (self.axis + number) % 2 == 0 else (run, a))
        last = self.runs[-1]
        points.append((self.end, last) if (self.axis + len(self.runs) - 1) % 2 == 0 else (last, self.end))
        return points

    def extent(self, number: int) -> tuple[float, float]:
        """From where to where a run goes, lower end first."""
        a = self.start if number == 0 else self.runs[number - 1]
        b = self.end if number == len(self.runs) - 1 else self.runs[number + 1]
        return (a, b) if a <= b else (b, a)


@dataclass(slots=True)
class _Run:
    path: Path
    number: int
    at: float
    low: float
    high: float
    sides: Sides
    limits: tuple[float, float]
    want: float
    first: float
    last: float
    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    def room(self, share: float) -> tuple[float, float]:
        """Between which coordinates the run may lie when it keeps that share of its distances."""
        low, high, low_gap, high_gap = self.sides
        low, high = _shrunk(low, high, low_gap * share, high_gap * share)
        low, high = max(low, self.limits[0]), min(high, self.limits[1])
        return (low, high) if low <= high else (self.at, self.at)


def nudge(paths: Sequence[Path], channels: Channels) -> None:
    """Move the runs of all paths apart, in place: level ones, upright ones, and level ones again."""
    for axis in (0, 1, 0):
        runs = _runs(paths, channels.along[axis], axis)
        _relate(runs)
        for cluster in _clusters(runs):
            _spread([runs[i] for i in cluster], {i: n for n, i in enumerate(cluster)})
        for run in runs:
            run.path.runs[run.number] = run.at


def _runs(paths: Sequence[Path], walls: Walls, axis: int) -> list[_Run]:
    out = [
        _bounded(path, number, walls) for path in paths for number in range((path.axis + axis) % 2, len(path.runs), 2)
    ]
    out.sort(key=lambda run: (run.at, run.first + run.last))
    return out


def _bounded(path: Path, number: int, walls: Walls) -> _Run:
    """A run with the channel that it may move in."""
    at, final = path.runs[number], len(path.runs) - 1
    own: tuple[str, ...] = (path.source,) if number == 0 else ()
    own += (path.target,) if number == final else ()
    first, last = path.extent(number)
    ends = path.source if number == 1 else None, path.target if number == final - 1 else None
    sides = walls.around(at, (first, last), own, ends)
    want = _wanted(at, sides[0], sides[1])
    limits = (-1e9, 1e9)
    for key in own:
        side_low, side_high = walls.spans[key][2:]
        pad = min(12.0, (side_high - side_low) * 0.2)
        limits = (max(limits[0], side_low + pad), min(limits[1], side_high - pad))
        want = (side_low + side_high) / 2
    if len(own) == 2:
        want = (limits[0] + limits[1]) / 2
    run = _Run(path, number, at, 0.0, 0.0, sides, limits, want, first, last)
    run.low, run.high = run.room(1.0)
    return run


def _wanted(at: float, low: float, high: float) -> float:
    """The middle of a narrow channel; in a wide one the engine's choice; outside everything, close by."""
    if high - low < _WIDE:
        return (low + high) / 2
    return at


def _shrunk(low: float, high: float, low_gap: float, high_gap: float) -> tuple[float, float]:
    room = high - low
    if room < low_gap + high_gap:
        share = room * low_gap / (low_gap + high_gap)
        return low + share, low + share
    return low + low_gap, high - high_gap


def _relate(runs: Sequence[_Run]) -> None:
    """Note for each run which others beside it must keep their distance, in the order of their coordinates."""
    firsts, lasts = [run.first for run in runs], [run.last for run in runs]
    lows, highs = [run.low for run in runs], [run.high for run in runs]
    # No run from a number on comes below the least of their lows, so that most pairs need no look.
    least = list(accumulate(reversed(lows), min))[::-1]
    for i, run in enumerate(runs):
        first, last, low, high = run.first - _TOUCH, run.last + _TOUCH, run.low - APART, run.high + APART
        run.after = [
            j
            for j in range(i + 1, bisect_left(least, high, i + 1))
            if lows[j] < high and low < highs[j] and firsts[j] < last and first < lasts[j]
        ]
        for j in run.after:
            runs[j].before.append(i)


def _clusters(runs: Sequence[_Run]) -> list[list[int]]:
    seen: set[int] = set()
    out: list[list[int]] = []
    for start in range(len(runs)):
        if start in seen:
            continue
        seen.add(start)
        stack, cluster = [start], []
        while stack:
            at = stack.pop()
            cluster.append(at)
            for other in (*runs[at].before, *runs[at].after):
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        out.append(sorted(cluster))
    return out


def _spread(cluster: Sequence[_Run], place: Mapping[int, int]) -> None:
    """Set the runs of one cluster as far apart as fits, each as near to where it wants to be as the others allow."""
    if len(cluster) == 1:
        alone = cluster[0]
        if alone.low <= alone.high:
            alone.at = min(max(alone.want, alone.low), alone.high)
        return
    before = [[place[i] for i in run.before] for run in cluster]
    for apart, share in _TRIES:
        rooms = [(run.low, run.high) if share == 1.0 else run.room(share) for run in cluster]
        lows = _lows(rooms, before, apart)
        if lows is not None:
            after = [[place[i] for i in run.after] for run in cluster]
            _settle(cluster, before, after, (lows, _highs(rooms, after, apart)), apart)
            return


def _lows(rooms: Sequence[tuple[float, float]], before: Sequence[Sequence[int]], apart: float) -> list[float] | None:
    """The least coordinate of each run with all distances kept; None where they do not fit."""
    lows: list[float] = []
    for (low, high), others in zip(rooms, before, strict=True):
        least = max(low, max([lows[j] for j in others]) + apart) if others else low
        if least > high + 0.01:
            return None
        lows.append(least)
    return lows


def _highs(rooms: Sequence[tuple[float, float]], after: Sequence[Sequence[int]], apart: float) -> list[float]:
    """The greatest coordinate of each run with all distances kept."""
    highs = [high for _, high in rooms]
    for n in range(len(highs) - 1, -1, -1):
        if after[n]:
            highs[n] = min(highs[n], min([highs[j] for j in after[n]]) - apart)
    return highs


def _settle(
    cluster: Sequence[_Run],
    before: Sequence[Sequence[int]],
    after: Sequence[Sequence[int]],
    limits: tuple[Sequence[float], Sequence[float]],
    apart: float,
) -> None:
    # Two sweeps that each keep all distances; so does their mean.
    lows, highs = limits
    up: list[float] = []
    for n, run in enumerate(cluster):
        least = max(run.want, lows[n])
        if before[n]:
            least = max(least, max([up[j] for j in before[n]]) + apart)
        up.append(min(least, highs[n]))
    down = [0.0] * len(cluster)
    for n in range(len(cluster) - 1, -1, -1):
        most = min(cluster[n].want, highs[n])
        if after[n]:
            most = min(most, min([down[j] for j in after[n]]) - apart)
        down[n] = max(most, lows[n])
    for n, run in enumerate(cluster):
        run.at = (up[n] + down[n]) / 2
