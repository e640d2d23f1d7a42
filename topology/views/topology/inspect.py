"""The inspector alone (for htmx), and the live check of its forms."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from ...core.diagnostics import Diagnostic, Path, Severity
from ...core.edit_fields import read_path
from ...core.kinds import Refused, apply_operations, judge_document
from ...forms.changes import MOVES
from ...forms.changes import operations as field_operations
from ...forms.fields import PREFIX, Bound, bind, leaves
from ...forms.numbers import whole
from ...forms.reading import Misfilled, joined
from ...services import Rejected
from ...services.reading import options_for
from . import additions
from .frame import Frame, judged, open_frame
from .inspector import panel
from .selection import Selected, field_table, named


@require_safe
def page(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """The inspector for what the query selects; without htmx the picture page with the same selection."""
    tab = "outline" if request.GET.get("tab") == "outline" else "picture"
    frame = open_frame(request, team, slug, tab)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{frame.home}?{request.GET.urlencode()}")
    return render(request, "topology/_inspector.html", {"frame": frame, **panel(frame)})


def posted_operations(frame: Frame, *, settled: bool = True) -> list[dict[str, Any]]:
    """The operations that a posted fields form asks for, made on the revision that the person saw.

    `Rejected` where what the form is about is not there: a form about one thing must never fill in another.
    """
    past = seen(frame)
    selected, document = named(past, frame.request.POST), past.judgement.document
    if selected is None:
        raise Rejected(422, "what this form is about cannot be found", "reload the page, or edit it in the source")
    if document is None or not selected.fields:
        return []
    table, posted = field_table(past, selected), joined(frame.request.POST.lists())
    value = selected.held(document)
    return field_operations(selected.fields, selected.id, selected.path, table, value, posted, settled=settled)


def seen(frame: Frame) -> Frame:
    """The frame as the person saw it who filled in the posted form: with the text of its base, if that is there."""
    base = whole(frame.request.POST.get("base", ""), frame.topology.head)
    if base == frame.topology.head:
        return frame
    revision = frame.topology.revisions.filter(number=base).first()
    if revision is None:
        return frame
    past = Frame(frame.request, frame.topology, frame.tab)
    past.judgement = judged(frame.topology, revision.text)
    return past


@require_POST
def check_fields(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """What the checks would say about each field if the posted form were saved; nothing is.

    `refused` where it could not be: then the one message says why.
    """
    frame = seen(open_frame(request, team, slug, at_least="editor"))
    if request.POST.get("op") in additions.KEYS:
        return JsonResponse(additions.checked(frame))
    now, selected = frame.judgement, named(frame, request.POST)
    if selected is None or now.document is None:
        return JsonResponse({"fields": {}, "errors": 0})
    operations: list[dict[str, Any]] = []
    options = options_for(frame.topology.team, frame.topology.openrig)
    try:
        operations = posted_operations(frame, settled=False)
        after = apply_operations(now.text, operations, options, now.document).document if operations else None
    except Refused as refusal:
        where = refusal.name if isinstance(refusal, Misfilled) else _field_of(operations, selected)
        return JsonResponse(additions.refused_at(where, refusal))
    report = judge_document(after, options).report if after else now.report
    bounds = bind(field_table(frame, selected), selected.held(now.document), deep=selected.deep)
    names = _names(bounds, selected)
    return JsonResponse(_by_field(report.diagnostics, selected, names, _renames(operations)))


def _names(bounds: list[Bound], selected: Selected) -> dict[Path, str]:
    """The posted name of every field and item of a form, by its place in the document."""
    names: dict[Path, str] = {}
    for bound in leaves(bounds):
        names[selected.at(bound.path)] = bound.name
        rows = bound.rows if bound.field.many else ()
        names |= {selected.at(row.parts[0].path[:-1]): PREFIX + row.key for row in rows}
    return names


def _renames(operations: list[dict[str, Any]]) -> dict[Path, str]:
    """The names that keys had before they were given others, by their places after it."""
    paths = [(read_path(each["path"]), each["to"]) for each in operations if each["op"] == "rename_key"]
    return {(*path[:-1], to): str(path[-1]) for path, to in paths}


def _before(keys: Path, renames: dict[Path, str]) -> Path:
    """Where a place stood before keys were renamed."""
    for depth in range(1, len(keys) + 1):
        if keys[:depth] in renames:
            return (*keys[: depth - 1], renames[keys[:depth]], *keys[depth:])
    return keys


def _by_field(
    found: tuple[Diagnostic, ...], selected: Selected, names: dict[Path, str], renames: dict[Path, str]
) -> dict[str, Any]:
    """What was found, each at the smallest part of the form that holds its place."""
    fields: dict[str, list[dict[str, str]]] = {}
    errors = 0
    depth = len(selected.path)
    for diagnostic in found:
        keys = _before(diagnostic.keys, renames)
        if keys[:depth] != selected.path:
            continue
        name = next((names[keys[:n]] for n in range(len(keys), depth - 1, -1) if keys[:n] in names), None)
        if name is None:
            continue
        fields.setdefault(name, []).append(additions.told(diagnostic))
        errors += diagnostic.severity is Severity.ERROR and selected.what != "document"
    return {"fields": fields, "errors": errors}


def _field_of(operations: list[dict[str, Any]], selected: Selected) -> str:
    """The field that a refused list of operations is about: the last one, whose rename is refused most often."""
    last = operations[-1]
    for (thing, key), (name, *_) in MOVES.items():
        if thing == selected.fields and name == last["op"]:
            return PREFIX + key
    path = read_path(last["path"]) if "path" in last else selected.path
    return PREFIX + str(path[len(selected.path)] if len(path) > len(selected.path) else "")
