"""Log lines as JSON, each with the id of its request and without a word of any document."""

from __future__ import annotations

import json
import logging
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

#: The id of the request that this thread serves; "" outside of one.
request_id: ContextVar[str] = ContextVar("request_id", default="")


def _message(record: logging.LogRecord) -> str:
    """The record's text; of Django's own lines about a request the route, since a path may hold a secret."""
    request = getattr(record, "request", None)
    if request is None or not hasattr(request, "resolver_match"):
        return record.getMessage()
    route = request.resolver_match.route if request.resolver_match else "-"
    return f"{getattr(record, 'status_code', '')} {request.method} {route}".strip()


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, request id, and what `extra={"fields": {...}}` adds.

    A traceback is given as places (file, line, function): an exception's text could quote a document.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        if current := request_id.get():
            line["request"] = current
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = record.exc_info[0].__qualname__
            line["at"] = [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(record.exc_info[2])][-12:]
        return json.dumps(line, ensure_ascii=True, default=str)
