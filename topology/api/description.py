"""The API's OpenAPI 3.1 description: what django-ninja derives, completed by YAML bodies, problems and headers."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase
from ninja.openapi.schema import REF_TEMPLATE

from topology.schemas import Problem

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
REASONS = {
    400: "The request cannot be read.",
    401: "No valid token.",
    403: "The token may only read.",
    404: "No such thing, or not for this token.",
    409: "Not possible as things stand; nothing was stored.",
    412: "The head has moved on.",
    413: "Too large.",
    415: "A body of this type is not taken.",
    422: "What was sent is at fault; `diagnostics` or `errors` say where.",
    428: "`If-Match` is missing.",
    429: "Too many requests; `Retry-After` says when to go on.",
    503: "The database does not answer.",
}
HEADERS: dict[str, dict[str, Any]] = {
    "ETag": {"schema": {"type": "string"}, "description": 'The revision: `"rN"`.'},
    "Location": {"schema": {"type": "string"}, "description": "Where the new topology is."},
    "X-Topology-Valid": {"schema": {"enum": ["true", "false"]}, "description": "Whether the revision has no error."},
    "X-Topology-Revision": {"schema": {"type": "string"}, "description": "The revision's number."},
    "Retry-After": {"schema": {"type": "string"}, "description": "Seconds."},
    "WWW-Authenticate": {"schema": {"type": "string"}},
}

_RIG = """\
version: "0.2"
name: example-rig
pods:
  - id: dev
    label: Development
    members:
      - {id: impl, agent_ref: "local:agents/impl", profile: default, runtime: claude-code, cwd: .}
    edges: []
edges: []
"""
_GRAPH = """\
kind: agent-graph
version: "1"
name: example-graph
builder: custom
nodes:
  - {name: planner, stageId: anchor-plan}
  - {name: synthesizer, stageId: synthesize, acceptsSeam: synthesize}
edges:
  - {from: START, to: planner}
  - {from: synthesizer, to: END}
"""
#: A document in a request. Described as an object, since that is what its YAML is; sent as text.
YAML_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "One YAML document (UTF-8, at most 4 MiB): an OpenRig rig or an agent graph.",
        "content": {
            "application/yaml": {
                "schema": {"$ref": "#/components/schemas/Document"},
                "examples": {"rig": {"value": _RIG}, "graph": {"value": _GRAPH}},
            }
        },
    }
}
DOCUMENT = {
    "title": "Document",
    "type": "object",
    "description": "A rig (`pods`, or `nodes` in the legacy form) or an agent graph (`kind: agent-graph`).",
    "properties": {
        "kind": {"type": "string"},
        "version": {"type": "string"},
        "name": {"type": "string"},
        "pods": {"type": "array", "items": {"type": "object"}},
        "nodes": {"type": "array", "items": {"type": "object"}},
        "edges": {"type": "array", "items": {"type": "object"}},
    },
}
IF_MATCH: dict[str, Any] = {
    "parameters": [
        {
            "in": "header",
            "name": "If-Match",
            "required": True,
            "description": 'The `ETag` of the head that the text was made from, such as `"r3"`.',
            "schema": {"type": "string"},
            "example": '"r3"',
        }
    ],
    "responses": {412: {"description": REASONS[412]}, 428: {"description": REASONS[428]}},
}


def with_headers(status: int, *names: str) -> dict[str, Any]:
    """The part of a description that says which headers an answer carries."""
    return {"responses": {status: {"headers": {name: HEADERS[name] for name in names}}}}


def merged(*parts: dict[str, Any]) -> dict[str, Any]:
    """Several parts of a description as one."""
    whole: dict[str, Any] = {}
    for part in parts:
        _merge(whole, deepcopy(part))
    return whole


def _merge(into: dict[Any, Any], part: dict[Any, Any]) -> None:
    for key, value in part.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value


def _text(media: str, example: str) -> dict[str, Any]:
    return {media: {"schema": {"type": "string"}, "example": example}}


def _exported(content: dict[str, Any]) -> dict[str, Any]:
    headers = with_headers(200, "ETag", "X-Topology-Valid", "X-Topology-Revision")
    return merged(headers, {"responses": {200: {"content": content}}})


YAML_EXPORT = _exported({"application/yaml": {"schema": {"$ref": "#/components/schemas/Document"}, "example": _RIG}})
EXPORTS = _exported(
    {
        "application/json": {"schema": {}},
        **_text("text/vnd.graphviz", "digraph {}"),
        **_text("text/plain", "flowchart LR"),
        **_text("image/svg+xml", "<svg/>"),
        "image/png": {"schema": {"type": "string", "contentMediaType": "image/png"}},
    }
)


class Api(NinjaAPI):
    """A NinjaAPI whose description says everything that its routes answer."""

    def get_openapi_schema(self, **given: Any) -> Any:
        """The description; made once per process, since routes do not change."""
        return self._complete

    @cached_property
    def _complete(self) -> Any:
        schema = super().get_openapi_schema(path_prefix="/api/v1/")
        parts = schema["components"]["schemas"]
        parts["Document"] = DOCUMENT
        problem = Problem.model_json_schema(ref_template=REF_TEMPLATE)
        parts |= problem.pop("$defs", {}) | {"Problem": problem}
        schema["security"] = [{"Bearer": []}]
        for address, methods in schema["paths"].items():
            for method, operation in methods.items():
                _complete(address, method, operation)
        return json.loads(json.dumps(schema))

    def get_openapi_operation_id(self, operation: Any) -> str:
        """The name of the route's function, which is unique among ours."""
        return str(operation.view_func.__name__)


