"""The OpenAPI description says all that the API does; its page needs no help from elsewhere."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from topology.api import api

from .conftest import Program

METHODS = {
    "/teams/{team}/topologies": "get post",
    "/teams/{team}/topologies/{slug}": "get",
    "/teams/{team}/topologies/{slug}/export.yaml": "get",
    "/teams/{team}/topologies/{slug}/export.{form}": "get",
    "/teams/{team}/topologies/{slug}/source": "put",
    "/teams/{team}/topologies/{slug}/ops": "post",
    "/teams/{team}/topologies/{slug}/undo": "post",
    "/teams/{team}/topologies/{slug}/redo": "post",
    "/teams/{team}/topologies/{slug}/publish": "post",
    "/teams/{team}/topologies/{slug}/unpublish": "post",
    "/teams/{team}/topologies/{slug}/restore": "post",
    "/teams/{team}/topologies/{slug}/revisions": "get",
    "/teams/{team}/topologies/{slug}/revisions/{number}": "get",
    "/teams/{team}/topologies/{slug}/diff": "get",
    "/check": "post",
    "/teams/{team}/topologies/{slug}/members/{member}/whoami": "get",
    "/teams/{team}/seats/{address}": "get",
    "/teams/{team}/registry": "get",
}
OPERATIONS = [
    pytest.param(operation, id=operation["operationId"])
    for methods in api.get_openapi_schema()["paths"].values()
    for operation in methods.values()
]
every = pytest.mark.parametrize("operation", OPERATIONS)


def test_every_promised_address_is_there(nobody: Program) -> None:
    schema = nobody.get("/openapi.json").json()
    assert schema["openapi"].startswith("3.1")
    found = {path.removeprefix("/api/v1"): " ".join(sorted(methods)) for path, methods in schema["paths"].items()}
    assert found == METHODS


def test_references_lead_somewhere() -> None:
    schema = json.loads(json.dumps(api.get_openapi_schema()))
    names = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema))
    assert set(names) <= schema["components"]["schemas"].keys()


@every
def test_an_operation_is_described(operation: dict[str, Any]) -> None:
    assert operation["summary"] and operation["description"] and operation["tags"]
    assert operation["security"] == [{"Bearer": []}]
    assert all(p.get("description") for p in operation["parameters"])
    assert all(r["description"] for r in operation["responses"].values())


@every
def test_problems_have_their_media_type(operation: dict[str, Any]) -> None:
    problems = {status: r for status, r in operation["responses"].items() if status >= "400"}
    assert {"401", "429", "503"} <= problems.keys()
    assert all(list(r["content"]) == ["application/problem+json"] for r in problems.values())
    assert problems["429"]["headers"]["Retry-After"]


@every
def test_bodies_have_examples_that_hold(operation: dict[str, Any], writer: Program, rig: Any) -> None:
    body = operation.get("requestBody")
    if body is None:
        return
    ((media, content),) = body["content"].items()
    if media != "application/yaml":
        return
    assert content["schema"] == {"$ref": "#/components/schemas/Document"}
    for example in content["examples"].values():
        answer = writer.post("/check", example["value"]).json()
        assert answer["summary"]["valid"] == 1, answer


def test_the_page_needs_nothing_from_elsewhere(nobody: Program) -> None:
    response = nobody.get("/docs")
    page = response.content.decode()
    assert response.status_code == 200
    for operation in OPERATIONS:
        assert f'id="{operation.id}"' in page
    for name in api.get_openapi_schema()["components"]["schemas"]:
        assert f'id="schema-{name}"' in page
    assert not re.search(r'(src|href)="(https?:)?//', page)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", page)
    assert "script-src 'self'" in response["Content-Security-Policy"]
