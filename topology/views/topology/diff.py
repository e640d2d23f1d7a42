"""The comparison page: two texts on one picture, what changed as a list, and the lines that differ.

The sides are two revisions of the topology, a revision and another topology of the team, or a revision and a text that
is sent along and never stored. Both are judged alike: by the team's registry and this topology's OpenRig version.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods

from ...access import get_topology
from ...core.diagnostics import Severity
from ...core.diagram import Diagram
from ...core.diff import Comparison
from ...core.kinds import Judgement, compare_judgements
from ...core.line_ends import keep_line_ends
from ...core.renames import Names, under
from ...core.union import Union, unite
from ...models import Revision, Topology
from ...services.errors import Rejected
from ...services.lines import Line, hunks, side_by_side
from ...services.reading import decode, encode, sha256
from . import changes
from .frame import Frame, judged, open_frame
from .pictures import Wanted, drawn
from .renames import names_between

#: Lines of the text diff, revisions and topologies that can be picked.
LINES, PICKED, OTHERS = 2000, 200, 500


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two texts: the topology it belongs to and its number (None for a text sent along)."""

    label: str
    text: str
    judgement: Judgement
    topology: Topology
    number: int | None = None
    revision: Revision | None = None

    @property
    def digest(self) -> str:
        return self.revision.sha256 if self.revision else sha256(self.text.encode("utf-8", "surrogatepass"))

    @property
    def is_head(self) -> bool:
        return self.number == self.topology.head


@dataclass(frozen=True, slots=True)
class Pair:
    """What is compared, in which order, and what of the request could not be done (`notes`)."""

    before: Side
    after: Side
    notes: tuple[str, ...] = ()

    @property
    def same_text(self) -> bool:
        return self.before.text == self.after.text


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """`?from=N&to=M` (numbers, `head`, `published`), `?with=SLUG` for another topology; a posted `text` or `file`."""
    from .tabs import render_tab

    frame = open_frame(request, team, slug, "diff")
    status = 200
    if request.method == "POST":
        try:
            frame.extra["pasted"] = _posted(request)
        except Rejected as error:
            frame.extra["refused"] = error
            status = error.status
    response = render_tab(frame, status=status)
    if frame.extra.get("missing"):
        response.status_code = 404
    return response


def _posted(request: HttpRequest) -> str:
    """The text of the form: a file's, byte for byte, else what was pasted. `Rejected` for what could not be stored."""
    file = request.FILES.get("file")
    if file is not None:
        return decode(file.read())
    text = request.POST.get("text", "")
    encode(text)
    return text


def context(frame: Frame) -> dict[str, Any]:
    """What `_diff.html` needs: the pair, its picture, its lists, its lines, and what else could be compared."""
    query = _query(frame)
    pair = _pair(frame, query)
    names = _names(pair)
    found = compare_judgements(pair.before.judgement, pair.after.judgement, names)
    before = pair.before.judgement.diagram()
    before = under(before, names) if before else None
    union = unite(before, pair.after.judgement.diagram(), found)
    return {
        "pair": pair,
        "found": found,
        "union": union,
        "counts": changes.counts(found) if union.whole else {},
        "same": _sameness(pair, found),
        "worse": any(diagnostic.severity is Severity.ERROR for diagnostic in found.new),
        **_picture(frame, query, pair, union),
        **_lists(pair, found, union, before),
        **_lines(pair, query.get("view") == "split"),
        **_pickers(frame, query, pair),
    }


def _query(frame: Frame) -> QueryDict:
    """The query of the page; after an undo or redo that of the page it was asked from."""
    if frame.request.method == "POST" and frame.request.htmx:  # type: ignore[attr-defined]
        return QueryDict(urlsplit(frame.request.htmx.current_url or "").query)  # type: ignore[attr-defined]
    return frame.request.GET


def _pair(frame: Frame, query: QueryDict) -> Pair:
    topology, notes = frame.topology, []
    pasted = frame.extra.get("pasted")
    slug = query.get("with", "")
    other = topology
    if slug and pasted is None and slug != topology.slug:
        other = get_topology(frame.request.user, topology.team.slug, slug)
    alone = other is topology and pasted is None
    first = max(topology.head - 1, 1) if alone else topology.head
    before = _side(frame, topology, query.get("from", ""), first, notes)
    if pasted is not None:
        text = keep_line_ends(before.text, pasted) if "file" not in frame.request.FILES else pasted
        return Pair(before, Side("the text sent along", text, judged(topology, text), topology), tuple(notes))
    after = _side(frame, other, query.get("to", ""), other.head, notes)
    return Pair(before, after, tuple(notes))


def _side(frame: Frame, topology: Topology, asked: str, default: int, notes: list[str]) -> Side:
    """A revision by what the query says; the default, and a note, where there is no such revision."""
    number: int | None = default
    if asked == "published":
        number = topology.published
        if number is None:
            notes.append(f"no revision of `{topology.slug}` is published")
    elif asked == "head":
        number = topology.head
    elif asked:
        number = int(asked) if asked.isdecimal() and len(asked) < 9 else None
    revision = topology.revisions.filter(number=number).first() if number is not None else None
    if revision is None:
        if asked != "published":
            frame.extra["missing"] = True
            notes.append(f"there is no revision `{asked[:40]}` of `{topology.slug}`")
        revision = topology.revision(default)
    own = topology.pk == frame.topology.pk
    label = f"r{revision.number}" if own else f"{topology.slug} r{revision.number}"
    judgement = judged(frame.topology, revision.text)
    return Side(label, revision.text, judgement, topology, revision.number, revision)


