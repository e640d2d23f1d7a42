"""The verdict on one possible edge, before it is written: its scope, its effects, what speaks against it."""

from __future__ import annotations

import shlex

from ..diagnostics import one_of, suggest
from ..verdict import EdgeVerdict
from .launch import Launch, before_and_after, constraints
from .spec import Link, Spec, is_address
from .vocabulary import EDGE_KINDS, LAUNCH_KINDS, effects_in_words

_CYCLE_HELP = "turn it round, or use a kind that does not constrain launch, for example `can_observe`"
_SCOPES = {"pod-local": "pod-local edge", "cross-pod": "cross-pod edge", "legacy": "edge of a flat spec"}


def edge_verdict(spec: Spec, launch: Launch, source: str, target: str, kind: str | None = None) -> EdgeVerdict:
    """Legal or refused, with scope, effects and reasons; `kind` None judges the ends alone.

    Ends are member ids (`pod.member`, legacy: node ids); a target may be an address `pod-member@rig`.
    """
    refusal = _kind_refusal(spec, kind) or _end_refusal(spec, source, "from")
    deferred = False
    if refusal is None and target not in spec.members:
        refusal = _outside_refusal(spec, target, kind)
        deferred = refusal is None
    scope = _scope(spec, source, target, deferred)
    if refusal is None and spec.legacy and source == target:
        refusal = ("R613", "a flat spec refuses an edge from a node to itself", "choose another end")
    if refusal:
        code, reason, remedy = refusal
        return EdgeVerdict(
            source, target, kind, False, "invalid", f"refused: {reason}", reason, remedy, code, scope=scope
        )
    effects = effects_in_words(kind, source, target, deferred=deferred) if kind else ()
    title = "deferred target in another rig" if deferred else _SCOPES[scope or "cross-pod"]
    path = None if deferred else closing_path(spec, source, target, kind)
    if path:
        way = " before ".join(f"`{identity}`" for identity in path)
        reason = f"it would close a launch cycle: {way}"
        return EdgeVerdict(
            source,
            target,
            kind,
            False,
            "cycle",
            "refused: launch cycle",
            reason,
            _CYCLE_HELP,
            "R301",
            scope=scope,
            cycle=path,
            effects=effects,
        )
    reason, remedy = _remark(spec, source, target, kind)
    return EdgeVerdict(source, target, kind, True, "ok", title, reason, remedy, scope=scope, effects=effects)


def closing_path(spec: Spec, source: str, target: str, kind: str | None) -> tuple[str, ...]:
    """The loop one more edge would close, launch-before direction, closed; empty where it closes none."""
    if kind not in LAUNCH_KINDS:
        return ()
    before, after = before_and_after(Link(kind or "", source, target, None, 0, True))
    if before == after:
        return (before, after)
    following: dict[str, list[str]] = {}
    for link in constraints(spec):
        first, then = before_and_after(link)
        following.setdefault(first, []).append(then)
    came = {after: after}
    layer = [after]
    while layer and before not in came:
        reached = []
        for identity in layer:
            for onward in following.get(identity, ()):
                if onward not in came:
                    came[onward] = identity
                    reached.append(onward)
        layer = reached
    if before not in came:
        return ()
    way = [before]
    while way[-1] != after:
        way.append(came[way[-1]])
    return _from_first(spec, [*reversed(way)])


def _from_first(spec: Spec, loop: list[str]) -> tuple[str, ...]:
    place = {identity: index for index, identity in enumerate(spec.members)}
    first = min(range(len(loop)), key=lambda index: place[loop[index]])
    turned = loop[first:] + loop[:first]
    return (*turned, turned[0])


Refusal = tuple[str, str, str]


def _kind_refusal(spec: Spec, kind: str | None) -> Refusal | None:
    if kind is None:
        return None
    if kind not in EDGE_KINDS:
        near = suggest(kind, EDGE_KINDS)
        return (
            "R201",
            f"there is no edge kind `{kind}`",
            f"did you mean `{near}`?" if near else one_of(tuple(EDGE_KINDS)),
        )
    if spec.legacy and kind not in spec.release.legacy_kinds:
        reason = f"a flat spec at OpenRig {spec.release.name} does not know `{kind}`"
        return "R615", reason, one_of(spec.release.legacy_kinds)
    return None


def _end_refusal(spec: Spec, end: str, key: str) -> Refusal | None:
    if end in spec.members:
        return None
    if is_address(end):
        return "R207", f"an address of another rig cannot stand in `{key}`", "an edge starts at a member of this rig"
    code = "R614" if spec.legacy else "R203"
    near = suggest(end, list(spec.members)[:2000])
    return code, f"no member `{end}`", f"did you mean `{near}`?" if near else "a member as `pod.member`"


def _outside_refusal(spec: Spec, target: str, kind: str | None) -> Refusal | None:
    if "@" not in target or spec.legacy:
        return _end_refusal(spec, target, "to")
    if kind is not None and kind != "escalates_to":
        return "R207", f"an address of another rig under `{kind}`", "only `escalates_to` may name one"
    if not is_address(target):
        return "R208", f"`{target}` is not the address of a seat", "`pod-member@rig`, on this host"
    if not spec.release.deferred_targets:
        return "R209", f"OpenRig {spec.release.name} does not know targets in other rigs", "it came with 0.6.6"
    return None


def _scope(spec: Spec, source: str, target: str, deferred: bool) -> str | None:
    if spec.legacy:
        return "legacy"
    first, second = spec.members.get(source), spec.members.get(target)
    if first is not None and second is not None and first.pod == second.pod:
        return "pod-local"
    return "cross-pod"


def _remark(spec: Spec, source: str, target: str, kind: str | None) -> tuple[str, str]:
    """What a person should know about a legal edge: the same as the advisory rules would say."""
    links = [link for link in spec.links if link.sound]
    if any((link.kind, link.source, link.target) == (kind, source, target) for link in links):
        return "the same edge is there already", "a second one does nothing more"
    if source == target:
        return "an edge from a member to itself means nothing", "choose another end"
    parents = [link.source for link in links if link.kind == "delegates_to" and link.target == target]
    if kind == "delegates_to" and parents:
        return (
            f"`{target}` already has the parent `{parents[0]}`",
            "the one with the newest session becomes its orchestrator",
        )
    if kind == "escalates_to":
        if any(link.kind == "delegates_to" and link.target == source for link in links):
            return f"never used: `{source}` has a declared `delegates_to` parent", "a declared parent always wins"
        if any(link.kind == "escalates_to" and link.source == source for link in links):
            return f"`{source}` would declare several `escalates_to`, so none would be used", "keep one"
    return "", ""


def plan_command(rig: str, source: str, target: str, kind: str) -> str:
    """The line that tries the same edge on a running rig; `--plan` writes nothing."""
    return (
        f"rig edge add {shlex.quote(rig)} {shlex.quote(source)} {shlex.quote(target)} --kind {shlex.quote(kind)} --plan"
    )
