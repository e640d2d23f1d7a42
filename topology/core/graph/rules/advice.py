"""Advice: what compiles but is probably not meant, and what a compile left out. Never an error."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...diagnostics import Finding, Severity
from ..channels import collisions, wired_names
from ..names import Meaning
from ..reading import shown
from ..vocabulary import END, START
from ..wiring import Dropped
from .subject import Subject, rows

RULES = (
    *rows(
        "agent-graph-format.md, Compiling; What the gate checks: advisory",
        (
            "G803",
            "edge-repeated",
            "a static edge is written twice",
            "Edges are a set: the second one changes nothing and goes on standing when the first is removed.",
        ),
        (
            "G807",
            "unreachable",
            "no path leads from START to a node",
            "The node is registered, yet no turn gets to it. A plugin node that subscribes to a channel is scheduled "
            "reactively and needs no path.",
        ),
        (
            "G808",
            "no-way-out",
            "no path leads from a node to END",
            "A turn that gets to the node cannot finish by the graph's own edges.",
        ),
        (
            "G809",
            "siblings-write-one-channel",
            "parallel siblings write one channel",
            "Nodes that fan out from one node run side by side. The canonical siblings, sessionMemoryWrite and "
            "costRollup, write disjoint channels so that a failure of one does not reach the other; with a common "
            "channel the order of the two writes is an accident.",
        ),
        (
            "G810",
            "plugin-node-idle",
            "a plugin node is neither wired nor subscribed",
            "A plugin node fires when a channel it subscribes to advances, or at its place in a chain. This one has "
            "neither, so it never runs.",
        ),
        (
            "G813",
            "chain-too-short",
            "a chain has fewer than two members",
            "Each neighbouring pair of a chain is an edge; with fewer than two members there is none.",
        ),
        (
            "G815",
            "alias-empty",
            "an alias has no candidate",
            "An alias stands for the first registered candidate; without any, whatever names it is dropped.",
        ),
        severity=Severity.WARNING,
    ),
    *rows(
        "agent-graph-format.md, Compiling, steps 2 and 4",
        (
            "G804",
            "edge-dropped",
            "a static edge or an arm is left out, because one of its ends is omitted",
            "An omitted node takes its static edges and the arms that lead to it along. Chains join the neighbours "
            "instead.",
        ),
        (
            "G805",
            "router-dropped",
            "a router is left out, because its node is omitted or none of its arms is left",
            "A conditional edge needs a node to leave and at least one arm that leads somewhere.",
        ),
        (
            "G806",
            "alias-unresolved",
            "an alias has no registered candidate, so what names it is left out",
            "An alias stands for the first registered name of its list. In this compile there is none.",
        ),
        severity=Severity.INFO,
    ),
)


def check(subject: Subject) -> Iterator[Finding]:
    """All advice on one compile."""
    yield from _repeated(subject)
    for dropped in subject.compiled.wiring.dropped:
        yield _dropped(dropped)
    yield from _reach(subject)
    yield from _siblings(subject)
    yield from _idle(subject)


def _repeated(subject: Subject) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for edge in subject.spec.edges:
        pair = (edge.source, edge.target)
        if pair in seen:
            message = f"edge `{shown(edge.source)}` -> `{shown(edge.target)}` is written twice"
            yield Finding("G803", edge.path, message, "remove one of the two")
        seen.add(pair)


def _dropped(dropped: Dropped) -> Finding:
    name = shown(dropped.name)
    if dropped.meaning is Meaning.UNRESOLVED:
        message = f"{_THINGS[dropped.what]} is left out: no candidate of alias `{name}` is registered"
        return Finding("G806", dropped.path, message)
    if dropped.what == "router":
        gone = f"`{name}` is omitted" if dropped.meaning is Meaning.OMITTED else "none of its arms is left"
        at = "value" if dropped.meaning is Meaning.OMITTED else "item"
        return Finding("G805", dropped.path, f"the router of `{name}` is left out: {gone}", at=at)
    return Finding("G804", dropped.path, f"{_THINGS[dropped.what]} is left out: `{name}` is omitted")


_THINGS = {"edge": "the edge", "arm": "the arm", "router": "the router", "member": "the member"}


def _reach(subject: Subject) -> Iterator[Finding]:
    compiled = subject.compiled
    forward: dict[str, list[str]] = defaultdict(list)
    backward: dict[str, list[str]] = defaultdict(list)
    for edge in compiled.edges:
        forward[edge.source].append(edge.target)
        backward[edge.target].append(edge.source)
    wired = wired_names(compiled)
    # A plugin node without edges is scheduled by its channels, or idle, which is said apart.
    placed = [node for node in compiled.nodes if not node.spec.plugin or node.name in wired]
    for code, start, steps, words in (
        ("G807", START, forward, "no path leads from START to `{}`"),
        ("G808", END, backward, "no path leads from `{}` to END"),
    ):
        reached = _closure(start, steps)
        reactive = {node.name for node in placed if node.spec.plugin and node.spec.subscribes and start == START}
        missed = [node for node in placed if node.name not in reached and node.name not in reactive]
        if missed and not steps[start]:
            message = "no edge leaves START" if start == START else "no edge leads to END"
            yield Finding(code, ("nodes",), message, "add one, or name it in a chain", "key")
            continue
        for node in missed:
            yield Finding(code, (*node.spec.path, "name"), words.format(shown(node.name)), "wire it, or omit it")


def _closure(start: str, steps: dict[str, list[str]]) -> set[str]:
    reached, stack = {start}, [start]
    while stack:
        for name in steps.get(stack.pop(), ()):
            if name not in reached:
                reached.add(name)
                stack.append(name)
    return reached


def _siblings(subject: Subject) -> Iterator[Finding]:
    declared = subject.spec.declared
    for collision in collisions(subject.compiled):
        others = ", ".join(f"`{shown(name)}`" for name in collision.siblings[:4])
        message = f"{others} fan out from `{shown(collision.fork)}` and all write `{shown(collision.channel)}`"
        where = (*declared[collision.siblings[1]].path, "writes")
        yield Finding("G809", where, message, "give each a channel of its own, or put one after the other")


def _idle(subject: Subject) -> Iterator[Finding]:
    wired = wired_names(subject.compiled)
    for node in subject.compiled.nodes:
        if node.spec.plugin and node.name not in wired and not node.spec.subscribes:
            message = f"plugin node `{shown(node.name)}` is neither wired nor subscribed"
            remedy = "subscribe it to a channel, or place it in a chain"
            yield Finding("G810", (*node.spec.path, "name"), message, remedy)
