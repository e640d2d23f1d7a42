"""Operations made on an earlier revision: applied where they mean the same, a conflict where they do not."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from styled import few, some_graph, some_rig
from test_edit_fidelity import MEMBER, rig_seats, styled

from topology.core.document import parse
from topology.core.edits import Refused
from topology.core.graph import edits as graph
from topology.core.kinds import Rebased, apply_operations, rebase_operations
from topology.core.rig import edits as rig

RIG = """\
version: "0.2"
name: demo
pods:
  - id: dev
    label: Dev
    members:
      - {id: impl, agent_ref: "local:a", profile: default, runtime: codex, cwd: .}
      - {id: qa, agent_ref: "local:a", profile: default, runtime: codex, cwd: ., model: old}
    edges:
      - {kind: delegates_to, from: impl, to: qa}
  - id: orch
    label: Orchestration
    members:
      - {id: lead, agent_ref: "local:a", profile: default, runtime: codex, cwd: .}
edges:
  - {kind: delegates_to, from: orch.lead, to: dev.impl}
"""
GRAPH = """\
kind: agent-graph
version: "1"
name: g
aliases: {main: [llm]}
nodes:
  - {name: llm, stageId: tool-loop}
  - {name: tools, stageId: tool-loop}
  - {name: guard, stageId: tool-loop}
chains:
  - {name: c, path: [START, llm, tools, END]}
edges:
  - {from: tools, to: guard}
conditionalEdges:
  - {from: main, route: go, arms: {on: guard, off: llm}}
