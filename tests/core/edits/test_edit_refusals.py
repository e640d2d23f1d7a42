"""What cannot be done is refused with a reason and a remedy, whatever is asked; nothing else is ever raised."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from styled import Stylist, few, some_graph, some_rig

from topology.core import graph, rig
from topology.core.document import parse
from topology.core.edits import RULES, EditTable, Refused, apply_each, operation_name

RIG = """\
version: "0.2"
name: demo
pods:
  - id: dev
    label: Dev
    members:
      - {id: impl, agent_ref: "local:a", profile: default, runtime: codex, cwd: .}
      - {id: qa, agent_ref: "local:a", profile: default, runtime: codex, cwd: .}
    edges:
      - kind: delegates_to
        from: impl
        to: qa
  - id: orch
    label: Orchestration
    members: &shared
      - {id: lead, agent_ref: "local:a", profile: default, runtime: codex, cwd: .}
  - id: copy
    label: Copy
    members: *shared
  - id: bare
    label: Bare
edges:
"""
LEGACY = "name: old\nversion: '1'\nnodes:\n- {id: a.b, runtime: codex}\n- {id: c, runtime: pi}\nedges: []\n"
GRAPH = """\
kind: agent-graph
version: "1"
name: g
aliases: {main: [llm, tools]}
nodes:
  - {name: llm, stageId: tool-loop}
  - {name: tools, stageId: tool-loop}
  - {name: guard, stageId: tool-loop}
chains:
  - {name: c, path: [START, llm, tools, END]}
  - {name: twice, path: [llm, tools, llm]}
edges:
  - {from: tools, to: guard}
  - {from: llm, to: tools}
conditionalEdges:
  - {from: main, route: go, arms: {on: guard}}
  - {from: guard, route: none}
