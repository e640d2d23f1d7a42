"""A team's settings: every change by a form, secrets shown once, refusals that keep what was typed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

pytestmark = pytest.mark.django_db

BASE = "/t/crew/settings/"


def shown_secret(response: Any) -> str:
    found = re.search(r'<code id="made-secret">([^<]+)</code>', response.content.decode())
    assert found, "no secret is shown"
    return found[1]


@pytest.mark.parametrize("path", ["", "../audit/"])
def test_only_owners_look_at_the_settings(
    team: Any, path: str, as_owner: Any, as_editor: Any, as_viewer: Any, as_stranger: Any
) -> None:
    url = BASE + path if not path.startswith("..") else "/t/crew/audit/"
    statuses = [client.get(url).status_code for client in (as_owner, as_editor, as_viewer, as_stranger)]
    assert statuses == [200, 403, 403, 404]


def test_a_token_is_shown_once_and_works(team: Any, as_owner: Any, client: Any) -> None:
    response = as_owner.post(BASE + "token/", {"name": "gate", "scope": "read", "days": "30"})
    secret = shown_secret(response)
    assert response.status_code == 201 and "no-store" in response["Cache-Control"]
    asked = client.get("/api/v1/teams/crew/topologies", headers={"Authorization": f"Bearer {secret}"})
    assert asked.status_code == 200
    again = as_owner.get(BASE).content.decode()
    assert secret not in again and "gate" in again
    made = team.tokens.get()
    assert made.token_hash != secret and made.expires > timezone.now()
    as_owner.post(BASE + "revoke-token/", {"token": made.pk})
    asked = client.get("/api/v1/teams/crew/topologies", headers={"Authorization": f"Bearer {secret}"})
    assert asked.status_code == 401


def test_an_invitation_lets_one_person_in(team: Any, as_owner: Any, as_stranger: Any, stranger: Any) -> None:
    link = shown_secret(as_owner.post(BASE + "invite/", {"role": "editor", "days": "3"}))
    assert as_stranger.post(link.removeprefix("http://testserver")).status_code == 302
    assert team.memberships.get(user=stranger).role == "editor"
    assert as_stranger.get("/t/crew/").status_code == 200


def test_roles_change_but_a_team_keeps_an_owner(team: Any, as_owner: Any, owner: Any, viewer: Any) -> None:
    member = team.memberships.get(user=viewer)
    as_owner.post(BASE + "role/", {"member": member.pk, "role": "editor"})
    member.refresh_from_db()
    assert member.role == "editor"
    last = as_owner.post(BASE + "role/", {"member": team.memberships.get(user=owner).pk, "role": "viewer"})
    assert last.status_code == 409 and "a team needs an owner" in last.content.decode()
    assert as_owner.post(BASE + "remove/", {"member": member.pk}).status_code == 302
    assert not team.memberships.filter(user=viewer).exists()


REGISTRY = "kind: node-registry\nversion: '1'\nname: ours\nnodes:\n  - {name: ours, stageId: tool-loop}\n"


def test_a_registry_that_is_none_is_refused_and_kept_in_the_form(team: Any, as_owner: Any) -> None:
    response = as_owner.post(BASE + "registry/", {"text": "nodes: [\n# mine"})
    page = response.content.decode()
    assert response.status_code == 422 and "line" in page and "# mine" in page
    team.refresh_from_db()
    assert bytes(team.registry) == b""


def test_a_registry_comes_into_force_and_goes_again(team: Any, as_owner: Any) -> None:
    from topology.core.graph import documented_registry

    text = documented_registry().to_yaml()
    assert as_owner.post(BASE + "registry/", {"text": text}).status_code == 302
    team.refresh_from_db()
    assert bytes(team.registry).decode() == text
    assert as_owner.post(BASE + "registry/", {"text": text, "documented": "1"}).status_code == 302
    team.refresh_from_db()
    assert bytes(team.registry) == b""


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("token/", {"name": " "}, 422),
        ("token/", {"name": "x", "days": "0"}, 422),
        ("token/", {"name": "x", "scope": "admin"}, 422),
        ("invite/", {"role": "king"}, 422),
        ("invite/", {"role": "viewer", "days": "9999999"}, 422),
        ("share/", {"topology": "nowhere"}, 404),
        ("share/", {"shows": "secrets"}, 422),
        ("share/", {"embed": "on", "frames": "javascript:alert(1)"}, 422),
        ("role/", {"member": "zwei", "role": "owner"}, 404),
        ("remove/", {"member": "99999999999999999999"}, 404),
        ("revoke-token/", {}, 404),
        ("rename/", {"name": ""}, 422),
    ],
)
def test_what_makes_no_sense_is_refused(
    team: Any, as_owner: Any, path: str, fields: dict[str, str], status: int
) -> None:
    assert as_owner.post(BASE + path, fields).status_code == status


def test_what_was_done_stands_in_the_audit_log(team: Any, as_owner: Any) -> None:
    as_owner.post(BASE + "token/", {"name": "gate"})
    page = as_owner.get("/t/crew/audit/?action=token").content.decode()
    assert "make token gate (read)" in page and "olga" in page
    assert "make token gate" not in as_owner.get("/t/crew/audit/?action=share").content.decode()
