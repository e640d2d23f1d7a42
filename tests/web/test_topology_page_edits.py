"""Editing on the pages: with htmx and without, verdict before saving, undo, conflicts, what was typed kept."""

from __future__ import annotations

from typing import Any

import pytest
from people import BROKEN_RIG, GRAPH, RIG, stored

pytestmark = pytest.mark.django_db

BASE = "/t/crew/topologies"
HTMX = {"HX-Request": "true"}


def html(response: Any) -> str:
    return response.content.decode()


def text_of(topology: Any) -> str:
    topology.refresh_from_db()
    return topology.revision().text


def do(client: Any, topology: str, *, htmx: bool = True, path: str = "ops/", **posted: Any) -> Any:
    headers = HTMX if htmx else {}
    return client.post(f"{BASE}/{topology}/{path}", {k.rstrip("_"): v for k, v in posted.items()}, headers=headers)


def test_an_edge_is_added_and_selected(rig: Any, as_editor: Any) -> None:
    response = do(as_editor, "crew-rig", op="add_edge", kind="can_observe", from_="orch.lead", to="dev.qa", base=1)
    page = html(response)
    assert response.status_code == 200
    assert 'data-selected="edge"' in page and 'id="workspace"' in page and 'hx-swap-oob="true"' in page
    assert "said" in response["HX-Trigger-After-Settle"]
    assert "to: dev.qa" in text_of(rig)


def test_a_page_that_shows_the_picture_gets_a_newer_canvas_to_take_over(rig: Any, as_editor: Any) -> None:
    edge = {"op": "add_edge", "kind": "can_observe", "from": "orch.lead", "to": "dev.qa", "base": 1}
    headers = {**HTMX, "Espalier-Canvas": "picture"}
    response = as_editor.post(f"{BASE}/crew-rig/ops/", {**edge, "tab": "picture"}, headers=headers)
    page = html(response)
    assert (response["HX-Retarget"], response["HX-Reswap"]) == ("#inspector", "innerHTML")
    assert "<template data-newer-canvas>" in page and 'id="workspace"' not in page
    assert 'data-selected="edge"' in page and 'data-edge="can_observe:orch.lead&gt;dev.qa"' in page
    assert "said" in response["HX-Trigger-After-Settle"]


@pytest.mark.parametrize(("tab", "canvas"), [("outline", "picture"), ("picture", "trial"), ("picture", "")])
def test_any_other_page_gets_its_whole_workspace(rig: Any, as_editor: Any, tab: str, canvas: str) -> None:
    headers = {**HTMX, **({"Espalier-Canvas": canvas} if canvas else {})}
    posted = {"op": "remove_member", "member": "dev.qa", "base": 1, "tab": tab}
    response = as_editor.post(f"{BASE}/crew-rig/ops/", posted, headers=headers)
    assert 'id="workspace"' in html(response) and "HX-Retarget" not in response


def test_an_emptied_picture_replaces_the_workspace(rig: Any, as_editor: Any) -> None:
    headers = {**HTMX, "Espalier-Canvas": "picture"}
    for base, pod in ((1, "orch"), (2, "dev")):
        posted = {"op": "remove_pod", "pod": pod, "base": base, "tab": "picture"}
        response = as_editor.post(f"{BASE}/crew-rig/ops/", posted, headers=headers)
    assert 'id="workspace"' in html(response) and "Nothing to draw yet" in html(response)


def test_added_and_removed_again_gives_the_same_bytes(rig: Any, as_editor: Any) -> None:
    edge = {"kind": "can_observe", "from_": "orch.lead", "to": "dev.qa"}
    do(as_editor, "crew-rig", op="add_edge", base=1, **edge)
    do(as_editor, "crew-rig", op="remove_edge", base=2, **edge)
    assert text_of(rig) == RIG


def test_without_javascript_a_form_leads_back_to_the_page(rig: Any, as_editor: Any) -> None:
    posted = {"op": "add_edge", "kind": "can_observe", "from_": "orch.lead", "to": "dev.qa", "base": 1}
    response = do(as_editor, "crew-rig", htmx=False, tab="outline", **posted)
    assert response.status_code == 302 and "/outline/?edge=can_observe" in response["Location"]
    assert "Added can_observe from orch.lead to dev.qa" in html(as_editor.get(response["Location"]))


