"""The verdict on one possible edge, before it is written: its scope, its effects, what speaks against it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import cached_property

from ..diagnostics import one_of, suggest
from ..verdict import EdgeVerdict
from .launch import before_and_after, constraints
from .spec import Link, Spec, is_address
from .vocabulary import EDGE_KINDS, LAUNCH_KINDS, effects_in_words

_CYCLE_HELP = "turn it round, or use a kind that does not constrain launch, for example `can_observe`"
_SCOPES = {"pod-local": "pod-local edge", "cross-pod": "cross-pod edge", "legacy": "edge of a flat spec"}
_DEFERRED = "deferred target in another rig"

#: Walks kept: enough for one end held fast and every other end tried.
_WALKS = 64

#: Code, reason and help of a refusal.
Refusal = tuple[str, str, str]


class EdgeJudge:
    """Judges possible edges of one rig; what many verdicts share is worked out once."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def verdict(self, source: str, target: str, kind: str | None = None) -> EdgeVerdict:
        """Legal or refused, with scope, effects and reasons; `kind` None judges the ends alone.

        Ends are member ids (`pod.member`, legacy: node ids); a target may be an address `pod-member@rig`.
        """
        scope = self._scope(source, target)
        refusal = self._refusal(source, target, kind)
        if refusal is not None:
            code, reason, remedy = refusal
            title = f"refused: {reason}"
            return EdgeVerdict(source, target, kind, False, "invalid", title, reason, remedy, code, scope=scope)
        deferred = target not in self.spec.members
        path = () if deferred else self.closing_path(source, target, kind)
        rivals = any(parent != source for parent in self._parents.get(target, ()))
        form = {"deferred": deferred, "looped": bool(path), "rivals": rivals}
        effects = effects_in_words(kind, source, target, **form) if kind else ()
        if path:
            return self._closes(path, source, target, kind, scope, effects)
        rule, reason, remedy = self._remark(source, target, kind)
        title = _DEFERRED if deferred else _SCOPES[scope]
        return EdgeVerdict(source, target, kind, True, "ok", title, reason, remedy, rule, scope=scope, effects=effects)

    def targets(self, source: str, kind: str | None = None) -> dict[str, EdgeVerdict]:
        """The verdict on an edge from `source` to every member."""
        return {target: self.verdict(source, target, kind) for target in self.spec.members}

    def closing_path(self, source: str, target: str, kind: str | None) -> tuple[str, ...]:
        """The loop one more edge would close, launch-before direction, closed; empty where it closes none."""
        if kind not in LAUNCH_KINDS:
            return ()
        before, after = before_and_after(Link(kind or "", source, target, None, 0, True))
        if before == after:
            return (before, after)
        came = self._after(after)
        if before not in came:
            return ()
        way = [before]
        while way[-1] != after:
            way.append(came[way[-1]])
        return self._from_first(way[::-1])

    def _closes(
        self, path: tuple[str, ...], source: str, target: str, kind: str | None, scope: str, effects: tuple[str, ...]
    ) -> EdgeVerdict:
        reason = "it would close a launch cycle: " + " before ".join(f"`{identity}`" for identity in path)
        return EdgeVerdict(
            source,
            target,
            kind,
            legal=False,
            status="cycle",
            title="refused: launch cycle",
            reason=reason,
            help=_CYCLE_HELP,
            code="R301",
            scope=scope,
            effects=effects,
            cycle=path,
        )

    @cached_property
    def _following(self) -> Mapping[str, list[str]]:
        following: dict[str, list[str]] = {}
        for link in constraints(self.spec):
            before, after = before_and_after(link)
            following.setdefault(before, []).append(after)
        return following

    @cached_property
    def _walks(self) -> dict[str, dict[str, str]]:
        return {}

    def _after(self, start: str) -> Mapping[str, str]:
        """Every member that launches after `start`, each with the one it was reached from (breadth first)."""
        if start in self._walks:
            return self._walks[start]
        came = {start: start}
        layer = [start]
        while layer:
            reached = []
            for identity in layer:
                for onward in self._following.get(identity, ()):
                    if onward not in came:
                        came[onward] = identity
                        reached.append(onward)
            layer = reached
        if len(self._walks) >= _WALKS:
            self._walks.clear()
        self._walks[start] = came
        return came

    def _from_first(self, loop: list[str]) -> tuple[str, ...]:
        place = self._places
        first = min(range(len(loop)), key=lambda index: place[loop[index]])
        turned = loop[first:] + loop[:first]
        return (*turned, turned[0])

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {identity: index for index, identity in enumerate(self.spec.members)}

    def _scope(self, source: str, target: str) -> str:
        if self.spec.legacy:
            return "legacy"
        first, second = self.spec.members.get(source), self.spec.members.get(target)
        together = first is not None and second is not None and first.pod == second.pod
        return "pod-local" if together else "cross-pod"

    def _refusal(self, source: str, target: str, kind: str | None) -> Refusal | None:
        refusal = self._kind_refusal(kind) or self._end_refusal(source, "from")
        if refusal is None and target not in self.spec.members:
            refusal = self._outside_refusal(target, kind)
        if refusal is None and self.spec.legacy and source == target:
            return "R613", "a flat spec refuses an edge from a node to itself", "choose another end"
        return refusal

    def _kind_refusal(self, kind: str | None) -> Refusal | None:
        if kind is None:
            return None
        if kind not in EDGE_KINDS:
            near = suggest(kind, EDGE_KINDS)
            remedy = f"did you mean `{near}`?" if near else one_of(tuple(EDGE_KINDS))
            return "R201", f"there is no edge kind `{kind}`", remedy
        release = self.spec.release
        if self.spec.legacy and kind not in release.legacy_kinds:
            reason = f"a flat spec at OpenRig {release.name} does not know `{kind}`"
            return "R615", reason, one_of(release.legacy_kinds)
        return None

    def _end_refusal(self, end: str, key: str) -> Refusal | None:
        if end in self.spec.members:
            return None
        if is_address(end) and not self.spec.legacy:
            return (
                "R207",
                f"an address of another rig cannot stand in `{key}`",
                "an edge starts at a member of this rig",
            )
        near = suggest(end, list(self.spec.members)[:2000])
        remedy = f"did you mean `{near}`?" if near else "a member as `pod.member`"
        return "R614" if self.spec.legacy else "R203", f"no member `{end}`", remedy

    def _outside_refusal(self, target: str, kind: str | None) -> Refusal | None:
        if "@" not in target or self.spec.legacy:
            return self._end_refusal(target, "to")
        if kind is not None and kind != "escalates_to":
            return "R207", f"an address of another rig under `{kind}`", "only `escalates_to` may name one"
        if not is_address(target):
            return "R208", f"`{target}` is not the address of a seat", "`pod-member@rig`, on this host"
        if not self.spec.release.deferred_targets:
            reason = f"OpenRig {self.spec.release.name} does not know targets in other rigs"
            return "R209", reason, "it came with 0.6.6"
        return None

    @cached_property
    def _declared(self) -> frozenset[tuple[str, str, str]]:
        return frozenset((link.kind, link.source, link.target) for link in self.spec.links if link.sound)

    @cached_property
    def _parents(self) -> Mapping[str, list[str]]:
        """The sources of the `delegates_to` edges into each member, in the order in which they are written."""
        parents: dict[str, list[str]] = {}
        for link in self.spec.links:
            if link.sound and link.kind == "delegates_to":
                parents.setdefault(link.target, []).append(link.source)
        return parents

    @cached_property
    def _escalating(self) -> frozenset[str]:
        return frozenset(source for kind, source, _ in self._declared if kind == "escalates_to")

    def _remark(self, source: str, target: str, kind: str | None) -> tuple[str | None, str, str]:
        """What the advisory rules would say of a legal edge, with the code of the rule."""
        if kind is not None and (kind, source, target) in self._declared:
            return "R801", "the same edge is there already", "a second one does nothing more"
        if source == target:
            return "R802", "an edge from a member to itself means nothing", "choose another end"
        if kind == "delegates_to" and target in self._parents:
            reason = f"`{target}` already has the parent `{self._parents[target][0]}`"
            return "R803", reason, "the one with the newest session becomes its orchestrator: keep one `delegates_to`"
        if kind == "escalates_to" and source in self._parents:
            reason = f"never used: `{source}` has a declared `delegates_to` parent"
            return "R804", reason, "a declared parent always wins"
        if kind == "escalates_to" and source in self._escalating:
            return "R805", f"`{source}` would declare several `escalates_to`, so none would be used", "keep one"
        return None, "", ""


def plan_command(rig: str, source: str, target: str, kind: str) -> str:
    """The line that tries the same edge on a running rig; `--plan` writes nothing."""
    words = (shlex.quote(word) for word in (rig, source, target, "--kind", kind))
    return f"rig edge add {' '.join(words)} --plan"
