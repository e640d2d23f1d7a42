"""Finding things in a team: nodes by id or label, over all its topologies, from the index rows."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from ..models import EdgeRow, NodeRow, Team, escaped


@dataclass(frozen=True, slots=True)
class Hit:
    """A node found: where it is, and what it is called there."""

    topology: str
    name: str
    kind: str
    node: str
    label: str
    container: str


def find_nodes(team: Team, text: str, *, limit: int = 50) -> list[Hit]:
    """Nodes whose id or label holds `text`, whatever its case; at most `limit`, by topology and id."""
    text = escaped(text.strip(), 200)
    if not text:
        return []
    nodes = NodeRow.objects.filter(topology__team=team, topology__deleted_at=None)
    found = nodes.filter(Q(key__icontains=text) | Q(label__icontains=text)).order_by("topology__slug", "key")
    columns = ("topology__slug", "topology__name", "topology__kind", "key", "label", "container")
    return [Hit(*row) for row in found.values_list(*columns)[:limit]]


@dataclass(frozen=True, slots=True)
class StageUse:
    """How many stored edges of one team lead from one stage to another, and in how many graphs."""

    from_stage: str
    to_stage: str
    edges: int
    graphs: int


def stage_uses(team: Team) -> list[StageUse]:
    """Use of each stage pair among a team's live graphs, in one query."""
    from django.db.models import Count

    rows = EdgeRow.objects.filter(topology__team=team, topology__deleted_at=None, topology__kind="graph")
    pairs = rows.exclude(from_stage="").exclude(to_stage="").values_list("from_stage", "to_stage")
    counted = pairs.annotate(edges=Count("pk"), graphs=Count("topology", distinct=True))
    return [StageUse(*row) for row in counted.order_by("from_stage", "to_stage")]
