"""The pages of one topology, asked for by a browser without JavaScript: every tab, every selection, every role."""

from __future__ import annotations

import re
from typing import Any

import pytest
from people import GRAPH, RIG, stored

pytestmark = pytest.mark.django_db

BASE = "/t/crew/topologies"
RIG_TABS = ("", "outline/", "source/", "checks/", "launch/", "history/")
GRAPH_TABS = ("", "outline/", "source/", "checks/", "lattice/", "channels/", "history/")


def html(response: Any) -> str:
    return response.content.decode()


@pytest.mark.parametrize("tab", RIG_TABS)
def test_every_page_of_a_rig_opens_for_a_viewer(rig: Any, as_viewer: Any, tab: str) -> None:
    response = as_viewer.get(f"{BASE}/crew-rig/{tab}")
    assert response.status_code == 200
    assert "crew-rig" in html(response) and "read only" in html(response)


@pytest.mark.parametrize("tab", GRAPH_TABS)
def test_every_page_of_a_graph_opens(graph: Any, as_editor: Any, tab: str) -> None:
    assert as_editor.get(f"{BASE}/small-graph/{tab}").status_code == 200


FRAGMENTS = ("inspect/?node=dev.impl", "edge-verdict/?from=dev.impl&list=1", "export.yaml")
WRITES = ("ops/", "undo/", "redo/", "publish/", "tidy/", "history/restore/", "source/save/", "delete/")
PARTS = ("chain=0", "node=decide", "node=START", "container=tool-loop", "edge=chain:plan>decide")


@pytest.mark.parametrize("tab", (*RIG_TABS, *FRAGMENTS))
def test_to_a_stranger_nothing_is_there(rig: Any, as_stranger: Any, tab: str) -> None:
    assert as_stranger.get(f"{BASE}/crew-rig/{tab}").status_code == 404


def test_nobody_signed_in_is_sent_to_sign_in(rig: Any, anonymous: Any) -> None:
    assert anonymous.get(f"{BASE}/crew-rig/").status_code == 302
    fragment = anonymous.get(f"{BASE}/crew-rig/inspect/", headers={"HX-Request": "true"})
    assert fragment.status_code == 401 and "/sign-in/" in fragment["HX-Redirect"]


def test_a_viewer_sees_no_edit_controls(rig: Any, as_viewer: Any) -> None:
    page = html(as_viewer.get(f"{BASE}/crew-rig/?node=dev.impl"))
    assert "data-connect" not in page and 'name="op"' not in page and 'id="publish"' not in page


@pytest.mark.parametrize("path", WRITES)
def test_a_viewer_may_not_write(rig: Any, as_viewer: Any, as_stranger: Any, path: str) -> None:
    posted = {"op": "remove_edge", "kind": "delegates_to", "from": "orch.lead", "to": "dev.impl", "text": RIG}
    assert as_viewer.post(f"{BASE}/crew-rig/{path}", posted).status_code == 403
    assert as_stranger.post(f"{BASE}/crew-rig/{path}", posted).status_code == 404
    rig.refresh_from_db()
    assert rig.head == 1


def test_the_picture_has_every_node_and_edge(rig: Any, as_editor: Any) -> None:
    page = html(as_editor.get(f"{BASE}/crew-rig/"))
    for name in ("orch.lead", "dev.impl", "dev.qa"):
        assert f'data-node="{name}"' in page
    assert 'data-edge="delegates_to:orch.lead&gt;dev.impl"' in page
    assert "review-advisor@coord" in page  # off canvas, listed


def test_a_forbidden_edge_is_said_with_its_row(broken_graph: Any, as_editor: Any) -> None:
    page = html(as_editor.get(f"{BASE}/broken-graph/"))
    assert "forbidden 4" in page and "G204" in page and "1 error" in page


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ("node=dev.impl", "dev.impl"),
        ("edge=delegates_to:orch.lead>dev.impl", "delegates_to · cross-pod"),
        ("container=dev", "pod · dev"),
        ("node=nobody", "crew-rig"),
        ("edge=", "crew-rig"),
    ],
)
def test_a_link_selects_without_javascript(rig: Any, as_editor: Any, query: str, heading: str) -> None:
    assert heading in html(as_editor.get(f"{BASE}/crew-rig/?{query}"))


