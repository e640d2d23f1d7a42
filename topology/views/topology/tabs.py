"""The pages of one topology as a table, and the one way they are answered: whole, or as what changed for htmx."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ...services.history import steps_back
from . import channels, checks, diff, find, history, lattice, launch, outline, picture, source
from .frame import Frame, open_frame

Context = Callable[[Frame], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Tab:
    """One page: its name in addresses, its label, its workspace template, what the template needs, and for which kind.

    `fixed` pages fill the window and scroll inside; `listed` ones stand in the row of tabs.
    """

    name: str
    label: str
    context: Context
    kinds: frozenset[str] = frozenset({"rig", "rig-legacy", "graph", "unknown"})
    fixed: bool = False
    listed: bool = True

    @property
    def template(self) -> str:
        return f"topology/_{self.name}.html"


_RIGS = frozenset({"rig", "rig-legacy"})
_GRAPHS = frozenset({"graph"})

#: In the order in which they are shown.
TABS: dict[str, Tab] = {
    tab.name: tab
    for tab in (
        Tab("picture", "Picture", picture.context, fixed=True),
        Tab("outline", "Outline", outline.context),
        Tab("source", "Source", source.context, fixed=True),
        Tab("checks", "Checks", checks.context),
        Tab("launch", "Launch", launch.context, _RIGS),
        Tab("lattice", "Lattice", lattice.context, _GRAPHS, fixed=True),
        Tab("channels", "Channels", channels.context, _GRAPHS),
        Tab("history", "History", history.context),
        Tab("diff", "Comparison", diff.context, listed=False),
        Tab("find", "Find", find.context, listed=False),
    )
}


def render_tab(frame: Frame, *, status: int = 200, **extra: Any) -> HttpResponse:
    """The page of `frame.tab`; for htmx only its workspace, with header and tabs beside it.

    A page that shows the picture already gets the inspector and a newer canvas, of which it takes over what differs.
    """
    if frame.judgement.kind not in TABS.get(frame.tab, TABS["picture"]).kinds:
        # A document can become one of another kind while somebody stands on a page that only its old kind has.
        frame.tab = "picture"
    context = {**header(frame), **TABS.get(frame.tab, TABS["picture"]).context(frame), **extra}
    if not frame.request.htmx:  # type: ignore[attr-defined]
        return render(frame.request, "topology/page.html", context, status=status)
    if not _redraws(frame, context):
        return render(frame.request, "topology/_changed.html", context, status=status)
    response = render(frame.request, "topology/_redrawn.html", context, status=status)
    response["HX-Retarget"], response["HX-Reswap"] = "#inspector", "innerHTML"
    return response


def _redraws(frame: Frame, context: dict[str, Any]) -> bool:
    """Whether the page said that it shows a picture which can take over this one."""
    asked = frame.request.headers.get("Espalier-Canvas") == "picture"
    return asked and frame.tab == "picture" and not (context["picture"].empty or context["picture"].outline_only)


def header(frame: Frame) -> dict[str, Any]:
    """What the header and the tabs of every page need."""
    kind = frame.judgement.kind
    shown = [(each, frame.urls[each.name]) for each in TABS.values() if each.listed and kind in each.kinds]
    context: dict[str, Any] = {"frame": frame, "tab": TABS.get(frame.tab, TABS["picture"]), "tabs": shown}
    if frame.can_edit:
        context["undo_words"], context["redo_words"] = steps_back(frame.topology)
    return context


def view(name: str) -> Callable[..., HttpResponse]:
    """The view of one tab's page."""

    @require_safe
    def page(request: HttpRequest, team: str, slug: str) -> HttpResponse:
        return render_tab(open_frame(request, team, slug, name))

    page.__name__ = f"{name}_page"
    return page
