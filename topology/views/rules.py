"""The rule index as pages: every code with its summary, and each with its explanation."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ..core.kinds import rule_index

#: Code families in the order of the page: prefix, heading.
FAMILIES = (
    ("D1", "The document as YAML"),
    ("R1", "Rigs: structure"),
    ("R2", "Rigs: edges"),
    ("R3", "Rigs: launch order"),
    ("R4", "Rigs: startup"),
    ("R5", "Rigs: services, workspace, continuity"),
    ("R6", "Rigs: legacy specs"),
    ("R8", "Rigs: advice"),
    ("G1", "Graphs: structure and names"),
    ("G2", "Graphs: the lattice, stages, seams, routers"),
    ("G8", "Graphs: advice"),
    ("G9", "Node registries"),
    ("E1", "Operations that are refused"),
)


@login_not_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every rule, family by family."""
    rules = rule_index()
    families = [(name, [rules[c] for c in sorted(rules) if c.startswith(prefix)]) for prefix, name in FAMILIES]
    return render(request, "rules.html", {"families": [family for family in families if family[1]]})


@login_not_required
@require_safe
def one(request: HttpRequest, code: str) -> HttpResponse:
    """One rule's help page; Http404 for a code that is none."""
    rule = rule_index().get(code.upper())
    if rule is None:
        raise Http404(f"there is no rule {code}")
    paragraphs = [part.strip() for part in rule.explanation.split("\n\n") if part.strip()]
    return render(request, "rule.html", {"rule": rule, "paragraphs": paragraphs})
