"""Why an edge is refused (OpenRig `rigspec-schema.ts`; edge types reference, "Validation Rules").

`spec.understand` has already said which edges are sound. Only the others, and those with odd keys, are looked at here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ..fields import allowed
from ..javascript import fields_of, is_text
from ..spec import Link, Pod, Spec, is_address
from ..vocabulary import EDGE_KINDS
from .found import Found, error, missing_text, quoted, ticked, unknown_keys

_KINDS = allowed("edge", "kind")
_SOURCE = "edge types reference, Validation Rules; OpenRig rigspec-schema.ts"

RULES = (
    error(
        "R201",
        "edge-kind",
        "the kind of an edge is not one of the five",
        "Edge kinds are exact: delegates_to, spawned_by, can_observe, collaborates_with, escalates_to.\n\n"
        "Which one? Does one agent give work to the other: delegates_to. Does one watch the other's output: "
        "can_observe. Are they equals: collaborates_with. Does one report problems up: escalates_to. Did one create "
        "the "
        "other: spawned_by. If none fits, can_observe is the safest: it implies no direction of work and does not "
        "touch "
        "the launch order.",
        _SOURCE,
    ),
    error(
        "R202",
        "edge-end",
        "an edge does not say where it starts or ends",
        "`from` and `to` must be non-empty texts, for numbers in quotes: a member's id inside a pod, `pod.member` at "
        "the "
        "top.",
        _SOURCE,
    ),
    error(
        "R203",
        "no-such-member",
        "an edge names a member that does not exist",
        "Both ends must exist: a pod's own edges name members of that pod, edges at the top name `pod.member`. Correct "
        "the name, add the member, or remove the edge.\n\nOnly the target of an `escalates_to` edge may lie outside: "
        "as "
        "`pod-member@rig`, resolved when it is needed.",
        _SOURCE,
    ),
    error(
        "R204",
        "qualified-end",
        "an edge inside a pod names a member with its pod",
        "Edges inside a pod use bare member ids. For a member of the same pod drop the pod's name; an edge to another "
        "pod "
        "belongs to the rig's own `edges`.",
        _SOURCE,
    ),
    error(
        "R205",
        "unqualified-end",
        "an edge between pods names a member without its pod",
        "Edges at the top name both ends as `pod.member`.",
        _SOURCE,
    ),
    error(
        "R206",
        "same-pod",
        "an edge at the top joins two members of one pod",
        "Edges at the top must join different pods. Move the edge into the pod's own `edges`, with bare member ids.",
        _SOURCE,
    ),
    error(
        "R207",
        "address-under-other-kind",
        "a seat of another rig is named by an edge that is not `escalates_to`",
        "Only `escalates_to` may name a seat of another rig: its target is kept as text and resolved when a recovery "
        "is "
        "routed. The other kinds need both members in this rig. An address never stands in `from`.",
        "edge types reference, Fallback escalation across rigs",
    ),
    error(
        "R208",
        "bad-address",
        "the address of a seat of another rig is malformed or not supported",
        "An address is `pod-member@rig`: letters, digits, `-`, `_` and `.` on both sides of one `@`. Cross-host "
        "(`seat@rig@host`) and synthetic (`human@...`, `...@external`) destinations are not supported.",
        "edge types reference, Fallback escalation across rigs",
    ),
    error(
        "R209",
        "address-too-early",
        "this OpenRig version does not know targets in other rigs",
        "`escalates_to` can name `pod-member@rig` since 0.6.6. Check against 0.6.6, or remove the edge.",
        "edge types reference, Fallback escalation across rigs",
    ),
    error(
        "R210",
        "edges-list",
        "`edges` is not a list",
        "`edges` is a list. Leave the key out, or write `edges: []`, where there are none: null is refused.",
        _SOURCE,
    ),
    error(
        "R211",
        "null-edge",
        "an edge is empty",
        "An item of `edges` is null: a `- ` with nothing behind it. OpenRig's validator fails on it as a whole.",
        _SOURCE,
    ),
    error(
        "R212",
        "unknown-edge-key",
        "an edge has a key that OpenRig does not know",
        "An edge has `kind`, `from` and `to`, and since 0.5 nothing else. Keep remarks in a comment.",
        _SOURCE,
    ),
)


def check_edges(root: Mapping[str, Any], spec: Spec, found: Found) -> None:
    """The edges of every pod, then those at the top."""
    for pod in spec.pods:
        fields = fields_of(pod.value)
        if "edges" in fields and isinstance(fields.get("members"), list):
            _listed(fields["edges"], ("pods", pod.index, "edges"), found)
    if "edges" in root:
        _listed(root["edges"], ("edges",), found)
    for pod_index, place, value, link in spec.doubtful:
        path: Path = ("edges", place) if pod_index is None else ("pods", pod_index, "edges", place)
        if value is None:
            found.add("R211", path, "the edge is empty", "remove it, or write `kind`, `from` and `to`")
        elif pod_index is None:
            _cross(fields_of(value), path, link, spec, found)
        else:
            _local(fields_of(value), spec.pods[pod_index], path, link, spec, found)


def _listed(value: Any, path: Path, found: Found) -> None:
    if not isinstance(value, list):
        found.add("R210", path, f"`edges` is {quoted(value)}, not a list", "a list, or no such key")


def _shape(edge: Mapping[str, Any], path: Path, found: Found) -> None:
    if not edge.keys() <= found.known["edge"]:
        unknown_keys(edge, path, found, "R212", "edge")
    kind = edge.get("kind")
    if not (isinstance(kind, str) and kind in EDGE_KINDS):
        said = f"there is no edge kind {quoted(kind)}" if is_text(kind) else missing_text(edge, "kind")[0]
        found.add("R201", (*path, "kind"), said, found.choose(kind, _KINDS))


def _local(edge: Mapping[str, Any], pod: Pod, path: Path, link: Link | None, spec: Spec, found: Found) -> None:
    _shape(edge, path, found)
    for key in ("from", "to"):
        end, where = edge.get(key), (*path, key)
        if not is_text(end):
            _no_end(edge, key, where, found)
        elif key == "to" and link is not None and link.deferred:
            continue
        elif "@" in end and end not in pod.local:
            _address(edge, end, key, where, spec, found)
        elif "." in end:
            found.add("R204", where, f"{ticked(end)} names a pod", _unqualify(end, pod))
        elif end not in pod.local:
            elsewhere = f"{pod.name}.{end}"
            remedy = found.meant(end, pod.local) or _elsewhere(end, spec) or "one of the pod's member ids"
            found.add("R203", where, f"no member {ticked(elsewhere)}", remedy)


def _cross(edge: Mapping[str, Any], path: Path, link: Link | None, spec: Spec, found: Found) -> None:
    _shape(edge, path, found)
    for key in ("from", "to"):
        end, where = edge.get(key), (*path, key)
        if not is_text(end):
            _no_end(edge, key, where, found)
        elif key == "to" and link is not None and link.deferred:
            return
        elif "@" in end and end not in spec.addressable:
            _address(edge, end, key, where, spec, found)
        elif "." not in end:
            found.add("R205", where, f"{ticked(end)} does not say which pod", _qualify(end, spec))
        elif end not in spec.addressable:
            found.add(
                "R203",
                where,
                f"no member {ticked(end)}",
                found.meant(end, spec.addressable) or "a member as `pod.member`",
            )
    _same_pod(edge, path, found)


def _same_pod(edge: Mapping[str, Any], path: Path, found: Found) -> None:
    source, target = edge.get("from"), edge.get("to")
    if not (isinstance(source, str) and isinstance(target, str) and "." in source and "." in target):
        return
    pod = source.partition(".")[0]
    if pod == target.partition(".")[0]:
        message = f"both ends are in pod {ticked(pod)}"
        found.add("R206", path, message, f"move it to the `edges` of pod `{pod}`, with bare member ids", at="item")


def _no_end(edge: Mapping[str, Any], key: str, path: Path, found: Found) -> None:
    said, remedy = missing_text(edge, key)
    found.add("R202", path, said, remedy if "quote" in remedy else "the id of a member")


def _address(edge: Mapping[str, Any], end: str, key: str, path: Path, spec: Spec, found: Found) -> None:
    """An end with an `@` that is no member: an address in the wrong place, or not a good one."""
    kind = edge.get("kind")
    if key == "to" and kind == "escalates_to" and is_address(end):
        message = f"OpenRig {spec.release.name} does not know targets in other rigs"
        found.add("R209", path, message, "it came with 0.6.6")
    elif key == "to" and kind == "escalates_to" and spec.release.deferred_targets:
        found.add("R208", path, f"{ticked(end)} is not the address of a seat", "`pod-member@rig`, on this host")
    elif is_address(end):
        where = "in `from`" if key == "from" else f"under {quoted(kind)}"
        found.add("R207", path, f"an address of another rig {where}", "only `escalates_to` may name one, in `to`")
    else:
        found.add("R203", path, f"no member {ticked(end)}", found.meant(end, spec.addressable))


def _unqualify(end: str, pod: Pod) -> str:
    prefix, _, rest = end.partition(".")
    if prefix == pod.name and rest in pod.local:
        return f"write `{rest}`: edges inside a pod use bare member ids"
    return "edges to another pod belong to the rig's own `edges`"


def _qualify(end: str, spec: Spec) -> str:
    return _elsewhere(end, spec) or f"write `pod.{end}` with the pod's id"


def _elsewhere(end: str, spec: Spec) -> str:
    for pod in spec.pods:
        if end in pod.local:
            return f"write `{pod.name}.{end}` in the rig's own `edges`"
    return ""
