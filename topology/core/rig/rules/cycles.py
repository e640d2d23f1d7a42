"""Launch cycles: validation passes them, instantiation refuses the rig before anything is created."""

from __future__ import annotations

from ..launch import Launch, Loop
from ..spec import Link, Spec
from .found import Found, error, ticked

_SOURCE = "edge types reference, Launch ordering; OpenRig rigspec-instantiator.ts (cycle_error)"
#: Members or edges named in one message.
_NAMED = 60

RULES = (
    error(
        "R301",
        "launch-cycle",
        "members wait for one another, so the rig cannot launch",
        "`delegates_to` launches its source before its target, `spawned_by` its target before its source. Where these "
        "close a loop no order is possible, and OpenRig refuses to create the rig. An edge of either kind from a "
        "member "
        "to itself is a loop of one.\n\n"
        "The message shows a shortest loop in launch order: every member must launch before the next. The help names "
        "the fewest edges whose removal leaves no loop. Often an edge says the same twice (`delegates_to` one way and "
        "`spawned_by` the other way round belong together, not both in one direction), or a review relation should be "
        "`can_observe`, which does not constrain launch.\n\n"
        "OpenRig's own message lists every member it could not reach, also those that only wait for the loop. A "
        "restore "
        "does not check: it silently leaves them out.",
        _SOURCE,
    ),
    error(
        "R302",
        "node-never-launches",
        "a node called `__proto__` can never be launched",
        "OpenRig counts what each node waits for in a plain JavaScript object, where the name `__proto__` is taken: it "
        "always reports such a node of a flat spec as a cycle. Rename the node.",
        "OpenRig rigspec-instantiator.ts",
    ),
)


def check_cycles(launch: Launch, spec: Spec, found: Found) -> None:
    """One finding per tangle, at an edge that should be cut."""
    for loop in launch.loops:
        where = (loop.cuts or loop.links)[0]
        found.add("R301", where.path, _message(loop), _remedy(loop), at="item")
    if spec.legacy and "__proto__" in spec.members:
        member = spec.members["__proto__"]
        found.add("R302", (*member.path, "id"), "a node called `__proto__` can never be launched", "rename the node")


def _message(loop: Loop) -> str:
    way = [f"{ticked(identity)}" for identity in loop.cycle]
    if len(way) > _NAMED:
        way = [*way[: _NAMED - 2], f"... {len(way) - _NAMED + 1} more ...", way[-1]]
    more = len(loop.members) - len(loop.cycle) + 1
    rest = f" ({more} more members are entangled)" if more > 1 else " (1 more member is entangled)" if more else ""
    return f"launch cycle: {' before '.join(way)}{rest}"


def _remedy(loop: Loop) -> str:
    named = ", ".join(words_for(link) for link in loop.cuts[:_NAMED])
    if len(loop.cuts) > _NAMED:
        named += f" and {len(loop.cuts) - _NAMED} more"
    count = len(loop.cuts)
    if not loop.exact:
        return f"removing these {count} edges leaves no loop (fewer may do): {named}"
    if count == 1:
        return f"remove one edge to leave no loop, for example {named}"
    return f"no fewer than {count} edges must go, for example {named}"


def words_for(link: Link) -> str:
    """An edge as a person names it."""
    return f"{ticked(link.source)} {link.kind} {ticked(link.target)}"
