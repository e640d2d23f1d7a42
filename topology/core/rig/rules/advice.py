"""Beyond OpenRig's validation: warnings and remarks that never change the verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from ...diagnostics import one_of
from ..identity import session_name
from ..javascript import fields_of
from ..spec import Link, Member, Spec
from ..vocabulary import LAUNCH_KINDS
from .found import Found, info, ticked, warning
from .members import OLD_COMPACTION

_STRICT_ID = re.compile(r"[A-Za-z0-9\-_.]+")
_LOOSE_ID = re.compile(r"[A-Za-z0-9\-_.@]+")
_MODEL_ALIASES = {"fable": "claude-fable-5"}
_EDGES = "edge types reference"
_PREFLIGHT = "OpenRig rigspec-preflight.ts, session-name.ts"
_SCHEMA = "OpenRig rigspec-schema.ts"

RULES = (
    warning(
        "R801",
        "edge-twice",
        "the same edge is declared twice",
        "OpenRig keeps both and draws both, but a repeated edge does nothing that one does not. Two `escalates_to` "
        "even "
        "switch the fallback off. Remove one.",
        f"{_EDGES}, Validation Rules",
    ),
    warning(
        "R802",
        "self-edge",
        "an edge joins a member to itself",
        "Self-edges load, but are not meaningful. (A `delegates_to` or `spawned_by` self-edge is a launch cycle and an "
        "error.)",
        f"{_EDGES}, Validation Rules",
    ),
    warning(
        "R803",
        "several-parents",
        "a member has several `delegates_to` parents",
        "The source of the `delegates_to` edge into a seat is its default orchestrator. With several, OpenRig takes "
        "the "
        "one whose session is newest, which depends on restarts. Keep one, and show the others as can_observe or "
        "collaborates_with.",
        f"{_EDGES}, Queue escalation; OpenRig queue-owner.ts",
    ),
    warning(
        "R804",
        "fallback-never-used",
        "an `escalates_to` is never used because the member has a parent",
        "The fallback only applies to a seat without a declared `delegates_to` parent; a declared parent wins even "
        "when "
        "it is stopped. The edge documents an intention, and does nothing at run time.",
        f"{_EDGES}, Fallback escalation across rigs",
    ),
    warning(
        "R805",
        "several-fallbacks",
        "a member declares several `escalates_to`, so none is used",
        "Fallback escalation needs exactly one destination. With several, the old fallback holds: the operator for "
        "unacknowledged rows, the owner for stuck ones. Keep one.",
        f"{_EDGES}, Fallback escalation across rigs",
    ),
    warning(
        "R806",
        "unknown-runtime",
        "preflight does not know this runtime",
        "Any text loads as a runtime, but before a launch OpenRig checks it against a list that differs between "
        "releases. Look for a slip of the hand, or for a newer OpenRig.",
        _PREFLIGHT,
    ),
    warning(
        "R807",
        "id-refused-at-preflight",
        "preflight refuses this name",
        "Pod ids, member ids and the rig's name become parts of session names: letters, digits, `-`, `_` and `.`; "
        "since "
        "0.5 an `@` may only stand in the rig's name. The spec loads, the launch is refused.",
        _PREFLIGHT,
    ),
    info(
        "R808",
        "empty-pod",
        "a pod has no members",
        "An empty pod loads, but does not appear in OpenRig's graph.",
        "OpenRig graph-projection.ts",
    ),
    warning(
        "R809",
        "key-ignored",
        "this OpenRig version ignores a key",
        "Releases before 0.5 ignore keys they do not know; newer ones refuse them, or know them. Either way it does "
        "not "
        "do here what it seems to say.",
        _SCHEMA,
    ),
    info(
        "R810",
        "effort-ignored",
        "`effort` is not a text, so it is ignored",
        "A non-text `effort` is dropped with an advice. Quote it.",
        "rig-spec.md",
    ),
    info(
        "R811",
        "model-alias",
        "the model is named by an alias",
        "Since 0.5.3 OpenRig advises to name a model by its full id: `fable` stands for `claude-fable-5`. The alias "
        "still loads.",
        "OpenRig spec-validation-advisory.ts",
    ),
    info(
        "R812",
        "old-compaction-name",
        "the compaction strategy has a new name",
        "harness_native and pod_continuity are still read, with an advice. Use default-compaction and "
        "managed-compaction.",
        _SCHEMA,
    ),
    warning(
        "R813",
        "session-name-twice",
        "two members would have the same session name",
        "A session is named `pod-member@rig`: pod `a-b` with member `c` and pod `a` with member `b-c` come out the "
        "same, so an address that names it is ambiguous. Rename one.",
        "OpenRig session-name.ts",
    ),
    info(
        "R814",
        "address-in-own-rig",
        "an address names a seat of this very rig",
        "A seat of the same rig can be named as a member, which is checked at once and shown in the graph. The "
        "address is "
        "accepted, but resolved only when it is needed.",
        f"{_EDGES}, Fallback escalation across rigs",
    ),
)


def advise(root: Mapping[str, Any], spec: Spec, found: Found) -> None:
    """All warnings and remarks."""
    if spec.legacy:
        for member in spec.members.values() if found.release.strict else ():
            _model(fields_of(member.value), member, found)
    else:
        _names(root, spec, found)
        _pods(spec, found)
        _members(spec, found)
    _edges(spec, found)


def _names(root: Mapping[str, Any], spec: Spec, found: Found) -> None:
    name = root.get("name")
    if isinstance(name, str) and name and not _LOOSE_ID.fullmatch(name):
        found.add("R807", ("name",), "preflight refuses this rig name", "letters, digits, `-`, `_`, `.` and `@`")


def _pods(spec: Spec, found: Found) -> None:
    plain = _LOOSE_ID if found.release.at_sign_in_ids else _STRICT_ID
    for pod in spec.pods:
        fields = fields_of(pod.value)
        own = fields.get("id")
        if isinstance(own, str) and own and not plain.fullmatch(own):
            _bad_id(found, ("pods", pod.index, "id"), own)
        if fields.get("members") == []:
            found.add(
                "R808",
                ("pods", pod.index, "members"),
                f"pod {ticked(pod.name)} has no members",
                "add one, or remove the pod",
            )


def _bad_id(found: Found, path: tuple[str | int, ...], own: str) -> None:
    signs = "letters, digits, `-`, `_` and `.`" + (" and `@`" if found.release.at_sign_in_ids else "")
    found.add("R807", path, f"preflight refuses the id {ticked(own)}", signs)


def _members(spec: Spec, found: Found) -> None:
    plain = (_LOOSE_ID if found.release.at_sign_in_ids else _STRICT_ID).fullmatch
    all_plain = plain("".join(member.name for member in spec.members.values())) is not None
    runtimes, strict = found.release.runtimes, found.release.strict
    sessions: dict[str, Member] = {}
    shared = _hyphens_can_clash(spec)
    for member in spec.members.values():
        fields = member.value
        if not isinstance(fields, dict):
            continue
        if not all_plain and not plain(member.name) and fields.get("id") == member.name:
            _bad_id(found, (*member.path, "id"), member.name)
        runtime = fields.get("runtime")
        if type(runtime) is str and runtime and runtime not in runtimes:
            remedy = found.meant(runtime, runtimes) or one_of(tuple(sorted(runtimes)))
            found.add(
                "R806", (*member.path, "runtime"), f"preflight does not know the runtime {ticked(runtime)}", remedy
            )
        if strict and ("effort" in fields or "model" in fields or "compaction_strategy" in fields):
            _remarks(fields, member, found)
        if shared:
            _session(sessions, spec, member, found)


def _hyphens_can_clash(spec: Spec) -> bool:
    """Session names can only meet where one pod's id goes on with a hyphen after another's."""
    names = {pod.name for pod in spec.pods}
    return any(name[:at] in names for name in names for at, char in enumerate(name[:200]) if char == "-")


def _remarks(fields: Mapping[str, Any], member: Member, found: Found) -> None:
    if "effort" in fields and not isinstance(fields["effort"], str):
        found.add("R810", (*member.path, "effort"), "`effort` is not a text, so it is ignored", "quote it")
    _model(fields, member, found)
    strategy = fields.get("compaction_strategy")
    if isinstance(strategy, str) and strategy in OLD_COMPACTION:
        message = f"{ticked(strategy)} is an old name"
        found.add("R812", (*member.path, "compaction_strategy"), message, f"write `{OLD_COMPACTION[strategy]}`")


def _model(fields: Mapping[str, Any], member: Member, found: Found) -> None:
    model = fields.get("model")
    if isinstance(model, str) and (full := _MODEL_ALIASES.get(model.strip().lower())):
        found.add("R811", (*member.path, "model"), f"{ticked(model)} is an alias", f"write `{full}`")


def _session(sessions: dict[str, Member], spec: Spec, member: Member, found: Found) -> None:
    session = session_name(spec, member)
    other = sessions.setdefault(session, member)
    if other is not member and other.id.partition("#")[0] != member.id.partition("#")[0]:
        message = f"{ticked(member.id)} and {ticked(other.id)} share the session name {ticked(session)}"
        found.add("R813", (*member.path, "id"), message, "rename one of the two")


def _edges(spec: Spec, found: Found) -> None:
    parents: dict[str, str] = {}
    fallbacks: dict[str, list[Link]] = {}
    for link in _again(spec.links):
        message = f"{ticked(link.source)} {link.kind} {ticked(link.target)} is declared twice"
        found.add("R801", link.path, message, "remove one of the two", at="item")
    for link in spec.links:
        if not link.sound:
            continue
        kind, source, target = link.kind, link.source, link.target
        if source == target and kind not in LAUNCH_KINDS:
            found.add(
                "R802",
                link.path,
                f"{ticked(kind)} from {ticked(source)} to itself means nothing",
                "remove it",
                at="item",
            )
        if kind == "delegates_to" and source != target:
            first = parents.setdefault(target, source)
            if first != source:
                _second_parent(link, first, found)
        elif kind == "escalates_to":
            fallbacks.setdefault(source, []).append(link)
    _fallbacks(fallbacks, parents, spec, found)


def _again(links: list[Link]) -> Iterator[Link]:
    """The sound links that say what one before them says."""
    meant = list(map(attrgetter("kind", "source", "target"), links))
    if len(set(meant)) == len(meant):
        return
    seen: set[tuple[str, str, str]] = set()
    for link, key in zip(links, meant, strict=True):
        if link.sound and key in seen:
            yield link
        elif link.sound:
            seen.add(key)


def _second_parent(link: Link, first: str, found: Found) -> None:
    message = f"{ticked(link.target)} already has the parent {ticked(first)}"
    remedy = "keep one `delegates_to`: which parent is the orchestrator depends on whose session is newest"
    found.add("R803", link.path, message, remedy, at="item")


def _fallbacks(fallbacks: Mapping[str, list[Link]], parents: Mapping[str, str], spec: Spec, found: Found) -> None:
    for source, links in fallbacks.items():
        for count, link in enumerate(links):
            if source in parents:
                message = f"never used: {ticked(source)} has the declared parent {ticked(parents[source])}"
                found.add("R804", link.path, message, "a declared parent always wins", at="item")
            elif count:
                message = f"{ticked(source)} declares {len(links)} `escalates_to`, so none is used"
                found.add("R805", link.path, message, "keep one", at="item")
            if link.deferred and spec.name and link.target.partition("@")[2] == spec.name:
                found.add("R814", (*link.path, "to"), f"{ticked(link.target)} lies in this rig", "name it as a member")
