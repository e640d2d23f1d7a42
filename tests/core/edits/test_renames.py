"""Renames and moves are told from removals and additions: by the operations that did them, where both texts agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from styled import few, some_graph, some_rig
from test_edit_fidelity import rig_seats, styled
from test_rebase import GRAPH, RIG

from topology.core.edits import Refused
from topology.core.kinds import apply_operations, compare_judgements, judge
from topology.core.renames import Names, followed, proved, under
from topology.core.union import unite

FLAT = """\
schema_version: 1
name: flat
version: "1"
nodes:
  - {id: a.lead, runtime: codex}
  - {id: b, runtime: pi}
edges:
  - {kind: delegates_to, from: a.lead, to: b}
"""


def names(before, after, *operations):
    """The proved names after operations of which `after` is the text."""
    one, two = judge(before), judge(after)
    found = followed(Names.of(one.diagram()), operations)
    return proved(found, one.diagram(), two.diagram(), (one.document.root, two.document.root))


def done(text, *operations):
    return apply_operations(text, operations).text


MEMBER = {"agent_ref": "local:a", "profile": "default", "runtime": "codex", "cwd": "."}
CASES = {
    "a member": (RIG, [{"op": "rename_member", "member": "dev.qa", "to": "test"}], {"dev.qa": "dev.test"}, {}),
    "a member moved": (RIG, [{"op": "move_member", "member": "dev.qa", "to_pod": "orch"}], {"dev.qa": "orch.qa"}, {}),
    "a pod": (
        RIG,
        [{"op": "rename_pod", "pod": "dev", "to": "build"}],
        {"dev.impl": "build.impl", "dev.qa": "build.qa"},
        {"dev": "build"},
    ),
    "one after the other": (
        RIG,
        [
            {"rename_member": {"member": "dev.qa", "to": "test"}},
            {"op": "rename_pod", "pod": "dev", "to": "build"},
            {"op": "move_member", "member": "build.test", "to_pod": "orch"},
        ],
        {"dev.qa": "orch.test", "dev.impl": "build.impl"},
        {"dev": "build"},
    ),
    "there and back": (
        RIG,
        [
            {"op": "rename_member", "member": "dev.qa", "to": "test"},
            {"op": "rename_member", "member": "dev.test", "to": "qa"},
        ],
        {},
        {},
    ),
    "renamed and changed": (
        RIG,
        [
            {"op": "rename_member", "member": "dev.qa", "to": "test"},
            {"op": "set_field", "path": "pods[0].members[1].model", "value": "new"},
        ],
        {"dev.qa": "dev.test"},
        {},
    ),
    "renamed, and all members set anew": (
        RIG,
        [
            {"op": "rename_member", "member": "dev.qa", "to": "test"},
            {
                "op": "set_field",
                "path": "pods[0].members",
                "value": [{"id": "impl", **MEMBER}, {"id": "test", **MEMBER}],
            },
        ],
        {},
        {},
    ),
    "a pod, a member of it then removed": (
        RIG,
        [
            {"op": "rename_pod", "pod": "dev", "to": "build"},
            {"op": "remove_member", "member": "build.impl"},
        ],
        {"dev.qa": "build.qa"},
        {"dev": "build"},
    ),
    "a pod that is then removed, and another of that name": (
        RIG,
        [
            {"op": "rename_pod", "pod": "dev", "to": "build"},
            {"op": "remove_pod", "pod": "build"},
            {"op": "add_pod", "id": "build", "label": "Dev"},
            {"op": "add_member", "pod": "build", "id": "qa", **MEMBER},
        ],
        {},
        {},
    ),
    "renamed, removed, and another of that name": (
        RIG,
        [
            {"op": "rename_member", "member": "dev.qa", "to": "test"},
            {"op": "remove_member", "member": "dev.test"},
            {"op": "add_member", "pod": "dev", "id": "test", **MEMBER},
        ],
        {},
        {},
    ),
    "a node": (GRAPH, [{"op": "rename_node", "node": "llm", "to": "model"}], {"llm": "model"}, {}),
    "a seat of a flat spec": (FLAT, [{"op": "rename_member", "member": "a.lead", "to": "x.y"}], {"a.lead": "x.y"}, {}),
    "nothing": (GRAPH, [{"op": "set_stage", "node": "guard", "stageId": "post-turn"}], {}, {}),
}


@pytest.mark.parametrize(("text", "operations", "nodes", "pods"), CASES.values(), ids=CASES.keys())
def test_names_are_followed_and_proved(text, operations, nodes, pods):
    found = names(text, done(text, *operations), *operations)
    assert (found.nodes, found.containers) == (nodes, pods)


def test_what_the_operations_say_and_the_text_does_not_is_no_rename():
    renamed = {"op": "rename_member", "member": "dev.qa", "to": "test"}
    assert names(RIG, RIG, renamed).nodes == {}
    assert names(RIG, done(RIG, {"op": "remove_member", "member": "dev.qa"}), renamed).nodes == {}
    assert names(RIG, GRAPH, renamed).nodes == {}


def compared(text, *operations):
    after = done(text, *operations)
    found = names(text, after, *operations)
    one, two = judge(text), judge(after)
    return compare_judgements(one, two, found), under(one.diagram(), found), two.diagram()


def test_a_renamed_member_has_changed_and_its_edges_have_not():
    found, before, after = compared(RIG, {"op": "rename_member", "member": "dev.qa", "to": "test"})
    (change,) = found.nodes.changed
    assert (change.before_id, change.id, change.fields) == ("dev.qa", "dev.test", {})
    assert found.nodes.added == found.nodes.removed == ()
    assert found.edges.empty and found.off_canvas.empty and not found.empty
    assert unite(before, after, found).marks == {"node:dev.test": "changed"}


def test_a_moved_member_says_whence_and_its_edges_of_what_scope():
    found, _, _ = compared(RIG, {"op": "move_member", "member": "dev.qa", "to_pod": "orch"})
    (change,) = found.nodes.changed
    assert change.fields == {"container": ("dev", "orch")}
    assert [edge.fields for edge in found.edges.changed] == [{"scope": ("pod-local", "cross-pod")}]


def test_a_renamed_pod_takes_its_members_along():
    found, _, _ = compared(RIG, {"op": "rename_pod", "pod": "dev", "to": "build"})
    assert [(c.before_id, c.id) for c in found.containers.changed] == [("dev", "build")]
    assert [(c.before_id, c.id) for c in found.nodes.changed] == [("dev.impl", "build.impl"), ("dev.qa", "build.qa")]
    assert found.edges.empty and not found.nodes.added


@few
@given(st.integers(0, 2**40))
def test_a_rename_leaves_no_edge_added_or_removed(seed):
    random, value, text = styled(seed, some_rig if seed % 2 else some_graph)
    if "pods" in value:
        seats = rig_seats(value)
        if not seats:
            return
        operation = {"op": "rename_member", "member": random.choice(seats), "to": "fresh"}
    else:
        operation = {"op": "rename_node", "node": random.choice(value["nodes"])["name"], "to": "fresh"}
    try:
        found, _, after = compared(text, operation)
    except Refused:
        return
    drawn = [node.id for node in after.nodes if node.id.endswith("fresh")]
    assert [change.id for change in found.nodes.changed] == drawn
    assert found.nodes.added == found.nodes.removed == found.edges.added == found.edges.removed == ()
