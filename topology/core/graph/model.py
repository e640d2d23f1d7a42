"""The verdict on one agent graph: what it says, its compile, its report, and every view of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..diagnostics import Report
from ..diagram import Diagram
from ..document import Document
from ..verdict import EdgeVerdict
from . import picture, verdicts
from .channels import Channel, Collision, Reaction, channels, collisions, reactions
from .compile import Compiled, compile_graph
from .load import load
from .registry import Registry, documented_registry
from .rules import RULES, Subject, check
from .spec import GraphSpec
from .whatif import ConfigChange, Switch, config_change, switches

_SEVERITY = {rule.code: rule.severity for rule in RULES}


@dataclass(frozen=True)
class GraphModel:
    """One judged document. `compiled` is the compile with the document's own `omit`."""

    spec: GraphSpec
    compiled: Compiled
    registry: Registry
    report: Report
    kind: str = "graph"

    @property
    def name(self) -> str:
        """The graph's name, empty where it has none."""
        return self.spec.name

    def diagram(self) -> Diagram:
        """The picture without positions."""
        return self._diagram

    @cached_property
    def _diagram(self) -> Diagram:
        return picture.diagram(self.spec, self.compiled)

    def show(self) -> dict[str, Any]:
        """The JSON form that `show --format json` promises."""
        return picture.show(self.spec, self.compiled, self.report.valid)

    def edge_verdict(self, source: str, target: str, kind: str | None = None) -> EdgeVerdict:
        """What would become of an edge between two names; any text is a name, no error is raised."""
        return verdicts.edge_verdict(self.spec, self.compiled, source, target, kind)

    def channels(self) -> tuple[Channel, ...]:
        """Who writes and who reads each channel."""
        return channels(self.compiled)

    def reactions(self) -> tuple[Reaction, ...]:
        """The reactive schedule of plugin nodes."""
        return reactions(self.compiled)

    def collisions(self) -> tuple[Collision, ...]:
        """Parallel siblings that write one channel."""
        return collisions(self.compiled)

    def switches(self) -> tuple[Switch, ...]:
        """Every declared node as a configuration switch."""
        return switches(self.spec, self.compiled, self.registry)

    def whatif(self, omit: Iterable[str]) -> ConfigChange:
        """What would change if exactly these nodes were omitted."""
        return config_change(self.spec, self.registry, self.compiled, omit)


def judge(document: Document, registry: Registry | None = None) -> GraphModel:
    """Load, compile and check a document against a registry (default: the documented one). Never raises."""
    # A registry without names is one all the same.
    registry = documented_registry() if registry is None else registry
    spec, findings = load(document.root)
    compiled = compile_graph(spec, registry)
    findings += check(Subject(spec, registry, compiled))
    diagnostics = [document.diagnose(finding, _SEVERITY[finding.code]) for finding in findings]
    diagnostics.sort(key=lambda d: (d.span.start, d.code))
    return GraphModel(spec, compiled, registry, Report(tuple(diagnostics)))