def test_a_forbidden_edge_is_asked_about_and_then_saved_red(graph: Any, as_editor: Any) -> None:
    edge = {"op": "add_edge", "from_": "answer", "to": "decide", "base": 1, "slot": "connect-error"}
    asked = do(as_editor, "small-graph", **edge)
    assert asked.status_code == 422 and asked["HX-Retarget"] == "#connect-error"
    assert "Forbidden 4" in html(asked) and 'name="confirm"' in html(asked)
    assert text_of(graph) == GRAPH
    saved = do(as_editor, "small-graph", confirm=1, **edge)
    assert saved.status_code == 200 and "1 error" in html(saved)


def test_without_javascript_the_question_is_a_page_that_keeps_what_was_asked(graph: Any, as_editor: Any) -> None:
    response = do(as_editor, "small-graph", htmx=False, op="add_edge", from_="answer", to="decide", base=1)
    page = html(response)
    assert response.status_code == 422 and 'value="decide"' in page and "all the same" in page


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("plan", "decide", "llowed by row 2"),
        ("answer", "decide", "orbidden 4"),
        ("answer", "plan", "next turn"),
        ("plan", "nobody", "nobody"),
    ],
)
def test_the_verdict_is_said_before_saving(graph: Any, as_editor: Any, source: str, target: str, words: str) -> None:
    response = as_editor.get(f"{BASE}/small-graph/edge-verdict/", {"from": source, "to": target}, headers=HTMX)
    assert words in html(response)


def test_one_request_marks_every_target(graph: Any, as_editor: Any) -> None:
    page = html(as_editor.get(f"{BASE}/small-graph/edge-verdict/", {"from": "answer", "list": 1}, headers=HTMX))
    legal = page.split('data-value="answer"')[1]
    assert 'data-legal="1"' in legal.split(">")[0]
    assert 'data-legal="0"' in page.split('data-value="decide"')[1].split(">")[0]
    assert "forbidden 4" in page and 'data-value="START"' not in page


def test_a_rig_verdict_tells_scope_and_effects(rig: Any, as_viewer: Any) -> None:
    ask = {"from": "orch.lead", "to": "dev.qa", "kind": "delegates_to"}
    page = html(as_viewer.get(f"{BASE}/crew-rig/edge-verdict/", ask, headers=HTMX))
    assert "cross-pod" in page.lower() and "launches before" in page


def test_undo_and_redo(rig: Any, as_editor: Any) -> None:
    do(as_editor, "crew-rig", op="remove_edge", kind="delegates_to", from_="orch.lead", to="dev.impl", base=1)
    undone = do(as_editor, "crew-rig", path="undo/", base=2, tab="picture")
    assert undone.status_code == 200 and text_of(rig) == RIG
    do(as_editor, "crew-rig", path="redo/", base=3)
    assert "delegates_to" not in text_of(rig)


def test_undo_of_what_one_has_not_seen_is_a_conflict(rig: Any, as_editor: Any, as_owner: Any) -> None:
    do(as_owner, "crew-rig", op="remove_edge", kind="delegates_to", from_="orch.lead", to="dev.impl", base=1)
    assert do(as_editor, "crew-rig", path="undo/", base=1).status_code == 409


def test_the_patch_is_shown_and_nothing_saved(rig: Any, as_editor: Any) -> None:
    posted = {"op": "remove_edge", "kind": "delegates_to", "from_": "orch.lead", "to": "dev.impl", "base": 1}
    response = do(as_editor, "crew-rig", dry_run=1, **posted)
    assert 'class="del"' in html(response) and text_of(rig) == RIG
    whole = do(as_editor, "crew-rig", htmx=False, dry_run=1, **posted)
    assert "What would change" in html(whole) and text_of(rig) == RIG


def test_a_fields_form_changes_only_its_lines(rig: Any, as_editor: Any) -> None:
    typed = {"f.model": "opus", "f.runtime": "claude-code", "f.label": ""}
    posted = {"op": "fields", "node": "orch.lead", "base": 1, **typed}
    response = as_editor.post(f"{BASE}/crew-rig/ops/", posted, headers=HTMX)
    assert response.status_code == 200
    before, after = RIG.splitlines(), text_of(rig).splitlines()
    assert [line for line in after if line not in before] == ["        model: opus"]


