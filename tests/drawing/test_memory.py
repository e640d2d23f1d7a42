"""Remembered positions: kept, extended, healed, and never trusted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topology.core.diagram import Container, Diagram, Node
from topology.drawing import draw

from . import quality, samples


def with_member(diagram: Diagram, pod: str, name: str) -> Diagram:
    return replace(diagram, nodes=(*diagram.nodes, Node(f"{pod}.{name}", pod, name, detail="codex")))


def test_positions_are_json() -> None:
    positions = draw(samples.harbor_rig()).positions
    assert json.loads(json.dumps(positions)) == positions


def test_a_new_member_goes_into_its_pod_and_moves_nobody_there() -> None:
    diagram = samples.harbor_rig()
    before = draw(diagram)
    after = draw(with_member(diagram, "orch", "new"), remembered=json.loads(json.dumps(before.positions)))
    assert quality.moved(before, after) == 0
    assert quality.overlapping_boxes(after) == []


def test_frames_never_overlap_however_many_are_added() -> None:
    diagram = samples.harbor_rig()
    picture = draw(diagram)
    for number in range(12):
        diagram = with_member(diagram, ("dev", "rev", "orch", "ops")[number % 4], f"extra{number}")
        picture = draw(diagram, remembered=picture.positions)
        assert quality.overlapping_boxes(picture) == []


def test_a_new_pod_finds_room() -> None:
    diagram = samples.harbor_rig()
    before = draw(diagram)
    pods = (*diagram.containers, Container("lab", "Laboratory"), Container("none", "Nobody"))
    after = draw(with_member(replace(diagram, containers=pods), "lab", "one"), remembered=before.positions)
    assert quality.moved(before, after) == 0
    assert quality.overlapping_boxes(after) == []
    again = draw(with_member(replace(diagram, containers=pods), "lab", "one"), remembered=after.positions)
    assert [frame.box for frame in again.frames] == [frame.box for frame in after.frames]


def test_a_new_graph_node_stands_below_its_chain() -> None:
    diagram = samples.default_graph()
    before = draw(diagram)
    new = Node("afterLogger", "tool-loop", "afterLogger", group="postToolChain")
    after = draw(replace(diagram, nodes=(*diagram.nodes, new)), remembered=before.positions)
    assert quality.moved(before, after) == 0
    places = {card.id: card.box for card in after.cards}
    assert places["afterLogger"].centre[0] == places["eventLogger"].centre[0]
    assert places["afterLogger"].y > places["eventLogger"].bottom
    assert len({frame.box.h for frame in after.frames}) == 1


def test_a_new_graph_node_fills_the_gap_it_belongs_to() -> None:
    diagram = samples.default_graph()
    before = draw(diagram)
    nodes = {key: place for key, place in before.positions["nodes"].items() if key != "guard"}
    after = draw(diagram, remembered={**before.positions, "nodes": nodes})
    assert quality.moved(before, after) == 0


def test_a_removed_member_leaves_the_others_where_they_were() -> None:
    diagram = samples.harbor_rig()
    before = draw(diagram)
    after = draw(replace(diagram, nodes=diagram.nodes[1:]), remembered=before.positions)
    assert quality.moved(before, after) == 0
    assert "orch.lead" not in after.positions["nodes"]


def test_boxes_remembered_on_one_another_are_set_apart() -> None:
    diagram = samples.harbor_rig()
    positions = draw(diagram).positions
    heap = {"v": 1, "kind": "rig", "nodes": {key: [10, 10] for key in positions["nodes"]}, "containers": {}}
    assert quality.overlapping_boxes(draw(diagram, remembered=heap)) == []


@pytest.mark.parametrize("name", ["harbor rig", "default graph", "legacy rig", "cycle rig"])
def test_a_record_of_another_kind_is_not_used(name: str) -> None:
    diagram = samples.SAMPLES[name]()
    fresh = draw(diagram)
    assert draw(diagram, remembered={"v": 1, "kind": "other", "nodes": {"x": [1, 2]}}) == fresh


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["orch", "dev.qa", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=40, deadline=None)
@given(
    st.fixed_dictionaries({"v": st.just(1), "kind": st.just("rig"), "nodes": json_values, "containers": json_values})
)
def test_any_record_gives_a_clean_picture(record: dict[str, object]) -> None:
    picture = draw(samples.harbor_rig(), remembered=record)
    assert quality.overlapping_boxes(picture) == []
