"""OpenRig's own verdicts, file by file: verdict, error paths, launch order, and the older release's verdict.

What differs is listed with its reason in `tests/cases/known_differences.md`; the list may not name a file that agrees.
Verdicts marked ambiguous are reported, never counted.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from topology.core.diagnostics import Report, Severity
from topology.core.document import DocumentError, parse
from topology.core.rig import RigModel, judge

pytestmark = pytest.mark.conformance

ROOT = Path(__file__).parents[3]
FOLDER = Path(os.environ.get("ESPALIER_CONFORMANCE") or ROOT.parent / "shared" / "conformance")
KNOWN = ROOT / "tests" / "cases" / "known_differences.md"
SUBJECTS = ("verdict", "paths", "order", "verdict at 0.4.6")


@dataclass(frozen=True)
class Comparison:
    """One file: what OpenRig says, and on which subjects we say otherwise."""

    row: dict[str, Any]
    differs: tuple[str, ...]
    compared: tuple[str, ...]


def judged(text: str, openrig: str = "0.6.6") -> tuple[RigModel | None, Report]:
    try:
        model = judge(parse(text), openrig)
    except DocumentError as error:
        return None, Report(error.diagnostics)
    return model, model.report


def error_paths(report: Report) -> list[str]:
    """Paths of errors without those of launch cycles, which validation does not look for."""
    errors = (d for d in report.diagnostics if d.severity is Severity.ERROR and not d.code.startswith("R3"))
    return sorted({d.path for d in errors})


def compare(row: dict[str, Any]) -> Comparison:
    text = (FOLDER / row["file"]).read_bytes().decode("utf-8", "replace")
    model, report = judged(text)
    said: dict[str, tuple[Any, Any]] = {"verdict": (report.valid, row["verdict"] == "accept")}
    if row["error_paths"] is not None and model is not None:
        said["paths"] = (error_paths(report), row["error_paths"])
    if row["verdict"] != "reject":
        order = model.launch.order if model is not None else None
        said["order"] = (None if order is None else list(order), row["launch_order"])
    said["verdict at 0.4.6"] = (judged(text, "0.4.6")[1].valid, row["verdict_at_0.4.6"] == "accept")
    return Comparison(row, tuple(k for k, (ours, theirs) in said.items() if ours != theirs), tuple(said))


@lru_cache(maxsize=1)
def comparisons() -> tuple[Comparison, ...]:
    lines = (FOLDER / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(compare(json.loads(line)) for line in lines)


def counted() -> tuple[Comparison, ...]:
    return tuple(c for c in comparisons() if c.row["confidence"] != "ambiguous")


def listed() -> set[str]:
    """The files that `known_differences.md` names."""
    return set(re.findall(r"^- `([^`]+\.yaml)`", KNOWN.read_text(encoding="utf-8"), re.MULTILINE))


def differing(subject: str) -> list[str]:
    return [c.row["file"] for c in counted() if subject in c.differs]


@pytest.mark.parametrize("subject", ["verdict", "order", "verdict at 0.4.6"])
def test_agrees_in_full(subject: str) -> None:
    assert any(subject in c.compared for c in counted())
    assert differing(subject) == []


def test_error_paths_agree_in_99_of_100() -> None:
    compared = sum("paths" in c.compared for c in counted())
    assert compared > 100
    assert len(differing("paths")) <= compared // 100, differing("paths")


def test_every_difference_is_listed_and_every_listed_one_differs() -> None:
    assert {c.row["file"] for c in comparisons() if c.differs} == listed()


def test_ambiguous_ones_are_reported() -> None:
    unsure = [c for c in comparisons() if c.row["confidence"] == "ambiguous"]
    differ = [f"{c.row['file']} ({', '.join(c.differs)})" for c in unsure if c.differs]
    if differ:
        warnings.warn(f"{len(differ)} of {len(unsure)} ambiguous cases differ: {'; '.join(differ)}", stacklevel=1)


def test_kinds_agree() -> None:
    """How the loader takes a file: with pods, flat, or neither."""
    names = {"pod-aware": "rig", "legacy": "rig-legacy"}
    for c in comparisons():
        if c.row["kind"] == "unparseable":
            continue
        model, _ = judged((FOLDER / c.row["file"]).read_bytes().decode("utf-8", "replace"))
        assert model is not None, c.row["file"]
        assert model.kind == names.get(c.row["kind"], "unknown"), c.row["file"]


def test_every_model_can_be_shown() -> None:
    for c in comparisons():
        model, _ = judged((FOLDER / c.row["file"]).read_bytes().decode("utf-8", "replace"))
        if model is not None:
            shown = json.loads(json.dumps(model.show()))
            assert set(shown["escalation"]) == {node["id"] for node in shown["nodes"]}
            assert len({node["id"] for node in shown["nodes"]}) == len(shown["nodes"])
