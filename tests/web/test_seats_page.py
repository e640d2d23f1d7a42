"""The team's seats page: every cross-rig address, how it resolves, who names it."""

from __future__ import annotations

from typing import Any

import pytest
from people import RIG, stored

pytestmark = pytest.mark.django_db

COORD = """\
version: "0.2"
name: coord
pods:
  - id: review
    label: Review
    members:
      - {id: advisor, agent_ref: "local:a", profile: default, runtime: codex, cwd: .}
"""


def page(client: Any, query: str = "") -> str:
    return client.get(f"/t/crew/seats/{query}").content.decode()


def test_an_address_without_a_seat_is_missing(rig: Any, as_viewer: Any) -> None:
    html = page(as_viewer)
    assert "review-advisor@coord" in html and ">missing</span>" in html and "dev.qa" in html


def test_it_resolves_once_the_other_rig_is_there_and_not_after_it_is_gone(
    rig: Any, actor: Any, team: Any, as_viewer: Any
) -> None:
    from topology import services

    coord = stored(actor, team, COORD)
    assert ">resolved</span>" in page(as_viewer) and "review.advisor" in page(as_viewer)
    services.delete(actor, coord)
    assert ">missing</span>" in page(as_viewer)


def test_a_state_can_be_kept_apart(rig: Any, as_viewer: Any) -> None:
    assert "review-advisor@coord" not in page(as_viewer, "?state=resolved")
    assert "review-advisor@coord" in page(as_viewer, "?state=missing")
    assert "review-advisor@coord" in page(as_viewer, "?state=nonsense")


def test_a_team_without_addresses_is_told_how_to_name_one(actor: Any, team: Any, as_viewer: Any) -> None:
    stored(actor, team, RIG.replace("review-advisor@coord", "orch.lead"))
    assert "No cross-rig addresses" in page(as_viewer)
