"""Share links: a topology or a dashboard, read-only, for whoever holds the link; and the same for a frame elsewhere.

Everything shown here is made from a masked picture (`core.masking`); no text, path or member field goes out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from ..core.diagram import Container, Diagram, Edge, Node
from ..core.masking import mask_diagram, mask_text
from ..models import Revision, Share, Topology
from ..services.shares import find_share
from ..services.thumbnails import Asked, thumbnails
from .cards import Card, Filters, polling, state_of
from .topology.frame import judged
from .topology.pictures import Wanted, drawn


@dataclass(frozen=True)
class Shared:
    """One topology as a link shows it. It has what the canvas template asks of a page's frame, and nothing more."""

    topology: Topology
    revision: Revision
    diagram: Diagram
    report: Any
    inspect_url: str
    can_edit: bool = False

    @property
    def name(self) -> str:
        return self.topology.name

    @property
    def is_graph(self) -> bool:
        return self.diagram.kind == "graph"

    @property
    def node_word(self) -> str:
        return "node" if self.is_graph else "member"

    @property
    def urls(self) -> dict[str, str]:
        """A share leads nowhere but to itself."""
        return {"edge_verdict": "", "outline": "#list", "source": ""}


def _by_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Find the share; the same 404 for a link that never was, was revoked, or has expired; keep it out of indexes."""

    @wraps(view)
    @login_not_required
    @require_safe
    def found(request: HttpRequest, token: str, **rest: Any) -> HttpResponse:
        share = find_share(token)
        if share is None:
            raise Http404("no such link")
        response = view(request, share, token, **rest)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "no-referrer"
        response["Cache-Control"] = "private, no-store"
        return response

    return found


def _topology(share: Share, slug: str | None) -> Topology:
    """The topology that is asked for: the share's own, or one of its team's where it shares the dashboard."""
    if (share.topology is None) is (slug is None):
        raise Http404("no such link")
    if share.topology is not None:
        return share.topology
    topology = Topology.objects.live().filter(team=share.team, slug=slug).first()
    if topology is None or _number(share, topology) is None:
        raise Http404("no such topology")
    topology.team = share.team
    return topology


def _number(share: Share, topology: Topology) -> int | None:
    return topology.head if share.shows == Share.Shows.HEAD else topology.published


def _shared(share: Share, token: str, slug: str | None) -> Shared | None:
    topology = _topology(share, slug)
    number = _number(share, topology)
    if number is None:
        return None
    revision = topology.revision(number)
    judgement = judged(topology, revision.text)
    diagram = mask_diagram(judgement.diagram() or Diagram(topology.kind, topology.name))
    # The stored name is the head's; a template may show it anywhere.
    topology.name = mask_text(judgement.name or topology.name)
    names = (token,) if slug is None else (token, slug)
    inspect = reverse("share-inspect" if slug is None else "share-of-inspect", args=names)
    return Shared(topology, revision, diagram, judgement.report, inspect)


def _page(request: HttpRequest, share: Share, token: str, slug: str | None, *, embed: bool) -> HttpResponse:
    shared = _shared(share, token, slug)
    context: dict[str, Any] = {"share": share, "embed": embed, "frame": shared, "token": token}
    if shared is not None:
        wanted = Wanted(trial=True, shared=True)
        made = drawn(shared.topology, shared.diagram, f"share {shared.revision.sha256}", wanted)
        context |= {"picture": made.picture, "picture_markup": made.markup}
        context |= selection(shared, request)
    return render(request, "share.html", context)


@_by_link
def page(request: HttpRequest, share: Share, token: str) -> HttpResponse:
    """What the link shows: one topology, or the team's dashboard."""
    if share.topology is None:
        return _dashboard(request, share, token, embed=False)
    return _page(request, share, token, None, embed=False)


@_by_link
def one(request: HttpRequest, share: Share, token: str, slug: str) -> HttpResponse:
    """One topology of a shared dashboard."""
    return _page(request, share, token, slug, embed=False)


