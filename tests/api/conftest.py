"""Programs with tokens: one that may write, one that may read, one of another team."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from topology.services import Actor
from topology.services.tokens import make_token

API = "/api/v1"


class Program:
    """A program at the API, with or without a token. Paths are given below `/api/v1`."""

    def __init__(self, secret: str | None) -> None:
        self.client = Client(raise_request_exception=True)
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def get(self, path: str, **headers: str) -> Any:
        """GET, `If_None_Match="..."` for the header of that name."""
        return self._send("get", path, headers)

    def head(self, path: str, **headers: str) -> Any:
        """HEAD."""
        return self._send("head", path, headers)

    def post(self, path: str, body: Any = b"", content_type: str = "", **headers: str) -> Any:
        """POST a document (text or bytes), or anything else as JSON."""
        return self._send("post", path, headers, body, content_type)

    def put(self, path: str, body: Any = b"", content_type: str = "", **headers: str) -> Any:
        """PUT a document."""
        return self._send("put", path, headers, body, content_type)

    def _send(self, method: str, path: str, headers: dict[str, str], body: Any = None, content_type: str = "") -> Any:
        named = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            return getattr(self.client, method)(API + path, headers=named)
        if not isinstance(body, str | bytes):
            body, content_type = json.dumps(body), content_type or "application/json"
        kind = content_type or "application/yaml"
        return getattr(self.client, method)(API + path, data=body, content_type=kind, headers=named)


def token(team: Any, scope: str, **options: Any) -> str:
    """The secret of a new token."""
    return make_token(Actor(via="system"), team, f"{scope} token", scope, **options)[1]


@pytest.fixture
def writer(team: Any) -> Program:
    """A program that may write in `crew`."""
    return Program(token(team, "write"))


@pytest.fixture
def reader(team: Any) -> Program:
    """A program that may read in `crew`."""
    return Program(token(team, "read"))


@pytest.fixture
def outsider(other_team: Any) -> Program:
    """A program of another team, which may write there."""
    return Program(token(other_team, "write"))


@pytest.fixture
def nobody(db: None) -> Program:
    """A program without a token."""
    return Program(None)


def problem(response: Any, status: int) -> dict[str, Any]:
    """The problem document of an answer, after proving that it is one of this status."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["status"] == status
    assert body["type"] and body["title"] and body["detail"]
    return body
