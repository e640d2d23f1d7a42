"""The sample documents do what their titles say."""

from __future__ import annotations

import pytest

from topology.core import kinds
from topology.samples import SAMPLES, sample


@pytest.mark.parametrize("item", SAMPLES, ids=lambda item: item.slug)
def test_sample(item) -> None:
    judgement = kinds.judge(item.read().decode())
    assert judgement.name == item.slug
    assert judgement.valid is not item.draft
    assert judgement.kind == ("rig" if item.slug in ("harbor", "coord", "broken-rig") else "graph")
    if not item.draft:
        assert not [d for d in judgement.report.diagnostics if d.severity == "warning"]


def test_the_broken_graph_breaks_six_rows() -> None:
    report = kinds.judge(sample("broken-graph").read().decode()).report
    codes = [d.code for d in report.diagnostics]
    assert sorted(codes) == ["G201", "G203", "G204", "G205", "G206", "G207", "G251"]


def test_the_omissions_drop_what_they_say() -> None:
    report = kinds.judge(sample("canonical-omissions").read().decode()).report
    assert [(d.code, d.severity.value) for d in report.diagnostics] == [("G804", "info")] * 2


def test_an_unknown_slug() -> None:
    with pytest.raises(KeyError):
        sample("none")
