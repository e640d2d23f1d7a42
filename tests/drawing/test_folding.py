"""Large diagrams: folded, opened one by one, and honest about what is left out."""

from __future__ import annotations

import pytest

from topology.core.diagram import Container, Diagram, Edge, Node
from topology.drawing import draw, engine, render
from topology.drawing.engine import EngineError
from topology.drawing.export.vector import write
from topology.drawing.layout import dot, scene

from . import quality, samples


def test_up_to_150_nothing_folds_by_itself() -> None:
    picture = draw(samples.big_rig(144))
    assert picture.folded == frozenset()
    assert len(picture.cards) == 144


def test_above_150_all_pods_fold_with_counts_and_gathered_edges() -> None:
    diagram = samples.big_rig(160)
    picture = draw(diagram)
    assert len(picture.cards) == 20
    assert picture.frames == ()
    assert {card.shape for card in picture.cards} == {"folded"}
    assert picture.cards[0].sub is not None and picture.cards[0].sub.text == "8 members"
    assert "160 nodes" in picture.degraded
    pairs = {
        (e.source.split(".")[0], e.target.split(".")[0])
        for e in diagram.edges
        if e.source.split(".")[0] != e.target.split(".")[0]
    }
    drawn = {(link.source.removeprefix("fold:"), link.target.removeprefix("fold:")) for link in picture.links}
    assert drawn == pairs
    assert quality.overlapping_boxes(picture) == []


def test_pods_open_one_by_one_and_close_again() -> None:
    diagram = samples.big_rig(160)
    folded = draw(diagram)
    opened = draw(diagram, opened={"crew3"}, remembered=folded.positions)
    assert [frame.id for frame in opened.frames] == ["crew3"]
    assert sum(card.container == "crew3" for card in opened.cards) == 8
    assert quality.overlapping_boxes(opened) == []
    again = draw(diagram, remembered=opened.positions)
    assert again.frames == ()
    assert quality.moved(opened, again) == 0


def test_a_small_rig_folds_on_request() -> None:
    picture = draw(samples.harbor_rig(), folded={"dev", "no such pod"})
    assert picture.folded == {"dev"}
    assert "fold:dev" in {card.id for card in picture.cards}
    assert picture.degraded == ""
    assert 'data-fold="dev"' in render(picture)


def test_chains_fold_inside_their_lane() -> None:
    picture = draw(samples.default_graph(), folded={"tool-loop/postToolChain"})
    (card,) = [card for card in picture.cards if card.shape == "folded"]
    assert card.title.text == "postToolChain"
    lane = next(frame for frame in picture.frames if frame.id == "tool-loop")
    assert lane.box.holds(card.box.centre)
    assert quality.overlapping_boxes(picture) == []


def test_an_opened_chain_bears_a_control_to_fold_it_again() -> None:
    diagram = samples.default_graph()
    unit = "tool-loop/postToolChain"
    assert not any(card.closes for card in draw(diagram, folded={"tool-loop/enrichRouteChain"}).cards)
    picture = draw(diagram, opened={unit})
    (card,) = [card for card in picture.cards if card.closes]
    chain = {node.id for node in diagram.nodes if node.group == "postToolChain"}
    assert card.closes == unit
    assert (card.box.y, card.box.x) == min((c.box.y, c.box.x) for c in picture.cards if c.id in chain)
    assert card.control is not None and card.control.box.meets(card.box) and card.control.box.w >= 24
    svg = render(picture)
    assert f'data-fold="{unit}" tabindex="0" role="button" aria-label="fold postToolChain"' in svg
    assert "data-fold" not in write(picture)


def test_folding_again_in_a_large_graph_opens_nothing_else() -> None:
    diagram = samples.custom_graph(300)
    shut = draw(diagram)
    unit = sorted(shut.folded)[0]
    assert draw(diagram, opened={unit}, remembered=shut.positions).folded == shut.folded - {unit}
    again = draw(diagram, folded={unit}, remembered=shut.positions)
    assert again.folded == shut.folded
    assert draw(diagram, folded={unit}, opened={unit}).folded == shut.folded


def test_wrong_edges_are_not_lost_in_a_fold() -> None:
    nodes = tuple(Node(f"{pod}.m{i}", pod, f"m{i}") for pod in "ab" for i in range(4))
    edges = (
        Edge("in", "a.m0", "a.m1", "delegates_to", "cycle", reason="launch cycle"),
        Edge("out", "a.m0", "b.m1", "delegates_to", "invalid", reason="no"),
        Edge("fine", "a.m1", "b.m2", "delegates_to", "ok"),
    )
    picture = draw(Diagram("rig", "r", (Container("a"), Container("b")), nodes, edges), folded={"a", "b"})
    assert len(picture.wrong_links) == 1
    assert len(picture.plain_links) == 1
    (card,) = [card for card in picture.cards if card.container == "a"]
    assert card.sub is not None and card.sub.text == "4 members · 1 wrong"


def test_too_many_boxes_leave_only_the_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "OUTLINE_ABOVE", 100)
    nodes = tuple(Node(f"n{i}", None, f"n{i}") for i in range(160))
    picture = draw(Diagram("rig-legacy", "many", (), nodes))
    assert picture.outline_only
    assert "outline" in picture.degraded
    render(picture)


def test_many_loose_boxes_get_straight_edges() -> None:
    nodes = tuple(Node(f"n{i}", None, f"n{i}") for i in range(1100))
    edges = tuple(Edge(f"e{i}", f"n{i}", f"n{(i * 7) % 1100}", "can_observe", "ok") for i in range(1, 600))
    picture = draw(Diagram("rig-legacy", "many", (), nodes, edges))
    assert "straight" in picture.degraded
    assert len(picture.links) == 599


@pytest.mark.parametrize("name", ["harbor rig", "broken graph", "rig of 40"])
def test_without_an_engine_there_is_still_a_clean_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **more: object) -> engine.Answer:
        raise EngineError("timeout", "the layout engine ran out of time", "fold some containers")

    monkeypatch.setattr(engine, "begin", broken)
    diagram = samples.SAMPLES[name]()
    picture = draw(diagram)
    assert "ran out of time" in picture.degraded
    assert quality.overlapping_boxes(picture) == []
    assert quality.through_nodes(picture) == []
    assert len(picture.links) == len(diagram.edges)


@pytest.mark.parametrize("late", [False, True])
def test_an_engine_that_fails_only_at_routing_costs_no_edge(monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    begin = engine.begin

    def fail(begun: dot.Routing | None = None) -> engine.Answer:
        if begun is not None:
            begun.drop()
        raise EngineError("crash", "the layout engine crashed (signal 11)", "")

    def half(text: str, **more: object) -> engine.Run:
        if more["engine"] == "neato" and not late:
            fail()
        return begin(text, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "begin", half)
    if late:
        monkeypatch.setattr(dot.Routing, "curves", fail)
    diagram = samples.broken_graph()
    picture = draw(diagram)
    assert len(picture.links) == len(diagram.edges)
    assert quality.through_nodes(picture) == []
