"""The launch order, its waves, and the loops that prevent one.

Source: edge types reference, "Launch ordering"; OpenRig `rigspec-instantiator.ts` (topological sort) and
`restore-orchestrator.ts`. `delegates_to` launches the source first, `spawned_by` the target; the rest do not constrain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .collation import locale_key
from .cuts import fewest_cuts
from .javascript import code_units
from .loops import components, shortest_loop
from .ready import ready_queue
from .spec import Link, Spec
from .vocabulary import EDGE_KINDS, LAUNCH_KINDS

#: A node of a flat spec by this name is never reached: OpenRig counts in a plain JavaScript object (see R302).
_NEVER = "__proto__"
#: Members named in one note.
_NAMED = 60


@dataclass(frozen=True, slots=True)
class Wait:
    """One reason to wait: `member` launches after `before` because of `link`."""

    member: str
    before: str
    link: Link


@dataclass(frozen=True, slots=True)
class Loop:
    """One tangle of members that wait for one another.

    `cycle` is a shortest loop in it, launch-before direction, closed (`("a.x", "b.y", "a.x")`); `members` all of the
    tangle; `links` every edge of it; `cuts` the fewest edges to remove, `exact` whether that number is proved.
    """

    cycle: tuple[str, ...]
    members: tuple[str, ...]
    links: tuple[Link, ...]
    cuts: tuple[Link, ...]
    exact: bool


@dataclass(frozen=True, slots=True)
class Launch:
    """When each member launches.

    `order` and `waves` are None where there is a loop (`loops`). `reached` are the ids launched before the sort got
    stuck (all of them without a loop); `stuck` the others in document order, as OpenRig's message lists them.
    `wave_of` counts from 1, for reached members only. `links` are the edges that constrain.
    """

    order: tuple[str, ...] | None
    waves: tuple[tuple[str, ...], ...] | None
    wave_of: Mapping[str, int]
    links: Sequence[Link]
    loops: tuple[Loop, ...] = ()
    reached: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()

    @property
    def cycle(self) -> tuple[str, ...] | None:
        """The shortest loop of all, or None."""
        return min((loop.cycle for loop in self.loops), key=len, default=None)

    @property
    def waits(self) -> tuple[Wait, ...]:
        """Every reason to wait, in stored order."""
        ends = ((before_and_after(link), link) for link in self.links)
        return tuple(Wait(after, before, link) for (before, after), link in ends)

    def waits_of(self, member: str) -> tuple[Wait, ...]:
        """What one member waits for, in stored order."""
        return tuple(wait for wait in self.waits if wait.member == member)


def before_and_after(link: Link) -> tuple[str, str]:
    """The ends of a launch constraint: who launches first, who waits."""
    if EDGE_KINDS[link.kind].before == "source":
        return link.source, link.target
    return link.target, link.source


def constraints(spec: Spec) -> list[Link]:
    """The sound edges that constrain the launch order, in stored order."""
    return [link for link in spec.links if link.sound and link.kind in LAUNCH_KINDS and not link.deferred]


def launch_of(spec: Spec) -> Launch:
    """Launch order, waves and loops of a rig, from the edges that are sound."""
    ids = list(spec.members)
    links = constraints(spec)
    pairs = [before_and_after(link) for link in links]
    following = _following(pairs)
    reached = _sort(ids, following, first_launch=True)
    wave_of = _waves(reached, following)
    if spec.legacy and _NEVER in wave_of:
        reached.remove(_NEVER)
    if len(reached) == len(ids):
        order = tuple(reached)
        return Launch(order, _grouped(order, wave_of), wave_of, links, reached=order)
    done = set(reached)
    stuck = tuple(identity for identity in ids if identity not in done)
    loops = _loops(ids, links, pairs, stuck)
    return Launch(None, None, wave_of, links, loops, tuple(reached), stuck)


def restore_order(spec: Spec) -> tuple[str, ...]:
    """The order of a restore: everything sorted by locale, and seats in a loop silently left out."""
    following = _following([before_and_after(link) for link in constraints(spec)])
    return tuple(_sort(list(spec.members), following, first_launch=False))


def restore_notes(spec: Spec, launch: Launch) -> tuple[str, ...]:
    """What a person should know about restoring this rig from a snapshot."""
    notes = ["a restore sorts by the same constraints, but orders equals by locale throughout"]
    restored = restore_order(spec)
    if launch.order is not None and restored != launch.order:
        notes.append("here the restore order differs from that of the first launch")
    if launch.stuck:
        names = ", ".join(f"`{identity}`" for identity in launch.stuck[:_NAMED])
        if len(launch.stuck) > _NAMED:
            names += f" and {len(launch.stuck) - _NAMED} more"
        notes.append(f"a restore has no cycle check of its own: it would silently leave out {names}")
    return tuple(notes)


def _following(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The members that wait for each one, in stored order; one that waits twice stands twice."""
    following: dict[str, list[str]] = {}
    for before, after in pairs:
        if before in following:
            following[before].append(after)
        else:
            following[before] = [after]
    return following


