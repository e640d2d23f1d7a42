"""Import: pasted text or files, each with its verdict and the line at fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from .. import services
from ..access import membership
from ..models import Team, Topology
from .topology.checks import groups


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one document."""

    filename: str
    text: str
    topology: Topology | None = None
    error: services.Rejected | None = None

    @property
    def may_draft(self) -> bool:
        """Whether it could be kept as a draft: it was read, and only its content is at fault."""
        judgement = self.error.judgement if self.error else None
        return judgement is not None and judgement.readable

    @property
    def groups(self) -> list[Any]:
        return groups(self.text, self.error.diagnostics, 8) if self.error else []


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, team: str) -> HttpResponse:
    """The import form; one good document leads straight to its picture."""
    member = membership(request.user, team, at_least="editor")
    if request.method != "POST":
        return render(request, "import.html", {"team": member.team, "membership": member})
    draft = bool(request.POST.get("draft"))
    actor = services.Actor(user=request.user)
    results = [_take(actor, member.team, name, data, draft) for name, data in _documents(request)]
    if len(results) == 1 and results[0].topology is not None:
        return redirect("topology", team=team, slug=results[0].topology.slug)
    failed = [result for result in results if result.topology is None]
    context = {"team": member.team, "membership": member, "results": results, "draft": draft}
    context["text"] = _typed(request, failed)
    return render(request, "import.html", context, status=422 if failed or not results else 200)


def _documents(request: HttpRequest) -> list[tuple[str, bytes]]:
    found = [(file.name or "", file.read()) for file in request.FILES.getlist("files")]
    text = request.POST.get("text", "")
    if text.strip():
        # A form sends CR LF for every line break; what was pasted had LF far more often.
        found.append((request.POST.get("filename", ""), text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")))
    return found


def _typed(request: HttpRequest, failed: list[Result]) -> str:
    return request.POST.get("text", "") if any(not result.filename for result in failed) else ""


def _take(actor: services.Actor, team: Team, name: str, data: bytes, draft: bool) -> Result:
    text = data.decode("utf-8", "replace")
    try:
        return Result(name, text, services.import_topology(actor, team, data, filename=name, draft=draft))
    except services.Rejected as error:
        return Result(name, text, error=error)
