"""The team's lattice: the sixteen stage pairs, their stored edges, and what another lattice would break or heal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..access import membership
from ..core.graph import ADDING_STEPS, LATTICE, REMOVING_STEPS, Lattice, Row
from ..models import EdgeRow, Team

#: How many edges a what-if names before it only counts the rest.
NAMED = 500


@dataclass(frozen=True, slots=True)
class Cell:
    """One stage pair of the matrix: its row in the lattice shown, the stored edges in it, the link that turns it."""

    row: Row
    edges: int
    turned: bool
    link: str


@require_safe
def page(request: HttpRequest, team: str) -> HttpResponse:
    """The matrix; `?turn=FROM:TO` (repeatable) turns the verdict on a pair round and lists what that would do."""
    member = membership(request.user, team)
    turned = _turned(request.GET.getlist("turn"))
    lattice = LATTICE
    for pair in turned:
        lattice = lattice.toggle(*pair)
    context: dict[str, Any] = {
        "team": member.team,
        "membership": member,
        "lines": _lines(lattice, turned, _counts(member.team)),
        "turned": [lattice.row(*pair) for pair in turned],
    }
    if turned:
        context |= _what_if(member.team, lattice, turned)
    return render(request, "_lattice_matrix.html" if request.headers.get("HX-Request") else "lattice.html", context)


def _turned(asked: Iterable[str]) -> list[tuple[str, str]]:
    """The asked-for pairs that are pairs of stages, each once, in the table's order."""
    wanted = set(asked)
    return [row.pair for row in LATTICE.rows if ":".join(row.pair) in wanted]


def _edges(team: Team) -> QuerySet[EdgeRow]:
    return EdgeRow.objects.filter(topology__team=team, topology__kind="graph", topology__deleted_at=None)


def _counts(team: Team) -> dict[tuple[str, str], int]:
    rows = _edges(team).exclude(from_stage="").exclude(to_stage="").values_list("from_stage", "to_stage")
    return {(source, target): count for source, target, count in rows.annotate(Count("pk")).order_by()}


def _lines(
    lattice: Lattice, turned: list[tuple[str, str]], counts: dict[tuple[str, str], int]
) -> list[tuple[str, list[Cell]]]:
    lines = []
    for line in lattice.matrix():
        cells = [Cell(row, counts.get(row.pair, 0), row.pair in turned, _link(turned, row.pair)) for row in line]
        lines.append((line[0].source, cells))
    return lines


def _link(turned: list[tuple[str, str]], pair: tuple[str, str]) -> str:
    """The page's query with one more pair turned round, or with it turned back."""
    pairs = [each for each in turned if each != pair] + ([] if pair in turned else [pair])
    return "?" + "&".join(f"turn={source}:{target}" for source, target in pairs)


def _what_if(team: Team, lattice: Lattice, turned: list[tuple[str, str]]) -> dict[str, Any]:
    pairs = Q()
    for source, target in turned:
        pairs |= Q(from_stage=source, to_stage=target)
    found = _edges(team).filter(pairs).select_related("topology").order_by("topology__name", "topology__slug", "pk")
    edges = list(found[: NAMED + 1])
    rows = {pair: lattice.row(*pair) for pair in turned}
    forbids = [row for row in rows.values() if not row.allowed]
    allows = [row for row in rows.values() if row.allowed]
    steps = [("Forbidding a row", REMOVING_STEPS)] if forbids else []
    steps += [("Allowing a row", ADDING_STEPS)] if allows else []
    return {
        "breaks": _by_topology(edges[:NAMED], rows, allowed=False),
        "heals": _by_topology(edges[:NAMED], rows, allowed=True),
        "forbids": forbids,
        "allows": allows,
        "more": len(edges) > NAMED,
        "steps": steps,
    }


def _by_topology(
    edges: list[EdgeRow], rows: dict[tuple[str, str], Row], *, allowed: bool
) -> list[tuple[Any, list[EdgeRow]]]:
    wanted = [edge for edge in edges if rows[edge.from_stage, edge.to_stage].allowed is allowed]
    return [(topology, list(group)) for topology, group in groupby(wanted, key=lambda edge: edge.topology)]
