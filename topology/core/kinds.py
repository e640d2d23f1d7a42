"""The two kinds of topology behind one small interface: detect, judge, draw, show, edit.

Everything outside the core (pages, API, command line, storage) goes through this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from . import graph, rig
from .diagnostics import Diagnostic, Report, Rule
from .diagram import Diagram
from .document import RULES as DOCUMENT_RULES
from .document import Document, DocumentError, parse
from .edits import Edited, Refused, apply_each, operation_name
from .verdict import EdgeVerdict

OPENRIG_VERSIONS = rig.OPENRIG_VERSIONS
DEFAULT_OPENRIG = rig.DEFAULT_OPENRIG


@dataclass(frozen=True, slots=True)
class Options:
    """What a document is judged against: the OpenRig version (rigs) and the node registry (graphs)."""

    openrig: str = DEFAULT_OPENRIG
    registry: graph.Registry = field(default_factory=graph.documented_registry)


class Model(Protocol):
    """What either kind's `judge` gives back."""

    kind: str
    name: str
    report: Report

    def diagram(self) -> Diagram: ...

    def show(self) -> dict[str, Any]: ...

    def edge_verdict(self, source: str, target: str, kind: str | None = None) -> EdgeVerdict: ...


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one text. `document` and `model` are None where the text is not readable YAML.

    `kind` is `rig`, `rig-legacy`, `graph` or `unknown`.
    """

    text: str
    kind: str
    name: str
    report: Report
    document: Document | None = None
    model: Any = None

    @property
    def valid(self) -> bool:
        return self.report.valid

    @property
    def readable(self) -> bool:
        return self.document is not None

    def diagram(self) -> Diagram | None:
        return self.model.diagram() if self.model is not None else None


def judge(text: str, options: Options | None = None) -> Judgement:
    """Parse, detect the kind, load and check. Never raises for bad content: what is wrong is in the report."""
    options = options or Options()
    try:
        document = parse(text)
    except DocumentError as error:
        return Judgement(text, "unknown", "", Report(error.diagnostics))
    if graph.claims(document.root):
        model: Model = graph.judge(document, registry=options.registry)
    else:
        model = rig.judge(document, openrig=options.openrig)
    report = Report(_in_order((*document.warnings, *model.report.diagnostics)))
    return Judgement(text, model.kind, model.name, report, document, model)


def apply_operations(text: str, operations: Iterable[Mapping[str, Any]], options: Options | None = None) -> Edited:
    """Apply operations in order, each proved by re-parsing; raises `Refused` (whole) where one cannot be exact."""
    judgement = judge(text, options)
    if judgement.document is None:
        raise Refused("the document cannot be read", "mend it in the source first")
    package = graph if judgement.kind == "graph" else rig
    return apply_each(text, operations, package.EDITS)


def rule_index() -> dict[str, Rule]:
    """Every rule of Espalier by code."""
    return {rule.code: rule for rule in (*DOCUMENT_RULES, *rig.RULES, *graph.RULES)}


def _in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda d: d.span.start))


__all__ = [
    "DEFAULT_OPENRIG",
    "OPENRIG_VERSIONS",
    "Edited",
    "EdgeVerdict",
    "Judgement",
    "Options",
    "Refused",
    "apply_operations",
    "judge",
    "operation_name",
    "rule_index",
]