def _sort(ids: Sequence[str], following: Mapping[str, list[str]], *, first_launch: bool) -> list[str]:
    pending = dict.fromkeys(ids, 0)
    for waiting in following.values():
        for identity in waiting:
            pending[identity] += 1
    free = [identity for identity in ids if not pending[identity]]
    if not following:
        return _sorted(free, _plain_key(free) if first_launch else locale_key(free))
    collate = locale_key(ids)
    plain = _plain_key(ids) if first_launch else collate
    queue = ready_queue(ids, _sorted(free, plain), collate)
    order: list[str] = []
    while queue:
        current = queue.take()
        order.append(current)
        if current in following:
            waiting = following[current]
            for identity in waiting if len(waiting) == 1 else _sorted(waiting, plain):
                pending[identity] -= 1
                if not pending[identity]:
                    queue.put(identity)
    return order


def _plain_key(texts: Sequence[str]) -> Callable[[str], Any] | None:
    return None if "".join(texts).isascii() else code_units


def _sorted(texts: Sequence[str], key: Callable[[str], Any] | None) -> list[str]:
    return sorted(texts, key=key) if key else sorted(texts)


def _waves(reached: Sequence[str], following: Mapping[str, list[str]]) -> dict[str, int]:
    wave = dict.fromkeys(reached, 1)
    for identity in reached:
        if identity in following:
            late = wave[identity] + 1
            for after in following[identity]:
                if wave.get(after, late) < late:
                    wave[after] = late
    return wave


def _grouped(order: Sequence[str], wave_of: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    waves: list[list[str]] = [[] for _ in range(max(wave_of.values(), default=0))]
    for identity in order:
        waves[wave_of[identity] - 1].append(identity)
    return tuple(map(tuple, waves))


def _loops(
    ids: Sequence[str], links: Sequence[Link], pairs: Sequence[tuple[str, str]], stuck: Sequence[str]
) -> tuple[Loop, ...]:
    place = {identity: index for index, identity in enumerate(ids)}
    made_by: dict[tuple[int, int], list[Link]] = {}
    graph: list[list[int]] = [[] for _ in ids]
    for (before, after), link in zip(pairs, links, strict=True):
        arc = place[before], place[after]
        if arc not in made_by:
            graph[arc[0]].append(arc[1])
        made_by.setdefault(arc, []).append(link)
    found = []
    for part in components(graph, (place[identity] for identity in stuck)):
        loop = shortest_loop(graph, part)
        inside = set(part)
        own = {arc: made for arc, made in made_by.items() if arc[0] in inside and arc[1] in inside}
        cuts, exact = fewest_cuts({arc: len(made) for arc, made in own.items()}, part)
        found.append(
            Loop(
                tuple(ids[node] for node in (*loop, loop[0])),
                tuple(ids[node] for node in part),
                tuple(link for made in own.values() for link in made),
                tuple(link for arc in cuts for link in made_by[arc]),
                exact,
            )
        )
    return tuple(found)