@xframe_options_exempt
@_by_link
def embed(request: HttpRequest, share: Share, token: str) -> HttpResponse:
    """The same without its header, for a frame on the pages that the share names (any, where it names none)."""
    if not share.embed:
        raise Http404("this link may not be framed")
    if share.topology is None:
        response = _dashboard(request, share, token, embed=True)
    else:
        response = _page(request, share, token, None, embed=True)
    response._csp_replace = {"frame-ancestors": share.frames.split() or ["*"]}  # type: ignore[attr-defined]
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@_by_link
def inspect(request: HttpRequest, share: Share, token: str, slug: str | None = None) -> HttpResponse:
    """The inspector's content for what is selected, with what the picture shows and no more."""
    shared = _shared(share, token, slug)
    if shared is None:
        raise Http404("nothing is published")
    return render(request, "_share_inspector.html", {"frame": shared, "share": share} | selection(shared, request))


def selection(shared: Shared, request: HttpRequest) -> dict[str, Any]:
    """The node, edge or container that the query names, with what belongs to it; nothing for an unknown one."""
    diagram = shared.diagram
    node = _named(diagram.nodes, request.GET.get("node"))
    edge = _named(diagram.edges, request.GET.get("edge")) if node is None else None
    container = _named(diagram.containers, request.GET.get("container")) if node is None and edge is None else None
    context: dict[str, Any] = {"node": node, "edge": edge, "container": container}
    context["wrong"] = [each for each in diagram.edges if each.wrong]
    if container is not None:
        context["inside"] = [each for each in diagram.nodes if each.container == container.id]
    if node is not None:
        context["into"] = [each for each in diagram.edges if each.target == node.id]
        context["out"] = [each for each in diagram.edges if each.source == node.id]
        context["off"] = [each for each in diagram.off_canvas if each.source == node.id]
    else:
        context["off"] = () if container else diagram.off_canvas
    return context


def _named(things: tuple[Any, ...], wanted: str | None) -> Node | Edge | Container | None:
    return next((thing for thing in things if thing.id == wanted), None)


def _dashboard(request: HttpRequest, share: Share, token: str, *, embed: bool) -> HttpResponse:
    filters = Filters.of(request.GET)
    topologies = Topology.objects.live().filter(team=share.team).of_kind(filters.kind)
    if share.shows == Share.Shows.PUBLISHED:
        topologies = topologies.exclude(published=None)
    state = state_of(topologies)
    if request.GET.get("state") == state:
        return HttpResponse(status=204)
    context = {
        "share": share,
        "embed": embed,
        "shared": True,
        "team": share.team,
        "cards": _cards(share, token, list(topologies.cards())),
        **polling(request, filters, state),
    }
    return render(request, "_board.html" if request.headers.get("HX-Request") else "share_board.html", context)


def _cards(share: Share, token: str, topologies: list[Topology]) -> list[Card]:
    """Cards at the revision that the share shows; the verdict and the counts are those of that revision."""
    asked = []
    for topology in topologies:
        topology.team = share.team
        number = _number(share, topology) or topology.head
        digest = topology.digest if number == topology.head else topology.published_digest  # type: ignore[attr-defined]
        asked.append(Asked(topology, number, digest))
    small = thumbnails(asked, at_once=len(asked))
    for each in asked:
        _as_of(each)
    return [
        Card(each.topology, reverse("share-of", args=(token, each.topology.slug)), small.get(each.topology.pk, ""), "")
        for each in asked
    ]


def _as_of(asked: Asked) -> None:
    """Give a card the facts of the revision it shows; what the head says meanwhile is nobody's business here."""
    topology = asked.topology
    topology.shown = asked.number  # type: ignore[attr-defined]
    topology.name = mask_text(topology.name)
    if asked.number == topology.head:
        return
    judgement = judged(topology, topology.revision(asked.number).text)
    diagram = judgement.diagram() or Diagram(topology.kind, topology.name)
    topology.name = mask_text(judgement.name or topology.name)
    topology.errors, topology.warnings = judgement.report.errors, judgement.report.warnings
    topology.node_count = sum(node.id not in ("START", "END") for node in diagram.nodes)
    topology.edge_count, topology.off_canvas = len(diagram.edges), len(diagram.off_canvas)
