"""Changes over the API: preconditions, operations, conflicts with both sides, history, publishing."""

from __future__ import annotations

from typing import Any

import pytest
from people import BROKEN_RIG, GRAPH, RIG

from topology.models import AuditEntry, Revision

from .conftest import Program, problem

CREW = "/teams/crew/topologies"
AT = f"{CREW}/crew-rig"
ADD = {"op": "add_edge", "kind": "can_observe", "from": "orch.lead", "to": "dev.qa"}
REMOVE = {"op": "remove_edge", "kind": "can_observe", "from": "orch.lead", "to": "dev.qa"}
NEWER = RIG.replace("Development", "Developers")


def text(program: Program, revision: str = "head") -> str:
    """The text of a revision, as exported."""
    return str(program.get(f"{AT}/export.yaml?revision={revision}").content.decode())


def test_import_answers_where_it_is(writer: Program, team: Any) -> None:
    response = writer.post(CREW, RIG)
    assert (response.status_code, response["ETag"]) == (201, '"r1"')
    assert response["Location"] == "/api/v1/teams/crew/topologies/crew-rig"
    body = response.json()
    assert (body["slug"], body["valid"], body["head"], body["diagnostics"]) == (
        "crew-rig",
        True,
        1,
        body["diagnostics"],
    )
    revision = Revision.objects.get()
    assert (revision.via, revision.author, revision.author_name) == ("api", None, "token write token")
    assert writer.post(CREW, RIG).json()["slug"] == "crew-rig-2"


def test_an_invalid_document_may_be_kept_as_a_draft(writer: Program, team: Any) -> None:
    response = writer.post(f"{CREW}?draft=1", BROKEN_RIG)
    assert (response.status_code, response.json()["valid"], response.json()["errors"]) == (201, False, 1)
    problem(writer.post(f"{CREW}/broken-rig/publish"), 422)


def test_a_nameless_document_takes_the_files_name(writer: Program, team: Any) -> None:
    assert writer.post(f"{CREW}?draft=1&filename=My%20Crew.yaml", "pods: []\n").json()["slug"] == "my-crew"


def test_an_older_openrig_may_be_asked_for(writer: Program, team: Any) -> None:
    newer = RIG.replace("runtime: codex", "runtime: pi")
    problem(writer.post(f"{CREW}?openrig=0.4.6", newer), 422)
    assert writer.post("/check?openrig=0.4.6", newer).json()["summary"]["errors"] > 0
    assert writer.post(CREW, newer).status_code == 201
    problem(writer.post(f"{CREW}?openrig=1.0", newer), 422)


def test_saving_needs_to_say_what_it_is_based_on(writer: Program, rig: Any) -> None:
    missing = writer.put(f"{AT}/source", NEWER)
    problem(missing, 428)
    assert missing["ETag"] == '"r1"'
    for tag in ('"r2"', '"r0"', 'W/"r1"', "r1", "nonsense", ""):
        problem(writer.put(f"{AT}/source", NEWER, If_Match=tag), 412)
    assert text(writer) == RIG
    saved = writer.put(f"{AT}/source", NEWER, If_Match='"r1"')
    assert (saved.status_code, saved["ETag"], saved.json()["head"]) == (200, '"r2"', 2)
    assert text(writer) == NEWER
    problem(writer.put(f"{AT}/source", RIG, If_Match='"r1"'), 412)
    assert writer.put(f"{AT}/source", RIG, If_Match='"r1", "r2"').status_code == 200


def test_saving_keeps_bytes_as_sent(writer: Program, rig: Any) -> None:
    odd = ("\ufeff" + NEWER.replace("\n", "\r\n")).rstrip()
    assert writer.put(f"{AT}/source", odd.encode(), If_Match='"r1"').status_code == 200
    assert writer.get(f"{AT}/export.yaml").content == odd.encode()


def test_saving_an_invalid_text_is_a_draft_and_no_yaml_is_refused(writer: Program, rig: Any) -> None:
    saved = writer.put(f"{AT}/source", BROKEN_RIG, If_Match='"r1"').json()
    assert (saved["valid"], [d["code"] for d in saved["diagnostics"] if d["severity"] == "error"]) == (False, ["R203"])
    assert problem(writer.put(f"{AT}/source", "a: [", If_Match='"r2"'), 422)["diagnostics"]
    assert text(writer) == BROKEN_RIG


