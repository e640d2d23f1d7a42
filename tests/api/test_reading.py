"""Lists, summaries and exports: exact bytes, entity tags, few queries."""

from __future__ import annotations

from typing import Any

import pytest
from people import BROKEN_RIG, GRAPH, RIG, stored

from .conftest import Program, problem

CREW = "/teams/crew/topologies"


def test_list_gives_each_topology_with_its_verdict(reader: Program, rig: Any, broken_graph: Any) -> None:
    body = reader.get(CREW).json()
    assert body["total"] == 2
    assert [(t["slug"], t["kind"], t["valid"]) for t in body["items"]] == [
        ("broken-graph", "graph", False),
        ("crew-rig", "rig", True),
    ]


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("kind=graph", ["broken-graph", "small-graph"]),
        ("kind=rig", ["broken-rig", "crew-rig"]),
        ("valid=false", ["broken-graph", "broken-rig"]),
        ("valid=true&kind=rig", ["crew-rig"]),
        ("text=CREW", ["crew-rig"]),
        ("text=dev.qa&valid=1", ["crew-rig"]),
        ("text=nothing-like-it", []),
        ("limit=1", ["broken-graph"]),
        ("limit=2&offset=3", ["small-graph"]),
    ],
)
def test_list_is_filtered_and_paged(
    reader: Program, rig: Any, graph: Any, broken_rig: Any, broken_graph: Any, query: str, slugs: list[str]
) -> None:
    assert [t["slug"] for t in reader.get(f"{CREW}?{query}").json()["items"]] == slugs


def test_next_leads_through_all_pages(reader: Program, rig: Any, graph: Any, broken_rig: Any) -> None:
    seen, path = [], f"{CREW}?limit=1&text=r"
    while path:
        body = reader.get(path).json()
        seen += [t["slug"] for t in body["items"]]
        path = (body["next"] or "").removeprefix("/api/v1")
    assert seen == ["broken-rig", "crew-rig", "small-graph"]


def test_deleted_topologies_are_gone(reader: Program, rig: Any, actor: Any) -> None:
    from topology.services import delete

    delete(actor, rig)
    assert reader.get(CREW).json()["total"] == 0
    problem(reader.get(f"{CREW}/crew-rig"), 404)
    problem(reader.get(f"{CREW}/crew-rig/export.yaml"), 404)


def test_summary_carries_the_heads_tag(reader: Program, rig: Any) -> None:
    response = reader.get(f"{CREW}/crew-rig")
    body = response.json()
    assert response["ETag"] == '"r1"'
    assert (body["head"], body["published"], body["valid"], body["nodes"], body["off_canvas"]) == (1, None, True, 3, 1)
    assert "diagnostics" not in body


@pytest.mark.parametrize("deed", ["publish", "unpublish", "judge by another release"])
def test_a_summary_is_never_taken_for_an_older_one(writer: Program, actor: Any, rig: Any, deed: str) -> None:
    from topology.services import publish, set_openrig, unpublish

    if deed == "unpublish":
        publish(actor, rig)
    before = writer.get(f"{CREW}/crew-rig")
    {"publish": publish, "unpublish": unpublish}.get(deed, lambda *a: set_openrig(*a, "0.4.6"))(actor, rig)
    after = writer.get(f"{CREW}/crew-rig", If_None_Match=before["ETag"])
    assert after.status_code == 200 and after["ETag"] == before["ETag"] == '"r1"'
    assert after.json() != before.json()


def test_summary_says_what_is_wrong_when_asked(reader: Program, broken_rig: Any) -> None:
    body = reader.get(f"{CREW}/broken-rig?diagnostics=1").json()
    (fault,) = [d for d in body["diagnostics"] if d["severity"] == "error"]
    assert (fault["code"], fault["path"]) == ("R203", "edges[0].to")
    assert BROKEN_RIG.split("\n")[fault["line"] - 1][fault["column"] - 1 :].startswith("dev.nobody")


ODD = b"\xef\xbb\xbf" + RIG.replace("\n", "\r\n").rstrip().encode()


def test_export_gives_the_stored_bytes(writer: Program, team: Any) -> None:
    assert writer.post(CREW, ODD).status_code == 201
    response = writer.get(f"{CREW}/crew-rig/export.yaml")
    assert response.content == ODD
    assert response["ETag"] == '"r1"'
    assert response["X-Topology-Valid"] == "true"
    assert response["Content-Type"].startswith("application/yaml")


