"""What the picture says: classes, names, marks, order, stubs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace

import pytest

from topology.core.diagram import Container, Diagram, Edge, Node
from topology.drawing import Picture, draw, render
from topology.drawing.theme import EDGE_ROWS, KIND_NAMES, edge_style

from . import samples

SVG = "{http://www.w3.org/2000/svg}"


def tree(picture: Picture) -> ET.Element:
    return ET.fromstring(render(picture))


def by_attribute(root: ET.Element, name: str) -> dict[str, ET.Element]:
    return {element.attrib[name]: element for element in root.iter() if name in element.attrib}


def test_every_node_edge_and_container_can_be_focused_and_has_a_name() -> None:
    diagram = samples.broken_graph()
    root = tree(draw(diagram))
    nodes, edges, frames = (by_attribute(root, f"data-{kind}") for kind in ("node", "edge", "container"))
    assert set(nodes) == {node.id for node in diagram.nodes}
    assert set(edges) == {edge.id for edge in diagram.edges}
    assert set(frames) == {container.id for container in diagram.containers}
    for element in (*nodes.values(), *edges.values()):
        assert element.attrib["tabindex"] == "0"
        assert element.attrib["role"] == "button"
        assert element.attrib["aria-label"]


def test_edges_read_well() -> None:
    root = tree(draw(samples.broken_graph()))
    edges = by_attribute(root, "data-edge")
    forbidden = edges["edge:synthesizer>tools"]
    assert forbidden.attrib["aria-label"] == (
        "edge, static edge, from synthesizer to tools, forbidden: forbidden 4: post-synthesis tool dispatch"
    )
    assert forbidden.attrib["class"] == "edge k-edge s-forbidden wrong"
    assert forbidden.attrib["data-source"] == "synthesizer"
    assert edges["arm:llmDecision>tools"].attrib["aria-label"] == "edge, router arm tools, from llmDecision to tools"
    rollover = edges["edge:consolidation>intentDetector"]
    assert rollover.attrib["aria-label"].endswith("into the next turn")


def test_members_read_well() -> None:
    nodes = by_attribute(tree(draw(samples.harbor_rig())), "data-node")
    assert nodes["dev.qa"].attrib["aria-label"] == "member dev.qa, codex, wave 3, 1 off-canvas target"
    assert nodes["dev.design"].attrib["aria-label"] == "member dev.design, Product designer, claude-code, wave 2"
    graph = by_attribute(tree(draw(samples.default_graph())), "data-node")
    assert graph["synthesizer"].attrib["aria-label"] == (
        "node synthesizer, stage synthesize, accepts the seam synthesize, singleton"
    )
    assert graph["START"].attrib["aria-label"] == "node START"


def test_wrong_edges_come_last_and_bear_a_cross() -> None:
    root = tree(draw(samples.broken_graph()))
    order = [element.attrib["class"].split() for element in root.iter() if "data-edge" in element.attrib]
    wrong = ["wrong" in classes for classes in order]
    assert wrong == sorted(wrong)
    assert sum(wrong) == 3
    crosses = [element for element in root.iter() if element.attrib.get("class") == "cross"]
    assert len(crosses) == 3


def test_red_is_used_for_nothing_else() -> None:
    svg = render(draw(samples.default_graph()))
    assert "--pic-wrong" not in svg


def test_reasons_stand_beside_wrong_edges_and_in_stubs() -> None:
    picture = draw(samples.broken_graph())
    said = {label.edge: " ".join(line.text for line in label.lines) for label in picture.reason_labels}
    assert said["edge:synthesizer>tools"] == "forbidden 4: post-synthesis tool dispatch"
    (stub,) = picture.stubs
    assert stub.edge == "edge:quality>qualiti"
    assert " ".join(line.text for line in stub.lines) == "no node qualiti, did you mean quality?"
    assert stub.edge not in said


@pytest.mark.parametrize(("source", "target", "stubs"), [("a.x", "gone", 1), ("gone", "a.x", 1), ("gone", "lost", 2)])
def test_missing_ends_get_stubs(source: str, target: str, stubs: int) -> None:
    diagram = Diagram(
        "rig",
        "r",
        (Container("a"),),
        (Node("a.x", "a", "x"),),
        (Edge("e", source, target, "delegates_to", "invalid"),),
    )
    picture = draw(diagram)
    assert len(picture.stubs) == stubs
    (link,) = picture.links
    assert (link.source, link.target) == (source, target) or stubs
    assert link.cross is not None
    for stub in picture.stubs:
        assert not any(stub.box.meets(frame.box) for frame in picture.frames)


def test_a_launch_cycle_reddens_the_whole_loop_and_says_it_once() -> None:
    picture = draw(samples.cycle_rig())
    assert [link.id for link in picture.wrong_links] == [
        "delegates_to:a.m0>a.m1",
        "delegates_to:a.m1>a.m2",
        "delegates_to:a.m2>a.m0",
    ]
    assert all(link.colour == "wrong" for link in picture.wrong_links)
    assert len(picture.reason_labels) == 1


def test_off_canvas_targets_are_a_badge_not_an_edge() -> None:
    picture = draw(samples.harbor_rig())
    badges = {card.id: card.badge for card in picture.cards if card.badge}
    assert list(badges) == ["dev.qa"]
    assert badges["dev.qa"].text.text == "1"
    assert not any("coord" in link.target for link in picture.links)


def test_waves_runtimes_seams_and_marks_are_shown() -> None:
    rig = {card.id: card for card in draw(samples.harbor_rig()).cards}
    assert rig["dev.qa"].wave.text.text == "3"
    assert [glyph.word for glyph in rig["ops.logs"].glyphs] == ["terminal"]
    graph = {card.id: card for card in draw(samples.default_graph()).cards}
    assert graph["llmDecision"].seam == "utility"
    assert [glyph.word for glyph in graph["quality"].glyphs] == ["short-circuit"]


def test_kinds_differ_by_more_than_colour() -> None:
    shapes = {kind: edge_style(Edge("", "", "", kind, "ok")) for kind in KIND_NAMES}
    for kinds in (list(KIND_NAMES)[:5], list(KIND_NAMES)[5:]):
        looks = {(shapes[k].dash, shapes[k].head, shapes[k].tail) for k in kinds}
        assert len(looks) == len(kinds)
    assert edge_style(Edge("", "", "", "edge", "allowed", row=9)).dash != shapes["edge"].dash
    assert EDGE_ROWS[-1].wrong


def test_the_legend_lists_what_is_there() -> None:
    rows = {row.kind: row.count for row in draw(samples.harbor_rig()).legend}
    assert rows == {"delegates_to": 6, "can_observe": 4, "collaborates_with": 1, "escalates_to": 1, "wrong": 1}


def test_filters_stand_in_priority_order() -> None:
    diagram = samples.default_graph()
    picture = draw(replace(diagram, filters=diagram.filters[::-1]))
    assert [strip.priority for strip in picture.strips] == [100, 200, 300]


def test_marks_and_highlights_become_classes() -> None:
    picture = draw(
        samples.harbor_rig(),
        marks={"node:dev.qa": "added", "edge:delegates_to:orch.lead>dev.impl": "removed", "container:rev": "changed"},
        highlight={"node:dev.qa", "edge:delegates_to:orch.peer>rev.r1"},
    )
    root = tree(picture)
    nodes, edges, frames = (by_attribute(root, f"data-{kind}") for kind in ("node", "edge", "container"))
    assert nodes["dev.qa"].attrib["class"] == "node m-added lit"
    assert edges["delegates_to:orch.lead>dev.impl"].attrib["class"].endswith("m-removed")
    assert edges["delegates_to:orch.peer>rev.r1"].attrib["class"].endswith("lit")
    assert frames["rev"].attrib["class"] == "frame pod m-changed"


def test_the_page_template_carries_no_style_script_or_handler() -> None:
    svg = render(draw(samples.broken_graph()))
    assert not re.search(r"<style|<script|\son\w+=|\sstyle=|href", svg)
    assert "id=" not in svg.replace("data-", "")


def test_long_names_are_cut_and_kept_in_the_tooltip() -> None:
    name = "a-very-long-member-name-that-does-not-fit-into-any-card-at-all"
    diagram = Diagram("rig", "r", (Container("p", "P" * 90),), (Node(f"p.{name}", "p", name),))
    picture = draw(diagram)
    (card,) = picture.cards
    assert card.title.text.endswith("…")
    assert name in card.tooltip
    assert picture.frames[0].title.text.endswith("…")


@pytest.mark.parametrize("make", [lambda: Diagram("rig", ""), lambda: Diagram("graph", "", (Container("a"),))])
def test_empty_diagrams_are_pictures_too(make: Callable[[], Diagram]) -> None:
    picture = draw(make())
    assert picture.box.w > 0
    tree(picture)


def test_nodes_without_a_known_stage_stand_below_the_lanes() -> None:
    diagram = samples.default_graph()
    strays = (Node("lost", None, "lost"), Node("stray", None, "stray"))
    first = draw(replace(diagram, nodes=(*diagram.nodes, *strays)))
    places = {card.id: card.box for card in first.cards}
    assert places["lost"].y > first.frames[0].box.bottom
    assert not places["lost"].meets(places["stray"])
