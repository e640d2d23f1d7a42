"""SARIF 2.1.0: the log obeys the standard's requirements, written down here from its text (sections 3.13 to 3.58)."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from people import BROKEN_GRAPH, BROKEN_RIG, RIG

from topology.core.kinds import rule_index

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
URI = {"type": "string", "format": "uri-reference", "minLength": 1}
REGION = {
    "type": "object",
    "required": ["startLine"],
    "properties": {
        name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")
    },
    "additionalProperties": False,
}
LOCATION = {
    "type": "object",
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {"type": "object", "required": ["uri"], "properties": {"uri": URI}},
                "region": REGION,
            },
            "additionalProperties": False,
        },
        "logicalLocations": {
            "type": "array",
            "items": {"type": "object", "required": ["fullyQualifiedName"], "additionalProperties": {"type": "string"}},
        },
    },
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["message", "level", "locations"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": TEXT,
        "locations": {"type": "array", "minItems": 1, "maxItems": 1, "items": LOCATION},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "baselineState": {"enum": ["new", "unchanged", "updated", "absent"]},
    },
    "additionalProperties": False,
}
RULE = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "string"},
        "name": {"type": "string", "pattern": "^[A-Z][A-Za-z0-9]*$"},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "defaultConfiguration": {"type": "object", "properties": {"level": LEVEL}, "additionalProperties": False},
    },
    "additionalProperties": False,
}
NOTIFICATION = {
    "type": "object",
    "required": ["message"],
    "properties": {"level": LEVEL, "message": TEXT, "locations": {"type": "array", "items": LOCATION}},
    "additionalProperties": False,
}
RUN = {
    "type": "object",
    "required": ["tool", "results"],
    "properties": {
        "tool": {
            "type": "object",
            "required": ["driver"],
            "properties": {
                "driver": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {
                        "name": {"type": "string"},
                        "informationUri": {"type": "string", "format": "uri"},
                        "rules": {"type": "array", "items": RULE, "uniqueItems": True},
                    },
                    "additionalProperties": False,
                }
            },
        },
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "invocations": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["executionSuccessful"],
                "properties": {
                    "executionSuccessful": {"type": "boolean"},
                    "exitCode": {"type": "integer"},
                    "toolExecutionNotifications": {"type": "array", "minItems": 1, "items": NOTIFICATION},
                },
                "additionalProperties": False,
            },
        },
        "results": {"type": "array", "items": RESULT},
    },
    "additionalProperties": False,
}
LOG = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": RUN},
    },
    "additionalProperties": False,
}


def sarif(run: Any, *arguments: str) -> dict[str, Any]:
    """The one run of a log that obeys the standard."""
    log = json.loads(run("check", "--format", "sarif", *arguments).out)
    validator = jsonschema_rs.Draft202012Validator(LOG, validate_formats=True)
    assert [str(e) for e in validator.iter_errors(log)] == []
    (only,) = log["runs"]
    rules = [rule["id"] for rule in only["tool"]["driver"]["rules"]]
    for result in only["results"]:
        if "ruleIndex" in result:
            assert rules[result["ruleIndex"]] == result["ruleId"]
    return dict(only)


@pytest.mark.parametrize(
    "text", [RIG, BROKEN_RIG, BROKEN_GRAPH, "a: [", "", BROKEN_RIG.replace("dev.nobody", '"\\u00fc \\t"')]
)
def test_a_log_obeys_the_standard(run: Any, write: Any, text: str) -> None:
    found = sarif(run, write("a folder/ü [1].yaml", text))
    for result in found["results"]:
        assert (
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20folder/%C3%BC%20%5B1%5D.yaml"
        )


def test_results_carry_rule_place_and_reason(run: Any, write: Any) -> None:
    found = sarif(run, write("rig.yaml", BROKEN_RIG))
    (result,) = [r for r in found["results"] if r["level"] == "error"]
    place = result["locations"][0]
    line = BROKEN_RIG.splitlines().index("    to: dev.nobody") + 1
    assert place["physicalLocation"]["region"] == {
        "startLine": line,
        "startColumn": 9,
        "endLine": line,
        "endColumn": 19,
    }
    assert place["logicalLocations"] == [{"fullyQualifiedName": "edges[0].to"}]
    assert result["message"]["text"].startswith("no member `dev.nobody`")
    rule = found["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["shortDescription"]["text"] == rule_index()["R203"].summary
    assert found["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]


def test_fingerprints_survive_a_move_and_tell_twins_apart(run: Any, write: Any) -> None:
    twice = BROKEN_RIG.replace(
        "edges:\n  - kind: delegates_to",
        "edges:\n  - {kind: can_observe, from: orch.lead, to: dev.nobody}\n  - kind: delegates_to",
    )

    def prints(text: str) -> list[str]:
        return [r["partialFingerprints"]["codePathMessage/v1"] for r in sarif(run, write("rig.yaml", text))["results"]]

    assert prints(BROKEN_RIG) == prints("# a line more\n" + BROKEN_RIG)
    assert len(set(prints(twice))) == len(prints(twice)) > len(prints(BROKEN_RIG))


def test_absolute_paths_and_standard_input(run: Any, tmp_path: Any) -> None:
    (tmp_path / "a b.yaml").write_text(BROKEN_RIG)
    uri = sarif(run, str(tmp_path / "a b.yaml"))["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"][
        "uri"
    ]
    assert uri == (tmp_path / "a b.yaml").as_uri()
    log = json.loads(run("check", "--format", "sarif", "-", stdin=BROKEN_RIG.encode()).out)
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "stdin"


def test_what_was_not_judged_is_a_word_about_the_run(run: Any, write: Any) -> None:
    log = sarif(run, "no such.yaml", write("rig.yaml", RIG))
    (said,) = log["invocations"]
    assert (said["executionSuccessful"], said["exitCode"]) == (False, 2)
    (word,) = said["toolExecutionNotifications"]
    assert word["level"] == "error" and "cannot be read" in word["message"]["text"]
    assert word["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "no%20such.yaml"
