"""What a person does to a topology: operations, undo and redo, publishing, renaming, deleting. Each ends in a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from ... import services
from ...core.edit_fields import read_path
from ...core.kinds import Judgement
from ...forms import operations as posted_operation
from ...forms.numbers import whole
from ...forms.reading import Misfilled
from ...services import Actor, Conflict, Rejected
from ...services.reading import encode, sha256
from .clashes import both_sides, on_newest
from .frame import Frame, keep, open_frame
from .inspect import posted_operations
from .picture import wanted
from .pictures import Begin, ahead
from .selection import WHATS, Selected, select
from .tabs import TABS, render_tab
from .verdicts import model_without


def actor(request: HttpRequest) -> Actor:
    """The signed-in person as the author of a write."""
    return Actor(user=request.user, via="page")


def begin(request: HttpRequest, team: str, slug: str, at_least: str = "editor") -> Frame:
    """The frame of a write, on the tab that it was asked from."""
    tab = request.POST.get("tab", "picture")
    return open_frame(request, team, slug, tab if tab in TABS else "picture", at_least)


def base_of(request: HttpRequest, frame: Frame) -> int:
    """The revision that the person saw."""
    text = request.POST.get("base", "")
    return whole(text, frame.topology.head)


def plain(words: str) -> str:
    """Words as a sentence without marks, for a message that is only text."""
    words = words.replace("`", "")
    return words[:1].upper() + words[1:]


def done(frame: Frame, words: str, select_next: dict[str, str] | None = None, *, undo: bool = True) -> HttpResponse:
    """The page after a write: what changed for htmx, a redirect without it. `words` are said to the person."""
    request = frame.request
    fresh = Frame(request, frame.topology, frame.tab)
    if not request.htmx:  # type: ignore[attr-defined]
        messages.info(request, words)
        chosen = {k: v for k, v in (select_next or {}).items() if v}
        return redirect(fresh.tab_url + (f"?{urlencode(chosen, errors='surrogatepass')}" if chosen else ""))
    request.GET = request.GET.copy()
    fresh.extra["selected"] = select(fresh, select_next or {})
    response = render_tab(fresh)
    response["HX-Trigger-After-Settle"] = json.dumps({"said": {"words": words, "undo": undo}})
    return response


def refused(frame: Frame, error: Rejected, **extra: Any) -> HttpResponse:
    """What stood against a write, beside the form that asked for it; what was typed stays."""
    context = {"frame": frame, "error": error, "posted": _posted(frame), **extra}
    if not frame.request.htmx:  # type: ignore[attr-defined]
        return render(frame.request, "topology/refused.html", context, status=error.status)
    response = render(frame.request, "topology/_refused.html", context, status=422)
    slot = frame.request.POST.get("slot", "")
    response["HX-Retarget"] = f"#{slot}" if slot.replace("-", "").isalnum() else "#notice"
    response["HX-Reswap"] = "innerHTML"
    return response


def _posted(frame: Frame) -> list[tuple[str, str]]:
    """Everything that was posted, for a page that asks again; a name that came several times stands so often."""
    return [(name, value) for name, values in frame.request.POST.lists() for value in values]


def clash(frame: Frame, conflict: Conflict, operations: Sequence[dict[str, Any]] = ()) -> HttpResponse:
    """The head moved on and the operation no longer means the same: both sides, and what to do."""
    context = {"frame": frame, "conflict": conflict, "posted": _posted(frame)}
    context |= both_sides(frame, conflict, operations)
    if not frame.request.htmx:  # type: ignore[attr-defined]
        return render(frame.request, "topology/conflict.html", {**context, "apart": True}, status=409)
    slot = frame.request.POST.get("slot", "")
    response = render(frame.request, "topology/_clash.html", {**context, "apart": not slot}, status=409)
    response["HX-Retarget"] = f"#{slot}" if slot.replace("-", "").isalnum() else "#notice"
    response["HX-Reswap"] = "innerHTML"
    return response


@require_POST
def ops(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """One operation, or all the changed fields of one thing; with `dry_run` only its patch."""
    frame = begin(request, team, slug)
    selected, dry_run = select(frame, request.POST), bool(request.POST.get("dry_run"))
    operations: list[dict[str, Any]] = []
    try:
        base, operations = _asked(frame)
        question = None if dry_run else _question(frame, operations[0])
        if question is not None:
            return question
        with ahead() as begin_drawing:

            def judged(judgement: Judgement) -> None:
                _draw_ahead(frame, judgement, begin_drawing)

            applied = services.apply_ops(
                actor(request),
                frame.topology,
                base,
                operations,
                dry_run=dry_run,
                document=frame.judgement.document,
                judged=judged,
            )
            return _preview(frame, applied) if dry_run else _applied(frame, applied, operations, selected)
    except Rejected as error:
        return refused(frame, error)
    except Conflict as conflict:
        return clash(frame, conflict, operations)


def _draw_ahead(frame: Frame, judgement: Judgement, begin_drawing: Begin) -> None:
    """Begin the picture that the answer will show, while its text is being stored."""
    shows = frame.tab == "picture" and frame.request.htmx  # type: ignore[attr-defined]
    diagram = judgement.diagram() if shows else None
    if diagram is not None:
        digest = sha256(encode(judgement.text))
        begin_drawing(frame.topology, diagram, digest, wanted(frame, diagram))


def _asked(frame: Frame) -> tuple[int, list[dict[str, Any]]]:
    """The operations that are asked for, and the revision they are to be made on; `Rejected` where there are none."""
    request, base = frame.request, base_of(frame.request, frame)
    by_fields = request.POST.get("op") == "fields"
    try:
        operations = posted_operations(frame) if by_fields else posted_operation.read(request.POST)
    except Misfilled as error:
        raise Rejected(422, error.message, error.help) from None
    if not operations:
        raise Rejected(422, "nothing was changed in this form" if by_fields else "this form names no operation")
    if request.POST.get("again") == str(frame.topology.head):
        return frame.topology.head, on_newest(frame, base, operations)
    return base, operations


def _question(frame: Frame, operation: dict[str, Any]) -> HttpResponse | None:
    """One plain question before a wrong edge is saved; None where there is nothing to ask."""
    if operation["op"] not in posted_operation.EDGES or frame.request.POST.get("confirm"):
        return None
    source, target, kind = posted_operation.ends(operation)
    changed = operation["op"] == "change_edge"
    was = {name: operation.get(name, "") for name in ("kind", "from", "to")}
    model = model_without(frame, was) if changed else frame.judgement.model
    verdict = model.edge_verdict(source, target, None if frame.is_graph else kind)
    if verdict.legal:
        return None
    error = Rejected(422, verdict.title, verdict.reason)
    return refused(frame, error, verdict=verdict, ask=True)


def _preview(frame: Frame, applied: Any) -> HttpResponse:
    context = {"frame": frame, "applied": applied, "posted": _posted(frame)}
    whole = not frame.request.htmx  # type: ignore[attr-defined]
    return render(frame.request, "topology/preview.html" if whole else "topology/_patch.html", context)


def _applied(frame: Frame, applied: Any, operations: list[dict[str, Any]], selected: Any) -> HttpResponse:
    if applied.revision is None:
        return refused(frame, Rejected(422, "the text already says so; nothing was changed"))
    words = plain("; ".join(applied.words))
    if applied.rebased:
        words += f" (on r{applied.base}, which came in between)"
    keep(frame.topology, applied.revision.sha256, applied.judgement)
    fresh = Frame(frame.request, frame.topology, frame.tab)
    after = posted_operation.selection_after(operations[-1], fresh.diagram)
    if not after and selected.what != "document":
        after = {selected.what: _id_after(selected, operations[-1])}
    return done(frame, words, after)


def _id_after(selected: Selected, operation: dict[str, Any]) -> str:
    """What selects the same thing once an operation is done, which may have given it another name."""
    renamed = operation["op"] == "rename_key" and read_path(operation["path"]) == selected.path
    return str(operation["to"]) if renamed else selected.id


def _act(deed: Callable[[Frame], str]) -> Callable[..., HttpResponse]:
    """A view that does one deed and then shows the tab it came from."""

    @require_POST
    def run(request: HttpRequest, team: str, slug: str) -> HttpResponse:
        frame = begin(request, team, slug)
        try:
            words = deed(frame)
        except Rejected as error:
            return refused(frame, error)
        except Conflict as conflict:
            return clash(frame, conflict)
        after = {what: request.POST[what] for what in WHATS if what in request.POST}
        return done(frame, plain(words), after, undo=False)

    return run


def _undo(frame: Frame) -> str:
    base = base_of(frame.request, frame)
    return services.undo(actor(frame.request), frame.topology, base=base).operation


def _redo(frame: Frame) -> str:
    base = base_of(frame.request, frame)
    return services.redo(actor(frame.request), frame.topology, base=base).operation


def _publish(frame: Frame) -> str:
    services.publish(actor(frame.request), frame.topology, base_of(frame.request, frame))
    return f"published r{frame.topology.published}"


def _unpublish(frame: Frame) -> str:
    services.unpublish(actor(frame.request), frame.topology)
    return "no revision is published now"


def _version(frame: Frame) -> str:
    services.set_openrig(actor(frame.request), frame.topology, frame.request.POST.get("openrig", ""))
    return f"checked against OpenRig {frame.topology.openrig}"


def _tidy(frame: Frame) -> str:
    services.remember_layout(frame.topology, {})
    return "laid out afresh"


undo, redo = _act(_undo), _act(_redo)
publish, unpublish = _act(_publish), _act(_unpublish)
version, tidy = _act(_version), _act(_tidy)


@require_POST
def rename(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Give the topology another address, and go there."""
    frame = begin(request, team, slug)
    try:
        services.rename(actor(request), frame.topology, request.POST.get("slug", "").strip())
    except Rejected as error:
        return refused(frame, error)
    return _go(request, frame.url())


@require_POST
def delete(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Delete the topology (it can be brought back for 30 days), and go to the dashboard."""
    frame = begin(request, team, slug)
    services.delete(actor(request), frame.topology)
    messages.info(request, f"{frame.topology.name} is deleted. It can be brought back for 30 days, below.")
    return _go(request, reverse("dashboard", args=(team,)))


def _go(request: HttpRequest, url: str) -> HttpResponse:
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(url)
    response = HttpResponse()
    response["HX-Redirect"] = url
    return response
