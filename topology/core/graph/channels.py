"""Channels: who writes and who reads each, when plugin nodes fire reactively, which parallel siblings collide.

Source: agent-graph-edge-catalog.md, "Plugin path" (the reactive engine) and "Terminal chain" (parallel siblings).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass

from .compile import Compiled, Registered

#: Walking steps that the search for parallel siblings may take in one graph.
_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel with the registered nodes that write it and those that subscribe to it, in document order."""

    name: str
    writers: tuple[str, ...]
    readers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reaction:
    """When a subscribed plugin node fires: whenever one of `waits_on` advances.

    `woken_by` maps each channel to its writers (none: it is written from outside the graph). `wave` is 1 where the
    turn's own nodes or the outside wake it, one more than the earliest reactive writer otherwise, None where only
    a circle of reactive nodes could. `wired` tells that it has edges too, so it also fires at its place.
    """

    node: str
    plugin: str | None
    waits_on: tuple[str, ...]
    woken_by: dict[str, tuple[str, ...]]
    wave: int | None
    wired: bool


@dataclass(frozen=True, slots=True)
class Collision:
    """Parallel siblings (fanned out from one node, neither after the other) that write one channel."""

    fork: str
    channel: str
    siblings: tuple[str, ...]


def channels(compiled: Compiled) -> tuple[Channel, ...]:
    """Every channel that a registered node names, by name."""
    writers: dict[str, list[str]] = defaultdict(list)
    readers: dict[str, list[str]] = defaultdict(list)
    for node in compiled.nodes:
        for channel in node.spec.writes:
            writers[channel].append(node.name)
        for channel in node.spec.subscribes:
            readers[channel].append(node.name)
    return tuple(Channel(c, tuple(writers[c]), tuple(readers[c])) for c in sorted({*writers, *readers}))


def wired_names(compiled: Compiled) -> frozenset[str]:
    """The nodes that stand at an end of an edge."""
    return frozenset(end for edge in compiled.edges for end in (edge.source, edge.target))


def reactions(compiled: Compiled) -> tuple[Reaction, ...]:
    """The reactive schedule: every subscribed plugin node, in document order."""
    subscribed = [node for node in compiled.nodes if node.spec.plugin and node.spec.subscribes]
    writers = {channel.name: channel.writers for channel in channels(compiled)}
    wired = wired_names(compiled)
    waves = _waves([node for node in subscribed if node.name not in wired], writers)
    return tuple(
        Reaction(
            node.name,
            node.spec.plugin,
            node.spec.subscribes,
            {channel: writers[channel] for channel in node.spec.subscribes},
            waves.get(node.name, 1 if node.name in wired else None),
            node.name in wired,
        )
        for node in subscribed
    )


def _waves(reactive: list[Registered], writers: dict[str, tuple[str, ...]]) -> dict[str, int]:
    names = {node.name for node in reactive}
    listeners: dict[str, list[str]] = defaultdict(list)
    waves: dict[str, int] = {}
    for node in reactive:
        for channel in node.spec.subscribes:
            listeners[channel].append(node.name)
            if not writers[channel] or any(writer not in names for writer in writers[channel]):
                waves[node.name] = 1
    writes = {node.name: node.spec.writes for node in reactive}
    queue, heard = deque(waves), set[str]()
    while queue:
        name = queue.popleft()
        for channel in writes[name]:
            if channel in heard:
                continue
            heard.add(channel)
            for listener in listeners[channel]:
                if listener not in waves:
                    waves[listener] = waves[name] + 1
                    queue.append(listener)
    return waves


def collisions(compiled: Compiled) -> tuple[Collision, ...]:
    """Parallel siblings that write one channel; arms are alternatives and never parallel."""
    following: dict[str, list[str]] = defaultdict(list)
    for edge in compiled.edges:
        if any(wire.kind != "arm" for wire in edge.sources):
            following[edge.source].append(edge.target)
    writes = {node.name: node.spec.writes for node in compiled.nodes}
    budget = _STEPS
    found: list[Collision] = []
    for fork, targets in following.items():
        for channel, siblings in _rivals(targets, writes).items():
            parallel, steps = _unordered(siblings, fork, following, budget)
            budget -= steps
            if len(parallel) > 1:
                found.append(Collision(fork, channel, parallel))
    return tuple(found)


def _rivals(targets: Iterable[str], writes: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    by_channel: dict[str, list[str]] = defaultdict(list)
    for target in targets:
        for channel in writes.get(target, ()):
            by_channel[channel].append(target)
    return {channel: nodes for channel, nodes in by_channel.items() if len(nodes) > 1}


def _unordered(
    siblings: list[str], fork: str, following: dict[str, list[str]], budget: int
) -> tuple[tuple[str, ...], int]:
    """The siblings that no other sibling leads to (without passing the fork again), and the steps it took to see."""
    # Two origins per node are enough: a sibling is behind another if it is reached from any origin but itself.
    origins: dict[str, set[str]] = {name: {name} for name in siblings}
    queue = deque((name, name) for name in siblings)
    steps = 0
    while queue:
        name, origin = queue.popleft()
        for target in following.get(name, ()):
            steps += 1
            if steps > budget:
                return (), steps
            reached = origins.setdefault(target, set())
            if target != fork and origin not in reached and len(reached) < 2:
                reached.add(origin)
                queue.append((target, origin))
    return tuple(name for name in siblings if origins[name] == {name}), steps
