"""`topology check --explain CODE`: the why of a rule."""

from __future__ import annotations

from topology.core.diagnostics import Rule, suggest
from topology.core.kinds import rule_index
from topology.core.plain import as_json

from .streams import Unusable, print_text, write_out


def explain(code: str, form: str = "text") -> int:
    """Print a rule's page; raises `Unusable` for a code that no rule has."""
    index = rule_index()
    rule = index.get(code.strip().upper())
    if rule is None:
        near = suggest(code.upper(), index)
        raise Unusable(f"no rule has the code `{code}`", f"did you mean `{near}`" if near else "codes look like `R203`")
    if form == "json":
        write_out(as_json(_fields(rule)))
    else:
        print_text(_page(rule))
    return 0


def _fields(rule: Rule) -> dict[str, str]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "summary": rule.summary,
        "explanation": rule.explanation,
        "source": rule.source,
    }


def _page(rule: Rule) -> str:
    parts = [f"{rule.code} {rule.name} ({rule.severity.value})", rule.summary, rule.explanation.strip()]
    if rule.source:
        parts.append(f"Source: {rule.source}")
    return "\n\n".join(part for part in parts if part) + "\n"
