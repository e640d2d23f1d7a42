"""The comparison page, as a browser without JavaScript asks for it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from people import GRAPH, RIG, stored

from topology.models import Revision
from topology.services import apply_ops, publish, save_source

pytestmark = pytest.mark.django_db

HERE = "/t/crew/topologies/crew-rig/diff/"


def html(response: Any) -> str:
    return response.content.decode()


def classes(page: str, attribute: str, name: str) -> list[str]:
    """The classes of one drawn thing."""
    found = re.search(rf'<g class="([^"]*)" data-{attribute}="{re.escape(name)}"', page)
    assert found, name
    return found[1].split()


@pytest.fixture
def changed(rig: Any, actor: Any) -> Any:
    """The rig after three changes: a member gone (2), one added and an edge (3), a field set (4)."""
    apply_ops(actor, rig, 1, [{"op": "remove_member", "member": "dev.qa"}])
    member = {"agent_ref": "local:a", "profile": "default", "runtime": "codex", "cwd": "."}
    added = {"op": "add_member", "pod": "dev", "id": "docs", **member}
    apply_ops(actor, rig, 2, [added, {"op": "add_edge", "kind": "delegates_to", "from": "dev.docs", "to": "orch.lead"}])
    apply_ops(actor, rig, 3, [{"op": "set_field", "path": "pods[0].members[0].model", "value": "opus"}])
    rig.refresh_from_db()
    return rig


def test_added_removed_and_changed_stand_on_one_picture(changed: Any, as_viewer: Any) -> None:
    page = html(as_viewer.get(HERE, {"from": 1, "to": 4}))
    assert "m-removed" in classes(page, "node", "dev.qa")
    assert "m-added" in classes(page, "node", "dev.docs")
    assert "m-changed" in classes(page, "node", "orch.lead")
    assert "m-removed" in classes(page, "edge", "can_observe:dev.qa&gt;dev.impl")
    assert "m-added" in classes(page, "edge", "delegates_to:dev.docs&gt;orch.lead")
    assert not {"m-added", "m-removed", "m-changed"} & set(classes(page, "node", "dev.impl"))


def test_marks_have_a_sign_and_a_word_besides_their_colour(changed: Any, as_viewer: Any) -> None:
    page = html(as_viewer.get(HERE, {"from": 1, "to": 4}))
    assert page.count('class="badge b-') == page.count(" m-added") + page.count(" m-removed") + page.count(" m-changed")
    assert re.search(r'aria-label="member dev.qa[^"]*, removed"', page)
    assert 'data-edge-label="can_observe:dev.qa&gt;dev.impl"' in page


def test_the_list_names_every_change_and_selects_it(changed: Any, as_viewer: Any) -> None:
    page = html(as_viewer.get(HERE, {"from": 1, "to": 4}))
    assert 'data-change="node" data-id="dev.qa"' in page
    assert 'data-change="edge" data-id="delegates_to:dev.docs&gt;orch.lead"' in page
    assert "review-advisor@coord" in page  # the removed member's off-canvas target
    assert "<del>none</del>" in page and "<ins>opus</ins>" in page
    chosen = html(as_viewer.get(HERE, {"from": 1, "to": 4, "show": "node:dev.qa"}))
    assert "lit" in classes(chosen, "node", "dev.qa")
    assert 'data-id="dev.qa" aria-current="true"' in chosen


def test_the_text_stands_there_line_by_line_with_its_numbers(changed: Any, as_viewer: Any) -> None:
    page = html(as_viewer.get(HERE, {"from": 3, "to": 4}))
    row = re.search(r'<tr class="add">.*?<td class="no">(\d+)</td>.*?<td class="code">(.*?)</td>', page)
    assert row and row[2].strip() == "model: opus"
    assert changed.revision(4).text.split("\n")[int(row[1]) - 1].strip() == "model: opus"
    assert "0 lines removed, 1 added" in page


def test_by_default_the_head_is_compared_with_the_one_before(changed: Any, as_viewer: Any) -> None:
    page = html(as_viewer.get(HERE))
    assert '<option value="3" selected>' in page and '<option value="4" selected>' in page


def test_the_published_revision_by_its_name(changed: Any, actor: Any, as_viewer: Any) -> None:
    publish(actor, changed, 4)
    apply_ops(actor, changed, 4, [{"op": "unset_field", "path": "pods[0].members[0].model"}])
    page = html(as_viewer.get(HERE, {"from": "published"}))
    assert '<option value="4" selected>' in page and '<option value="5" selected>' in page
    assert "Since published" in page


def test_nothing_published_is_said(changed: Any, as_viewer: Any) -> None:
    response = as_viewer.get(HERE, {"from": "published"})
    assert response.status_code == 200
    assert "No revision of <code>crew-rig</code> is published" in html(response)


@pytest.mark.parametrize("asked", ["9", "0", "-1", "x", "²", "1" * 40, "<b>"])
def test_a_revision_that_is_not_there_is_said(changed: Any, as_viewer: Any, asked: str) -> None:
    response = as_viewer.get(HERE, {"from": asked})
    assert response.status_code == 404
    assert "There is no revision" in html(response) and "<b>" not in html(response)
    assert "data-node" in html(response)


def test_new_and_fixed_findings(broken_graph: Any, actor: Any, as_viewer: Any) -> None:
    apply_ops(actor, broken_graph, 1, [{"op": "remove_edge", "from": "answer", "to": "decide"}])
    here = "/t/crew/topologies/broken-graph/diff/"
    page = html(as_viewer.get(here))
    assert ">1 fixed<" in page and "new finding" not in page
    assert "wrong" not in classes(page, "edge", "edge:answer&gt;decide")
    back = html(as_viewer.get(here, {"from": 2, "to": 1}))
    assert ">1 new finding<" in back and "G204" in back
    assert {"wrong", "m-added"} <= set(classes(back, "edge", "edge:answer&gt;decide"))


def test_the_same_text_and_the_same_picture_are_told_apart(rig: Any, actor: Any, as_viewer: Any) -> None:
    assert "The texts are the same" in html(as_viewer.get(HERE))
    assert "only revision so far" in html(as_viewer.get(HERE))
    save_source(actor, rig, 1, RIG.replace("# the crew's rig", "# the rig of the crew").encode())
    page = html(as_viewer.get(HERE))
    assert "Nothing differs that a picture or a report shows" in page
    assert "The texts are the same" not in page and "# the rig of the" in re.sub("</?mark>", "", page)
    assert "data-node" in page and 'id="changes"' not in page


def test_another_topology_of_the_team(rig: Any, actor: Any, team: Any, as_viewer: Any) -> None:
    stored(actor, team, RIG.replace("crew-rig", "twin-rig").replace("id: qa", "id: test"), filename="twin-rig.yaml")
    page = html(as_viewer.get(HERE, {"with": "twin-rig"}))
    assert "twin-rig r1" in page
    assert "m-added" in classes(page, "node", "dev.test") and "m-removed" in classes(page, "node", "dev.qa")
    assert as_viewer.get(HERE, {"with": "nobody"}).status_code == 404


def test_a_topology_of_another_team_is_not_there(rig: Any, actor: Any, other_team: Any, as_viewer: Any) -> None:
    stored(actor, other_team, RIG.replace("crew-rig", "their-rig"))
    assert as_viewer.get(HERE, {"with": "their-rig"}).status_code == 404
    assert "their-rig" not in html(as_viewer.get(HERE))


def test_two_kinds_have_no_picture_in_common(rig: Any, graph: Any, as_viewer: Any) -> None:
    page = html(as_viewer.get(HERE, {"with": "small-graph"}))
    assert "Two kinds of topology" in page
    assert 'data-node="answer"' in page and "m-added" not in page and "<ins>graph</ins>" in page


def test_a_text_sent_along_is_compared_and_not_stored(rig: Any, as_viewer: Any) -> None:
    given = RIG.replace("id: qa", "id: test").replace("\n", "\r\n")
    response = as_viewer.post(HERE, {"text": given})
    page = html(response)
    assert response.status_code == 200
    assert "m-added" in classes(page, "node", "dev.test")
    # A form's line ends are not the writer's.
    assert "␍" not in page
    assert Revision.objects.count() == 1


def test_a_file_is_compared_byte_for_byte(rig: Any, as_viewer: Any) -> None:
    file = SimpleUploadedFile("x.yaml", RIG.replace("\n", "\r\n").encode())
    page = html(as_viewer.post(HERE, {"file": file}))
    assert "Nothing differs that a picture or a report shows" in page and "␍" in page


def test_a_text_that_cannot_be_read_says_why(rig: Any, as_viewer: Any) -> None:
    page = html(as_viewer.post(HERE, {"text": "pods: [1"}))
    assert "cannot be read as YAML" in page and "D1" in page
    assert 'data-node="dev.qa"' in page and "m-removed" not in page and "fixed<" not in page


@pytest.mark.parametrize(("data", "status"), [(b"a: \xff", 422), (b"#" * (4 * 1024 * 1024 + 1), 413)])
def test_a_file_that_could_not_be_stored_is_refused(rig: Any, as_viewer: Any, data: bytes, status: int) -> None:
    response = as_viewer.post(HERE, {"file": SimpleUploadedFile("x.yaml", data)})
    assert response.status_code == status
    assert 'class="say bad"' in html(response)


def test_text_from_a_document_is_never_markup(rig: Any, as_viewer: Any) -> None:
    page = html(as_viewer.post(HERE, {"text": RIG.replace("Development", "'<script>alert(1)</script>'")}))
    assert "&lt;script&gt;alert" in page and "<script>alert" not in page


def test_a_long_difference_is_cut_and_counted(rig: Any, as_viewer: Any) -> None:
    page = html(as_viewer.post(HERE, {"text": RIG + "# more\n" * 5000}))
    assert re.search(r"\d{4} more lines are left out", page)
    assert page.count('<tr class="add">') <= 2000


def test_the_history_leads_there(changed: Any, as_viewer: Any) -> None:
    page = html(as_viewer.get("/t/crew/topologies/crew-rig/history/"))
    assert f"{HERE}?from=2&amp;to=3" in page and f"{HERE}?from=2&amp;to=4" in page
    assert f"{HERE}?from=4&amp;to=4" not in page and "from=0" not in page


def test_a_graph_whose_node_moved(graph: Any, actor: Any, as_viewer: Any) -> None:
    save_source(actor, graph, 1, GRAPH.replace("stageId: anchor-plan", "stageId: tool-loop").encode())
    page = html(as_viewer.get("/t/crew/topologies/small-graph/diff/"))
    assert "m-changed" in classes(page, "node", "plan")
    assert "<del>anchor-plan</del>" in page


def test_undo_keeps_the_page(changed: Any, as_editor: Any) -> None:
    asked = {"base": 4, "tab": "diff"}
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{HERE}?from=1&to=2"}
    page = html(as_editor.post("/t/crew/topologies/crew-rig/undo/", asked, headers=headers))
    assert 'class="compare"' in page and '<option value="1" selected>' in page


def rows(page: str) -> list[tuple[str, str]]:
    """What stands side by side, without numbers; what differs within a line is marked with `|`."""
    table = page.split('class="lines split"')[1].split("</table>")[0]
    found = []
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table.split("</thead>")[1]):
        left, right = re.findall(
            r'<td class="(?:no[^"]*|none)">[^<]*</td><td class="(?:code[^"]*|none)">(.*?)</td>', row
        )
        plain = (re.sub(r"<[^>]*>", "", re.sub("</?mark>", "|", side)) for side in (left, right))
        found.append(tuple(side.replace("\N{MINUS SIGN}", "-").strip() for side in plain))
    return found


def test_side_by_side_what_was_faces_what_is_now(changed: Any, actor: Any, as_viewer: Any) -> None:
    apply_ops(actor, changed, 4, [{"op": "set_field", "path": "pods[0].members[0].model", "value": "sonnet"}])
    page = html(as_viewer.get(HERE, {"from": 4, "to": 5, "view": "split"}))
    facing = [row for row in rows(page) if row[0] != row[1]]
    assert [tuple(side.split(": ", 1)[1].strip() for side in row) for row in facing] == [
        ("model: |opus|", "model: |sonnet|")
    ]
    assert ("cwd: .", "cwd: .") in rows(page)
    whole = rows(html(as_viewer.get(HERE, {"from": 1, "to": 2, "view": "split"})))
    assert any("id: qa" in left and not right for left, right in whole)


def test_every_way_on_keeps_the_layout_of_the_text(changed: Any, as_viewer: Any, actor: Any, team: Any) -> None:
    stored(actor, team, RIG.replace("crew-rig", "twin-rig"), filename="twin-rig.yaml")
    page = html(as_viewer.get(HERE, {"from": 1, "to": 4, "view": "split"}))
    assert f'href="{HERE}?from=4&amp;to=1&amp;view=split"' in page
    assert page.count('<input type="hidden" name="view" value="split">') == 2
    assert "?from=1&amp;to=4&amp;view=split&amp;show=node%3Adev.qa" in page
    assert 'href="?from=1&amp;to=4#lines-title">One below the other' in page
    plain = html(as_viewer.get(HERE, {"from": 1, "to": 4}))
    assert "view=split" in plain and 'name="view"' not in plain and 'class="lines split"' not in plain


def test_a_text_sent_along_can_be_seen_side_by_side(rig: Any, as_viewer: Any) -> None:
    given = RIG.replace("id: qa", "id: test")
    page = html(as_viewer.post(HERE, {"text": given}))
    action = re.search(r'action="([^"]*view=split)#lines-title"', page)
    again = re.search(r'<textarea name="text" hidden[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    assert action and again and unescape(again[1]) == given
    split = html(as_viewer.post(unescape(action[1]), {"text": unescape(again[1])}))
    assert any("id: |qa|" in left and "id: |test|" in right for left, right in rows(split))


def listed(page: str) -> list[str]:
    """The rows of the lists of changes, in words."""
    found = re.findall(r"<li>(.*?)</li>", page.split('id="changes"')[1].split("</aside>")[0])
    words = (re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", row)).strip() for row in found)
    return [unescape(each).replace("\N{MINUS SIGN}", "-") for each in words]


RENAMED = [
    {"op": "rename_member", "member": "dev.qa", "to": "test"},
    {"op": "move_member", "member": "dev.test", "to_pod": "orch"},
    {"op": "rename_pod", "pod": "dev", "to": "build"},
]


def test_renames_and_moves_are_called_so_and_their_edges_are_not_new(rig: Any, actor: Any, as_viewer: Any) -> None:
    for number, operation in enumerate(RENAMED, 1):
        apply_ops(actor, rig, number, [operation])
    page = html(as_viewer.get(HERE, {"from": 1, "to": 4}))
    assert [row for row in listed(page) if "→" in row] == [
        "~ changed dev → build renamed",
        "~ changed dev.qa → orch.test moved container: build → orch",
        "~ changed dev.impl → build.impl renamed",
        "~ changed orch.test → build.impl scope: pod-local → cross-pod",
    ]
    assert "added</span>" not in page.split("compare-pick")[0] and "m-removed" not in page
    assert "m-changed" in classes(page, "node", "build.impl")
    back = listed(html(as_viewer.get(HERE, {"from": 4, "to": 1})))
    assert "~ changed build.impl → dev.impl renamed" in back
    only = listed(html(as_viewer.get(HERE, {"from": 2, "to": 3})))
    assert "~ changed dev.test → orch.test moved container: dev → orch" in only


def test_a_rename_is_followed_over_undo_redo_and_edits_of_the_source(rig: Any, actor: Any, as_viewer: Any) -> None:
    from topology.services import redo, undo

    apply_ops(actor, rig, 1, [RENAMED[0]])
    undo(actor, rig)
    undone = listed_or_same(as_viewer, 1, 3)
    assert undone == "texts" and "dev.test → dev.qa renamed" in " ".join(listed_or_same(as_viewer, 2, 3))
    redo(actor, rig)
    assert "~ changed dev.qa → dev.test renamed" in listed_or_same(as_viewer, 1, 4)
    rig.refresh_from_db()
    text = rig.revision().text
    save_source(actor, rig, 4, text.replace("label: Development", "label: Builders").encode())
    assert "~ changed dev.qa → dev.test renamed" in listed_or_same(as_viewer, 1, 5)
    rig.refresh_from_db()
    save_source(actor, rig, 5, rig.revision().text.replace("runtime: codex", "runtime: pi").encode())
    assert {"+ added dev.test pi", "- removed dev.qa codex"} <= set(listed_or_same(as_viewer, 1, 6))


def listed_or_same(client: Any, before: int, after: int) -> Any:
    page = html(client.get(HERE, {"from": before, "to": after}))
    return "texts" if "The texts are the same" in page else listed(page)


def test_another_topology_has_no_renames(rig: Any, actor: Any, team: Any, as_viewer: Any) -> None:
    twin = stored(actor, team, RIG.replace("crew-rig", "twin-rig"), filename="twin-rig.yaml")
    apply_ops(actor, twin, 1, [RENAMED[0]])
    assert "renamed" not in " ".join(listed(html(as_viewer.get(HERE, {"with": "twin-rig"}))))
