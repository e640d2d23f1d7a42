"""A conflict over operations: what both sides did, mine again on the newest, or what was typed kept."""

from __future__ import annotations

from typing import Any

import pytest
from people import RIG

pytestmark = pytest.mark.django_db

PAGE = "/t/crew/topologies/crew-rig"
HTMX = {"HX-Request": "true"}


def save(client: Any, *, htmx: bool = True, **posted: Any) -> Any:
    form = {"op": "fields", "node": "orch.lead", "slot": "fields-error"} | posted
    return client.post(f"{PAGE}/ops/", form, headers=HTMX if htmx else {})


def text_of(topology: Any) -> str:
    topology.refresh_from_db()
    text: str = topology.revision().text
    return text


@pytest.fixture
def clash(rig: Any, as_editor: Any, as_owner: Any) -> dict[str, Any]:
    """Both gave the same field another value, theirs first; they also moved things about."""
    save(as_owner, base=1, **{"f.cwd": "/theirs", "f.model": "opus"})
    return {"base": 1, "f.cwd": "/mine", "f.model": ""}


@pytest.mark.parametrize("htmx", [True, False])
def test_both_sides_are_shown_and_nothing_saved(clash: Any, rig: Any, as_editor: Any, htmx: bool) -> None:
    response = save(as_editor, htmx=htmx, **clash)
    page = response.content.decode()
    assert response.status_code == 409
    assert "cwd: /theirs" in page and "cwd: /mine" in page
    assert 'name="again" value="2"' in page
    assert "/mine" not in text_of(rig)


def test_mine_again_changes_only_what_i_typed(clash: Any, rig: Any, as_editor: Any) -> None:
    assert save(as_editor, again=2, **clash).status_code == 200
    text = text_of(rig)
    assert "cwd: /mine" in text and "model: opus" in text and "/theirs" not in text


def test_the_page_without_javascript_sends_everything_again(clash: Any, rig: Any, as_editor: Any) -> None:
    page = save(as_editor, htmx=False, **clash).content.decode()
    form = page.split('name="again"')[0].rsplit("<form", 1)[1]
    assert 'name="f.cwd" value="/mine"' in form and 'name="base" value="1"' in form
    assert save(as_editor, htmx=False, again=2, **clash).status_code == 302
    assert "cwd: /mine" in text_of(rig)


def test_again_holds_for_the_revision_that_was_looked_at(clash: Any, rig: Any, as_editor: Any, as_owner: Any) -> None:
    save(as_owner, base=2, **{"f.cwd": "/later"})
    assert save(as_editor, again=2, **clash).status_code == 409
    assert "cwd: /later" in text_of(rig)


def test_what_is_gone_cannot_be_changed_again(rig: Any, as_editor: Any, as_owner: Any) -> None:
    save(as_owner, op="remove_member", member="orch.lead", base=1)
    mine = {"base": 1, "f.cwd": "/mine"}
    page = save(as_editor, **mine).content.decode()
    assert "cannot be applied to r2" in page and 'name="again"' not in page
    assert save(as_editor, again=2, **mine).status_code == 422
    assert "/mine" not in text_of(rig)


def test_an_operation_without_a_form_of_its_own_brings_one(rig: Any, as_editor: Any, as_owner: Any) -> None:
    edge = {"kind": "delegates_to", "from": "orch.lead", "to": "dev.impl"}
    save(as_owner, op="change_edge", base=1, new_kind="can_observe", slot="", **edge)
    response = save(as_editor, op="change_edge", base=1, new_to="dev.qa", slot="", **edge)
    assert response.status_code == 409 and response["HX-Retarget"] == "#notice"
    assert text_of(rig) != RIG
