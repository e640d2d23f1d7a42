"""A document may hold what UTF-8, XML or a header cannot: every page and every export of it still answers."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from people import GRAPH, RIG, stored

from topology.services import Actor
from topology.services.shares import make_share
from topology.services.tokens import make_token

pytestmark = pytest.mark.django_db

ODD = json.dumps("\ud800 \x00\x1b \ufffe \u2028 \r\n é")
ODD_RIG = (
    RIG.replace("label: Development", f"label: {ODD}")
    .replace("to: dev.impl", f"to: {ODD}")
    .replace("runtime: codex", f"runtime: {ODD}")
    .replace("name: crew-rig", f"name: {ODD}\nsummary: {ODD}")
)
ODD_GRAPH = (
    GRAPH.replace("name: decide", f"name: {ODD}")
    .replace("START, plan, decide", f"START, plan, {ODD}")
    .replace("name: main", f"name: {ODD}")
    + f"conditionalEdges:\n  - {{from: plan, route: {ODD}, arms: {{{ODD}: {ODD}}}}}\n"
    + f"streamFilters:\n  - {{name: {ODD}, priority: 1, summary: {ODD}}}\n"
)
TABS = ("", "outline/", "source/", "checks/", "launch/", "lattice/", "channels/", "history/", "inspect/")
SELECTED = ("?node=dev.qa", "?node=plan", "?edge=delegates_to:orch.lead>%ED%A0%80", "?container=dev", "?node=%00")


@pytest.fixture(params=[ODD_RIG, ODD_GRAPH], ids=["rig", "graph"])
def odd(request, actor, team):
    return stored(actor, team, request.param, filename="odd.yaml")


def test_every_page_answers(as_editor, odd):
    base = f"/t/crew/topologies/{odd.slug}/"
    for path in (*(base + tab for tab in TABS), *(base + s for s in SELECTED), "/t/crew/", "/t/crew/wall/"):
        for headers in ({}, {"HX-Request": "true"}):
            assert as_editor.get(path, headers=headers, follow=True).status_code in (200, 404), path
    for form in ("source/check/", "source/draw/"):
        answer = as_editor.post(base + form, {"text": odd.revision().text})
        assert answer.status_code in (200, 204), form


def test_every_export_answers(as_viewer, owner, team, odd):
    _, secret = make_token(Actor(owner), team, "ci", "write")
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    base = f"/api/v1/teams/crew/topologies/{odd.slug}"
    for form in ("yaml", "json", "dot", "mermaid", "svg", "png"):
        assert program.get(f"{base}/export.{form}").status_code == 200, form
        assert as_viewer.get(f"/t/crew/topologies/{odd.slug}/export.{form}").status_code == 200, form
    for path in (
        base,
        f"{base}?diagnostics=1",
        f"{base}/revisions",
        f"{base}/revisions/1",
        "/api/v1/teams/crew/topologies",
    ):
        assert program.get(path).status_code == 200, path
    checked = program.post("/api/v1/check", odd.revision().data, content_type="application/yaml")
    assert checked.status_code == 200
    edit = {"op": "set_field", "path": "name", "value": "\ud800 other"}
    made = program.post(f"{base}/ops", json.dumps({"base": 1, "ops": [edit]}), content_type="application/json")
    assert made.status_code in (200, 422)
    assert program.get(f"{base}/diff?from=1&to={odd.revisions.count()}").status_code == 200


def test_a_shared_page_answers(anonymous, owner, team, odd):
    for topology in (odd, None):
        _, secret = make_share(Actor(owner), team, topology, shows="head", embed=True)
        for path in (f"/s/{secret}/", f"/s/{secret}/embed/"):
            assert anonymous.get(path).status_code == 200


def test_what_cannot_be_sent_is_shown_as_a_replacement(as_viewer, actor, team):
    topology = stored(actor, team, ODD_RIG, filename="odd.yaml")
    page = as_viewer.get(f"/t/crew/topologies/{topology.slug}/outline/").content.decode()
    assert "\ufffd" in page and "é" in page


HUGE = ("9" * 5000, "9" * 20, "٣", "-1", "1e3", "\x00", "")


@pytest.mark.parametrize("number", HUGE, ids=lambda text: ascii(text[:6]))
def test_a_number_that_is_none_is_never_a_fault(as_owner, owner, rig, graph, number):
    base = "/t/crew/topologies/crew-rig/"
    other = "/t/crew/topologies/small-graph/"
    asked = [
        (base + "history/", {"patch": number, "page": number}),
        (base + "export.yaml", {"revision": number}),
        (other + "inspect/", {"chain": number}),
        (other + "", {"chain": number}),
        (base + "newer/", {"head": number}),
        (base + "diff/", {"from": number, "to": number}),
        ("/t/crew/audit/", {"page": number}),
    ]
    for path, query in asked:
        assert as_owner.get(path, query, headers={"HX-Request": "true"}).status_code < 500, path
    posted = [
        (base + "ops/", {"op": "add_edge", "kind": "can_observe", "from": "dev.qa", "to": "orch.lead", "base": number}),
        (base + "undo/", {"base": number}),
        (base + "restore/", {"revision": number, "base": number}),
        (base + "publish/", {"base": number}),
        (base + "source/save/", {"base": number, "head": number, "text": "x: 1", "choice-0": "yours"}),
        ("/t/crew/settings/token/", {"name": "n", "scope": "read", "days": number}),
        ("/t/crew/settings/invite/", {"role": "viewer", "days": number}),
        ("/t/crew/settings/role/", {"membership": number, "role": "viewer"}),
        ("/t/crew/undelete/", {"topology": number}),
    ]
    for path, fields in posted:
        assert as_owner.post(path, fields).status_code < 500, path


def test_a_page_that_this_kind_has_not_shows_the_picture(as_viewer, rig, graph):
    for path in ("crew-rig/lattice/", "crew-rig/channels/", "small-graph/launch/"):
        answer = as_viewer.get(f"/t/crew/topologies/{path}")
        assert answer.status_code == 200 and b'id="drawing"' in answer.content
