"""The OpenAPI description cut into what the documentation page shows."""

from __future__ import annotations

import json
from typing import Any


def sections(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """One section per tag, each with its operations in the order of the description."""
    found: dict[str, list[dict[str, Any]]] = {}
    for address, methods in schema["paths"].items():
        for method, operation in methods.items():
            tag = operation.get("tags", ["Other"])[0]
            found.setdefault(tag, []).append(_operation(address, method, operation))
    return [{"title": tag, "operations": operations} for tag, operations in found.items()]


def forms(schema: dict[str, Any]) -> list[dict[str, str]]:
    """The schemas that bodies and answers refer to, by name."""
    parts = sorted(schema["components"]["schemas"].items())
    return [{"name": n, "description": s.get("description", ""), "text": json.dumps(s, indent=2)} for n, s in parts]


def _operation(address: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "address": address,
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "parameters": [_parameter(p) for p in operation["parameters"]],
        "body": _body(operation.get("requestBody")),
        "answers": [_answer(status, r) for status, r in sorted(operation["responses"].items())],
    }


def _parameter(parameter: dict[str, Any]) -> dict[str, Any]:
    schema = parameter["schema"]
    choices = schema.get("enum") or next((s["enum"] for s in schema.get("anyOf", ()) if "enum" in s), ())
    return {
        "name": parameter["name"],
        "place": parameter["in"],
        "required": parameter.get("required", False),
        "description": parameter.get("description", ""),
        "choices": ", ".join(map(str, choices)),
        "default": schema.get("default"),
    }


def _body(body: dict[str, Any] | None) -> dict[str, Any] | None:
    if body is None:
        return None
    ((media, content),) = list(body["content"].items())[:1]
    examples = [example["value"] for example in content.get("examples", {}).values()]
    return {
        "media": media,
        "description": body.get("description", ""),
        "schema": _reference(content.get("schema", {})),
        "examples": [e if isinstance(e, str) else json.dumps(e, indent=2) for e in examples],
    }


def _answer(status: str, response: dict[str, Any]) -> dict[str, Any]:
    content = response.get("content", {})
    return {
        "status": status,
        "description": response.get("description", ""),
        "media": ", ".join(content),
        "schemas": sorted({_reference(c.get("schema", {})) for c in content.values()} - {""}),
        "headers": ", ".join(response.get("headers", {})),
    }


def _reference(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rsplit("/", 1)[-1]
