"""The dashboard and the wall: cards, filters by address, polls that answer 204 while nothing changed."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from people import BROKEN_GRAPH, GRAPH, RIG, poll, stored

from topology.templatetags.espalier import ago

pytestmark = pytest.mark.django_db


def names(response: Any) -> list[str]:
    return re.findall(r'id="card-([\w-]+)"', response.content.decode())


@pytest.fixture
def three(actor: Any, team: Any) -> None:
    for text in (RIG, GRAPH, BROKEN_GRAPH):
        stored(actor, team, text)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["broken-graph", "crew-rig", "small-graph"]),
        ("?kind=rig", ["crew-rig"]),
        ("?kind=graph", ["broken-graph", "small-graph"]),
        ("?verdict=errors", ["broken-graph"]),
        ("?verdict=valid&kind=graph", ["small-graph"]),
        ("?q=IMPL", ["crew-rig"]),
        ("?q=nothing+like+it", []),
        ("?kind=submarine&verdict=fine", ["broken-graph", "crew-rig", "small-graph"]),
    ],
)
def test_filters_stand_in_the_address(three: None, as_viewer: Any, query: str, found: list[str]) -> None:
    assert names(as_viewer.get(f"/t/crew/{query}")) == found
    assert names(as_viewer.get(f"/t/crew/wall/{query}")) == found


@pytest.mark.parametrize("page", ["/t/crew/", "/t/crew/wall/"])
def test_a_poll_answers_204_until_something_changes(
    three: None, as_viewer: Any, actor: Any, rig: Any, page: str
) -> None:
    from topology import services

    again = poll(as_viewer.get(page))
    assert as_viewer.get(again, headers={"HX-Request": "true"}).status_code == 204
    services.publish(actor, rig)
    fresh = as_viewer.get(again, headers={"HX-Request": "true"})
    assert fresh.status_code == 200 and "<html" not in fresh.content.decode()
    assert as_viewer.get(poll(fresh), headers={"HX-Request": "true"}).status_code == 204


def test_a_poll_costs_two_queries_beyond_sign_in(
    three: None, as_viewer: Any, django_assert_max_num_queries: Any
) -> None:
    again = poll(as_viewer.get("/t/crew/"))
    with django_assert_max_num_queries(4):
        as_viewer.get(again, headers={"HX-Request": "true"})


def test_cards_cost_no_query_each(
    three: None, actor: Any, team: Any, as_viewer: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        stored(actor, team, RIG.replace("crew-rig", f"rig-{number}"))
    as_viewer.get("/t/crew/")
    with django_assert_max_num_queries(8):
        assert len(names(as_viewer.get("/t/crew/"))) == 15


def test_thumbnails_are_drawn_once_and_kept(three: None, as_viewer: Any) -> None:
    from topology.models import PictureCache

    assert as_viewer.get("/t/crew/").content.decode().count("picture-small") == 3
    kept = PictureCache.objects.count()
    as_viewer.get("/t/crew/")
    assert PictureCache.objects.count() == kept


def test_one_thumbnail_alone(rig: Any, as_viewer: Any, as_stranger: Any) -> None:
    url = "/t/crew/topologies/crew-rig/thumbnail/"
    assert "picture-small" in as_viewer.get(url).content.decode()
    assert as_stranger.get(url).status_code == 404


def test_a_deleted_topology_comes_back_by_its_owner(rig: Any, actor: Any, as_owner: Any, as_editor: Any) -> None:
    from topology import services

    services.delete(actor, rig)
    assert names(as_owner.get("/t/crew/")) == []
    assert as_editor.post("/t/crew/undelete/", {"topology": rig.pk}).status_code == 403
    assert as_owner.post("/t/crew/undelete/", {"topology": "x"}).status_code == 404
    assert as_owner.post("/t/crew/undelete/", {"topology": rig.pk}).status_code == 302
    assert names(as_owner.get("/t/crew/")) == ["crew-rig"]


def test_a_board_is_rendered_once_for_all_who_look_and_anew_after_a_change(
    three: None, actor: Any, team: Any, as_viewer: Any, as_editor: Any, monkeypatch: Any
) -> None:
    from topology.views import cards

    cards._boards.clear()
    asked = {"HX-Request": "true"}
    first = as_viewer.get("/t/crew/", headers=asked).content
    monkeypatch.setattr(cards, "render_to_string", lambda *_: "anew")
    assert as_editor.get("/t/crew/", headers=asked).content == first
    assert as_viewer.get("/t/crew/?kind=rig", headers=asked).content == b"anew"
    assert as_viewer.get("/t/crew/wall/", headers=asked).content == b"anew"
    cards._boards.clear()
    first = as_viewer.get("/t/crew/", headers=asked).content
    stored(actor, team, RIG.replace("crew-rig", "one-more"))
    monkeypatch.setattr(cards, "render_to_string", lambda *_: "changed")
    assert as_viewer.get("/t/crew/", headers=asked).content == b"changed"
    monkeypatch.setattr(cards, "_FRESH", 0.0)
    cards._boards.clear()
    as_viewer.get("/t/crew/", headers=asked)
    monkeypatch.setattr(cards, "render_to_string", lambda *_: "later")
    assert as_viewer.get("/t/crew/", headers=asked).content == b"later"


@pytest.mark.parametrize(("seconds", "words"), [(0, "just now"), (59, "just now"), (180, "3\xa0minutes ago")])
def test_how_long_ago_is_said_in_words(seconds: int, words: str) -> None:
    assert ago(timezone.now() - timedelta(seconds=seconds)) == words