@pytest.mark.parametrize("query", PARTS)
def test_parts_of_a_graph_can_be_selected(graph: Any, as_editor: Any, query: str) -> None:
    response = as_editor.get(f"{BASE}/small-graph/inspect/?{query}", headers={"HX-Request": "true"})
    assert response.status_code == 200 and "data-selected" in html(response)


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ("dev.", ["dev.impl", "dev.qa"]),
        ("QA", ["dev.qa"]),
        ("v L", ["dev.impl"]),
        ("", ["orch.lead", "dev.impl", "dev.qa"]),
        ("nobody", []),
    ],
)
def test_a_node_is_found_by_a_part_of_its_id(rig: Any, as_viewer: Any, asked: str, ids: list[str]) -> None:
    options = as_viewer.get(f"{BASE}/crew-rig/find/", {"q": asked}, headers={"HX-Request": "true"})
    assert re.findall(r'data-value="([^"]*)"', html(options)) == ids
    page = as_viewer.get(f"{BASE}/crew-rig/find/", {"q": asked})
    if len(ids) == 1:
        assert (page.status_code, page["Location"]) == (302, f"{BASE}/crew-rig/?node={ids[0]}")
    else:
        assert re.findall(r'\?node=([^"]*)"', html(page)) == ids
        assert ids or "Nothing by that name" in html(page)


def test_a_whole_id_leads_to_its_node_though_others_hold_it_too(actor: Any, team: Any, as_viewer: Any) -> None:
    stored(actor, team, GRAPH.replace("name: answer", "name: decided").replace("decide, answer", "decide, decided"))
    assert as_viewer.get(f"{BASE}/small-graph/find/?q=decide")["Location"] == f"{BASE}/small-graph/?node=decide"


def test_an_edge_says_what_it_does_today(rig: Any, as_editor: Any) -> None:
    page = html(as_editor.get(f"{BASE}/crew-rig/?edge=delegates_to:orch.lead>dev.impl"))
    assert "launches before" in page
    assert "rig edge add crew-rig orch.lead dev.impl --kind delegates_to --plan" in page


LOOP = RIG.replace(
    "      - {kind: can_observe, from: qa, to: impl}\nedges:\n",
    "      - {kind: can_observe, from: qa, to: impl}\n      - {kind: delegates_to, from: impl, to: qa}\n"
    "edges:\n  - {kind: spawned_by, from: orch.lead, to: dev.qa}\n",
)


def test_an_edge_in_a_launch_loop_says_so_with_its_path(actor: Any, team: Any, as_editor: Any) -> None:
    stored(actor, team, LOOP)
    page = html(as_editor.get(f"{BASE}/crew-rig/?edge=spawned_by:orch.lead>dev.qa"))
    told = page.partition("Part of a launch loop: this rig cannot launch")[2].partition("</div>")[0]
    assert re.findall(r'data-id="([^"]+)"', told) == ["orch.lead", "dev.impl", "dev.qa", "orch.lead"]
    assert "</code> launches before" not in page
    assert "so OpenRig refuses to create the rig" in page
    assert "rig edge add" not in page and 'name="new_kind" value="can_observe"' in page


def test_an_edge_beside_a_launch_loop_says_that_nobody_launches(actor: Any, team: Any, as_editor: Any) -> None:
    stored(actor, team, LOOP)
    page = html(as_editor.get(f"{BASE}/crew-rig/?edge=can_observe:dev.qa>dev.impl"))
    assert "Part of a launch loop" not in page and "Nobody of this rig launches" in page


def test_the_outline_holds_every_edge_in_words(broken_graph: Any, as_editor: Any) -> None:
    page = html(as_editor.get(f"{BASE}/broken-graph/outline/"))
    assert "forbidden 4: post-synthesis tool dispatch" in page and "START" in page