def test_a_field_is_checked_as_it_is_typed(rig: Any, as_editor: Any) -> None:
    posted = {"op": "fields", "node": "orch.lead", "f.agent_ref": "somewhere", "f.restore_policy": "sometimes"}
    told = as_editor.post(f"{BASE}/crew-rig/fields/", posted, headers=HTMX).json()
    assert set(told["fields"]) >= {"f.agent_ref", "f.restore_policy"} and told["errors"] >= 2
    assert text_of(rig) == RIG


def test_a_rename_goes_by_its_operation(rig: Any, as_editor: Any) -> None:
    posted = {"op": "fields", "node": "dev.impl", "base": 1, "f.id": "builder"}
    response = as_editor.post(f"{BASE}/crew-rig/ops/", posted, headers=HTMX)
    assert response.status_code == 200 and 'data-id="dev.builder"' in html(response)
    assert "to: dev.builder" in text_of(rig) and "to: builder" in text_of(rig)


def test_a_refused_operation_says_why_beside_the_form(rig: Any, as_editor: Any) -> None:
    response = do(as_editor, "crew-rig", op="add_pod", id="dev", label="Again", base=1, slot="pod-error")
    assert response.status_code == 422 and response["HX-Retarget"] == "#pod-error"
    assert "dev" in html(response)


def test_a_slot_that_is_no_id_is_not_used(rig: Any, as_editor: Any) -> None:
    response = do(as_editor, "crew-rig", op="nonsense", slot="x,body")
    assert response.status_code == 422 and response["HX-Retarget"] == "#notice"


def test_publishing_needs_a_valid_revision(broken_rig: Any, rig: Any, as_editor: Any) -> None:
    assert do(as_editor, "broken-rig", path="publish/", base=1).status_code == 422
    assert do(as_editor, "crew-rig", path="publish/", base=1).status_code == 200
    rig.refresh_from_db()
    assert rig.published == 1


def test_the_source_is_saved_with_its_base(rig: Any, as_editor: Any) -> None:
    new = RIG.replace("runtime: codex", "runtime: pi")
    response = do(as_editor, "crew-rig", path="source/save/", text=new.replace("\n", "\r\n"), base=1)
    assert response.status_code == 200 and "source-saved" in response["HX-Trigger-After-Settle"]
    assert text_of(rig) == new


def test_two_saves_of_the_same_line_show_all_three_sides(rig: Any, as_editor: Any, as_owner: Any) -> None:
    do(as_owner, "crew-rig", path="source/save/", text=RIG.replace("runtime: codex", "runtime: pi"), base=1)
    mine = RIG.replace("runtime: codex", "runtime: terminal")
    for htmx in (True, False):
        response = do(as_editor, "crew-rig", path="source/save/", htmx=htmx, text=mine, base=1)
        page = html(response)
        assert response.status_code == 409
        assert "runtime: pi" in page and "runtime: terminal" in page and "runtime: codex" in page
    settled = {"text": mine.replace("\n", "\r\n"), "base": 1, "head": 2, "settle": 1, "choice-0": "theirs"}
    assert as_editor.post(f"{BASE}/crew-rig/source/save/", settled).status_code == 302
    assert text_of(rig) == RIG.replace("runtime: codex", "runtime: pi")


def test_a_changed_kind_is_judged_without_the_edge_it_replaces(rig: Any, as_editor: Any) -> None:
    ask = {"from": "orch.lead", "to": "dev.impl", "kind": "spawned_by"}
    was = {"was_kind": "delegates_to", "was_from": "orch.lead", "was_to": "dev.impl"}
    url = f"{BASE}/crew-rig/edge-verdict/"
    assert "cycle" in html(as_editor.get(url, ask, headers=HTMX))
    assert "cycle" not in html(as_editor.get(url, ask | was, headers=HTMX))
    response = do(as_editor, "crew-rig", op="change_edge", new_kind="spawned_by", base=1, **_edge(was))
    assert response.status_code == 200 and "kind: spawned_by" in text_of(rig)


def _edge(was: dict[str, str]) -> dict[str, str]:
    return {"kind": was["was_kind"], "from_": was["was_from"], "to": was["was_to"]}


