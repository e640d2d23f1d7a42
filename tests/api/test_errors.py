"""Every error is a problem document, whatever goes wrong and wherever."""

from __future__ import annotations

import json
from typing import Any

import pytest
from people import RIG

from topology.models import Topology

from .conftest import Program, problem

CREW = "/teams/crew/topologies"


@pytest.mark.parametrize(
    "path",
    ["/", "/nowhere", "/teams", "/teams/crew", f"{CREW}/", f"{CREW}/no-such", f"{CREW}/%00", "/teams/x%2Fy/topologies"],
)
def test_addresses_that_are_not_there(reader: Program, rig: Any, path: str) -> None:
    problem(reader.get(path), 404)
    if path != f"{CREW}/no-such":
        problem(reader.post(path), 404)


def test_methods_that_are_not_there(writer: Program, rig: Any) -> None:
    for method, path, allowed in (
        ("delete", CREW, "GET, HEAD, POST"),
        ("put", f"{CREW}/crew-rig", "GET, HEAD"),
        ("get", "/check", "POST"),
        ("patch", f"{CREW}/crew-rig/source", "PUT"),
    ):
        response = getattr(writer.client, method)(f"/api/v1{path}", headers=writer.headers)
        problem(response, 405)
        assert response["Allow"] == allowed


@pytest.mark.parametrize("kind", ["image/png", "multipart/form-data; boundary=x", "application/xml", "text/html"])
def test_bodies_of_another_type(writer: Program, rig: Any, kind: str) -> None:
    problem(writer.post(CREW, RIG, kind), 415)
    problem(writer.post("/check", RIG, kind), 415)
    problem(writer.put(f"{CREW}/crew-rig/source", RIG, kind, If_Match='"r1"'), 415)
    problem(writer.post(f"{CREW}/crew-rig/ops", json.dumps({"base": 1, "ops": [{}]}), kind), 415)


@pytest.mark.parametrize(
    "kind",
    [
        "application/yaml",
        "text/yaml; charset=utf-8",
        "application/x-yaml",
        "text/plain",
        "application/x-www-form-urlencoded",
    ],
)
def test_types_that_yaml_comes_in(writer: Program, kind: str) -> None:
    assert writer.post("/check", RIG, kind).json()["summary"]["valid"] == 1


def test_what_is_too_large(writer: Program, rig: Any) -> None:
    large = RIG + "#" * (4 * 1024 * 1024)
    for response in (
        writer.post(CREW, large),
        writer.post("/check", large),
        writer.post("/check", large, "application/x-www-form-urlencoded"),
        writer.put(f"{CREW}/crew-rig/source", large, If_Match='"r1"'),
        writer.post(CREW, b"x" * (13 * 1024 * 1024)),
    ):
        problem(response, 413)
    assert Topology.objects.get().head == 1


NESTED = "[" * 100_000


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("", 422),
        ("{", 400),
        (NESTED, 400),
        ("[]", 422),
        ("null", 422),
        ("{}", 422),
        ('{"base": 1, "ops": []}', 422),
        ('{"base": 1, "ops": [1]}', 422),
        ('{"base": 0, "ops": [{}]}', 422),
        ('{"base": "1", "ops": [{}]}', 422),
        ('{"base": true, "ops": [{}]}', 422),
        ('{"base": 1.5, "ops": [{}]}', 422),
        ('{"base": 99999999999999999999, "ops": [{}]}', 422),
        ('{"base": NaN, "ops": [{}]}', 400),
        ('{"base": 1, "base": 1, "ops": [{}]}', 400),
        ('{"base": 1, "ops": [{}], "dry_run": "yes"}', 422),
        ('{"base": 1, "ops": [{}], "dryrun": true}', 422),
        ('{"base": 9, "ops": [{"op": "add_pod", "id": "x", "label": "X"}]}', 422),
        ('{"base": 1, "ops": [{"op": "no_such"}]}', 422),
        ('{"base": 1, "ops": [{"op": "add_pod", "id": "\\ud800", "label": "X"}]}', 422),
        (b"\xff\xfe", 400),
    ],
)
def test_operations_out_of_shape(writer: Program, rig: Any, body: str | bytes, status: int) -> None:
    problem(writer.post(f"{CREW}/crew-rig/ops", body, "application/json"), status)
    assert Topology.objects.get().head == 1


def test_an_unknown_field_is_named(writer: Program, rig: Any) -> None:
    body = problem(writer.post(f"{CREW}/crew-rig/restore", {"revision": 1, "revison": 2}), 422)
    assert [error["where"] for error in body["errors"]] == ["body.body.revison"] or "revison" in body["detail"]


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "limit=x", "offset=-1", "kind=tree", "valid=perhaps", "limit=1e3"]
)
def test_queries_out_of_shape(reader: Program, rig: Any, query: str) -> None:
    problem(reader.get(f"{CREW}?{query}"), 422)


def bomb() -> bytes:
    """Each line names the one before nine times: a few hundred bytes that stand for millions of nodes."""
    lines = [b"a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip(b"abcdefgh", b"bcdefghi", strict=True):
        lines.append(b"%c: &%c [%s]" % (name, name, b", ".join([b"*%c" % before] * 9)))
    return b"\n".join(lines)


DOCUMENTS = {
    "not YAML": (b"a: [", "D"),
    "two documents": (b"a: 1\n---\nb: 2\n", "D"),
    "nothing": (b"", ""),
    "an alias bomb": (bomb(), "D"),
    "deep nesting": (b"[" * 1000 + b"]" * 1000, "D"),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_that_cannot_be_stored(writer: Program, team: Any, name: str) -> None:
    data, code = DOCUMENTS[name]
    body = problem(writer.post(f"{CREW}?draft={int(name != 'nothing')}", data), 422)
    assert body["diagnostics"][0]["code"].startswith(code)
    assert not Topology.objects.exists()


def test_bad_utf8_is_refused_with_its_offset(writer: Program, rig: Any) -> None:
    data = RIG.replace("decides", "d\udce9cides").encode("utf-8", "surrogateescape")
    offset = data.index(b"\xe9")
    assert str(offset) in problem(writer.post(CREW, data), 422)["title"]
    assert str(offset) in problem(writer.put(f"{CREW}/crew-rig/source", data, If_Match='"r1"'), 422)["title"]
    assert writer.post("/check", data).json()["summary"]["checked"] == 1


def test_an_invalid_document_is_refused_with_its_diagnostics(writer: Program, team: Any) -> None:
    body = problem(writer.post(CREW, RIG.replace("to: dev.impl", "to: dev.nobody")), 422)
    (fault,) = [d for d in body["diagnostics"] if d["severity"] == "error"]
    assert {"code": "R203", "path": "edges[0].to"}.items() <= fault.items()
    assert {"line", "column", "message", "help"} <= fault.keys()
    assert not Topology.objects.exists()


def test_a_fault_of_ours_is_told_without_its_text(reader: Program, rig: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("topology.api.stored.topology_out", fail)
    reader.client.raise_request_exception = False
    response = reader.get(f"{CREW}/crew-rig")
    problem(response, 500)
    assert b"secret" not in response.content
