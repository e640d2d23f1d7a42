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
from .diff import Comparison, compare
from .document import RULES as DOCUMENT_RULES
from .document import Document, DocumentError, parse
from .edits import RULES as EDIT_RULES
from .edits import Edited, Refused, apply_each, operation_name
from .rebase import Conflict, Rebased, rebase
from .renames import Names
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

    @property
    def kind(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def report(self) -> Report: ...

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
    try:
        return judge_document(parse(text), options)
    except DocumentError as error:
        return Judgement(text, "unknown", "", Report(error.diagnostics))


def judge_document(document: Document, options: Options | None = None) -> Judgement:
    """The same for a text that has been parsed already (`Edited.document` after an edit)."""
    options = options or Options()
    if graph.claims(document.root):
        model: Model = graph.judge(document, registry=options.registry)
    else:
        model = rig.judge(document, openrig=options.openrig)
    report = Report(_in_order((*document.warnings, *model.report.diagnostics)))
    return Judgement(document.text, model.kind, model.name, report, document, model)


def apply_operations(
    text: str,
    operations: Iterable[Mapping[str, Any]],
    options: Options | None = None,
    document: Document | None = None,
) -> Edited:
    """Apply operations in order, each proved by re-parsing; raises `Refused` (whole) where one cannot be exact.

    `document` is the text where it has been parsed already; one of another text is left aside.
    """
    try:
        document = document if document is not None and document.text == text else parse(text)
    except DocumentError:
        raise Refused("the document cannot be read", "mend it in the source first") from None
    package = graph if graph.claims(document.root) else rig
    return apply_each(text, operations, package.EDITS, document)


def rebase_operations(base: str, head: str, operations: Iterable[Mapping[str, Any]]) -> Rebased:
    """Apply operations that were made on the text `base` to the text `head`, where they still mean the same.

    The outcome has the edited head, or the conflict that stands against it. Raises `Refused` where an operation was
    not possible on its own base.
    """
    try:
        before, now = parse(base), parse(head)
    except DocumentError:
        raise Refused("the document cannot be read", "mend it in the source first") from None
    package = graph if graph.claims(before.root) else rig
    if graph.claims(now.root) is not graph.claims(before.root):
        return Rebased(None, (), Conflict("the document has become one of another kind"))
    return rebase(before, now, operations, package.EDITS, package.REBASE)


def compare_judgements(before: Judgement, after: Judgement, names: Names | None = None) -> Comparison:
    """What differs between two judged texts: things added, removed and changed, diagnostics new and fixed.

    `names` are other names that things were given in between.
    """
    roots = tuple(judgement.document.root if judgement.document else None for judgement in (before, after))
    return compare(before.diagram(), after.diagram(), before.report, after.report, (roots[0], roots[1]), names)


def rule_index() -> dict[str, Rule]:
    """Every rule of Espalier by code."""
    return {rule.code: rule for rule in (*DOCUMENT_RULES, *rig.RULES, *graph.RULES, *EDIT_RULES)}


def _in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=lambda d: d.span.start))


__all__ = [
    "DEFAULT_OPENRIG",
    "OPENRIG_VERSIONS",
    "Comparison",
    "Conflict",
    "EdgeVerdict",
    "Edited",
    "Judgement",
    "Options",
    "Rebased",
    "Refused",
    "apply_operations",
    "compare_judgements",
    "judge",
    "judge_document",
    "operation_name",
    "rebase_operations",
    "rule_index",
]