def test_a_head_that_moves_in_between_is_412_with_both_sides(writer: Program, rig: Any, monkeypatch: Any) -> None:
    from topology.api import documents
    from topology.services import save_source

    def overtaken(actor: Any, topology: Any, base: int, data: bytes, **options: Any) -> Any:
        save_source(actor, type(topology).objects.get(), base, NEWER.encode())
        return save_source(actor, topology, base, data, **options)

    monkeypatch.setattr(documents, "save_source", overtaken)
    body = problem(writer.put(f"{AT}/source", RIG + "# mine\n", If_Match='"r1"'), 412)
    assert (body["base"], body["head"], body["base_text"], body["theirs"], body["yours"]) == (
        1,
        2,
        RIG,
        NEWER,
        RIG + "# mine\n",
    )


def test_operations_answer_patch_and_verdict(writer: Program, rig: Any) -> None:
    response = writer.post(f"{AT}/ops", {"base": 1, "ops": [ADD]})
    body = response.json()
    assert (response.status_code, response["ETag"], body["revision"], body["head"]) == (200, '"r2"', 2, 2)
    assert (body["base"], body["rebased"], body["dry_run"]) == (1, False, False)
    assert body["verdict"] | {"diagnostics": 0} == {
        "kind": "rig",
        "valid": True,
        "errors": 0,
        "warnings": body["verdict"]["warnings"],
        "diagnostics": 0,
    }
    changed = [line for line in body["patch"].splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert changed and all(line.startswith("+") for line in changed)
    assert len(body["words"]) == 1
    assert Revision.objects.get(number=2).ops == [ADD]
    assert AuditEntry.objects.filter(via="api").exists()


def test_a_dry_run_stores_nothing(writer: Program, rig: Any) -> None:
    body = writer.post(f"{AT}/ops", {"base": 1, "ops": [ADD], "dry_run": True}).json()
    assert (body["revision"], body["head"], body["dry_run"], bool(body["patch"])) == (None, 1, True, True)
    assert text(writer) == RIG


def test_operations_are_all_or_none(writer: Program, rig: Any) -> None:
    body = problem(writer.post(f"{AT}/ops", {"base": 1, "ops": [ADD, {"op": "remove_pod", "pod": "nowhere"}]}), 422)
    assert body["code"].startswith("E1")
    assert text(writer) == RIG


def test_removing_says_what_goes_along(writer: Program, rig: Any) -> None:
    body = writer.post(f"{AT}/ops", {"base": 1, "ops": [{"op": "remove_member", "member": "dev.qa"}]}).json()
    assert body["also"]


def test_operations_on_an_older_base_are_applied_to_the_head(writer: Program, rig: Any) -> None:
    assert writer.put(f"{AT}/source", NEWER, If_Match='"r1"').status_code == 200
    body = writer.post(f"{AT}/ops", {"base": 1, "ops": [ADD]}).json()
    assert (body["revision"], body["base"], body["rebased"]) == (3, 2, True)
    assert "Developers" in text(writer) and "can_observe" in text(writer)


def test_what_no_longer_means_the_same_is_a_conflict_with_both_sides(writer: Program, rig: Any) -> None:
    rename = {"op": "rename_member", "member": "dev.qa", "to": "tester"}
    assert (
        writer.post(f"{AT}/ops", {"base": 1, "ops": [{"op": "remove_member", "member": "dev.qa"}]}).status_code == 200
    )
    theirs = text(writer)
    body = problem(writer.post(f"{AT}/ops", {"base": 1, "ops": [rename]}), 409)
    assert (body["base"], body["head"], body["base_text"], body["theirs"], body["yours"]) == (1, 2, RIG, theirs, None)
    assert body["reasons"]
    assert text(writer) == theirs


def test_undo_and_redo(writer: Program, rig: Any) -> None:
    problem(writer.post(f"{AT}/undo"), 409)
    writer.post(f"{AT}/ops", {"base": 1, "ops": [ADD]})
    after = text(writer)
    assert writer.post(f"{AT}/undo").json()["head"] == 3
    assert text(writer) == RIG
    assert writer.post(f"{AT}/redo").json()["head"] == 4
    assert text(writer) == after
    problem(writer.post(f"{AT}/redo"), 409)


def test_restore(writer: Program, rig: Any) -> None:
    writer.put(f"{AT}/source", NEWER, If_Match='"r1"')
    assert writer.post(f"{AT}/restore", {"revision": 1}).json()["head"] == 3
    assert text(writer) == RIG
    problem(writer.post(f"{AT}/restore", {"revision": 9}), 404)


def test_publish_a_revision_that_was_seen(writer: Program, rig: Any) -> None:
    writer.put(f"{AT}/source", BROKEN_RIG, If_Match='"r1"')
    problem(writer.post(f"{AT}/publish"), 422)
    assert writer.post(f"{AT}/publish?revision=1").json()["published"] == 1
    problem(writer.post(f"{AT}/publish?revision=7"), 404)
    assert writer.post(f"{AT}/unpublish").json()["published"] is None


def test_history_says_who_did_what(writer: Program, rig: Any) -> None:
    writer.post(f"{AT}/ops", {"base": 1, "ops": [ADD]})
    writer.post(f"{AT}/publish")
    body = writer.get(f"{AT}/revisions").json()
    newest, oldest = body["items"]
    assert (newest["number"], newest["via"], newest["step"], newest["published"]) == (2, "api", "ops", True)
    assert (oldest["number"], oldest["author"], oldest["via"], oldest["step"]) == (1, "emil", "page", "import")
    assert [r["number"] for r in writer.get(f"{AT}/revisions?limit=1&offset=1").json()["items"]] == [1]
    detail = writer.get(f"{AT}/revisions/2").json()
    assert (detail["ops"], "+" in detail["patch"]) == ([ADD], True)
    problem(writer.get(f"{AT}/revisions/3"), 404)
    problem(writer.get(f"{AT}/revisions/{10**30}"), 404)


def test_diff_of_two_revisions(writer: Program, rig: Any) -> None:
    writer.put(f"{AT}/source", BROKEN_RIG.replace("broken-rig", "crew-rig"), If_Match='"r1"')
    body = writer.get(f"{AT}/diff?from=1&to=2").json()
    assert (body["from"], body["to"], body["same"]) == (1, 2, False)
    assert [e["target"] for e in body["edges"]["added"]] == ["dev.nobody"]
    assert [d["code"] for d in body["diagnostics"]["new"]] == ["R203"]
    assert "+    to: dev.nobody" in body["patch"]
    back = writer.get(f"{AT}/diff?from=2&to=1").json()
    assert [d["code"] for d in back["diagnostics"]["fixed"]] == ["R203"]
    assert writer.get(f"{AT}/diff?from=2&to=2").json()["same"] is True
    problem(writer.get(f"{AT}/diff?from=1&to=3"), 404)
    problem(writer.get(f"{AT}/diff?from=1"), 422)


def test_a_query_with_a_slip_is_refused(writer: Program, rig: Any) -> None:
    body = problem(writer.get(f"{AT}/export.yaml?revison=1"), 422)
    assert "`revison`" in body["title"] and "`revision`" in body["detail"]
    problem(writer.post(f"{AT}/publish?number=1"), 422)


def test_whoami(reader: Program, rig: Any) -> None:
    body = reader.get(f"{AT}/members/dev.impl/whoami").json()
    assert (body["logicalId"], body["sessionName"]) == ("dev.impl", "dev-impl@crew-rig")
    lead = {"logicalId": "orch.lead", "sessionName": "orch-lead@crew-rig"}
    assert {"kind": "delegates_to", "from": lead} in body["edges"]["incoming"]
    assert body["edges"]["outgoing"] == []
    qa = reader.get(f"{AT}/members/dev.qa/whoami").json()
    assert [e["kind"] for e in qa["edges"]["outgoing"]] == ["can_observe"], "deferred edges do not show"
    problem(reader.get(f"{AT}/members/dev.nobody/whoami"), 404)


def test_whoami_of_a_graph(reader: Program, graph: Any) -> None:
    problem(reader.get(f"{CREW}/small-graph/members/plan/whoami"), 404)


COORD = (
    RIG.replace("crew-rig", "coord")
    .replace("id: orch", "id: review")
    .replace("orch.lead", "review.advisor")
    .replace("id: lead", "id: advisor")
)


def test_seats(writer: Program, rig: Any) -> None:
    path = "/teams/crew/seats/review-advisor@coord"
    body = writer.get(path).json()
    assert (body["state"], body["seats"]) == ("missing", [])
    (mention,) = body["named_by"]
    assert (mention["topology"], mention["source"], mention["kind"]) == ("crew-rig", "dev.qa", "escalates_to")
    assert writer.post(f"{CREW}?draft=1", COORD).status_code == 201
    body = writer.get(path).json()
    assert body["seats"] == [{"topology": "coord", "url": f"/api/v1{CREW}/coord", "member": "review.advisor"}]
    problem(writer.get("/teams/crew/seats/nonsense"), 422)


def test_registry_is_in_the_form_that_the_command_line_takes(reader: Program, team: Any, tmp_path: Any) -> None:
    from topology.core.graph import documented_registry, load_registry

    response = reader.get("/teams/crew/registry")
    assert load_registry(response.content.decode()) == documented_registry()
    assert response.json()["capacities"] == {"anchor-plan": 10, "tool-loop": 26, "synthesize": 1, "post-turn": 7}


def test_a_teams_own_registry_judges_its_checks(writer: Program, team: Any, actor: Any) -> None:
    from topology.services import set_registry

    canonical = GRAPH.replace("builder: custom", "builder: canonical")
    before = writer.post("/check", canonical).json()
    set_registry(actor, team, b"names:\n  - {name: plan, stageId: anchor-plan}\n")
    assert writer.get("/teams/crew/registry").json()["names"] == [{"name": "plan", "stageId": "anchor-plan"}]
    assert writer.post("/check", canonical).json() != before


def test_an_answer_lists_a_thousand_diagnostics_and_counts_all(writer: Program, team: Any) -> None:
    text = RIG + "".join(f"x{number}: 1\n" for number in range(1_200))
    told = writer.post("/check", text).json()
    assert told["summary"]["errors"] == 1_200 and len(told["files"][0]["diagnostics"]) == 1_000
    refused = problem(writer.post("/teams/crew/topologies", text), 422)
    assert "1200 errors" in refused["title"] and len(refused["diagnostics"]) == 1_000
    kept = writer.post("/teams/crew/topologies?draft=1", text).json()
    assert kept["errors"] == 1_200 and len(kept["diagnostics"]) == 1_000


@pytest.mark.parametrize("document", [RIG, BROKEN_RIG, GRAPH, "a: [", ""])
def test_a_check_is_that_of_the_command_line(writer: Program, run_check: Any, document: str) -> None:
    assert writer.post("/check", document).json() == run_check(document)


@pytest.fixture
def run_check(capfdbinary: Any, monkeypatch: Any) -> Any:
    """What `topology check --format json -` prints for a text."""
    import io
    import json
    import sys

    from topology.cli import on_files

    def call(document: str) -> Any:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document.encode())))
        out = io.TextIOWrapper(io.BytesIO())
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            on_files(["check", "--format", "json", "-"])
        return json.loads(out.buffer.getvalue())  # type: ignore[attr-defined]

    return call


def test_an_entity_tag_without_quotes_is_told_so(writer: Program, team: Any) -> None:
    writer.post(CREW, RIG)
    assert "quotes" in problem(writer.put(f"{AT}/source", NEWER, If_Match="r1"), 412)["detail"]


def test_a_misplaced_field_is_named_as_it_was_sent(writer: Program, team: Any) -> None:
    writer.post(CREW, RIG)
    response = writer.post(f"{AT}/ops", {"base": 1, "opps": []})
    assert [each["where"] for each in response.json()["errors"]] == ["body.ops", "body.opps"]


def test_a_credential_in_a_name_goes_into_no_address(writer: Program, team: Any) -> None:
    response = writer.post(CREW, RIG.replace("name: crew-rig", 'name: "postgres://admin:hunter2@db/x"'))
    assert response.status_code == 201 and "hunter2" not in response["Location"]
