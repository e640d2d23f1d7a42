"""The rules of reading: what makes a text not one YAML document within limits. Codes D1xx."""

from __future__ import annotations

from ..diagnostics import Rule, Severity

RULES: tuple[Rule, ...] = (
    Rule("D101", "not-yaml", Severity.ERROR, "the text is not YAML", "The text cannot be read as YAML 1.2."),
)
