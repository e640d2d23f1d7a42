"""The picture page: the drawing, its legend, and the inspector beside it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.http import QueryDict

from .frame import Frame
from .inspector import panel
from .pictures import Wanted, drawn


def context(frame: Frame) -> dict[str, Any]:
    """What the picture page shows; `?open=` and `?fold=` name containers to draw unfolded or folded."""
    made = drawn(frame.topology, frame.diagram, frame.topology.digest, wanted(frame))
    return {"picture": made.picture, "picture_markup": made.markup, **panel(frame)}


def wanted(frame: Frame) -> Wanted:
    """What to fold, by this request's query or (after an operation) by that of the page it came from."""
    query = frame.request.GET
    if frame.request.method == "POST" and frame.request.htmx:  # type: ignore[attr-defined]
        query = QueryDict(urlsplit(frame.request.htmx.current_url or "").query)  # type: ignore[attr-defined]
    return Wanted(folded=frozenset(query.getlist("fold")), opened=frozenset(query.getlist("open")))
