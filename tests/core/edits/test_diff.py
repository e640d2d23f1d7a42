"""Comparing two judged documents: things added, removed and changed, diagnostics new and fixed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from styled import few, some_graph, some_rig
from test_edit_fidelity import styled
from test_rebase import GRAPH, RIG

from topology.core.kinds import apply_operations, compare_judgements, judge


def compared(text, *operations):
    return compare_judgements(judge(text), judge(apply_operations(text, operations).text))


def test_the_same_text_differs_in_nothing():
    for text in (RIG, GRAPH, "a: [", ""):
        comparison = compare_judgements(judge(text), judge(text))
        assert comparison.empty and comparison.to_dict()["same"]


EDGE = {"kind": "delegates_to", "from": "orch.lead", "to": "dev.impl"}
CASES = [
    ([{"op": "add_pod", "id": "x", "label": "x"}], "containers", ["x"], [], []),
    ([{"op": "remove_member", "member": "dev.qa"}], "nodes", [], ["dev.qa"], []),
    ([{"op": "set_field", "path": "pods[0].members[0].cwd", "value": "src"}], "nodes", [], [], [("dev.impl", ["cwd"])]),
    ([{"op": "set_field", "path": "pods[0].label", "value": "x"}], "containers", [], [], [("dev", ["label"])]),
    ([{"op": "add_edge", **EDGE}], "edges", ["delegates_to:orch.lead>dev.impl#2"], [], []),
    ([{"op": "remove_edge", **EDGE}], "edges", [], ["delegates_to:orch.lead>dev.impl"], []),
    (
        [{"op": "change_edge", **EDGE, "new_kind": "can_observe"}],
        "edges",
        [],
        [],
        [("can_observe:orch.lead>dev.impl", ["kind"])],
    ),
]


@pytest.mark.parametrize(("operations", "what", "added", "removed", "changed"), CASES)
def test_what_changed(operations, what, added, removed, changed):
    part = getattr(compared(RIG, *operations), what)
    assert [thing.id for thing in part.added] == added
    assert [thing.id for thing in part.removed] == removed
    assert [(change.id, list(change.fields)) for change in part.changed] == changed


@pytest.mark.parametrize(
    ("text", "path", "value", "facts"),
    [
        (RIG, "version", "9", ["version"]),
        (RIG, "name", "other", ["name"]),
        (RIG, "permission_policy", "none", ["permission_policy"]),
        (RIG, "services", {"kind": "compose", "compose_file": "c.yml"}, ["services"]),
        (GRAPH, "summary", "Another.", ["summary"]),
        (GRAPH, "builder", "custom", ["builder"]),
    ],
)
def test_fields_of_the_whole(text, path, value, facts):
    assert list(compared(text, {"op": "set_field", "path": path, "value": value}).facts) == facts


def test_a_deferred_target_is_off_the_canvas():
    operation = {"op": "add_edge", "kind": "escalates_to", "from": "dev.qa", "to": "a-b@other"}
    comparison = compared(RIG, operation)
    assert [thing.target for thing in comparison.off_canvas.added] == ["a-b@other"]
    assert not comparison.edges.added


def test_diagnostics_are_new_or_fixed_and_merely_moved_ones_are_neither():
    broken = RIG.replace("runtime: codex, cwd: ., model: old", "runtime: codex, model: old")
    fixed = compare_judgements(judge(broken), judge(RIG))
    assert [d.path for d in fixed.fixed] == ["pods[0].members[1].cwd"] and not fixed.new
    moved = apply_operations(broken, [{"op": "remove_member", "member": "dev.impl"}]).text
    comparison = compare_judgements(judge(broken), judge(moved))
    assert not [d for d in comparison.new if d.path.endswith("cwd")]
    assert not [d for d in comparison.fixed if d.path.endswith("cwd")]


def test_a_stage_that_makes_an_edge_forbidden():
    comparison = compared(GRAPH, {"op": "set_stage", "node": "guard", "stageId": "anchor-plan"})
    assert [(change.id, change.fields["container"]) for change in comparison.nodes.changed] == [
        ("guard", ("tool-loop", "anchor-plan"))
    ]
    assert {change.fields["status"] for change in comparison.edges.changed} == {("allowed", "forbidden")}
    assert {d.code for d in comparison.new} >= {"G203"}


@few
@given(st.integers(0, 2**40))
def test_a_comparison_is_json_and_its_mirror_is_the_reverse(seed):
    make = some_rig if seed % 2 else some_graph
    _, _, one = styled(seed, make)
    _, _, two = styled(seed + 2, make)
    there, back = compare_judgements(judge(one), judge(two)), compare_judgements(judge(two), judge(one))
    json.dumps(there.to_dict())
    assert len(there.nodes.added) == len(back.nodes.removed) and len(there.new) == len(back.fixed)
    assert len(there.edges.changed) == len(back.edges.changed)
