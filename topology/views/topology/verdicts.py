"""The verdict on an edge that is only being thought of: one in words, or every target's at once."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...core.verdict import EdgeVerdict
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
    """`?from=&to=&kind=` gives the verdict in words; with `list=1` instead of `to` a list of all targets."""
    frame = open_frame(request, team, slug)
    source, kind = request.GET.get("from", ""), _kind(frame, request.GET.get("kind"))
    if request.GET.get("list"):
        return render(request, "topology/_targets.html", {"options": targets(frame, source, kind), "frame": frame})
    verdict = verdict_on(frame, source, request.GET.get("to", "").strip(), kind)
    return render(request, "topology/_verdict.html", {"verdict": verdict, "frame": frame, "draft": True})


def verdict_on(frame: Frame, source: str, target: str, kind: str | None) -> EdgeVerdict:
    """What would become of an edge, said before anything is saved."""
    return frame.judgement.model.edge_verdict(source, target, kind)  # type: ignore[no-any-return]


def targets(frame: Frame, source: str, kind: str | None) -> list[Option]:
    """Every node as a target of an edge from `source`, legal ones first, each with its verdict."""
    found = []
    for node in frame.diagram.nodes:
        if node.id == "START":
            continue
        verdict = verdict_on(frame, source, node.id, kind)
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
