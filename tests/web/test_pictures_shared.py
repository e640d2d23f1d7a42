"""One worker draws, every worker shows; a picture that the engine failed is shown, and drawn anew when it is back."""

from __future__ import annotations

import re

import pytest

from topology.drawing import engine
from topology.models import PictureCache
from topology.services import Actor
from topology.services.shares import make_share
from topology.views.topology import pictures

pytestmark = pytest.mark.django_db
PAGE = "/t/crew/topologies/crew-rig/"


@pytest.fixture(autouse=True)
def another_worker(monkeypatch):
    """Every drawing is slow enough to be shared; the call gives a worker that has drawn nothing yet."""
    monkeypatch.setattr(pictures, "SLOW", 0.0)
    pictures._drawn.clear()
    yield pictures._drawn.clear
    pictures._drawn.clear()


def drawing(answer):
    return re.search(rb'<div class="drawing".*?</svg>', answer.content, re.DOTALL)[0]


@pytest.fixture
def never_drawn(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("drawn again")

    return lambda: monkeypatch.setattr(pictures, "begin_drawing", refuse)


def test_a_worker_shows_what_another_drew(as_viewer, rig, another_worker, never_drawn):
    first = as_viewer.get(PAGE)
    another_worker()
    never_drawn()
    again = as_viewer.get(PAGE)
    assert drawing(first) == drawing(again)
    assert re.search(rb'<fieldset class="legend">.*?</fieldset>', first.content, re.DOTALL)[0] in again.content


def test_a_shared_link_is_drawn_once_for_all_workers(anonymous, owner, team, rig, another_worker, never_drawn):
    _, secret = make_share(Actor(owner), team, rig, shows="head")
    first = anonymous.get(f"/s/{secret}/")
    another_worker()
    never_drawn()
    assert drawing(anonymous.get(f"/s/{secret}/")) == drawing(first)


def test_a_text_that_is_not_stored_leaves_no_drawing(as_editor, graph):
    kept = set(PictureCache.objects.values_list("key", flat=True))
    as_editor.get("/t/crew/topologies/small-graph/lattice/?asked=1&on=plan&on=answer")
    as_editor.post("/t/crew/topologies/small-graph/source/draw/", {"text": graph.revision().text + "# x\n"})
    assert set(PictureCache.objects.values_list("key", flat=True)) == kept


def test_what_draws_fast_takes_no_row(as_viewer, rig, monkeypatch):
    monkeypatch.setattr(pictures, "SLOW", 60.0)
    as_viewer.get(PAGE)
    assert not PictureCache.objects.exists()


FAILING = {
    "missing": None,
    "hanging": "sleep 60",
    "crashing": "kill -SEGV $$",
    "nonsense": "echo hello",
}


@pytest.mark.parametrize("fault", FAILING)
def test_a_failing_engine_degrades_the_picture_in_words_and_heals(as_viewer, rig, monkeypatch, tmp_path, fault):
    program = tmp_path / "dot"
    if FAILING[fault]:
        program.write_text(f"#!/bin/sh\n{FAILING[fault]}\n")
        program.chmod(0o755)
    monkeypatch.setattr(engine, "PROBE_LIMIT", 0.3)
    monkeypatch.setattr("topology.drawing.layout.placing.SECONDS", 0.3)
    with monkeypatch.context() as broken:
        broken.setenv("ESPALIER_DOT", str(program))
        answer = as_viewer.get(PAGE)
        assert answer.status_code == 200
        said = re.search(rb'<div class="chip note"><span>(.*?)</span>', answer.content)[1].decode()
        assert "boxes are stacked" in said
        assert answer.content.count(b"data-node=") == 3
        rig.refresh_from_db()
        assert rig.layout == {} and not PictureCache.objects.exists()
        assert as_viewer.get("/readyz").json()["layout"] != "ok"
    answer = as_viewer.get(PAGE)
    assert b'class="chip note"' not in answer.content
    rig.refresh_from_db()
    assert set(rig.layout["nodes"]) == {"orch.lead", "dev.impl", "dev.qa"}


def test_a_hanging_engine_is_waited_for_once(as_viewer, rig, graph, monkeypatch, tmp_path):
    program, calls = tmp_path / "dot", tmp_path / "calls"
    program.write_text(f"#!/bin/sh\necho >> {calls}\nsleep 60\n")
    program.chmod(0o755)
    monkeypatch.setenv("ESPALIER_DOT", str(program))
    monkeypatch.setattr(engine, "PROBE_LIMIT", 0.3)
    monkeypatch.setattr("topology.drawing.layout.placing.SECONDS", 0.3)
    as_viewer.get(PAGE)
    waited = len(calls.read_text())
    for page in (PAGE, "/t/crew/topologies/small-graph/", "/t/crew/topologies/crew-rig/source/"):
        assert as_viewer.get(page).status_code == 200
    assert len(calls.read_text()) == waited == 2