def test_export_defaults_to_the_published_revision(writer: Program, rig: Any) -> None:
    newer = RIG.replace("Development", "Developers")
    assert writer.post(f"{CREW}/crew-rig/publish").status_code == 200
    assert writer.put(f"{CREW}/crew-rig/source", newer, If_Match='"r1"').status_code == 200
    for query, number in (("", 1), ("?revision=published", 1), ("?revision=head", 2), ("?revision=2", 2)):
        response = writer.get(f"{CREW}/crew-rig/export.yaml{query}")
        assert response["ETag"] == f'"r{number}"', query
        assert response.content.decode() == (RIG if number == 1 else newer)
    assert writer.post(f"{CREW}/crew-rig/unpublish").status_code == 200
    assert writer.get(f"{CREW}/crew-rig/export.yaml")["ETag"] == '"r2"'
    problem(writer.get(f"{CREW}/crew-rig/export.yaml?revision=published"), 404)


def test_an_invalid_draft_exports_and_says_so(reader: Program, broken_rig: Any) -> None:
    response = reader.get(f"{CREW}/broken-rig/export.yaml")
    assert (response.content.decode(), response["X-Topology-Valid"]) == (BROKEN_RIG, "false")


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("revision=2", 404),
        ("revision=0", 422),
        ("revision=latest", 422),
        ("revision=-1", 422),
        ("revision=99999999999", 422),
    ],
)
def test_a_revision_that_is_not_there(reader: Program, rig: Any, query: str, status: int) -> None:
    problem(reader.get(f"{CREW}/crew-rig/export.yaml?{query}"), status)


@pytest.mark.parametrize("tag", ['"r1"', 'W/"r1"', '"r7", "r1"', "*"])
def test_export_is_not_sent_again(reader: Program, rig: Any, tag: str) -> None:
    response = reader.get(f"{CREW}/crew-rig/export.yaml", If_None_Match=tag)
    assert (response.status_code, response.content, response["ETag"]) == (304, b"", '"r1"')


def test_polling_the_export_takes_two_queries_and_no_parsing(
    reader: Program, rig: Any, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    path = f"{CREW}/crew-rig/export.yaml"
    reader.get(path)
    for where in ("topology.core.document.parse.parse", "topology.core.kinds.parse"):
        monkeypatch.setattr(where, lambda text: pytest.fail("parsed"), raising=False)
    with django_assert_max_num_queries(3):
        assert reader.get(path).status_code == 200
    with django_assert_max_num_queries(2):
        assert reader.get(path, If_None_Match='"r1"').status_code == 304


@pytest.mark.parametrize(
    ("form", "kind", "start"),
    [
        ("json", "application/json", b"{\n"),
        ("dot", "text/vnd.graphviz", b"digraph"),
        ("mermaid", "text/plain", b"flowchart"),
        ("svg", "image/svg+xml", b"<"),
        ("png", "image/png", b"\x89PNG"),
    ],
)
def test_other_forms(reader: Program, graph: Any, form: str, kind: str, start: bytes) -> None:
    path = f"{CREW}/small-graph/export.{form}"
    response = reader.get(path)
    assert response.status_code == 200
    assert response["Content-Type"].startswith(kind)
    assert response.content.lstrip()[: len(start)] == start
    assert reader.get(path, If_None_Match=response["ETag"]).status_code == 304


def test_a_picture_has_two_themes(reader: Program, graph: Any) -> None:
    light, dark = (reader.get(f"{CREW}/small-graph/export.svg?theme={theme}") for theme in ("light", "dark"))
    assert light.content != dark.content
    assert light["ETag"] != dark["ETag"]
    problem(reader.get(f"{CREW}/small-graph/export.svg?theme=pink"), 422)


def test_the_json_form_is_the_plain_value(reader: Program, graph: Any) -> None:
    from topology.core.document import parse

    assert reader.get(f"{CREW}/small-graph/export.json").json() == parse(GRAPH).root


def test_what_has_no_json_form_is_said(reader: Program, actor: Any, team: Any) -> None:
    stored(actor, team, GRAPH + "extra: .nan\n")
    assert "JSON" in problem(reader.get(f"{CREW}/small-graph/export.json"), 422)["title"]


def test_head_answers_as_get_without_a_body(reader: Program, rig: Any) -> None:
    for path in (CREW, f"{CREW}/crew-rig", f"{CREW}/crew-rig/export.yaml", "/openapi.json"):
        got, headed = reader.get(path), reader.head(path)
        assert (headed.status_code, headed.content) == (200, b"")
        assert headed["Content-Length"] == str(len(got.content))
        assert headed.get("ETag") == got.get("ETag")
