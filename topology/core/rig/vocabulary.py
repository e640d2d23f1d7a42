"""The five edge kinds as a table: what each constrains, what it does today, and which questions choose it.

Words follow the edge types reference ("What Edges Actually Do Today", "What Edges Do NOT Do Today",
"Choosing Edge Kinds"). Nothing here knows how an edge is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

LAUNCH_ORDER = "launch-order"
QUEUE_ESCALATION = "queue-escalation"
FALLBACK_ESCALATION = "fallback-escalation"


@dataclass(frozen=True, slots=True)
class EdgeKind:
    """One edge kind.

    `before` says which end launches first: "source", "target" or None where the kind does not constrain launch.
    `effects` are the names of what it does at run time; `today` says the same in sentences, where `{source}` and
    `{target}` stand for the ends. `question` is the one of the five that leads to it.
    """

    name: str
    summary: str
    intent: str
    before: str | None
    effects: tuple[str, ...]
    today: tuple[str, ...]
    question: str


EDGE_KINDS: dict[str, EdgeKind] = {
    kind.name: kind
    for kind in (
        EdgeKind(
            "delegates_to",
            "source delegates work to target",
            "The most common edge: a lead or orchestrator gives work to a worker.",
            "source",
            (LAUNCH_ORDER, QUEUE_ESCALATION),
            (
                "`{source}` launches before `{target}`",
                "`{source}` is the default orchestrator of `{target}`: unacknowledged queue rows and stuck rows of "
                "`{target}` escalate to it",
            ),
            "Does one agent give work to the other?",
        ),
        EdgeKind(
            "spawned_by",
            "source was spawned by target",
            "A hierarchical launch relation: the parent must be up before the child it spawned.",
            "target",
            (LAUNCH_ORDER,),
            (
                "`{target}` launches before `{source}`",
                "it plays no part in queue escalation",
            ),
            "Did one create the other?",
        ),
        EdgeKind(
            "can_observe",
            "source can observe target's output",
            "Review and oversight: a reviewer watches the output of an implementer.",
            None,
            (),
            ("nothing at run time: it documents that `{source}` watches the output of `{target}`",),
            "Does one agent watch the other's output?",
        ),
        EdgeKind(
            "collaborates_with",
            "peer collaboration",
            "Two agents side by side on one level; neither delegates to the other.",
            None,
            (),
            ("nothing at run time: it documents that `{source}` and `{target}` work as equals",),
            "Are they equals working together?",
        ),
        EdgeKind(
            "escalates_to",
            "source escalates to target",
            "The reverse of delegation: a worker takes a decision it cannot make to a lead.",
            None,
            (FALLBACK_ESCALATION,),
            (
                "one-hop fallback: where `{source}` has no declared `delegates_to` parent and this is its only "
                "`escalates_to`, new recovery rows go to `{target}`",
                "it does not constrain the launch order",
            ),
            "Does one report problems up?",
        ),
    )
}

#: Said of a kind that does something as well as of one that does nothing.
EVERY_EDGE_DOES: tuple[str, ...] = ("it is shown in the topology graph, and in `rig whoami` of both members",)

#: Said instead of all that where the edge is part of a launch cycle.
_IN_A_LOOP = (
    "nothing: `{before}` must launch before `{after}` and waits for it in turn, so OpenRig refuses to create the rig"
)

EDGES_DO_NOT: tuple[str, ...] = (
    "route messages: `rig send` reaches any session whatever the edges (queue escalation is the one exception)",
    "enforce delegation: an agent may talk to any peer, not only along its edges",
    "control permissions: there is no edge-based access control",
    "affect transport: `rig capture`, `rig broadcast` and the rest go by session identity",
)

#: The default where none of the five questions is answered with yes.
SAFEST_KIND = "can_observe"
SAFEST_REASON = (
    "`can_observe` is the safest default: it documents the relation without implying a direction of work, and does "
    "not affect the launch order"
)

_ASKED = ("delegates_to", "can_observe", "collaborates_with", "escalates_to", "spawned_by")

#: The five questions in the order they are asked, each with the kind a yes leads to.
QUESTIONS: tuple[tuple[str, str], ...] = tuple((EDGE_KINDS[name].question, name) for name in _ASKED)

LAUNCH_KINDS: frozenset[str] = frozenset(kind.name for kind in EDGE_KINDS.values() if kind.before)


def choose_kind(*answers: bool) -> str:
    """The kind that the first yes leads to, of up to five answers in the order of `QUESTIONS`; else the safest."""
    for (_, kind), yes in zip(QUESTIONS, answers, strict=False):
        if yes:
            return kind
    return SAFEST_KIND


def effects_of(kind: str) -> tuple[str, ...]:
    """The names of what a kind does at run time; nothing for an unknown kind."""
    row = EDGE_KINDS.get(kind)
    return row.effects if row else ()


#: The second sentence on `delegates_to` where there is more than one parent (rig-edge-types.md, delegates_to).
_ONE_OF_SEVERAL = (
    "`{source}` is one of several parents of `{target}`: unacknowledged queue rows and stuck rows escalate to the "
    "parent with the newest session"
)


def effects_in_words(
    kind: str, source: str, target: str, *, deferred: bool = False, looped: bool = False, rivals: bool = False
) -> tuple[str, ...]:
    """What an edge does today, in sentences with its ends named; nothing for an unknown kind.

    `looped`: it is part of a launch cycle; `rivals`: its target has other `delegates_to` parents.
    """
    row = EDGE_KINDS.get(kind)
    if row is None:
        return ()
    if looped:
        before, after = (source, target) if row.before == "source" else (target, source)
        return (_IN_A_LOOP.format(before=before, after=after),)
    today = (row.today[0], _ONE_OF_SEVERAL) if rivals and kind == "delegates_to" else row.today
    said = tuple(text.format(source=source, target=target) for text in today)
    if deferred:
        return (*said, "its target is a seat of another rig: left out of the graph and of `rig whoami`, kept by export")
    return (*said, *EVERY_EDGE_DOES)
