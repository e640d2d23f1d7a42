"""The rules of registry documents (G9xx) and the keys of such a document."""

from __future__ import annotations

from ...diagnostics import Rule, Severity
from ...fields import Field
from ..vocabulary import ALWAYS, STAGES

_SOURCE = "agent-graph-format.md, The registry"


def _rule(code: str, name: str, summary: str, explanation: str, severity: Severity = Severity.ERROR) -> Rule:
    return Rule(code, name, severity, summary, explanation, _SOURCE)


REGISTRY_RULES: tuple[Rule, ...] = (
    _rule(
        "G901",
        "registry-missing-key",
        "a registry entry lacks a required key",
        "Every entry of a node registry has a `name` and a `stageId`. Without a stage the registry could not tell "
        "a canonical node where it belongs.",
    ),
    _rule(
        "G902",
        "registry-wrong-type",
        "a value in a registry has the wrong type",
        "A registry is a mapping with a list `names` (or that list alone). Each entry is a mapping of texts; "
        "`capacities` maps a stage to a whole number; `retired` maps a node name to the filter that took over.",
    ),
    _rule("G903", "registry-empty-name", "a name in a registry is empty", "Names are non-empty texts."),
    _rule(
        "G904",
        "registry-unknown-key",
        "a registry has an unknown key",
        "The key means nothing here and is ignored. Most often it is a slip of the hand; the help names the nearest "
        "known key.",
        Severity.WARNING,
    ),
    _rule(
        "G905",
        "registry-unknown-stage",
        "a registry names a stage outside the four",
        "The lattice has four stages: anchor-plan, tool-loop, synthesize and post-turn. No other stage exists, so a "
        "name under one could never be registered.",
    ),
    _rule("G906", "registry-name-taken", "a registry has a name twice", "A name has one stage, so it stands once."),
    _rule(
        "G907",
        "registry-reserved-name",
        "a registry registers START or END",
        "`START` and `END` are the terminals of every graph. They have no stage and cannot be registered.",
    ),
    _rule(
        "G908",
        "registry-too-small",
        "a capacity is smaller than the number of names in its stage",
        "A capacity is the number of names the registry has room for in a stage; names that are known are part of it.",
    ),
    _rule(
        "G909",
        "registry-not-one",
        "the document is not a node registry",
        "A registry is a mapping with `names`, or a list of entries. Where it says its `kind`, that is "
        "`node-registry`.",
    ),
)

ENTRY_FIELDS = (
    Field("name", "text", True, help="The node's name."),
    Field("stageId", "choice", True, STAGES, help="The stage it belongs to."),
    Field("gated", "text", choices=(ALWAYS, "config."), default="not known", help="`always`, or its config field."),
)
ROOT_FIELDS = (
    Field("kind", "choice", choices=("node-registry",), help="How a registry is told from other documents."),
    Field("version", "text", choices=("1",), help="The version of the document's format."),
    Field("name", "text", default="custom", help="What the registry is called."),
    Field("capacities", "mapping", default="the number of names per stage", help="How many names a stage holds."),
    Field("names", "mapping", help="The entries: name, stageId, gated."),
    Field("retired", "mapping", default="the documented ones", help="Retired node names, each with its filter."),
)
REGISTRY_FIELDS: dict[str, tuple[Field, ...]] = {"registry": ROOT_FIELDS, "entry": ENTRY_FIELDS}