"""

ADD = {"op": "add_edge", "kind": "can_observe", "from": "orch.lead", "to": "dev.qa"}
OLD = {"kind": "delegates_to", "from": "orch.lead", "to": "dev.impl"}
MODEL = {"op": "set_field", "path": "pods[0].members[1].model", "value": "new"}
ROUTERS = [
    {"from": "llm", "route": "new", "arms": {"on": "tools"}},
    {"from": "main", "route": "go", "arms": {"on": "guard", "off": "llm"}},
]
FRONT = {"op": "set_field", "path": "pods", "value": [{"id": "new", "label": "n", "members": []}]}


def moved_up(text: str) -> list[dict[str, Any]]:
    """An edit by others that puts another pod before all others."""
    pods = copy.deepcopy(parse(text).root)["pods"]
    return [{"op": "set_field", "path": "pods", "value": [{"id": "new", "label": "n", "members": []}, *pods]}]


CASES: list[tuple[str, str, Any, dict[str, Any], str]] = [
    ("an edge added beside others' edits", RIG, [{"op": "add_pod", "id": "x", "label": "x"}], ADD, "done"),
    ("an edge to a member that is gone", RIG, [{"op": "remove_member", "member": "dev.qa"}], ADD, "no longer there"),
    (
        "an edge to a member that has another name",
        RIG,
        [{"op": "rename_member", "member": "dev.qa", "to": "x"}],
        ADD,
        "no longer there",
    ),
    ("an edge that others added too", RIG, [ADD], ADD, "already"),
    ("a path through ids", RIG, moved_up, MODEL, "done"),
    (
        "a path to a member that is gone",
        RIG,
        [{"op": "remove_member", "member": "dev.qa"}],
        MODEL,
        "no longer be found",
    ),
    ("a field that others set otherwise", RIG, [{**MODEL, "value": "theirs"}], MODEL, "changed since"),
    ("a field that others set alike", RIG, [MODEL], MODEL, "already"),
    ("another field of that member", RIG, [{**MODEL, "path": "pods[0].members[1].cwd"}], MODEL, "done"),
    (
        "a field unset by others",
        RIG,
        [{"op": "unset_field", "path": "pods[0].members[1].model"}],
        MODEL,
        "changed since",
    ),
    (
        "unset what others unset",
        RIG,
        [{"op": "unset_field", "path": "summary"}],
        {"op": "unset_field", "path": "name"},
        "refused",
    ),
    ("unset alike", RIG, [{"op": "unset_field", "path": "name"}], {"op": "unset_field", "path": "name"}, "already"),
    ("an edge that others removed too", RIG, [{"op": "remove_edge", **OLD}], {"op": "remove_edge", **OLD}, "already"),
    ("an edge that others doubled", RIG, [{"op": "add_edge", **OLD}], {"op": "remove_edge", **OLD}, "changed since"),
    (
        "an edge whose end others renamed",
        RIG,
        [{"op": "rename_pod", "pod": "dev", "to": "x"}],
        {"op": "remove_edge", **OLD},
        "end of the edge has been changed",
    ),
    (
        "an edge whose end others removed",
        RIG,
        [{"op": "remove_member", "member": "dev.impl"}],
        {"op": "remove_edge", **OLD},
        "already",
    ),
    (
        "remove a member that others renamed",
        RIG,
        [{"op": "rename_member", "member": "dev.qa", "to": "x"}],
        {"op": "remove_member", "member": "dev.qa"},
        "no longer there",
    ),
    (
        "remove a member that others moved",
        RIG,
        [{"op": "move_member", "member": "dev.qa", "to_pod": "orch"}],
        {"op": "remove_member", "member": "dev.qa"},
        "no longer there",
    ),
    (
        "remove a pod that others renamed",
        RIG,
        [{"op": "rename_pod", "pod": "dev", "to": "x"}],
        {"op": "remove_pod", "pod": "dev"},
        "no longer there",
    ),
    (
        "take an item out whose end others renamed",
        RIG,
        [{"op": "rename_pod", "pod": "orch", "to": "x"}],
        {"op": "unset_field", "path": "edges[0]"},
        "changed since",
    ),
    (
        "remove a node that others renamed",
        GRAPH,
        [{"op": "rename_node", "node": "guard", "to": "x"}],
        {"op": "remove_node", "node": "guard"},
        "no longer there",
    ),
    (
        "remove an arm of a router whose source others renamed",
        GRAPH,
        [{"op": "add_arm", "from": "guard", "route": "r", "arm": "a", "to": "llm"}],
        {"op": "remove_arm", "from": "main", "route": "go", "arm": "off"},
        "done",
    ),
    (
        "change what others changed alike",
        RIG,
        [{"op": "change_edge", **OLD, "new_kind": "can_observe"}],
        {"op": "change_edge", **OLD, "new_kind": "can_observe"},
        "already",
    ),
    (
        "change what others changed otherwise",
        RIG,
        [{"op": "change_edge", **OLD, "new_kind": "spawned_by"}],
        {"op": "change_edge", **OLD, "new_kind": "can_observe"},
        "changed since",
    ),
    ("remove a member that others edited", RIG, [MODEL], {"op": "remove_member", "member": "dev.qa"}, "changed since"),
    (
        "remove a member that others drew an edge to",
        RIG,
        [ADD],
        {"op": "remove_member", "member": "dev.qa"},
        "edges has been changed",
    ),
    ("remove a member beside others' edits", RIG, [MODEL], {"op": "remove_member", "member": "orch.lead"}, "done"),
    ("remove a pod that others edited", RIG, [MODEL], {"op": "remove_pod", "pod": "dev"}, "changed since"),
    (
        "remove what others removed",
        RIG,
        [{"op": "remove_pod", "pod": "dev"}],
        {"op": "remove_pod", "pod": "dev"},
        "already",
    ),
    ("rename what others edited", RIG, [MODEL, ADD], {"op": "rename_member", "member": "dev.qa", "to": "x"}, "done"),
    (
        "rename alike",
        RIG,
        [{"op": "rename_pod", "pod": "dev", "to": "x"}],
        {"op": "rename_pod", "pod": "dev", "to": "x"},
        "already",
    ),
    (
        "rename otherwise",
        RIG,
        [{"op": "rename_pod", "pod": "dev", "to": "y"}],
        {"op": "rename_pod", "pod": "dev", "to": "x"},
        "no longer there",
    ),
    (
        "a name that others took",
        RIG,
        [{"op": "add_pod", "id": "x", "label": "x"}],
        {"op": "rename_pod", "pod": "dev", "to": "x"},
        "already",
    ),
    (
        "add a pod that others added",
        RIG,
        [{"op": "add_pod", "id": "x", "label": "x"}],
        {"op": "add_pod", "id": "x", "label": "x"},
        "already",
    ),
    (
        "add another pod of that id",
        RIG,
        [{"op": "add_pod", "id": "x", "label": "y"}],
        {"op": "add_pod", "id": "x", "label": "x"},
        "added since",
    ),
    (
        "add a member to a pod that is gone",
        RIG,
        [{"op": "remove_pod", "pod": "dev"}],
        {"op": "add_member", "pod": "dev", "id": "x", **MEMBER},
        "no longer there",
    ),
    (
        "add a member that others added",
        RIG,
        [{"op": "add_member", "pod": "dev", "id": "x", **MEMBER}],
        {"op": "add_member", "pod": "dev", "id": "x", **MEMBER},
        "already",
    ),
    (
        "move what others moved",
        RIG,
        [{"op": "move_member", "member": "dev.qa", "to_pod": "orch"}],
        {"op": "move_member", "member": "dev.qa", "to_pod": "orch"},
        "already",
    ),
    ("move what others edited", RIG, [MODEL, ADD], {"op": "move_member", "member": "dev.qa", "to_pod": "orch"}, "done"),
    (
        "a static edge beside others' edits",
        GRAPH,
        [{"op": "add_node", "name": "x", "stageId": "tool-loop"}],
        {"op": "add_edge", "from": "llm", "to": "tools"},
        "done",
    ),
    (
        "a static edge that others added",
        GRAPH,
        [{"op": "add_edge", "from": "llm", "to": "tools"}],
        {"op": "add_edge", "from": "llm", "to": "tools"},
        "already",
    ),
    (
        "a static edge to a node that is gone",
        GRAPH,
        [{"op": "remove_node", "node": "guard"}],
        {"op": "add_edge", "from": "llm", "to": "guard"},
        "no longer there",
    ),
    (
        "an edge that others also made by a chain",
        GRAPH,
        [{"op": "add_chain", "name": "d", "path": ["tools", "guard"]}],
        {"op": "remove_edge", "from": "tools", "to": "guard"},
        "changed since",
    ),
    (
        "insert beside others' insert",
        GRAPH,
        [{"op": "insert_in_chain", "chain": "c", "node": "guard", "after": "START"}],
        {"op": "insert_in_chain", "chain": "c", "node": "guard", "after": "tools"},
        "done",
    ),
    (
        "insert where others inserted",
        GRAPH,
        [{"op": "insert_in_chain", "chain": "c", "node": "guard", "after": "llm"}],
        {"op": "insert_in_chain", "chain": "c", "node": "tools", "after": "llm"},
        "changed since",
    ),
    (
        "insert what others inserted",
        GRAPH,
        [{"op": "insert_in_chain", "chain": "c", "node": "guard", "after": "llm"}],
        {"op": "insert_in_chain", "chain": "c", "node": "guard", "after": "llm"},
        "already",
    ),
    (
        "split where others split",
        GRAPH,
        [{"op": "split_chain", "chain": "c", "after": "llm"}],
        {"op": "split_chain", "chain": "c", "after": "llm"},
        "already",
    ),
    (
        "take out what others took out",
        GRAPH,
        [{"op": "remove_from_chain", "chain": "c", "node": "llm"}],
        {"op": "remove_from_chain", "chain": "c", "node": "llm"},
        "already",
    ),
    (
        "an arm that others set otherwise",
        GRAPH,
        [{"op": "set_arm", "from": "main", "route": "go", "arm": "on", "to": "tools"}],
        {"op": "set_arm", "from": "main", "route": "go", "arm": "on", "to": "llm"},
        "changed since",
    ),
    (
        "an arm beside another",
        GRAPH,
        [{"op": "remove_arm", "from": "main", "route": "go", "arm": "off"}],
        {"op": "set_arm", "from": "main", "route": "go", "arm": "on", "to": "llm"},
        "done",
    ),
    (
        "an alias that others set otherwise",
        GRAPH,
        [{"op": "set_alias", "name": "main", "candidates": ["tools"]}],
        {"op": "set_alias", "name": "main", "candidates": ["guard"]},
        "changed since",
    ),
    (
        "a key renamed in an item that others moved",
        GRAPH,
        [{"op": "set_field", "path": "conditionalEdges", "value": ROUTERS}],
        {"op": "rename_key", "path": "conditionalEdges[0].arms.on", "to": "yes"},
        "done",
    ),
    (
        "an alias renamed that others use once more",
        GRAPH,
        [{"op": "add_edge", "from": "guard", "to": "main"}],
        {"op": "rename_key", "path": "aliases.main", "to": "entry"},
        "done",
    ),
    (
        "an alias that others renamed alike",
        GRAPH,
        [{"op": "rename_key", "path": "aliases.main", "to": "entry"}],
        {"op": "rename_key", "path": "aliases.main", "to": "entry"},
        "already",
    ),
    (
        "an alias that others renamed otherwise",
        GRAPH,
        [{"op": "rename_key", "path": "aliases.main", "to": "way"}],
        {"op": "rename_key", "path": "aliases.main", "to": "entry"},
        "no longer there",
    ),
    (
        "an alias renamed to a name that others gave",
        GRAPH,
        [{"op": "add_node", "name": "entry", "stageId": "tool-loop"}],
        {"op": "rename_key", "path": "aliases.main", "to": "entry"},
        "a node called `entry` already",
    ),
    (
        "a key in an item that others took out",
        GRAPH,
        [{"op": "unset_field", "path": "conditionalEdges"}],
        {"op": "rename_key", "path": "conditionalEdges[0].arms.on", "to": "yes"},
        "can no longer be found",
    ),
    (
        "an omission beside others' edits",
        GRAPH,
        [{"op": "add_edge", "from": "llm", "to": "tools"}],
        {"op": "set_omit", "names": ["llm"]},
        "done",
    ),
    (
        "omissions that others set otherwise",
        GRAPH,
        [{"op": "set_omit", "names": ["tools"]}],
        {"op": "set_omit", "names": ["llm"]},
        "changed since",
    ),
    (
        "a stage that others set otherwise",
        GRAPH,
        [{"op": "set_stage", "node": "llm", "stageId": "post-turn"}],
        {"op": "set_stage", "node": "llm", "stageId": "synthesize"},
        "changed since",
    ),
    (
        "remove a node that others wired",
        GRAPH,
        [{"op": "add_edge", "from": "llm", "to": "guard"}],
        {"op": "remove_node", "node": "guard"},
        "changed since",
    ),
    (
        "a path through a node's name",
        GRAPH,
        [{"op": "remove_node", "node": "llm"}],
        {"op": "set_field", "path": "nodes[1].stageId", "value": "post-turn"},
        "refused",
    ),
    (
        "another kind of document",
        GRAPH,
        [{"op": "set_field", "path": "kind", "value": "x"}],
        {"op": "set_omit", "names": ["llm"]},
        "another kind",
    ),
]


@pytest.mark.parametrize(("name", "base", "theirs", "yours", "outcome"), CASES, ids=[case[0] for case in CASES])
def test_what_becomes_of_an_operation_on_a_moved_head(name, base, theirs, yours, outcome):
    try:
        head = apply_operations(base, theirs(base) if callable(theirs) else theirs).text
        rebased = rebase_operations(base, head, [yours])
    except Refused:
        assert outcome == "refused"
        return
    if outcome == "done":
        assert rebased.edited is not None and rebased.edited.text != head and len(rebased.operations) == 1
        assert rebased.edited.undo and rebased.edited.words
    elif outcome == "already" and rebased.edited is not None:
        assert rebased.edited.text == head and rebased.operations == ()
    else:
        assert rebased.conflict is not None, "a conflict"
        assert outcome in rebased.conflict.reason


def test_a_path_is_written_as_it_is_on_the_head():
    head = apply_operations(RIG, moved_up(RIG)).text
    rebased = rebase_operations(RIG, head, [MODEL])
    assert rebased.operations[0]["path"] == ["pods", 1, "members", 1, "model"]
    assert rebased.edited is not None
    assert parse(rebased.edited.text).root["pods"][1]["members"][1]["model"] == "new"


def test_a_list_of_operations_is_followed_step_by_step():
    operations = [
        {"op": "add_pod", "id": "x", "label": "x"},
        {"op": "add_member", "pod": "x", "id": "one", **MEMBER},
        {"op": "set_field", "path": "pods[2].members[0].model", "value": "new"},
        {"op": "rename_member", "member": "x.one", "to": "two"},
    ]
    head = apply_operations(RIG, moved_up(RIG)).text
    rebased = rebase_operations(RIG, head, operations)
    assert rebased.edited is not None and rebased.edited.text == apply_operations(head, list(rebased.operations)).text
    assert parse(rebased.edited.text).root["pods"][3]["members"][0]["model"] == "new"
    conflict = rebase_operations(RIG, apply_operations(RIG, [MODEL]).text, [ADD, {**MODEL, "value": "mine"}]).conflict
    assert conflict is not None and conflict.number == 1


def test_what_was_never_possible_is_refused_rather_than_a_conflict():
    with pytest.raises(Refused):
        rebase_operations(RIG, RIG + "services: {}\n", [{"op": "remove_pod", "pod": "none"}])


def operations_of(random: Any, value: dict[str, Any]) -> dict[str, Any]:
    """Some operation that is possible on a document."""
    if "pods" not in value:
        names = [node["name"] for node in value["nodes"]]
        choice = random.randrange(4)
        if choice == 0:
            return {"op": "rename_node", "node": random.choice(names), "to": f"n{random.randrange(3)}"}
        if choice == 1:
            return {"op": "set_stage", "node": random.choice(names), "stageId": "synthesize"}
        if choice == 2:
            return {"op": "remove_node", "node": random.choice(names)}
        return {"op": "add_arm", "from": random.choice(names), "route": "r", "arm": "a", "to": random.choice(names)}
    seats, pods = rig_seats(value), [pod["id"] for pod in value["pods"]]
    choice = random.randrange(6) if seats else 0
    if choice == 0:
        return {"op": "add_pod", "id": f"p{random.randrange(3)}", "label": "x"}
    if choice == 1:
        return {"op": "remove_member", "member": random.choice(seats)}
    if choice == 2:
        return {"op": "rename_member", "member": random.choice(seats), "to": f"m{random.randrange(3)}"}
    if choice == 3:
        return {"op": "move_member", "member": random.choice(seats), "to_pod": random.choice(pods)}
    if choice == 4:
        return {"op": "set_field", "path": "pods[0].label", "value": f"l{random.randrange(3)}"}
    return {"op": "add_edge", "kind": "can_observe", "from": random.choice(seats), "to": random.choice(seats)}


@few
@given(st.integers(0, 2**40))
def test_two_people_s_operations_never_get_lost(seed):
    """Whoever comes second: both edits are in the text, or the second hears of a conflict."""
    random, value, text = styled(seed, some_rig if seed % 2 else some_graph)
    ours, theirs = operations_of(random, value), operations_of(random, value)
    try:
        head = apply_operations(text, [theirs]).text
        rebased: Rebased = rebase_operations(text, head, [ours])
    except Refused:
        return
    note(text)
    note(f"{theirs} {ours} {rebased.conflict}")
    assert (rebased.edited is None) is (rebased.conflict is not None)
    if rebased.edited is not None and theirs != ours and rebased.operations:
        try:
            other = rebase_operations(text, apply_operations(text, [ours]).text, [theirs])
        except Refused:
            return
        if other.edited is not None and other.operations:
            assert same_things(parse(other.edited.text).root) == same_things(parse(rebased.edited.text).root)


def same_things(value: Any) -> Any:
    """A value whose lists count as sets."""
    if isinstance(value, dict):
        return sorted((key, same_things(part)) for key, part in value.items() if part != [])
    if isinstance(value, list):
        return sorted((same_things(part) for part in value), key=repr)
    return value


@pytest.mark.parametrize("kind", [rig, graph], ids=["rig", "graph"])
def test_every_operation_has_its_rule_for_a_moved_head(kind: Any) -> None:
    """One without a rule would be a conflict on any moved head; a rule without an operation is never asked."""
    assert kind.REBASE.keys() == kind.EDITS.keys()
