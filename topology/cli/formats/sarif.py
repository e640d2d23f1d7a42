"""SARIF 2.1.0 (OASIS), as code scanning takes it: one run, the rules it used, a result for each diagnostic."""

from __future__ import annotations

from hashlib import sha256
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from topology.cli.streams import STDIN
from topology.core.diagnostics import Diagnostic, Rule
from topology.core.kinds import rule_index
from topology.core.outcome import Checked, Outcome, Unread
from topology.core.plain import as_json

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render(outcome: Outcome) -> bytes:
    """A SARIF log."""
    return as_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(outcome)]})


def _run(outcome: Outcome) -> dict[str, Any]:
    index = rule_index()
    codes = sorted({d.code for checked in outcome.files for d in checked.diagnostics})
    results = [r for checked in outcome.files for r in _results(checked, codes, outcome.compared)]
    results += [_change(checked, change) for checked in outcome.files for change in checked.changes]
    return {
        "tool": {"driver": {"name": "Espalier", "rules": [_rule(code, index.get(code)) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(outcome)],
        "results": results,
    }


def _invocation(outcome: Outcome) -> dict[str, Any]:
    told: dict[str, Any] = {"executionSuccessful": not outcome.unread, "exitCode": outcome.exit_code}
    if outcome.unread:
        told["toolExecutionNotifications"] = [_unread(each) for each in outcome.unread]
    return told


def _unread(each: Unread) -> dict[str, Any]:
    """A path that could not be judged: no result, for there is none, but a word about the run."""
    location = {"physicalLocation": {"artifactLocation": {"uri": _uri(each.path)}}}
    text = each.message + (f"\nhelp: {each.help}" if each.help else "")
    return {"level": "error", "message": {"text": text}, "locations": [location]}


def _rule(code: str, rule: Rule | None) -> dict[str, Any]:
    if rule is None:
        return {"id": code}
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.explanation or rule.summary},
        "defaultConfiguration": {"level": LEVELS[rule.severity.value]},
    }


def _results(checked: Checked, codes: list[str], compared: bool) -> list[dict[str, Any]]:
    out, seen = [], dict[str, int]()
    for position, d in enumerate(checked.diagnostics):
        result = _result(checked.path, d, codes.index(d.code))
        print_ = _fingerprint(d)
        seen[print_] = seen.get(print_, 0) + 1
        result["partialFingerprints"] = {"codePathMessage/v1": f"{print_}:{seen[print_]}"}
        if compared:
            result["baselineState"] = "unchanged" if position in checked.known else "new"
        out.append(result)
    return out


def _result(path: str, d: Diagnostic, rule: int) -> dict[str, Any]:
    region = {"startLine": d.line, "startColumn": d.column}
    region |= {"endLine": d.span.end_line, "endColumn": d.span.end_column}
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": _uri(path)}, "region": region}}
    if d.path:
        location["logicalLocations"] = [{"fullyQualifiedName": d.path}]
    return {
        "ruleId": d.code,
        "ruleIndex": rule,
        "level": LEVELS[d.severity.value],
        "message": {"text": d.message + (f"\nhelp: {d.help}" if d.help else "")},
        "locations": [location],
    }


def _change(checked: Checked, change: str) -> dict[str, Any]:
    """A moved count: a result of its own, on the file as a whole."""
    location = {"physicalLocation": {"artifactLocation": {"uri": _uri(checked.path)}}}
    return {"level": "error", "message": {"text": f"changed graph: {change}"}, "locations": [location]}


def _uri(path: str) -> str:
    """A path as a URI: relative ones stay relative to where the run started."""
    if path == STDIN:
        return "stdin"
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix(), safe="/", errors="surrogateescape")


def _fingerprint(d: Diagnostic) -> str:
    text = "\0".join((d.code, d.path, d.message))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
