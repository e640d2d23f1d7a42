"""What a request carries: YAML as bytes, JSON as its documented form, and preconditions."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest
from django.utils.http import parse_etags
from ninja.parser import Parser

from topology.core.document import MAX_BYTES

from .problems import Problem

#: JSON is YAML; the last is what curl and urllib send when nothing was said.
YAML_TYPES = frozenset(
    {
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "text/x-yaml",
        "text/vnd.yaml",
        "text/plain",
        "application/octet-stream",
        "application/json",
        "application/x-www-form-urlencoded",
        "",
    }
)
JSON_TYPES = frozenset({"application/json", "text/json", "application/x-www-form-urlencoded", ""})


def yaml_body(request: HttpRequest) -> bytes:
    """The document in the body, as it was sent; answers 415 for other types, 413 where it is too large."""
    _accept(request, YAML_TYPES, "application/yaml")
    data = request.body
    if len(data) > MAX_BYTES:
        raise Problem(413, "the document is too large", f"a document may have {MAX_BYTES // 1024 // 1024} MiB")
    return data


def _accept(request: HttpRequest, types: frozenset[str], wanted: str) -> None:
    given = request.META.get("CONTENT_TYPE", "").split(";")[0].strip().lower()
    if given not in types and not (given.endswith("+json") and "application/json" in types):
        raise Problem(415, f"the body's type `{given}` is not taken here", f"send it as `{wanted}`")


class StrictParser(Parser):
    """JSON bodies: of a JSON type, each name once, without NaN, and not deeper than Python can read."""

    def parse_body(self, request: HttpRequest) -> Any:
        _accept(request, JSON_TYPES, "application/json")
        try:
            return json.loads(request.body, object_pairs_hook=_once, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise Problem(400, "the body is not JSON", str(error)[:200]) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")


def base_revision(request: HttpRequest, head: int) -> int:
    """The revision that `If-Match` names. Answers 428 where the header is missing, 412 where the head is another."""
    header = request.headers.get("If-Match")
    current = f'"r{head}"'
    if header is None:
        help = f"send `If-Match: {current}` (the `ETag` of the topology as you read it)"
        raise Problem(428, "the request must say what it is based on", help, {"ETag": current})
    etags = parse_etags(header)
    if not etags:
        raise Problem(412, "`If-Match` is no entity tag", f"write it with its quotes: `{current}`", {"ETag": current})
    if etags != ["*"] and current not in etags:
        raise Problem(412, "the topology has moved on", f"the head is {current} now; read it again", {"ETag": current})
    return head
