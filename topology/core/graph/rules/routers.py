"""Routers and stream filters: unique routes, at least one arm, unique names and priorities, one recovery surface."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Finding, Severity
from ..notes import RECOVERY_ROUTES, RETIRED_ROUTES, STANDARD_RECOVERY
from ..reading import shown
from ..spec import FilterSpec
from .subject import Subject, rows

RULES = (
    *rows(
        "agent-graph-edge-catalog.md, The conditional routers; agent-graph-format.md, What the gate checks: routers",
        (
            "G231",
            "router-repeated",
            "two routers from one node have one route name",
            "A route function decides once per completion of its node. Two maps for one function from one node would "
            "contradict each other; their arms belong in one map.",
        ),
        (
            "G232",
            "router-without-arms",
            "a router has no arm",
            "Each arm of the map is an edge; a map without arms leaves the route function nowhere to go.",
        ),
    ),
    *rows(
        "agent-graph-edge-catalog.md, Recovery dispatch is a filter collection",
        (
            "G241",
            "retired-node",
            "a canonical graph declares a node that is retired",
            "`recovery`, `garbleRecovery`, `recoveryDispatchPredicate`, `refusalHint` and `retryNarration` were graph "
            "nodes once. Their work is done by stream filters at the end of a stage; the message names the one that "
            "took over.",
        ),
        (
            "G242",
            "filter-name-taken",
            "two stream filters have one name",
            "Filters are registered by name; `standardRecoveryFilter` in particular is the one recovery-dispatch "
            "surface and stands at most once.",
        ),
        (
            "G243",
            "filter-priority-taken",
            "two stream filters have one priority",
            "Filters fire in priority order when a stage completes. With equal priorities their order would be an "
            "accident.",
        ),
        (
            "G244",
            "second-recovery-surface",
            "a router of a canonical graph dispatches recovery",
            "`standardRecoveryFilter` is the sole recovery-dispatch surface. A graph-side dispatch would shape one "
            "failure twice; the gate fails any build that brings it back.",
        ),
    ),
    *rows(
        "agent-graph-edge-catalog.md, shouldContinue",
        (
            "G817",
            "retired-route",
            "a router names a route function that is retired",
            "`shouldContinueWithGarbleRoute` wrapped `shouldContinue` for an arm that has no consumer any more; the "
            "conditional edge uses `shouldContinue` directly.",
        ),
        severity=Severity.WARNING,
    ),
    *rows(
        "agent-graph-edge-catalog.md, Recovery dispatch is a filter collection",
        (
            "G816",
            "no-recovery-surface",
            "a canonical graph lists stream filters without `standardRecoveryFilter`",
            "The zero-tool, missing-params and max-steps scenarios are dispatched by that filter alone.",
        ),
        severity=Severity.INFO,
    ),
)


def check(subject: Subject) -> Iterator[Finding]:
    """Routers, retired nodes, stream filters."""
    yield from _repeated(subject)
    if subject.spec.canonical:
        yield from _retired(subject)
        yield from _routes(subject)
    yield from _filters(subject)


def _repeated(subject: Subject) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for router in subject.spec.routers:
        source = subject.compiled.names.resolve(router.source).name or router.source
        if router.route and (source, router.route) in seen:
            message = f"`{shown(source)}` has a router `{shown(router.route)}` already"
            yield Finding("G231", (*router.path, "route"), message, "put all arms into one router")
        seen.add((source, router.route))


def _retired(subject: Subject) -> Iterator[Finding]:
    for node in subject.spec.nodes:
        filter_name = subject.registry.retired.get(node.name)
        if filter_name is not None:
            message = f"node `{node.name}` is retired; the stream filter `{filter_name}` took over"
            yield Finding("G241", (*node.path, "name"), message, f"remove the node and list `{filter_name}`")


def _routes(subject: Subject) -> Iterator[Finding]:
    for router in subject.spec.routers:
        where = (*router.path, "route")
        if router.route in RECOVERY_ROUTES:
            message = f"router `{router.route}` dispatches recovery beside `{STANDARD_RECOVERY}`"
            yield Finding("G244", where, message, f"remove the router; `{STANDARD_RECOVERY}` is the one surface")
        elif router.route in RETIRED_ROUTES:
            instead = RETIRED_ROUTES[router.route]
            yield Finding("G817", where, f"route `{router.route}` is retired", f"use `{instead}` directly")


def _filters(subject: Subject) -> Iterator[Finding]:
    names: dict[str, FilterSpec] = {}
    priorities: dict[int, FilterSpec] = {}
    for item in subject.spec.filters:
        if names.setdefault(item.name, item) is not item:
            message = f"a stream filter named `{shown(item.name)}` stands already"
            yield Finding("G242", (*item.path, "name"), message, "remove one of the two")
        first = item if item.priority is None else priorities.setdefault(item.priority, item)
        if first is not item:
            message = f"priority {shown(str(item.priority), 24)} belongs to `{shown(first.name)}` already"
            yield Finding("G243", (*item.path, "priority"), message, "give each filter a priority of its own")
    if subject.spec.canonical and names and STANDARD_RECOVERY not in names:
        message = f"no `{STANDARD_RECOVERY}` among the stream filters"
        remedy = f"without it nothing dispatches recovery; add `{{name: {STANDARD_RECOVERY}, priority: 400}}`"
        yield Finding("G816", ("streamFilters",), message, remedy, "key")
