"""What every picture keeps: nothing on anything else, nothing moves when an edge comes or goes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from topology.core.diagram import Container, Diagram, Edge, Node
from topology.core.kinds import judge
from topology.drawing import draw

from . import quality, samples

REAL = Path(__file__).resolve().parents[3] / "shared" / "conformance" / "real"
SHIPPED = sorted((Path(__file__).resolve().parents[2] / "topology").rglob("*.yaml"))


def check(diagram: Diagram) -> None:
    picture, found = quality.measure(diagram)
    assert quality.through_nodes(picture) == []
    assert quality.overlapping_boxes(picture) == []
    assert quality.covered_labels(picture) == []
    assert quality.lying_on_one_another(picture) == []
    assert found.moved == 0
    assert picture.degraded == ""
    assert {link.id for link in picture.links} == {edge.id for edge in diagram.edges}


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_samples_are_drawn_clean(name: str, engine_name: str) -> None:
    check(samples.SAMPLES[name]())


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_no_edge_runs_hard_along_a_node(name: str, engine_name: str) -> None:
    assert quality.through_nodes(draw(samples.SAMPLES[name]()), 4.5) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_documents_are_drawn_clean(path: Path) -> None:
    diagram = judge(path.read_text(encoding="utf-8")).diagram()
    assert diagram is not None
    check(diagram)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_arm_carries_its_name(path: Path, engine_name: str) -> None:
    diagram = judge(path.read_text(encoding="utf-8")).diagram()
    assert diagram is not None
    picture = draw(diagram)
    wrong = {link.id for link in picture.links if link.wrong}
    arms = {edge.id for edge in diagram.edges if edge.label}
    assert {label.edge for label in picture.labels if label.kind == "arm"} == arms - wrong


@pytest.mark.conformance
@pytest.mark.parametrize("path", sorted(REAL.glob("*.yaml")), ids=lambda path: path.stem)
def test_real_rigs_are_drawn_clean(path: Path) -> None:
    diagram = judge(path.read_bytes().decode("utf-8-sig", "replace")).diagram()
    if diagram is not None and diagram.nodes:
        check(diagram)


def test_the_default_graph_has_a_screen_shape() -> None:
    picture = draw(samples.default_graph())
    assert 1.3 < picture.box.w / picture.box.h < 2.4


@pytest.mark.parametrize("count", [12, 24, 40, 100])
def test_rigs_are_never_one_tall_column(count: int) -> None:
    picture = draw(samples.big_rig(count))
    assert 0.8 < picture.box.w / picture.box.h < 3.0


@pytest.mark.parametrize("count", [3, 9, 20, 60])
def test_pods_without_edges_are_balanced_too(count: int) -> None:
    nodes = tuple(Node(f"p.m{i}", "p", f"m{i}") for i in range(count))
    picture = draw(Diagram("rig", "lone", (Container("p"),), nodes))
    assert 0.5 < picture.box.w / picture.box.h < 3.0
    assert quality.overlapping_boxes(picture) == []


@pytest.mark.parametrize("name", ["broken graph", "harbor rig", "rig of 40", "graph of 48", "legacy rig"])
def test_no_node_moves_when_edges_change(name: str) -> None:
    diagram = samples.SAMPLES[name]()
    before = draw(diagram)
    for edges in (
        diagram.edges[1:],
        diagram.edges[:-1],
        (),
        tuple(replace(e, kind="can_observe" if diagram.kind != "graph" else "arm") for e in diagram.edges),
        (*diagram.edges, Edge("more", diagram.nodes[0].id, "nowhere at all", "edge", "invalid", reason="no `nowhere`")),
    ):
        after = draw(replace(diagram, edges=edges), remembered=before.positions)
        assert quality.moved(before, after) == 0
        assert [frame.box for frame in after.frames] == [frame.box for frame in before.frames]


def test_two_draws_are_the_same() -> None:
    diagram = samples.harbor_rig()
    assert draw(diagram) == draw(diagram)


def test_lanes_are_side_by_side_in_stage_order_and_equally_high() -> None:
    picture = draw(samples.default_graph())
    assert [frame.id for frame in picture.frames] == list(samples.STAGES)
    lefts = [frame.box.x for frame in picture.frames]
    assert lefts == sorted(lefts)
    assert len({(frame.box.y, frame.box.h) for frame in picture.frames}) == 1
    places = {card.id: card.box for card in picture.cards}
    assert places["START"].right < picture.frames[0].box.x
    assert places["END"].x > picture.frames[-1].box.right


def test_edges_inside_a_pod_stay_inside_its_frame() -> None:
    picture = draw(samples.big_rig(40))
    frames = {frame.id: frame.box.grown(0.5) for frame in picture.frames}
    homes = {card.id: card.container for card in picture.cards}
    for link in picture.links:
        if homes[link.source] == homes[link.target]:
            assert all(frames[homes[link.source]].holds(point) for point in link.line), link.id


def test_self_loops_and_parallel_edges_can_be_told_apart() -> None:
    picture = draw(samples.cycle_rig())
    loops = [link for link in picture.links if link.source == link.target]
    assert len(loops) == 2
    card = next(card for card in picture.cards if card.id == "a.m3")
    for loop in loops:
        outside = [p for p in loop.line if not card.box.grown(1).holds(p)]
        assert len(outside) > 4
    assert len({link.d for link in picture.links}) == len(picture.links)


def test_edges_end_at_the_borders_of_their_boxes() -> None:
    picture = draw(samples.broken_graph())
    boxes = {card.id: card.box for card in picture.cards}
    for link in picture.links:
        for end, point in ((link.source, link.line[0]), (link.target, link.line[-1])):
            if end in boxes:
                assert boxes[end].grown(0.6).holds(point)
                assert not boxes[end].grown(-0.6).holds(point)