def test_settling_a_conflict_of_revisions_that_are_not_there(rig: Any, as_editor: Any) -> None:
    posted = {"text": RIG, "base": 1, "head": 7, "settle": 1}
    assert as_editor.post(f"{BASE}/crew-rig/source/save/", posted, headers=HTMX).status_code == 422


def test_unreadable_text_is_kept_by_the_page_and_not_stored(rig: Any, as_editor: Any) -> None:
    response = do(as_editor, "crew-rig", path="source/save/", htmx=False, text="a: [", base=1)
    assert response.status_code == 422 and "a: [" in html(response)
    assert text_of(rig) == RIG


def test_typed_text_is_checked_and_drawn_without_being_stored(rig: Any, as_editor: Any) -> None:
    url = f"{BASE}/crew-rig/source"
    checked = as_editor.post(f"{url}/check/", {"text": BROKEN_RIG}, headers=HTMX)
    assert "1 error" in html(checked) and 'data-row="' in html(checked)
    assert "<svg" in html(as_editor.post(f"{url}/draw/", {"text": BROKEN_RIG}, headers=HTMX))
    assert as_editor.post(f"{url}/draw/", {"text": "a: ["}, headers=HTMX).status_code == 204
    assert text_of(rig) == RIG


def test_a_restore_brings_an_old_text_back(rig: Any, as_editor: Any) -> None:
    do(as_editor, "crew-rig", op="remove_edge", kind="delegates_to", from_="orch.lead", to="dev.impl", base=1)
    do(as_editor, "crew-rig", path="history/restore/", revision=1, base=2)
    assert text_of(rig) == RIG


def test_another_openrig_version_is_said(rig: Any, as_editor: Any) -> None:
    page = html(do(as_editor, "crew-rig", path="version/", openrig="0.4.6", tab="checks"))
    assert "OpenRig 0.4.6" in page and "1 error" in page


def test_another_address(rig: Any, as_editor: Any) -> None:
    response = do(as_editor, "crew-rig", path="rename/", slug="crew-two")
    assert response["HX-Redirect"].endswith("/crew-two/")
    assert do(as_editor, "crew-two", path="rename/", slug="Not A Slug").status_code == 422


def test_deleted_and_brought_back(rig: Any, as_owner: Any) -> None:
    assert do(as_owner, "crew-rig", path="delete/", htmx=False).status_code == 302
    assert as_owner.get(f"{BASE}/crew-rig/").status_code == 404
    assert "Bring back" in html(as_owner.get("/t/crew/"))
    as_owner.post("/t/crew/undelete/", {"topology": rig.pk})
    assert as_owner.get(f"{BASE}/crew-rig/").status_code == 200


def test_export_gives_the_stored_bytes(rig: Any, as_viewer: Any) -> None:
    response = as_viewer.get(f"{BASE}/crew-rig/export.yaml")
    assert response.content == RIG.encode() and response["ETag"] == '"r1"'
    assert as_viewer.get(f"{BASE}/crew-rig/export.json").json()["kind"] == "rig"
    assert as_viewer.get(f"{BASE}/crew-rig/export.exe").status_code == 404


def test_import_shows_the_line_at_fault_and_offers_a_draft(team: Any, as_editor: Any) -> None:
    response = as_editor.post("/t/crew/import/", {"text": BROKEN_RIG})
    page = html(response)
    assert response.status_code == 422 and "dev.nobody" in page and "Keep it as a draft" in page
    kept = as_editor.post("/t/crew/import/", {"text": BROKEN_RIG, "draft": 1})
    assert kept.status_code == 302 and kept["Location"].endswith("/broken-rig/")


def test_import_of_text_that_is_no_yaml_keeps_it(team: Any, as_editor: Any) -> None:
    response = as_editor.post("/t/crew/import/", {"text": "a: ["})
    assert response.status_code == 422 and "a: [" in html(response) and "Keep it as a draft" not in html(response)


def test_a_newer_revision_is_announced_and_touches_nothing(rig: Any, as_editor: Any, as_owner: Any) -> None:
    url = f"{BASE}/crew-rig/newer/?head=1"
    assert as_editor.get(url, headers=HTMX).status_code == 204
    do(as_owner, "crew-rig", op="remove_edge", kind="delegates_to", from_="orch.lead", to="dev.impl", base=1)
    told = as_editor.get(url, headers=HTMX)
    assert told.status_code == 200 and "r2" in html(told) and "olga" in html(told)


