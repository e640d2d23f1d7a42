"""The main job on real rigs: imported, drawn, edited and undone, exported with the bytes they came with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from topology import services
from topology.core.diagram import WRONG
from topology.services.tokens import make_token

pytestmark = [pytest.mark.django_db, pytest.mark.conformance]

#: Of the files in `real`, those that are not one YAML document of a topology.
STORED_AT_LEAST = 35


def exported(client: Any, token: str, slug: str) -> bytes:
    url = f"/api/v1/teams/crew/topologies/{slug}/export.yaml?revision=head"
    response = client.get(url, headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 200
    return response.content


def an_edge(topology: Any) -> dict[str, str] | None:
    """An edge that the rig does not have yet, between two of its members."""
    nodes = list(topology.nodes.values_list("key", flat=True))
    there = set(topology.edges.filter(kind="can_observe").values_list("source", "target"))
    pairs = [(a, b) for a in nodes for b in nodes if a != b and (a, b) not in there]
    return {"kind": "can_observe", "from": pairs[0][0], "to": pairs[0][1]} if pairs else None


def test_every_real_rig_goes_in_and_comes_out_as_it_was(
    conformance: Path, actor: Any, team: Any, as_viewer: Any, client: Any
) -> None:
    _, token = make_token(actor, team, "test")
    stored = edited = 0
    for path in sorted((conformance / "real").iterdir()):
        data = path.read_bytes()
        try:
            topology = services.import_topology(actor, team, data, filename=path.name, draft=True)
        except services.Rejected as rejected:
            assert rejected.status == 422 and rejected.diagnostics, path.name
            assert all(d.line >= 1 and d.message and d.help for d in rejected.diagnostics), path.name
            continue
        stored += 1
        assert exported(client, token, topology.slug) == data, path.name
        page = as_viewer.get(f"/t/crew/topologies/{topology.slug}/").content.decode()
        for key in topology.nodes.values_list("key", flat=True):
            assert f'data-node="{key}"' in page, (path.name, key)
        edge = an_edge(topology)
        if edge is None:
            continue
        edited += 1
        services.apply_ops(actor, topology, 1, [{"op": "add_edge", **edge}])
        assert exported(client, token, topology.slug) != data, path.name
        services.apply_ops(actor, topology, 2, [{"op": "remove_edge", **edge}])
        assert exported(client, token, topology.slug) == data, path.name
    assert stored >= STORED_AT_LEAST and edited >= 10


STAGES = ("anchor-plan", "tool-loop", "synthesize", "post-turn")
FORBIDDEN = {
    ("anchor-plan", "synthesize"): 1,
    ("anchor-plan", "post-turn"): 2,
    ("tool-loop", "anchor-plan"): 3,
    ("synthesize", "tool-loop"): 4,
    ("synthesize", "anchor-plan"): 5,
    ("post-turn", "tool-loop"): 6,
    ("post-turn", "synthesize"): 7,
}


@pytest.mark.parametrize("source", STAGES)
@pytest.mark.parametrize("target", STAGES)
def test_a_stage_pair_is_red_exactly_where_it_is_forbidden(
    actor: Any, team: Any, as_viewer: Any, source: str, target: str
) -> None:
    nodes = {source: "a", target: "b"} if source != target else {source: "a"}
    listed = "".join(f"  - {{name: {name}, stageId: {stage}}}\n" for stage, name in nodes.items())
    end = "b" if source != target else "a"
    text = f'kind: agent-graph\nversion: "1"\nname: pair\nbuilder: custom\nnodes:\n{listed}edges:\n'
    text += f"  - {{from: START, to: a}}\n  - {{from: a, to: {end}}}\n  - {{from: {end}, to: END}}\n"
    topology = services.import_topology(actor, team, text.encode(), draft=True)
    edge = topology.edges.get(source="a", target=end)
    page = as_viewer.get("/t/crew/topologies/pair/").content.decode()
    row = FORBIDDEN.get((source, target))
    assert (edge.status in WRONG) == (row is not None)
    assert (f"forbidden {row}" in page) if row else ("s-forbidden" not in page)
    assert edge.code == (f"G20{row}" if row else "")
