"""Small pictures of topologies for dashboard cards, kept in the database by the hash of all they depend on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from ..core.diagram import Diagram
from ..models import PictureCache, Revision, Topology
from .beside import beside
from .reading import judge_for

#: Part of every key: another way of drawing thumbnails must not find old ones.
_VERSION = "thumbnail 1"
#: How many missing ones a page draws before it leaves the rest to be asked for one by one.
AT_ONCE = 24


@dataclass(frozen=True, slots=True)
class Asked:
    """A topology at one of its revisions: `number` and the digest of its text."""

    topology: Topology
    number: int
    digest: str

    @property
    def key(self) -> str:
        """Where its thumbnail is kept."""
        parts = [_VERSION, self.digest, self.topology.openrig, _team_key(self.topology)]
        parts.append(json.dumps(self.topology.layout, sort_keys=True))
        return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _team_key(topology: Topology) -> str:
    return sha256(bytes(topology.team.registry)).hexdigest() if topology.is_graph else ""


def thumbnails(asked: Iterable[Asked], at_once: int = AT_ONCE) -> dict[int, str]:
    """The markup by topology id: one query for those that are kept, up to `at_once` more drawn and kept."""
    by_key = {each.key: each for each in asked}
    found = PictureCache.objects.in_bulk(list(by_key))
    out = {by_key[key].topology.pk: bytes(row.body).decode("utf-8") for key, row in found.items()}
    for key in [key for key in by_key if key not in found][:at_once]:
        out[by_key[key].topology.pk] = _made(by_key[key])
    return out


def _made(asked: Asked) -> str:
    from ..drawing import thumbnail

    topology = asked.topology
    text = Revision.objects.get(topology=topology, number=asked.number).text
    diagram = judge_for(topology.team, text, topology.openrig).diagram() or Diagram(topology.kind, topology.name)
    markup = thumbnail(diagram, topology.layout or None)
    beside(lambda: PictureCache.keep(asked.key, markup))
    return markup
