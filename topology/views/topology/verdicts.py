"""The verdict on an edge that is only being thought of: one in words, or every target's at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...core.kinds import Refused, apply_operations, judge_document
from ...core.verdict import EdgeVerdict
from ...services.reading import options_for
from .frame import Frame, open_frame
from .inspector import kinds


@dataclass(frozen=True, slots=True)
class Option:
    """One possible target: its verdict and the two words beside its name in the list."""

    value: str
    legal: bool
    word: str
    title: str
    label: str = ""


@require_safe
def page(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """`?from=&to=&kind=` gives the verdict in words; with `list=1` instead of `to` a list of all targets.

    `was_kind`, `was_from`, `was_to` name the edge that the new one would replace.
    """
    frame = open_frame(request, team, slug)
    source, kind = request.GET.get("from", ""), _kind(frame, request.GET.get("kind"))
    was = {name: request.GET.get(f"was_{name}", "") for name in ("kind", "from", "to")}
    model = model_without(frame, was) if was["to"] else frame.judgement.model
    if request.GET.get("list"):
        options = targets(frame, model, source, kind)
        return render(request, "topology/_targets.html", {"options": options, "frame": frame})
    verdict = model.edge_verdict(source, request.GET.get("to", "").strip(), kind)
    return render(request, "topology/_verdict.html", {"verdict": verdict, "frame": frame, "draft": True})


def model_without(frame: Frame, edge: Mapping[str, str]) -> Any:
    """The model as if one edge were not there: what replaces it is judged without it."""
    operation = {"op": "remove_edge", **{name: value for name, value in edge.items() if value}}
    options = options_for(frame.topology.team, frame.topology.openrig)
    now = frame.judgement
    try:
        edited = apply_operations(now.text, [operation], options, now.document)
    except Refused:
        return now.model
    return (judge_document(edited.document, options).model if edited.document else None) or now.model


def targets(frame: Frame, model: Any, source: str, kind: str | None) -> list[Option]:
    """Every node as a target of an edge from `source`, legal ones first, each with its verdict."""
    found = []
    for node in frame.diagram.nodes:
        if node.id == "START":
            continue
        verdict = model.edge_verdict(source, node.id, kind)
        found.append(Option(node.id, verdict.legal, _word(verdict), verdict.title, node.label or ""))
    return sorted(found, key=lambda option: not option.legal)


def _word(verdict: EdgeVerdict) -> str:
    if verdict.row is not None:
        return f"row {verdict.row}" if verdict.legal else f"forbidden {verdict.row}"
    if verdict.legal:
        return verdict.scope or ""
    return verdict.title.partition(":")[0][:28]


def _kind(frame: Frame, asked: str | None) -> str | None:
    if frame.is_graph:
        return None
    return asked if asked else kinds(frame)[0]
