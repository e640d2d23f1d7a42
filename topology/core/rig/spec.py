"""A rig as understood from its document: members and edges, whatever else may be wrong with it.

One tolerant pass that never raises: what cannot be understood is left out or given a name by its position, so that an
invalid document can still be drawn. The checks explain what is wrong; this only says which edges are sound.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Path
from .javascript import as_text, fields_of, is_object, truthy
from .versions import EVERY_KIND, Release

_KINDS = frozenset(EVERY_KIND)
_ADDRESS = re.compile(r"[A-Za-z0-9\-_.]+@[A-Za-z0-9\-_.]+")
_SYNTHETIC = re.compile(r"human(?:-[^@]*)?@.*|.*@external", re.DOTALL)


def is_address(text: str) -> bool:
    """Whether a text has the shape of a seat of another rig, `pod-member@rig`.

    Cross-host (`seat@rig@host`) and synthetic (`human@...`, `...@external`) destinations are not supported.
    Source: edge types reference, "Fallback escalation across rigs".
    """
    return _ADDRESS.fullmatch(text) is not None and _SYNTHETIC.fullmatch(text) is None


@dataclass(slots=True)
class Member:
    """A seat. `id` is unique in the rig (`pod.member`; a legacy node's id); `pod` indexes `Spec.pods`."""

    id: str
    name: str
    pod: int | None
    index: int
    value: Any

    @property
    def path(self) -> Path:
        return ("nodes", self.index) if self.pod is None else ("pods", self.pod, "members", self.index)


@dataclass(slots=True)
class Pod:
    """A pod with the unique id it has as a container.

    `prefix` is what its members' qualified names begin with (None: it has no id); `local` maps the ids that its own
    edges may use to member ids.
    """

    id: str
    name: str
    index: int
    value: Any
    prefix: str | None
    local: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Link:
    """An edge as written. `source` and `target` are member ids where the ends exist, else the text as written.

    `sound`: OpenRig would store it; both ends and the kind are good and it stands where its ends put it.
    `pod` is the index of the pod that holds it (None: top level).
    """

    kind: str
    source: str
    target: str
    pod: int | None
    index: int
    sound: bool
    deferred: bool = False
    legacy: bool = False

    @property
    def path(self) -> Path:
        return ("edges", self.index) if self.pod is None else ("pods", self.pod, "edges", self.index)

    @property
    def scope(self) -> str:
        return "legacy" if self.legacy else "cross-pod" if self.pod is None else "pod-local"


#: An edge that the checks must look at: index of its pod (None: top level), its place, its value, its link.
Doubtful = tuple[int | None, int, Any, Link | None]


@dataclass(slots=True)
class Spec:
    """Everything the launch order, the escalation, the picture and the advice need to know of a rig.

    `addressable` maps the qualified names that edges may use to member ids. `doubtful` are the edges that are not sound
    or do not have just the three keys.
    """

    release: Release
    legacy: bool
    name: str
    pods: list[Pod] = field(default_factory=list)
    members: dict[str, Member] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    addressable: dict[str, str] = field(default_factory=dict)
    pod_ids: set[str] = field(default_factory=set)
    repeats: dict[str, int] = field(default_factory=dict)
    doubtful: list[Doubtful] = field(default_factory=list)

    def fresh(self, name: str, taken: Container[str]) -> str:
        """The name itself, or with `#2`, `#3` ... where it is taken."""
        made = name
        while made in taken:
            self.repeats[name] = self.repeats.get(name, 1) + 1
            made = f"{name}#{self.repeats[name]}"
        return made

    def pod_of(self, member: Member) -> Pod | None:
        return None if member.pod is None else self.pods[member.pod]


def understand(root: Any, release: Release, legacy: bool) -> Spec:
    """Build the `Spec` of a document's root value (any value at all)."""
    fields = fields_of(root)
    name = fields.get("name")
    spec = Spec(release, legacy, name if isinstance(name, str) else "")
    if legacy:
        _legacy_nodes(spec, fields.get("nodes"))
        _legacy_edges(spec, fields.get("edges"))
        return spec
    pods = fields.get("pods")
    for index, value in enumerate(pods if isinstance(pods, list) else ()):
        _pod(spec, index, value)
    for pod in spec.pods:
        _pod_edges(spec, pod)
    _cross_edges(spec, fields.get("edges"))
    return spec


def _pod(spec: Spec, index: int, value: Any) -> None:
    fields = fields_of(value)
    written = fields.get("id")
    prefix = as_text(written) if truthy(written) else None
    name = prefix if prefix and not isinstance(written, dict) else f"pods[{index}]"
    pod = Pod(spec.fresh(name, spec.pod_ids), name, index, value, prefix)
    spec.pod_ids.add(pod.id)
    spec.pods.append(pod)
    members = fields.get("members")
    if isinstance(members, list):
        _members(spec, pod, members)


def _members(spec: Spec, pod: Pod, members: list[Any]) -> None:
    known, local, addressable = spec.members, pod.local, spec.addressable
    name, prefix, index = pod.name, pod.prefix, pod.index
    for place, value in enumerate(members):
        own = value.get("id") if isinstance(value, dict) else None
        if type(own) is str and own:
            identity = f"{name}.{own}"
            if identity in known:
                identity = spec.fresh(identity, known)
            local.setdefault(own, identity)
            if prefix is not None:
                addressable.setdefault(identity if prefix is name else f"{prefix}.{own}", identity)
            known[identity] = Member(identity, own, index, place, value)
        else:
            _odd_member(spec, pod, place, value, own)


def _odd_member(spec: Spec, pod: Pod, place: int, value: Any, own: Any) -> None:
    """A member without a usable id: named by its text where it has one, else by its place."""
    usable = truthy(own) and not isinstance(own, dict)
    name = as_text(own) if usable else f"members[{place}]"
    identity = spec.fresh(f"{pod.name}.{name}", spec.members)
    if truthy(own) and pod.prefix is not None:
        spec.addressable.setdefault(f"{pod.prefix}.{as_text(own)}", identity)
    spec.members[identity] = Member(identity, name, pod.index, place, value)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _pod_edges(spec: Spec, pod: Pod) -> None:
    fields = fields_of(pod.value)
    if not isinstance(fields.get("members"), list):
        return
    local, links, index = pod.local, spec.links, pod.index
    for place, edge in enumerate(_items(fields.get("edges"))):
        if isinstance(edge, dict) and len(edge) == 3:
            kind, start, end = edge.get("kind"), edge.get("from"), edge.get("to")
            if type(start) is str and type(end) is str and type(kind) is str and kind in _KINDS:
                source, target = local.get(start), local.get(end)
                if source is not None and target is not None and "." not in start and "." not in end:
                    links.append(Link(kind, source, target, index, place, True))
                    continue
        _doubt(spec, index, place, edge, local)


def _cross_edges(spec: Spec, edges: Any) -> None:
    known, links = spec.addressable, spec.links
    for place, edge in enumerate(_items(edges)):
        if isinstance(edge, dict) and len(edge) == 3:
            kind, start, end = edge.get("kind"), edge.get("from"), edge.get("to")
            if type(start) is str and type(end) is str and type(kind) is str and kind in _KINDS:
                source, target = known.get(start), known.get(end)
                if source is not None and target is not None and not _same_pod(start, end):
                    links.append(Link(kind, source, target, None, place, True))
                    continue
        _doubt(spec, None, place, edge, known)


def _same_pod(start: str, end: str) -> bool:
    return start[: start.find(".")] == end[: end.find(".")]


def _doubt(spec: Spec, pod: int | None, place: int, edge: Any, known: dict[str, str]) -> None:
    """An edge that is not plainly sound: understood as far as possible, and left to the checks to explain."""
    link = _odd_link(spec, pod, place, edge, known) if isinstance(edge, dict) and edge else None
    if link is not None:
        spec.links.append(link)
    spec.doubtful.append((pod, place, edge, link))


def _odd_link(spec: Spec, pod: int | None, place: int, edge: dict[str, Any], known: dict[str, str]) -> Link:
    kind, start, end = edge.get("kind"), edge.get("from"), edge.get("to")
    from_known = isinstance(start, str) and start in known and (pod is None or "." not in start)
    to_known = isinstance(end, str) and end in known and (pod is None or "." not in end)
    deferred = isinstance(end, str) and end not in known and _may_defer(spec, kind, end)
    sound = from_known and (deferred or to_known) and isinstance(kind, str) and kind in _KINDS
    if pod is None and not deferred and isinstance(start, str) and isinstance(end, str) and _same_pod(start, end):
        sound = False
    return Link(_shown(kind), _end(known, start), _end(known, end), pod, place, sound, deferred)


def _may_defer(spec: Spec, kind: Any, end: str) -> bool:
    return kind == "escalates_to" and spec.release.deferred_targets and is_address(end)


def _legacy_nodes(spec: Spec, nodes: Any) -> None:
    for place, node in enumerate(_items(nodes)):
        own = fields_of(node).get("id")
        name = own if isinstance(own, str) and own else f"nodes[{place}]"
        identity = spec.fresh(name, spec.members)
        if name is own:
            spec.addressable.setdefault(name, identity)
        spec.members[identity] = Member(identity, name, None, place, node)


def _legacy_edges(spec: Spec, edges: Any) -> None:
    known, kinds = spec.addressable, spec.release.legacy_kinds
    for place, edge in enumerate(_items(edges)):
        if not isinstance(edge, dict) or not edge:
            continue
        kind, start, end = edge.get("kind"), edge.get("from"), edge.get("to")
        source, target = _end(known, start), _end(known, end)
        good = isinstance(start, str) and isinstance(end, str) and start in known and end in known
        sound = good and start != end and isinstance(kind, str) and kind in kinds
        spec.links.append(Link(_shown(kind), source, target, None, place, sound, legacy=True))


def _end(known: dict[str, str], end: Any) -> str:
    return known.get(end, end) if isinstance(end, str) and end else _shown(end)


def _shown(value: Any) -> str:
    if is_object(value):
        return "?"
    return as_text(value) if value is not None and value != "" else "?"
