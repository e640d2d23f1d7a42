"""The team's lattice page: stored edges per pair, and what another lattice would break or heal."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from people import stored

pytestmark = pytest.mark.django_db

LEAP = """\
kind: agent-graph
version: "1"
name: leap
builder: custom
nodes:
  - {name: plan, stageId: anchor-plan}
  - {name: decide, stageId: tool-loop}
  - {name: answer, stageId: synthesize}
edges:
  - {from: START, to: plan}
  - {from: plan, to: decide}
  - {from: decide, to: answer}
  - {from: answer, to: decide}
  - {from: answer, to: END}
"""


def text_of(response: Any) -> str:
    plain = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", html.unescape(plain))


def test_each_pair_shows_its_row_and_its_stored_edges(actor: Any, team: Any, as_viewer: Any) -> None:
    stored(actor, team, LEAP)
    page = text_of(as_viewer.get("/t/crew/lattice/"))
    assert page.count("allowed ") >= 9 and page.count("forbidden ") >= 7
    assert "allowed 2 The pre-LLM chain enters the loop. 1 edge" in page
    assert "forbidden 4 Post-synthesis tool dispatch, the headline risk surface. 1 edge" in page
    assert "forbidden 2 Skipping the loop and synthesis. 0 edges" in page


def test_forbidding_a_row_names_what_breaks_and_the_four_steps(actor: Any, team: Any, as_viewer: Any) -> None:
    stored(actor, team, LEAP)
    page = text_of(as_viewer.get("/t/crew/lattice/?turn=anchor-plan:tool-loop"))
    broken = page.split("Would break")[1]
    assert "leap" in broken and "plan → decide" in broken and "answer → decide" not in broken
    assert "Remove the row from ALLOWED_EDGE_PATTERNS" in broken and "Would heal" not in page


def test_allowing_a_row_names_what_heals(actor: Any, team: Any, as_viewer: Any) -> None:
    stored(actor, team, LEAP)
    page = text_of(as_viewer.get("/t/crew/lattice/?turn=synthesize:tool-loop"))
    healed = page.split("Would heal")[1]
    assert "answer → decide" in healed and "Add the row to ALLOWED_EDGE_PATTERNS" in healed
    assert "Would break" not in page


@pytest.mark.parametrize("turn", ["nowhere:tool-loop", "tool-loop", "", "%00:x"])
def test_a_pair_that_is_none_is_ignored(team: Any, as_viewer: Any, turn: str) -> None:
    response = as_viewer.get(f"/t/crew/lattice/?turn={turn}")
    assert response.status_code == 200 and "what if" not in text_of(response)


def test_the_matrix_alone_answers_htmx(team: Any, as_viewer: Any) -> None:
    fragment = as_viewer.get("/t/crew/lattice/", headers={"HX-Request": "true"}).content.decode()
    assert fragment.lstrip().startswith('<div id="lattice">') and "<html" not in fragment


def test_a_stranger_finds_no_lattice_and_no_seats(team: Any, as_stranger: Any) -> None:
    assert as_stranger.get("/t/crew/lattice/").status_code == 404
    assert as_stranger.get("/t/crew/seats/").status_code == 404
