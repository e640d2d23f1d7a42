"""Who may do what: every operation of the description, with every sort of token."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from people import GRAPH, RIG, signed_in

from topology.api import api
from topology.models import ApiToken, RateWindow, Topology

from .conftest import Program, problem, token

FILLED = {
    "team": "crew",
    "slug": "crew-rig",
    "number": "1",
    "member": "dev.impl",
    "address": "dev-impl@crew-rig",
    "form": "json",
}
BODIES: dict[str, Any] = {
    "create_topology": GRAPH,
    "save": RIG,
    "check": RIG,
    "apply_operations": {"base": 1, "ops": [{"op": "set_field", "path": "name", "value": "other"}]},
    "restore_revision": {"revision": 1},
}
QUERIES = {"diff_revisions": "?from=1&to=1"}


def operations() -> list[Any]:
    """Every operation: method, address and name."""
    paths = api.get_openapi_schema()["paths"]
    return [
        pytest.param(method, path.removeprefix("/api/v1"), op["operationId"], id=op["operationId"])
        for path, methods in paths.items()
        for method, op in methods.items()
    ]


def send(program: Program, method: str, path: str, name: str) -> Any:
    """Call an operation with what it needs."""
    address = re.sub(r"{(\w+)}", lambda found: FILLED[found[1]], path) + QUERIES.get(name, "")
    if method == "get":
        return program.get(address)
    return getattr(program, method)(address, BODIES.get(name, b""), If_Match='"r1"')


every = pytest.mark.parametrize(("method", "path", "name"), operations())


@every
def test_without_a_token(nobody: Program, rig: Any, method: str, path: str, name: str) -> None:
    response = send(nobody, method, path, name)
    problem(response, 401)
    assert response["WWW-Authenticate"].startswith("Bearer")


@every
def test_a_session_cookie_counts_for_nothing(owner: Any, rig: Any, method: str, path: str, name: str) -> None:
    program = Program(None)
    program.client = signed_in(owner)
    problem(send(program, method, path, name), 401)


@every
def test_of_another_team(outsider: Program, rig: Any, method: str, path: str, name: str) -> None:
    response = send(outsider, method, path, name)
    if name == "check":
        assert response.status_code == 200
    else:
        problem(response, 404)
    assert Topology.objects.get().head == 1


@every
def test_that_may_read(reader: Program, rig: Any, method: str, path: str, name: str) -> None:
    response = send(reader, method, path, name)
    if method == "get" or name == "check":
        assert response.status_code == 200, response.content
    else:
        problem(response, 403)
    assert Topology.objects.get().head == 1


@every
def test_that_may_write(writer: Program, rig: Any, method: str, path: str, name: str) -> None:
    response = send(writer, method, path, name)
    if name in ("undo_change", "redo_change"):
        problem(response, 409)
    else:
        assert response.status_code in (200, 201), response.content


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer nonsense", "Bearer esp_x", "Basic YTpi", "Bearer esp_\x7f"]
)
def test_a_header_that_is_no_token(nobody: Program, rig: Any, header: str) -> None:
    problem(nobody.get("/teams/crew/topologies", Authorization=header), 401)


def test_a_revoked_and_an_expired_token(team: Any) -> None:
    for change in ({"revoked_at": timezone.now()}, {"expires": timezone.now() - timedelta(seconds=1)}):
        program = Program(token(team, "read"))
        assert program.get("/teams/crew/topologies").status_code == 200
        ApiToken.objects.update(**change)
        problem(program.get("/teams/crew/topologies"), 401)
        ApiToken.objects.all().delete()


def test_a_token_notes_when_it_was_used(reader: Program) -> None:
    assert ApiToken.objects.get().last_used is None
    reader.get("/teams/crew/topologies")
    assert timezone.now() - ApiToken.objects.get().last_used < timedelta(minutes=1)


def test_too_many_requests(reader: Program, settings: Any) -> None:
    settings.ESPALIER_API_RATE = 3
    for left in ("2", "1", "0"):
        response = reader.get("/teams/crew/topologies")
        assert (response.status_code, response["RateLimit-Remaining"]) == (200, left)
    response = reader.get("/teams/crew/topologies")
    problem(response, 429)
    assert 1 <= int(response["Retry-After"]) <= 60
    assert RateWindow.objects.exists()


def test_guessing_tokens_is_slowed_down(nobody: Program) -> None:
    told = {nobody.get("/teams/crew/topologies", Authorization="Bearer esp_guess").status_code for _ in range(130)}
    assert told == {401, 429}