@pytest.mark.parametrize(
    ("operation", "before", "after"),
    [
        ({"op": "rename_member", "member": "dev.qa", "to": "tester"}, "dev.qa", "dev.tester"),
        ({"op": "rename_pod", "pod": "dev", "to": "build"}, "dev.qa", "build.qa"),
    ],
)
def test_what_is_renamed_stays_where_it_is(
    rig: Any, as_editor: Any, operation: dict[str, str], before: str, after: str
) -> None:
    as_editor.get(f"{BASE}/crew-rig/")
    rig.refresh_from_db()
    places = rig.layout["nodes"]
    assert do(as_editor, "crew-rig", base=1, tab="picture", **operation).status_code == 200
    rig.refresh_from_db()
    assert rig.layout["nodes"][after] == places[before]
    assert rig.layout["nodes"]["orch.lead"] == places["orch.lead"]
    do(as_editor, "crew-rig", path="undo/", tab="picture")
    rig.refresh_from_db()
    assert rig.layout["nodes"][before] == places[before]


def test_an_edge_that_will_be_warned_of_says_so_before_it_is_saved(rig: Any, as_editor: Any) -> None:
    address = f"{BASE}/crew-rig/edge-verdict/?from=dev.qa&to=dev.qa&kind=can_observe"
    said = html(as_editor.get(address, headers=HTMX))
    assert 'class="say warn"' in said and "with a warning (R802)" in said


MEMBER_FORM = {
    "op": "add_member", "pod": "dev", "id": "new", "agent_ref": "local:a", "profile": "p", "runtime": "pi", "cwd": "."
}  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "form", "fields", "errors", "refused"),
    [
        ("crew-rig", MEMBER_FORM, {}, 0, False),
        (
            "crew-rig",
            MEMBER_FORM | {"agent_ref": "nowhere"},
            {"agent_ref": "is `nowhere`"},
            1,
            False,
        ),
        ("crew-rig", MEMBER_FORM | {"id": "qa"}, {"id": "`qa` already"}, 1, True),
        ("crew-rig", MEMBER_FORM | {"id": "a.b"}, {"id": "dot"}, 1, True),
        ("crew-rig", MEMBER_FORM | {"cwd": ""}, {"cwd": "`cwd` is missing"}, 1, True),
        ("crew-rig", MEMBER_FORM | {"pod": "gone"}, {"id": "no pod `gone`"}, 1, True),
        ("crew-rig", {"op": "add_pod", "id": "new", "label": "New"}, {"": "has no members"}, 0, False),
        ("crew-rig", {"op": "add_pod", "id": "dev", "label": "New"}, {"id": "`dev` already"}, 1, True),
        (
            "small-graph",
            {"op": "add_node", "name": "fresh", "stageId": "tool-loop"},
            {"name": "no path"},
            0,
            False,
        ),
        ("small-graph", {"op": "add_node", "name": "START", "stageId": "tool-loop"}, {"name": "START"}, 1, True),
    ],
)
def test_what_is_to_be_added_is_checked_before_it_is_sent(as_editor, rig, graph, slug, form, fields, errors, refused):
    told = as_editor.post(f"{BASE}/{slug}/fields/", form).json()
    assert told.get("refused", False) is refused
    assert told["errors"] == errors
    assert told["fields"].keys() == fields.keys()
    for name, words in fields.items():
        assert words in told["fields"][name][0]["message"]
    rig.refresh_from_db()
    assert rig.head == 1


def test_a_field_whose_text_is_shared_says_so_before_it_is_saved(as_editor, actor, team):
    text = RIG.replace("runtime: codex", "runtime: *rt").replace("runtime: claude-code", "runtime: &rt claude-code", 1)
    stored(actor, team, text.replace("name: crew-rig", "name: shared"))
    told = as_editor.post(f"{BASE}/shared/fields/", {"node": "orch.lead", "f.runtime": "pi"}).json()
    (message,) = told["fields"]["f.runtime"]
    assert "is the alias `*rt`" in message["message"] and "write that alias out" in message["help"]
    assert told["refused"]
