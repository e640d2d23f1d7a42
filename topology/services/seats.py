"""Cross-rig addresses: how each one that any rig of a team names resolves today, read from the index rows alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ..core.rig.escalation import Directory, Resolution, RigFacts, directory, resolve, resolve_address
from ..models import EdgeRow, NodeRow, Team, Topology, escaped

_KINDS = ("delegates_to", "escalates_to")


@dataclass(frozen=True, slots=True)
class Mention:
    """One edge that names an address: in which topology, from which seat, and how it resolves for that seat."""

    topology: Topology
    source: str
    kind: str
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Address:
    """One address with every edge that names it. `state` is how it resolves when nobody in particular asks."""

    address: str
    resolution: Resolution
    mentions: tuple[Mention, ...]

    @property
    def state(self) -> str:
        return self.resolution.state


@dataclass(frozen=True, slots=True)
class Seats:
    """A team's rigs as resolution needs them: their directory, and the topologies by slug (the directory's keys)."""

    known: Directory
    topologies: dict[str, Topology]
    deferred: tuple[tuple[str, str, str, str], ...]

    def addresses(self) -> list[Address]:
        """Every address that a rig names, sorted."""
        named = sorted({target for _, _, _, target in self.deferred})
        return [self.address(target) for target in named]

    def address(self, address: str) -> Address:
        """One address, named by somebody or not."""
        mentions = tuple(self._mentions(edge for edge in self.deferred if edge[3] == address))
        return Address(address, resolve_address(self.known, address), mentions)

    def of(self, topology: Topology) -> dict[tuple[str, str], Resolution]:
        """How each address that one topology names resolves, by (source, address)."""
        mine = (edge for edge in self.deferred if edge[0] == topology.slug)
        return {(m.source, m.resolution.address): m.resolution for m in self._mentions(mine)}

    def _mentions(self, edges: Iterable[tuple[str, str, str, str]]) -> Iterable[Mention]:
        for slug, source, kind, target in edges:
            yield Mention(self.topologies[slug], source, kind, resolve(self.known, slug, source, target))


def seats_of(team: Team) -> Seats:
    """Read a team's live rigs: three queries, whatever their number."""
    rigs = {t.pk: t for t in Topology.objects.live().filter(team=team).of_kind("rig").defer("layout").order_by("slug")}
    nodes: dict[int, dict[str, str]] = defaultdict(dict)
    for pk, key, session in NodeRow.objects.filter(topology__in=rigs).values_list("topology_id", "key", "session"):
        nodes[pk][key] = session
    edges: dict[int, list[tuple[str, str, str]]] = defaultdict(list)
    deferred: list[tuple[str, str, str, str]] = []
    rows = EdgeRow.objects.filter(topology__in=rigs, kind__in=_KINDS).exclude(status="invalid").order_by("pk")
    for pk, kind, source, target, away in rows.values_list("topology_id", "kind", "source", "target", "deferred"):
        edges[pk].append((kind, source, target))
        if away:
            deferred.append((rigs[pk].slug, source, kind, target))
    facts = [RigFacts(t.slug, t.name, nodes[pk], tuple(edges[pk])) for pk, t in rigs.items()]
    return Seats(directory(facts), {t.slug: t for t in rigs.values()}, tuple(sorted(deferred)))


def resolve_seat(team: Team, address: str) -> Address:
    """How one address resolves in a team today, and every edge that names it."""
    return seats_of(team).address(escaped(address))