def test_the_launch_page_tells_waves_and_reasons(rig: Any, as_editor: Any) -> None:
    page = html(as_editor.get(f"{BASE}/crew-rig/launch/"))
    assert "Wave 2" in page and "after orch.lead" in page


def test_the_lattice_page_shows_a_what_if_and_stores_nothing(graph: Any, as_editor: Any) -> None:
    page = html(as_editor.get(f"{BASE}/small-graph/lattice/?asked=1&on=plan&on=answer"))
    assert "what if" in page and "plan</code> &rarr; <code>answer" in page
    graph.refresh_from_db()
    assert graph.head == 1
    assert graph.layout == {}


def test_what_is_left_out_for_a_while_keeps_its_place(graph: Any, as_editor: Any) -> None:
    as_editor.get(f"{BASE}/small-graph/")
    graph.refresh_from_db()
    before = graph.layout["nodes"]["decide"]
    taken = {"op": "remove_from_chain", "chain": "main", "node": "decide", "base": 1}
    as_editor.post(f"{BASE}/small-graph/ops/", taken)
    as_editor.get(f"{BASE}/small-graph/")
    as_editor.post(f"{BASE}/small-graph/undo/", {"base": 2})
    as_editor.get(f"{BASE}/small-graph/")
    graph.refresh_from_db()
    assert graph.layout["nodes"]["decide"] == before


def test_text_from_a_document_is_never_markup(actor: Any, team: Any, as_editor: Any) -> None:
    evil = RIG.replace("label: Development", 'label: "<script>alert(1)</script>"').replace("crew-rig", "evil")
    stored(actor, team, evil)
    for tab in RIG_TABS:
        assert "<script>alert" not in html(as_editor.get(f"{BASE}/evil/{tab}"))


def test_no_page_carries_inline_script_or_style(rig: Any, graph: Any, as_editor: Any) -> None:
    for slug, tabs in (("crew-rig", RIG_TABS), ("small-graph", GRAPH_TABS)):
        for tab in tabs:
            page = html(as_editor.get(f"{BASE}/{slug}/{tab}"))
            assert " style=" not in page and "<style" not in page and " onclick" not in page
            assert "<script>" not in page and "hx-on" not in page


def test_the_empty_rig_invites(actor: Any, team: Any, as_editor: Any, as_viewer: Any) -> None:
    stored(actor, team, 'version: "0.2"\nname: empty\npods: []\n')
    assert "Add the first pod" in html(as_editor.get(f"{BASE}/empty/"))
    assert "has no pods" in html(as_viewer.get(f"{BASE}/empty/"))


def test_checks_are_grouped_with_the_line_at_fault(broken_rig: Any, as_editor: Any) -> None:
    page = html(as_editor.get(f"{BASE}/broken-rig/checks/"))
    assert "Errors" in page and "to: dev.nobody" in page and "/rules/R2" in page


def test_a_rule_has_its_page(as_editor: Any) -> None:
    assert "synthes" in html(as_editor.get("/rules/G204/"))
    assert "G204" in html(as_editor.get("/rules/"))
    assert as_editor.get("/rules/X999/").status_code == 404


def test_the_history_shows_a_patch_on_request(graph: Any, as_editor: Any) -> None:
    as_editor.post(f"{BASE}/small-graph/ops/", {"op": "add_edge", "from": "plan", "to": "decide", "base": 1})
    page = html(as_editor.get(f"{BASE}/small-graph/history/?patch=2"))
    assert 'class="add"' in page and "emil" in page


def test_the_theme_is_remembered_and_sends_nobody_elsewhere(as_editor: Any, anonymous: Any) -> None:
    response = as_editor.post("/theme/", {"theme": "dark", "next": "https://example.org/"})
    assert response["Location"] == "/" and response.cookies["theme"].value == "dark"
    assert 'data-theme="dark"' in html(as_editor.get("/rules/"))
    assert anonymous.post("/theme/", {"theme": "light", "next": "/rules/"})["Location"] == "/rules/"