"""
MEMBER = {"agent_ref": "local:a", "profile": "p", "runtime": "codex", "cwd": "."}

CASES = [
    (RIG, {"op": "add_egde"}, "E101", "there is no operation `add_egde`", "did you mean `add_edge`?"),
    (RIG, {}, "E102", "an operation needs its name under `op`", "for example"),
    (RIG, {"op": "add_edge", "kind": "delegates_to", "from": "dev.impl"}, "E102", "the argument `to` is missing", "to"),
    (
        RIG,
        {"op": "add_edge", "kind": "delegate_to", "from": "dev.impl", "to": "dev.qa"},
        "E102",
        "kind",
        "`delegates_to`",
    ),
    (
        RIG,
        {"op": "add_edge", "kind": 1, "from": "dev.impl", "to": "dev.qa"},
        "E102",
        "`kind` must be a text",
        "a number",
    ),
    (
        RIG,
        {"op": "add_edge", "kind": "can_observe", "from": "dev.imlp", "to": "dev.qa"},
        "E104",
        "dev.imlp",
        "`dev.impl`",
    ),
    (RIG, {"op": "add_edge", "kind": "can_observe", "from": "impl", "to": "dev.qa"}, "E104", "`impl`", "`dev.impl`"),
    (
        RIG,
        {"op": "add_edge", "kind": "can_observe", "from": "dev.qa", "to": "a-b@rig"},
        "E108",
        "another rig",
        "escalates_to",
    ),
    (
        RIG,
        {"op": "add_edge", "kind": "escalates_to", "from": "dev.qa", "to": "a@b@c"},
        "E108",
        "a@b@c",
        "pod-member@rig",
    ),
    (
        RIG,
        {"op": "add_edge", "kind": "can_observe", "from": "dev.qa", "to": "orch.lead"},
        "E103",
        "`edges` is null",
        "unset",
    ),
    (
        RIG,
        {"op": "remove_edge", "kind": "can_observe", "from": "dev.impl", "to": "dev.qa"},
        "E104",
        "no",
        "`delegates_to`",
    ),
    (RIG, {"op": "remove_edge", "kind": "delegates_to", "from": "dev.qa", "to": "dev.impl"}, "E104", "no", "other way"),
    (
        RIG,
        {"op": "change_edge", "kind": "delegates_to", "from": "dev.impl", "to": "dev.qa"},
        "E102",
        "nothing",
        "new_kind",
    ),
    (RIG, {"op": "add_pod", "id": "dev", "label": "x"}, "E105", "`dev` already", "another id"),
    (RIG, {"op": "add_pod", "id": "a.b", "label": "x"}, "E105", "has a dot", "`-`"),
    (RIG, {"op": "add_pod", "id": "", "label": "x"}, "E102", "`id` is empty", "value"),
    (RIG, {"op": "add_pod", "id": "x", "label": "x", "afer": "dev"}, "E102", "`afer`", "`after`"),
    (RIG, {"op": "rename_pod", "pod": "dve", "to": "x"}, "E104", "no pod `dve`", "`dev`"),
    (RIG, {"op": "add_member", "pod": "dev", "id": "qa", **MEMBER}, "E105", "`qa` already", "another id"),
    (RIG, {"op": "add_member", "pod": "dev", "id": "x", "modle": 1, **MEMBER}, "E102", "`modle`", "`model`"),
    (RIG, {"op": "add_member", "pod": "bare", "id": "x", **MEMBER}, "E104", "`pods[3].members`", "to [] first"),
    (RIG, {"op": "add_member", "pod": "copy", "id": "x", **MEMBER}, "E103", "alias", "anchor"),
    (RIG, {"op": "remove_member", "member": "orch.lead"}, "E109", "would change too: it is the alias `*", "write that"),
    (RIG, {"op": "rename_member", "member": "copy.lead", "to": "x"}, "E103", "alias", "anchor"),
    (RIG, {"op": "move_member", "member": "dev.qa", "to_pod": "dev"}, "E105", "already", "nothing"),
    (RIG, {"op": "move_member", "member": "orch.lead", "to_pod": "copy"}, "E105", "already", "rename"),
    (RIG, {"op": "set_field", "path": "pods[0].lable.x", "value": 1}, "E104", "no `pods[0].lable`", "owner"),
    (RIG, {"op": "set_field", "path": "pods[9]", "value": 1}, "E104", "beyond the list", "4 items"),
    (RIG, {"op": "set_field", "path": "pods[0]..id", "value": 1}, "E102", "no path", "pods[0].label"),
    (RIG, {"op": "set_field", "path": [], "value": 1}, "E102", "path", "pods[0].label"),
    (RIG, {"op": "set_field", "path": "name", "value": "\ud800"}, "E102", "surrogate", "UTF-8"),
    (RIG, {"op": "set_field", "path": "name.x", "value": "y"}, "E104", "`name` is not a mapping", "whole"),
    (RIG, {"op": "unset_field", "path": "nmae"}, "E104", "no field `nmae`", "`name`"),
    (LEGACY, {"op": "add_pod", "id": "x", "label": "x"}, "E104", "no list `pods`", "[] first"),
    (LEGACY, {"op": "rename_pod", "pod": "x", "to": "y"}, "E104", "no pods", "pods"),
    (LEGACY, {"op": "rename_member", "member": "c", "to": "a.b"}, "E105", "already", "another"),
    (GRAPH, {"op": "add_edge", "from": "tools", "to": "guard"}, "E105", "already", "nothing"),
    (GRAPH, {"op": "add_edge", "from": "tool", "to": "guard"}, "E104", "`tool`", "`tools`"),
    (GRAPH, {"op": "add_edge", "from": "END", "to": "guard"}, "E108", "leaves `END`", "START"),
    (GRAPH, {"op": "add_edge", "from": "llm", "to": "START"}, "E108", "enters `START`", "END"),
    (GRAPH, {"op": "remove_edge", "from": "llm", "to": "tools"}, "E107", "also made by `chain:c`", "split_chain"),
    (GRAPH, {"op": "remove_edge", "from": "llm", "to": "guard"}, "E107", "made by `arm:go.on`", "remove_arm"),
    (GRAPH, {"op": "remove_edge", "from": "guard", "to": "tools"}, "E104", "no edge", "other way"),
    (GRAPH, {"op": "remove_edge", "from": "llm", "to": "tools", "sources": ["arm:x"]}, "E104", "arm:x", "chain:c"),
    (GRAPH, {"op": "change_edge", "from": "llm", "to": "guard", "new_to": "tools"}, "E107", "made by", "remove_arm"),
    (GRAPH, {"op": "add_node", "name": "main", "stageId": "tool-loop"}, "E105", "an alias", "another name"),
    (GRAPH, {"op": "add_node", "name": "END", "stageId": "tool-loop"}, "E105", "reserved", "another"),
    (GRAPH, {"op": "add_node", "name": "x", "stageId": "toolloop"}, "E102", "toolloop", "`tool-loop`"),
    (GRAPH, {"op": "rename_node", "node": "main", "to": "x"}, "E104", "an alias", "node"),
    (GRAPH, {"op": "add_chain", "name": "c", "path": ["llm", "tools"]}, "E105", "already", "another"),
    (GRAPH, {"op": "add_chain", "name": "d", "path": ["llm"]}, "E102", "fewer than two", "longer"),
    (GRAPH, {"op": "add_chain", "name": "d", "path": ["llm", "START"]}, "E108", "first", "leave"),
    (GRAPH, {"op": "split_chain", "chain": "c", "after": "END"}, "E104", "last member", "nothing"),
    (GRAPH, {"op": "split_chain", "chain": "twice", "after": "llm"}, "E106", "2 times", "`at`"),
    (GRAPH, {"op": "insert_in_chain", "chain": "c", "node": "guard"}, "E102", "`after` is missing", "null"),
    (GRAPH, {"op": "insert_in_chain", "chain": "c", "node": "guard", "after": None}, "E108", "START", "START"),
    (GRAPH, {"op": "remove_from_chain", "chain": "c", "node": "guard"}, "E104", "guard", "one of"),
    (GRAPH, {"op": "add_arm", "from": "main", "route": "go", "arm": "on", "to": "llm"}, "E105", "already", "set_arm"),
    (GRAPH, {"op": "add_arm", "from": "guard", "route": "none", "arm": "on", "to": "llm"}, "E104", "`arms`", "first"),
    (GRAPH, {"op": "set_arm", "from": "main", "route": "go", "arm": "no", "to": "llm"}, "E104", "`no`", "`on`"),
    (GRAPH, {"op": "remove_arm", "from": "tools", "route": "go", "arm": "on"}, "E104", "go", "none"),
    (GRAPH, {"op": "rename_key", "path": "aliases.main", "to": "tools"}, "E105", "a node called `tools`", "alias"),
    (GRAPH, {"op": "rename_key", "path": "aliases.main", "to": "END"}, "E105", "reserved", "another name"),
    (GRAPH, {"op": "rename_key", "path": "aliases.mian", "to": "x"}, "E104", "no field `aliases.mian`", "aliases.main"),
    (GRAPH, {"op": "rename_key", "path": "nodes[0]", "to": "x"}, "E104", "an item of a list", "a key"),
    (RIG, {"op": "rename_key", "path": "pods[0].label", "to": "id"}, "E105", "`pods[0].id` is there", "another name"),
    (GRAPH, {"op": "set_alias", "name": "main", "candidates": []}, "E107", "still named in 1 place", "name a node"),
    (GRAPH, {"op": "set_alias", "name": "x", "candidates": ["START"]}, "E108", "START", "nodes"),
    (GRAPH, {"op": "set_omit", "names": ["main"]}, "E104", "`main`", "one of"),
    (GRAPH, {"op": "set_omit", "names": "llm"}, "E102", "a list of names", "a text"),
]


@pytest.mark.parametrize(("text", "operation", "code", "message", "help"), CASES)
def test_what_is_refused_and_why(text, operation, code, message, help):
    table = graph.EDITS if text is GRAPH else rig.EDITS
    with pytest.raises(Refused) as refused:
        apply_each(text, [operation], table)
    said = refused.value
    assert said.code == code, said.message
    assert message in said.message, said.message
    assert help in said.help, said.help
    assert not said.message.endswith(".")
    assert said.message[0] in "`0123456789" or said.message[0].islower()


def test_every_code_is_in_the_index():
    assert {case[2] for case in CASES} <= {rule.code for rule in RULES}


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ["dev", "dev.impl", "dev.qa", "orch", "copy.lead", "bare", "a.b", "llm", "tools", "main", "c", "go", "on"]
)
PATHS = st.sampled_from(
    ["pods", "pods[0]", "pods[0].edges[0].kind", "nodes[1].name", "chains[0].path[1]", "aliases.main", "name"]
)
ARGUMENTS = sorted(
    {"kind", "from", "to", "pod", "id", "label", "after", "member", "to_pod", "path", "value", "new_kind", "new_to"}
    | {"new_from", "node", "name", "stageId", "sources", "chain", "at", "route", "arm", "candidates", "names", *MEMBER}
)


@few
@given(st.sampled_from([RIG, LEGACY, GRAPH]), st.data())
def test_any_arguments_are_taken_or_refused(text, data):
    table: EditTable = graph.EDITS if text is GRAPH else rig.EDITS
    name = data.draw(st.sampled_from(sorted(table)))
    value = NAMES | PATHS | st.sampled_from(sorted(rig.EDGE_KINDS)) | st.lists(NAMES, max_size=3) | JSON
    arguments = data.draw(st.dictionaries(st.sampled_from(ARGUMENTS), value, max_size=7))
    try:
        outcome = apply_each(text, [{"op": name, **arguments}], table)
    except Refused as refusal:
        assert refusal.message and refusal.code.startswith("E1")
    else:
        parse(outcome.text)


@few
@given(JSON)
def test_any_operation_is_taken_or_refused(operation):
    try:
        name, arguments = operation_name(operation)
    except Refused:
        return
    assert isinstance(name, str) and isinstance(arguments, dict)


ODD = st.sampled_from([None, [], {}, "x", 1, [None], [[]], [{}], {"a": None}, {"id": None}, [1, "a"]])


@few
@given(st.integers(0, 2**40), st.data())
def test_no_document_is_too_odd(seed, data):
    """Parts of a document are replaced by anything at all before an operation is tried on it."""
    random = Random(seed)
    value = (some_rig if seed % 2 else some_graph)(random)
    table: EditTable = rig.EDITS if seed % 2 else graph.EDITS
    for _ in range(random.randint(1, 3)):
        holder: Any = value
        while isinstance(holder, (dict, list)) and holder:
            step = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            if random.random() < 0.3 or not isinstance(holder[step], (dict, list)) or not holder[step]:
                holder[step] = copy.deepcopy(data.draw(ODD))
                break
            holder = holder[step]
    text = Stylist(random).document(value)
    note(text)
    names = [str(part) for part in _texts(value)] or ["x"]
    for name in sorted(table):
        operation: dict[str, Any] = {"op": name}
        for argument in ("kind", "from", "to", "pod", "member", "to_pod", "node", "chain", "after", "route", "arm"):
            operation[argument] = random.choice(names)
        operation |= {"kind": "can_observe", "id": "fresh", "label": "x", "name": "fresh", "stageId": "tool-loop"}
        operation |= {"candidates": names[:2], "names": names[:1], "path": names[:2], "value": 1, **MEMBER}
        operation |= {"new_kind": "spawned_by", "new_to": random.choice(names)}
        try:
            apply_each(text, [_only_known(operation, table)], table)
        except Refused:
            continue


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in _texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) and value else []


TAKEN = {
    "add_edge": "kind from to",
    "remove_edge": "kind from to",
    "change_edge": "kind from to new_kind new_to",
    "add_pod": "id label after",
    "rename_pod": "pod to",
    "remove_pod": "pod",
    "add_member": "pod id agent_ref profile runtime cwd",
    "rename_member": "member to",
    "move_member": "member to_pod",
    "remove_member": "member",
    "set_field": "path value",
    "unset_field": "path",
    "rename_key": "path to",
    "add_node": "name stageId",
    "rename_node": "node to",
    "set_stage": "node stageId",
    "remove_node": "node",
    "add_chain": "name path",
    "remove_chain": "chain",
    "split_chain": "chain after",
    "insert_in_chain": "chain node after",
    "remove_from_chain": "chain node",
    "add_arm": "from route arm to",
    "set_arm": "from route arm to",
    "remove_arm": "from route arm",
    "set_alias": "name candidates",
    "set_omit": "names",
}


def _only_known(operation: dict[str, Any], table: EditTable) -> dict[str, Any]:
    taken = TAKEN[operation["op"]].split()
    if table is graph.EDITS:
        taken = [name for name in taken if name not in ("kind", "new_kind")]
    return {"op": operation["op"], **{name: operation[name] for name in taken}}


def test_an_operation_is_refused_whole():
    operations = [{"op": "rename_pod", "pod": "dev", "to": "x"}, {"op": "rename_pod", "pod": "dev", "to": "y"}]
    with pytest.raises(Refused):
        apply_each(RIG, operations, rig.EDITS)
    assert set(TAKEN) == set(rig.EDITS) | set(graph.EDITS)
