"""The inspector alone (for htmx), and the live check of its forms."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from ...core.diagnostics import Diagnostic, Severity
from ...core.kinds import Refused, apply_operations, judge_document
from ...forms.fields import MOVES, PREFIX
from ...forms.fields import operations as field_operations
from ...services.reading import options_for
from .frame import Frame, open_frame
from .inspector import field_table, panel
from .selection import Selected, select


@require_safe
def page(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """The inspector for what the query selects; without htmx the picture page with the same selection."""
    tab = "outline" if request.GET.get("tab") == "outline" else "picture"
    frame = open_frame(request, team, slug, tab)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{frame.home}?{request.GET.urlencode()}")
    return render(request, "topology/_inspector.html", {"frame": frame, **panel(frame)})


def posted_operations(frame: Frame, selected: Selected) -> list[dict[str, Any]]:
    """The operations that a posted fields form asks for."""
    document = frame.judgement.document
    if document is None or not selected.fields:
        return []
    table = field_table(frame)[selected.fields]
    value = document.get(selected.path)
    posted = frame.request.POST.dict()
    return field_operations(selected.fields, selected.id, selected.path, table, value, posted)


@require_POST
def check_fields(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """What the checks would say about each field if the posted form were saved; nothing is."""
    frame = open_frame(request, team, slug, at_least="editor")
    selected = select(frame, request.POST)
    operations = posted_operations(frame, selected)
    options = options_for(frame.topology.team, frame.topology.openrig)
    now = frame.judgement
    try:
        after = apply_operations(now.text, operations, options, now.document).document if operations else None
    except Refused as refusal:
        message = {"severity": "error", "message": refusal.message, "help": refusal.help}
        return JsonResponse({"fields": {_field_of(operations, selected): [message]}, "errors": 1})
    report = judge_document(after, options).report if after else now.report
    return JsonResponse(_by_field(report.diagnostics, selected))


def _by_field(found: tuple[Diagnostic, ...], selected: Selected) -> dict[str, Any]:
    fields: dict[str, list[dict[str, str]]] = {}
    errors = 0
    depth = len(selected.path)
    for diagnostic in found:
        if diagnostic.keys[:depth] != selected.path or len(diagnostic.keys) <= depth:
            continue
        name = PREFIX + str(diagnostic.keys[depth])
        told = {"severity": diagnostic.severity.value, "message": diagnostic.message, "help": diagnostic.help}
        fields.setdefault(name, []).append(told)
        errors += diagnostic.severity is Severity.ERROR and selected.what != "document"
    return {"fields": fields, "errors": errors}


def _field_of(operations: list[dict[str, Any]], selected: Selected) -> str:
    """The field that a refused list of operations is about: the last one, whose rename is refused most often."""
    last = operations[-1]
    for (thing, key), (name, *_) in MOVES.items():
        if thing == selected.fields and name == last["op"]:
            return PREFIX + key
    return PREFIX + str(last.get("path", "")).rpartition(".")[2]
