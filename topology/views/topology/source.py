"""The source page: the YAML itself with live checks and picture; saving with the revision it was made from."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from ... import services
from ...core.merge import Region, merge
from ...drawing import draw
from ...drawing import render as rendered
from ...forms.numbers import whole
from .checks import groups
from .frame import Frame, judged, open_frame
from .pictures import drawn

#: Diagnostics of one severity beside the text.
_BESIDE = 60


def context(frame: Frame) -> dict[str, Any]:
    """The head's text with its checks and a small picture."""
    if frame.request.method == "POST":
        text = frame.request.POST.get("text", "")
    else:
        text = frame.judgement.text
    return {
        "text": text,
        "crlf": "\r\n" in text,
        "picture_markup": drawn(frame.topology, frame.diagram, frame.topology.digest).markup,
        **checked(frame, frame.judgement),
    }


def checked(frame: Frame, judgement: Any) -> dict[str, Any]:
    """What `_source_checks.html` needs of a judgement."""
    report = judgement.report
    return {
        "report": report,
        "check_groups": groups(judgement.text, report.diagnostics, _BESIDE),
        "judgement": judgement,
    }


@require_POST
def check(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """What the checks say about a text that is being typed; nothing is stored."""
    frame = open_frame(request, team, slug)
    judgement = judged(frame.topology, _text(request))
    return render(request, "topology/_source_checks.html", {"frame": frame, **checked(frame, judgement)})


@require_POST
def draw_text(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """The picture of a text that is being typed; 204 where it cannot be read, so that the last good one stays."""
    frame = open_frame(request, team, slug)
    diagram = judged(frame.topology, _text(request)).diagram()
    if diagram is None:
        return HttpResponse(status=204)
    picture = draw(diagram, remembered=frame.topology.layout or None)
    return HttpResponse(rendered(picture))


@require_POST
def save(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Store the text; merged where others saved meanwhile, a conflict page where both changed the same lines."""
    from .operate import actor, base_of, refused
    from .tabs import render_tab

    frame = open_frame(request, team, slug, "source", at_least="editor")
    base, text = base_of(request, frame), _text(request)
    try:
        if "settle" in request.POST:
            base, text = settled(frame, base)
        saved = services.save_source(actor(request), frame.topology, base, text.encode("utf-8", "surrogatepass"))
    except services.Rejected as error:
        if not request.htmx:  # type: ignore[attr-defined]
            return render_tab(frame, status=422, error=error)
        return refused(frame, error)
    except services.Conflict as conflict:
        return _conflict(frame, conflict)
    words = _words(saved)
    if not request.htmx:  # type: ignore[attr-defined]
        from django.contrib import messages

        messages.info(request, words)
        return redirect(frame.urls["source"])
    fresh = Frame(request, frame.topology, "source")
    response = render(request, "topology/_saved.html", {"frame": fresh, **_header(fresh)})
    others = saved.merged or "settle" in request.POST
    told = {"base": frame.topology.head, "text": saved.text if others else None}
    response["HX-Trigger-After-Settle"] = json.dumps({"said": {"words": words}, "source-saved": told})
    return response


def _header(frame: Frame) -> dict[str, Any]:
    from .tabs import header

    return header(frame)


def _text(request: HttpRequest) -> str:
    """The posted text; forms send line breaks as CR LF, which the service turns back into the document's own."""
    return request.POST.get("text", "")


def _words(saved: services.Saved) -> str:
    if saved.revision is None:
        return "Nothing has changed"
    merged = ", merged with what was saved meanwhile" if saved.merged else ""
    errors = saved.judgement.report.errors
    drafted = f" as a draft with {errors} error{'' if errors == 1 else 's'}" if errors else ""
    return f"Saved r{saved.revision.number}{drafted}{merged}"


def _conflict(frame: Frame, conflict: services.Conflict) -> HttpResponse:
    context = {"frame": frame, "conflict": conflict, **sides(conflict)}
    whole = not frame.request.htmx  # type: ignore[attr-defined]
    template = "topology/source_conflict.html" if whole else "topology/_source_conflict.html"
    return render(frame.request, template, context, status=409)


def sides(conflict: services.Conflict) -> dict[str, Any]:
    """The clashes of a source conflict side by side, and one text with each of them marked."""
    regions = conflict.regions
    marked = "".join(_marked(region, conflict.head) if region.clash else region.merged for region in regions)
    return {"clashes": [region for region in regions if region.clash], "marked": marked or conflict.yours}


def _marked(region: Region, head: int) -> str:
    return f"<<<<<<< theirs, r{head}\n{region.theirs}=======\n{region.yours}>>>>>>> yours\n"


def settled(frame: Frame, base: int) -> tuple[int, str]:
    """Both changes merged with each clash settled as the form says, and the revision that this stands on."""
    posted = frame.request.POST
    head = whole(posted.get("head", ""), 0)
    texts = {r.number: r.text for r in frame.topology.revisions.filter(number__in=(base, head))}
    if base not in texts or head not in texts:
        raise services.Rejected(422, "the revisions of this conflict are not there", "reload the page")
    yours = _text(frame.request)
    if "\r\n" not in texts[base]:
        yours = yours.replace("\r\n", "\n")
    merged = merge(texts[base], texts[head], yours)
    return head, merged.resolved([posted.get(f"choice-{n}", "yours") for n in range(len(merged.clashes))])