def _complete(address: str, method: str, operation: dict[str, Any]) -> None:
    """Add the problems that every operation of this sort can answer, in their media type."""
    answers = operation["responses"]
    for status in _problems(address, method, operation):
        answers.setdefault(status, {"description": REASONS[status]})
    for status, response in answers.items():
        if int(status) < 400:
            continue
        response["description"] = REASONS[int(status)]
        schema = response.pop("content", {}).get("application/json")
        response["content"] = {"application/problem+json": schema} if schema else deepcopy(PROBLEM)
    answers[429]["headers"] = {"Retry-After": HEADERS["Retry-After"]}
    answers[401]["headers"] = {"WWW-Authenticate": HEADERS["WWW-Authenticate"]}
    for parameter in operation["parameters"]:
        _describe(parameter)


def _problems(address: str, method: str, operation: dict[str, Any]) -> list[int]:
    found = [400, 401, 422, 429, 503]
    if "{" in address:
        found.append(404)
    if method != "get" and "{" in address:
        found += [403, 409]
    if "requestBody" in operation:
        found += [413, 415]
    return found


PARAMETERS = {
    "team": ("The team's name in addresses.", "sample"),
    "slug": ("The topology's name in addresses.", "default-agent"),
    "member": ("A seat, addressed `pod.member`.", "dev.impl"),
    "address": ("A seat in any rig, addressed `pod-member@rig`.", "review-advisor@coord"),
    "number": ("A revision's number.", 1),
    "form": ("What to export it as.", "svg"),
}


def _describe(parameter: dict[str, Any]) -> None:
    if parameter["in"] == "query" and "anyOf" in parameter["schema"]:
        # A query has no null: what may be left out is optional, and of one type.
        (kept,) = (choice for choice in parameter["schema"].pop("anyOf") if choice.get("type") != "null")
        parameter["schema"] |= kept
    if parameter["in"] != "path" or parameter["name"] not in PARAMETERS:
        return
    parameter["description"], parameter["example"] = PARAMETERS[parameter["name"]]
    if parameter["name"] in ("team", "slug"):
        parameter["schema"] |= {"pattern": "^[-a-zA-Z0-9_]+$", "maxLength": 80}


class Documentation(DocsBase):
    """The description as a page of our own: no script, nothing from elsewhere."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        """The page at `/api/v1/docs`."""
        from .page import forms, sections

        schema = api.get_openapi_schema()
        source = self.get_openapi_url(api, kwargs)
        context = {"schema": schema, "sections": sections(schema), "schemas": forms(schema), "source": source}
        return render(request, "api.html", context)
