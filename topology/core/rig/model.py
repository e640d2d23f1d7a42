"""A rig judged: its report, and on demand its picture, launch order, escalation and verdicts on possible edges."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..diagnostics import Diagnostic, Path, Report, Rule, Severity
from ..diagram import Diagram
from ..document import Document
from ..verdict import EdgeVerdict
from . import diagram as pictures
from . import show as shows
from .escalation import Route, routes_of
from .identity import whoami
from .launch import Launch, launch_of, restore_notes, restore_order
from .rules import RULES, check
from .rules.found import Found
from .spec import Spec, understand
from .verdicts import EdgeJudge
from .versions import DEFAULT_OPENRIG, RELEASES

_BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}
EdgePlace = tuple[int | None, int]


class RigModel:
    """One document judged as a rig.

    `kind` is `rig`, `rig-legacy` or `unknown` (neither a rig nor a flat spec); `openrig` the version it was judged
    against. Everything beyond the report is worked out when first asked for.
    """

    def __init__(self, document: Document, openrig: str, kind: str, spec: Spec, launch: Launch, report: Report) -> None:
        self.document = document
        self.openrig = openrig
        self.kind = kind
        self.spec = spec
        self.launch = launch
        self.report = report

    @property
    def name(self) -> str:
        return self.spec.name

    @cached_property
    def escalation(self) -> dict[str, Route]:
        """The route of every seat, as far as this rig alone says."""
        return routes_of(self.spec)

    @cached_property
    def restore_order(self) -> tuple[str, ...]:
        """The order of a restore; seats in a loop are left out."""
        return restore_order(self.spec)

    @cached_property
    def restore_notes(self) -> tuple[str, ...]:
        """What to know about restoring this rig."""
        return restore_notes(self.spec, self.launch)

    @cached_property
    def edge_faults(self) -> dict[EdgePlace, Diagnostic]:
        """The first error on each edge, by (pod index or None, index in its list)."""
        faults: dict[EdgePlace, Diagnostic] = {}
        for diagnostic in self.report.diagnostics:
            if diagnostic.severity is Severity.ERROR:
                place = _edge_place(diagnostic.keys)
                if place is not None and not diagnostic.code.startswith("R3"):
                    faults.setdefault(place, diagnostic)
        return faults

    @cached_property
    def faulty_members(self) -> frozenset[Path]:
        """Paths of members and nodes with an error in them."""
        return frozenset(
            d.keys[: 4 if d.keys[0] == "pods" else 2]
            for d in self.report.diagnostics
            if d.severity is Severity.ERROR and (d.keys[2:3] == ("members",) or d.keys[:1] == ("nodes",))
        )

    @cached_property
    def _diagram(self) -> Diagram:
        return pictures.diagram_of(self)

    def diagram(self) -> Diagram:
        """The picture of what could be understood; broken edges are marked, deferred targets are off the canvas."""
        return self._diagram

    def show(self) -> dict[str, Any]:
        """The JSON of `show --format json`."""
        return shows.show(self)

    def whoami(self, member: str) -> dict[str, Any]:
        """The identity projection of one member; raises KeyError for no such member."""
        return whoami(self.spec, member)

    @cached_property
    def _edge_judge(self) -> EdgeJudge:
        return EdgeJudge(self.spec)

    def edge_verdict(self, source: str, target: str, kind: str | None = None) -> EdgeVerdict:
        """What would become of one more edge; `kind` None judges the ends alone."""
        return self._edge_judge.verdict(source, target, kind)

    def edge_verdicts(self, source: str, kind: str | None = None) -> dict[str, EdgeVerdict]:
        """What would become of an edge from `source` to each member."""
        return self._edge_judge.targets(source, kind)


def _edge_place(keys: Path) -> EdgePlace | None:
    if len(keys) >= 4 and keys[0] == "pods" and keys[2] == "edges":
        pod, place = keys[1], keys[3]
        return (pod, place) if isinstance(pod, int) and isinstance(place, int) else None
    if len(keys) >= 2 and keys[0] == "edges" and isinstance(keys[1], int):
        return None, keys[1]
    return None


def kind_of(value: Any) -> str:
    """How OpenRig's loader takes a root value: a list under `pods` decides, anything else is a flat spec.

    What is no mapping, and a topology manifest (a list under `rigs`, no `nodes`), is `unknown`.
    """
    if not isinstance(value, dict):
        return "unknown"
    if isinstance(value.get("pods"), list):
        return "rig"
    if isinstance(value.get("rigs"), list) and "nodes" not in value:
        return "unknown"
    return "rig-legacy"


def judge(document: Document, openrig: str = DEFAULT_OPENRIG) -> RigModel:
    """Judge a document as OpenRig of that version would; KeyError for a version that is not known.

    Never raises for content. `report.valid` is true where OpenRig loads the rig and can launch it.
    """
    release = RELEASES[openrig]
    kind = kind_of(document.root)
    spec = understand(document.root, release, legacy=kind != "rig")
    launch = launch_of(spec)
    found = Found(release)
    check(document.root, spec, launch, found, manifest=kind == "unknown")
    diagnostics = [document.diagnose(finding, _BY_CODE[finding.code].severity) for finding in found.findings]
    diagnostics.sort(key=lambda d: (d.span.start, d.severity.value))
    return RigModel(document, openrig, kind, spec, launch, Report(tuple(diagnostics)))
