"""Where the things of a rig stand in its document: pods, members by address, and every edge as written."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from ...diagnostics import Path
from ...document import Document
from ...document.edit import Draft, Manner
from ...edits import Refused, no_such, shorten
from ..spec import is_address

#: How a rig is written where its own text gives no hint: as OpenRig's emitter writes it.
_LISTS = frozenset({("pods",), ("pods", "*", "members"), ("nodes",), ("edges",), ("pods", "*", "edges")})

MANNER = Manner(
    made=_LISTS,
    required=frozenset({("pods",), ("pods", "*", "members"), ("nodes",)}),
    twins={("edges",): ("pods", "*", "edges"), ("pods", "*", "edges"): ("edges",)},
    written_out=_LISTS,
)


class Seat(NamedTuple):
    """A member: its address (`pod.member`, legacy: the node's id), its own id, its pod's index and its path."""

    address: str
    id: str
    pod: int | None
    path: Path


class Written(NamedTuple):
    """An edge as it stands: its path, its pod's index (None: at the top), and its ends as members where they are."""

    path: Path
    value: dict[str, Any]
    pod: int | None
    source: str
    target: str

    @property
    def kind(self) -> Any:
        return self.value.get("kind")

    def joins(self, source: str, target: str) -> bool:
        """Whether the edge runs between two ends, each named by address or as written."""
        return source in (self.source, self.value.get("from")) and target in (self.target, self.value.get("to"))

    def touches(self, address: str) -> bool:
        return address in (self.source, self.target)

    def words(self) -> str:
        """The edge for a sentence."""
        return f"`{self.kind}` from `{shorten(self.source)}` to `{shorten(self.target)}`"


class Places:
    """The pods, members and edges of one rig document, by name."""

    def __init__(self, document: Document) -> None:
        self.document = document
        root = document.root
        if not isinstance(root, dict):
            raise Refused("the document is not a mapping", "write a rig in the source first", "E104")
        self.root: dict[str, Any] = root
        pods = root.get("pods")
        self.legacy = not isinstance(pods, list)
        self.pods: list[Any] = pods if isinstance(pods, list) else []

    def draft(self) -> Draft:
        return Draft(self.document, MANNER)

    @cached_property
    def seats(self) -> dict[str, list[Seat]]:
        """The members by address; two under one address where an id stands twice."""
        found: dict[str, list[Seat]] = {}
        for seat in self._seats():
            found.setdefault(seat.address, []).append(seat)
        return found

    def _seats(self) -> Iterator[Seat]:
        for index, place, member in self.members():
            own = member["id"]
            if index is None:
                yield Seat(own, own, None, ("nodes", place))
            else:
                yield Seat(f"{pod_id(self.pods[index])}.{own}", own, index, ("pods", index, "members", place))

    def members(self) -> Iterator[tuple[int | None, int, dict[str, Any]]]:
        """Every member that has an address: its pod's index (None: a node), its place, and what is written."""
        if self.legacy:
            yield from ((None, place, node) for place, node in _named(_items(self.root, "nodes")))
            return
        for index, pod in enumerate(self.pods):
            if pod_id(pod) is not None:
                for place, member in _named(_items(pod, "members")):
                    yield index, place, member

    def seat(self, address: str) -> Seat:
        """The one member with an address; refused where there is none, or two."""
        found = self.seats.get(address, [])
        if not found:
            if "." not in address and not self.legacy:
                qualified = [a for a in self.seats if a.endswith("." + address)]
                if qualified:
                    help = "say which: " + ", ".join(f"`{a}`" for a in qualified[:6])
                    raise Refused(f"`{shorten(address)}` is not an address `pod.member`", help, "E104")
            raise no_such("member", address, self.seats)
        if len(found) > 1:
            raise Refused(f"{len(found)} members are called `{shorten(address)}`", "rename one in the source", "E106")
        return found[0]

    def pod(self, name: str) -> int:
        """The index of the one pod with an id."""
        if self.legacy:
            raise Refused("a flat-node rig has no pods", "write it with `pods` first", "E104")
        found = [index for index, pod in enumerate(self.pods) if pod_id(pod) == name]
        if not found:
            raise no_such("pod", name, [n for n in map(pod_id, self.pods) if n is not None])
        if len(found) > 1:
            raise Refused(f"{len(found)} pods are called `{shorten(name)}`", "rename one in the source", "E106")
        return found[0]

    def pod_name(self, index: int) -> str:
        return str(pod_id(self.pods[index]))

    def listed(self) -> Iterator[tuple[int | None, int, dict[str, Any]]]:
        """Every edge that is a mapping, pod by pod, then those at the top: the order in which OpenRig stores them."""
        for index, pod in enumerate(self.pods):
            for place, edge in enumerate(_items(pod, "edges")):
                if isinstance(edge, dict):
                    yield index, place, edge
        for place, edge in enumerate(_items(self.root, "edges")):
            if isinstance(edge, dict):
                yield None, place, edge

    @cached_property
    def edges(self) -> list[Written]:
        """Every edge with its ends, in stored order."""
        return [self._written(*listed) for listed in self.listed()]

    def near(self, names: Collection[str]) -> list[Written]:
        """The edges one of whose ends may stand for one of the names, as written or with its pod's name before it."""
        found: list[Written] = []
        pod: int | None = None
        whole = frozenset(names)
        local = whole
        for index, place, edge in self.listed():
            if index != pod:
                pod, local = index, whole | self._short(whole, index)
            source, target = edge.get("from"), edge.get("to")
            odd = source.__class__ is not str or target.__class__ is not str
            if odd or source in local or target in local:
                found.append(self._written(index, place, edge))
        return found

    def _short(self, names: Collection[str], index: int | None) -> frozenset[str]:
        """The forms of names that lie in a pod, inside it."""
        before = "" if index is None else f"{pod_id(self.pods[index])}."
        return frozenset([name[len(before) :] for name in names if before and name.startswith(before)])

    def _written(self, pod: int | None, place: int, edge: dict[str, Any]) -> Written:
        path: Path = ("edges", place) if pod is None else ("pods", pod, "edges", place)
        name = pod_id(self.pods[pod]) if pod is not None else None
        return Written(path, edge, pod, self._end(edge.get("from"), name), self._end(edge.get("to"), name))

    def _end(self, end: Any, pod: str | None) -> str:
        if not isinstance(end, str):
            return "null" if end is None else str(end)
        qualified = f"{pod}.{end}" if pod is not None else end
        return qualified if qualified in self.seats else end

    def edge(self, kind: str, source: str, target: str) -> Written:
        """The edge of a kind between two ends; of equal ones the last."""
        near = self.near((source, target))
        between = [edge for edge in near if edge.joins(source, target)]
        found = [edge for edge in between if edge.kind == kind]
        if found:
            return found[-1]
        message = f"there is no `{shorten(kind)}` edge from `{shorten(source)}` to `{shorten(target)}`"
        if between:
            help = "between them: " + ", ".join(f"`{edge.kind}`" for edge in between[:6])
        elif any(edge.joins(target, source) for edge in near):
            help = "there is one the other way round"
        else:
            help = "name the kind and both ends as the picture shows them"
        raise Refused(message, help, "E104")

    def address_of(self, seat: Seat, pod: str | None = None, member: str | None = None) -> str | None:
        """The canonical session address `pod-member@rig` of a seat; None where the rig or pod has no name."""
        rig = self.root.get("name")
        if seat.pod is None or not isinstance(rig, str):
            return None
        address = f"{pod or self.pod_name(seat.pod)}-{member or seat.id}@{rig}"
        return address if is_address(address) else None

    def answers_alone(self, address: str) -> bool:
        """Whether exactly one seat of the rig has a session address (`a-b-c` may be pod `a` or pod `a-b`)."""
        rig = self.root.get("name")
        if self.legacy or not isinstance(rig, str) or not address.endswith(f"@{rig}") or not is_address(address):
            return False
        seat, alike = address.removesuffix(f"@{rig}"), 0
        for pod in self.pods:
            name = pod_id(pod)
            if name is not None and seat.startswith(f"{name}-"):
                own = seat[len(name) + 1 :]
                alike += sum(member["id"] == own for _, member in _named(_items(pod, "members")))
        return alike == 1


def pod_id(pod: Any) -> str | None:
    """The id of a pod where it has one."""
    name = pod.get("id") if isinstance(pod, dict) else None
    return name if isinstance(name, str) else None


def _named(items: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The items that have an id, with their places."""
    for place, item in enumerate(items):
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            yield place, item


def _items(owner: Any, key: str) -> list[Any]:
    items = owner.get(key) if isinstance(owner, dict) else None
    return items if isinstance(items, list) else []


#: The keys of each thing in the order in which OpenRig's emitter writes them (rig-rules, section 13).
_WRITTEN = {
    "rig": "version name summary culture_file permission_policy managed_blocks docs startup services workspace"
    " pods edges",
    "pod": "id label summary continuity_policy startup members edges",
    "member": "id agent_ref profile runtime cwd label codex_config_profile model effort role permission_policy"
    " restore_policy startup compaction_strategy session_source starter_ref mechanic",
    "edge": "kind from to",
    "node": "id runtime role model cwd surface_hint workspace restore_policy package_refs",
}
ORDERS: dict[str, tuple[str, ...]] = {thing: tuple(keys.split()) for thing, keys in _WRITTEN.items()}