def _names(pair: Pair) -> Names:
    """The other names that things were given between two revisions; none where they are not of one topology."""
    before, after = pair.before, pair.after
    if before.topology.pk != after.topology.pk or before.number is None or after.number is None:
        return Names({}, {})
    return names_between(after.topology, (before.number, after.number), (before.judgement, after.judgement))


def _sameness(pair: Pair, found: Comparison) -> str:
    """`texts`: not a character differs. `shown`: nothing that a picture or a report shows. "": something does."""
    if pair.same_text:
        return "texts"
    return "shown" if found.empty and pair.after.judgement.readable else ""


def _picture(frame: Frame, query: QueryDict, pair: Pair, union: Union) -> dict[str, Any]:
    folded = frozenset(query.getlist("fold"))
    wanted = Wanted(
        folded=folded,
        opened=(frozenset(query.getlist("open")) | _touched(union)) - folded,
        lit=frozenset(query.getlist("show")),
        trial=True,
        marks=tuple(sorted(union.marks.items())),
    )
    made = drawn(frame.topology, union.diagram, f"diff {pair.before.digest} {pair.after.digest}", wanted)
    return {"picture": made.picture, "picture_markup": made.markup, "shown": query.get("show", "")}


def _touched(union: Union) -> frozenset[str]:
    """The pods or chains that hold something marked: they are opened where the others fold."""
    graph = union.diagram.kind == "graph"
    unit = {n.id: f"{n.container}/{n.group or 'other'}" if graph else str(n.container) for n in union.diagram.nodes}
    ends = {edge.id: (edge.source, edge.target) for edge in union.diagram.edges}
    named: list[str] = []
    for key in union.marks:
        what, _, name = key.partition(":")
        named += ends.get(name, ()) if what == "edge" else (name,)
    return frozenset(unit[name] for name in named if name in unit)


def _lists(pair: Pair, found: Comparison, union: Union, before: Diagram | None) -> dict[str, Any]:
    """The changes, and what the checks say now and no longer; of a text that cannot be read only why."""
    after = pair.after.judgement.diagram()
    if before is None or after is None:
        return {"groups": [], "new": [changes.Finding(d, None) for d in found.new], "fixed": [], "readable": False}
    return {
        "groups": changes.groups(found, after) if union.whole else [changes.facts(found)],
        "new": changes.findings(found.new, after),
        "fixed": changes.findings(found.fixed, before if union.whole else Diagram("unknown", "")),
        "readable": True,
    }


def _lines(pair: Pair, split: bool) -> dict[str, Any]:
    """The text diff, cut where it is very long, one below the other or `split` in two, and what each side gained."""
    groups = hunks(pair.before.text, pair.after.text)
    shown: list[list[Line]] = []
    room = LINES
    for group in groups:
        if room > 0:
            shown.append(group[:room])
            room -= len(group)
    every = [line.sign for group in groups for line in group]
    counts = {"left_out": max(0, -room), "plus": every.count("+"), "minus": every.count("-")}
    return {"split": split, "hunks": shown, "sides": [side_by_side(hunk) for hunk in shown] if split else (), **counts}


def _pickers(frame: Frame, query: QueryDict, pair: Pair) -> dict[str, Any]:
    """The revisions and topologies to choose from, and the addresses of the same page seen otherwise."""
    here = frame.url("topology-diff")
    before, after = pair.before, pair.after
    foreign = after.topology.slug if after.topology.pk != before.topology.pk else ""
    same = not foreign and after.number is not None
    others = frame.topology.team.topologies.live().exclude(pk=frame.topology.pk).order_by("name", "slug")
    asked = {"from": before.number, "to": after.number, "with": foreign or None}
    same_pair = urlencode({name: value for name, value in asked.items() if value is not None})
    view = "&view=split" if query.get("view") == "split" else ""
    return {
        "here": here,
        "foreign": foreign,
        "asked": same_pair + view,
        "asked_unified": same_pair,
        "pasted": frame.extra.get("pasted"),
        "revisions": _revisions(frame.topology, before.number),
        "targets": _revisions(after.topology, after.number) if after.number is not None else [],
        "others": others.values("slug", "name")[:OTHERS],
        "swapped": f"{here}?{urlencode({'from': after.number, 'to': before.number})}{view}" if same else "",
        "refused": frame.extra.get("refused"),
    }


def _revisions(topology: Topology, chosen: int | None) -> list[dict[str, Any]]:
    """The newest revisions, and the chosen one where it is older."""
    columns = ("number", "operation", "author_name", "created")
    newest = list(topology.revisions.order_by("-number").values(*columns)[:PICKED])
    if chosen is not None and all(row["number"] != chosen for row in newest):
        newest += topology.revisions.filter(number=chosen).values(*columns)
    return newest
