"""The engine works on the next picture while its text is stored, and is stopped where nobody will look at it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError

from topology.drawing import engine
from topology.services import store
from topology.views.topology import pictures

pytestmark = pytest.mark.django_db
OPS = "/t/crew/topologies/crew-rig/ops/"
EDGE = {"op": "add_edge", "kind": "can_observe", "from": "orch.lead", "to": "dev.qa", "base": "1", "tab": "picture"}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happened, in order: the engine begun, answering or ended, the text stored."""
    told: list[str] = []
    pictures._drawn.clear()
    begin, answer, drop, append = engine.begin, engine.Run.answer, engine.Run.drop, store.append

    def note(word: str, work: Any) -> Any:
        def noted(*given: Any, **more: Any) -> Any:
            told.append(word)
            return work(*given, **more)

        return noted

    monkeypatch.setattr(engine, "begin", note("begun", begin))
    monkeypatch.setattr(engine.Run, "answer", note("answer", answer))
    monkeypatch.setattr(engine.Run, "drop", lambda run: None if run._over else note("ended", drop)(run))
    monkeypatch.setattr(store, "append", note("stored", append))
    return told


def test_the_engine_begins_before_the_text_is_stored_and_answers_after(rig: Any, as_editor: Any, told: Any) -> None:
    as_editor.get("/t/crew/topologies/crew-rig/")
    told.clear()
    assert as_editor.post(OPS, EDGE, headers=HTMX).status_code == 200
    assert told == ["begun", "stored", "answer"]
    assert pictures._begun == {}


@pytest.mark.parametrize("fault", [OperationalError("database is locked"), RuntimeError("a fault of ours")])
def test_an_edit_that_is_not_stored_leaves_no_engine_at_work(
    rig: Any, as_editor: Any, told: Any, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    as_editor.get("/t/crew/topologies/crew-rig/")
    told.clear()

    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(store, "append", fail)
    as_editor.raise_request_exception = False
    assert as_editor.post(OPS, EDGE, headers=HTMX).status_code in (500, 503)
    assert told == ["begun", "ended"]
    assert pictures._begun == {}


@pytest.mark.parametrize(
    ("posted", "headers"), [({"tab": "outline"}, HTMX), ({}, {}), ({"dry_run": "1"}, HTMX), ({"base": "x"}, {})]
)
def test_nothing_is_drawn_where_no_picture_follows(
    rig: Any, as_editor: Any, told: Any, posted: dict[str, str], headers: dict[str, str]
) -> None:
    as_editor.post(OPS, EDGE | posted, headers=headers)
    assert "begun" not in told


def test_a_picture_on_other_places_than_expected_is_drawn_anew(rig: Any, as_editor: Any, told: Any) -> None:
    """Somebody tidied the picture between the reading of the topology and the storing of the edit."""
    as_editor.get("/t/crew/topologies/crew-rig/")
    locked = store.locked

    def tidied(topology: Any) -> Any:
        type(topology).objects.filter(pk=topology.pk).update(layout={})
        return locked(topology)

    told.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "locked", tidied)
        page = as_editor.post(OPS, EDGE, headers=HTMX).content.decode()
    assert 'data-edge="can_observe:orch.lead&gt;dev.qa"' in page
    assert told.count("ended") == 1 and pictures._begun == {}
