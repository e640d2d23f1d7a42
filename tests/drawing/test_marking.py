"""The signs of a comparison: one on every marked thing, where they cover nothing, and a word beside it."""

from __future__ import annotations

import math

from topology.core.diagram import Container, Diagram, Edge, Node
from topology.drawing import draw, render
from topology.drawing.layout.geometry import Box
from topology.drawing.marking import RADIUS, SIGNS, sign

from . import samples

MARKS = {
    "node:dev.qa": "added",
    "edge:delegates_to:orch.lead>dev.impl": "removed",
    "container:rev": "changed",
    "node:dev.impl": "odd",
    "node:nobody": "added",
}


def test_every_marked_thing_has_a_sign_and_a_word():
    picture = sign(draw(samples.harbor_rig(), marks=MARKS), MARKS)
    assert sorted(badge.mark for badge in picture.badges) == ["added", "changed", "removed"]
    said = {card.id: card.aria for card in picture.cards} | {link.id: link.aria for link in picture.links}
    assert said["dev.qa"].endswith(", added")
    assert said["delegates_to:orch.lead>dev.impl"].endswith(", removed")
    assert not said["dev.impl"].endswith(", odd")
    assert len(set(SIGNS.values())) == 3


def test_the_sign_of_an_edge_lies_on_its_line_and_covers_nothing():
    diagram = samples.harbor_rig()
    marks = {f"edge:{edge.id}": "changed" for edge in diagram.edges}
    picture = sign(draw(diagram, marks=marks), marks)
    assert len(picture.badges) == len(diagram.edges)
    lines = {link.id: link.line for link in picture.links}
    boxes = [item.box for item in (*picture.cards, *picture.labels)]
    places = [Box.around(badge.at, (2 * RADIUS, 2 * RADIUS)) for badge in picture.badges]
    for badge, place in zip(picture.badges, places, strict=True):
        assert min(_away(badge.at, a, b) for a, b in zip(lines[badge.edge], lines[badge.edge][1:], strict=False)) < 1
        assert not any(place.meets(box) for box in boxes)
    assert not any(one.meets(two) for i, one in enumerate(places) for two in places[i + 1 :])


def _away(point, a, b):
    """The distance of a point from a piece of line."""
    whole = math.dist(a, b) ** 2 or 1.0
    share = max(0.0, min(1.0, sum((point[i] - a[i]) * (b[i] - a[i]) for i in (0, 1)) / whole))
    return math.dist(point, tuple(a[i] + share * (b[i] - a[i]) for i in (0, 1)))


def test_the_stub_of_a_removed_edge_is_marked_too():
    edge = Edge("can_observe:p.a>gone", "p.a", "gone", "can_observe", "ok")
    diagram = Diagram("rig", "r", (Container("p"),), (Node("p.a", "p", "a"),), (edge,))
    marks = {"edge:can_observe:p.a>gone": "removed"}
    assert 'class="stub m-removed"' in render(sign(draw(diagram, marks=marks), marks))


def test_without_marks_a_picture_stays_as_it_is():
    picture = draw(samples.harbor_rig())
    assert sign(picture, {}) == picture
