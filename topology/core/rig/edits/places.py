"""Where the things of a rig stand in its document: pods, members by address, and every edge as written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Seat:
    """A member: its address (`pod.member`, legacy: the node's id), its own id, its pod's index and its path."""

    address: str
    id: str
    pod: int | None
    path: Path


@dataclass(frozen=True, slots=True)
class Written:
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
        if self.legacy:
            for index, node in enumerate(_items(self.root, "nodes")):
                if isinstance(node, dict) and isinstance(node.get("id"), str):
                    yield Seat(node["id"], node["id"], None, ("nodes", index))
            return
        for index, pod in enumerate(self.pods):
            name = pod_id(pod)
            for place, member in enumerate(_items(pod, "members")):
                if name is not None and isinstance(member, dict) and isinstance(member.get("id"), str):
                    yield Seat(f"{name}.{member['id']}", member["id"], index, ("pods", index, "members", place))

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

    @cached_property
    def edges(self) -> list[Written]:
        """Every edge that is a mapping, pod by pod, then those at the top: the order in which OpenRig stores them."""
        found = [
            self._written(edge, ("pods", index, "edges", place), index)
            for index, pod in enumerate(self.pods)
            for place, edge in enumerate(_items(pod, "edges"))
            if isinstance(edge, dict)
        ]
        top = enumerate(_items(self.root, "edges"))
        return found + [self._written(edge, ("edges", place), None) for place, edge in top if isinstance(edge, dict)]

    def _written(self, edge: dict[str, Any], path: Path, pod: int | None) -> Written:
        name = pod_id(self.pods[pod]) if pod is not None else None
        source, target = (self._end(edge.get(key), name) for key in ("from", "to"))
        return Written(path, edge, pod, source, target)

    def _end(self, end: Any, pod: str | None) -> str:
        if not isinstance(end, str):
            return "null" if end is None else str(end)
        qualified = f"{pod}.{end}" if pod is not None else end
        return qualified if qualified in self.seats else end

    def edge(self, kind: str, source: str, target: str) -> Written:
        """The edge of a kind between two ends; of equal ones the last."""
        between = [edge for edge in self.edges if edge.joins(source, target)]
        found = [edge for edge in between if edge.kind == kind]
        if found:
            return found[-1]
        message = f"there is no `{shorten(kind)}` edge from `{shorten(source)}` to `{shorten(target)}`"
        if between:
            help = "between them: " + ", ".join(f"`{edge.kind}`" for edge in between[:6])
        elif any(edge.joins(target, source) for edge in self.edges):
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
        return self._addresses[address] == 1

    @cached_property
    def _addresses(self) -> Counter[str | None]:
        return Counter(self.address_of(seat) for found in self.seats.values() for seat in found)


def pod_id(pod: Any) -> str | None:
    """The id of a pod where it has one."""
    name = pod.get("id") if isinstance(pod, dict) else None
    return name if isinstance(name, str) else None


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
