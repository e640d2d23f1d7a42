"""Edits of documents in mixed styles: adding and removing gives the bytes back, and nothing else ever changes."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from random import Random
from typing import Any

import pytest
from hypothesis import currently_in_test_context, given, note, reject
from hypothesis import strategies as st
from styled import Stylist, few, some_graph, some_rig

from topology.core import graph, rig
from topology.core.document import apply_splices, parse
from topology.core.edits import Edited, EditTable, Refused, apply_each

SEEDS = st.integers(0, 2**40)
KINDS = ("delegates_to", "can_observe", "escalates_to")
MEMBER = {"agent_ref": "local:x", "profile": "default", "runtime": "codex", "cwd": "."}


def lines_of(text: str) -> list[str]:
    return text.split("\n")


def changed_lines(before: str, after: str) -> tuple[int, int]:
    """How many lines went and came."""
    gone = come = 0
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, lines_of(before), lines_of(after), autojunk=False).get_opcodes():
        if tag != "equal":
            gone, come = gone + i2 - i1, come + j2 - j1
    return gone, come


def edited(text: str, operation: dict[str, Any], table: EditTable) -> Edited:
    """Apply one operation; its undo must give the text back, its proof must hold.

    A rare text (a `|+` block beside the place, say) is refused whole by the proof: nothing is lost; it is no example.
    """
    try:
        outcome = apply_each(text, [operation], table)
    except Refused as refusal:
        if refusal.code == "E109" and currently_in_test_context():
            reject()
        raise
    back = outcome.text
    for splices in outcome.undo:
        back = apply_splices(back, splices)
    assert back == text, "undo"
    return outcome


def there_and_back(text: str, add: dict[str, Any], remove: dict[str, Any], table: EditTable, most: int) -> None:
    """Adding and removing gives the original bytes; adding takes at most one line away and brings `most` or fewer."""
    there = edited(text, add, table)
    if currently_in_test_context():
        for said in (text, f"{add} {remove}", there.text):
            note(said)
    gone, come = changed_lines(text, there.text)
    assert gone <= (1 if text.endswith("\n") else 2)
    assert come - gone <= most + 1, "a blank line may set it apart as it does its neighbours"
    assert edited(there.text, remove, table).text == text


def styled(seed: int, make: Any) -> tuple[Random, dict[str, Any], str]:
    """A document in a style of its own, with the value it has."""
    random = Random(seed)
    value = make(random)
    text = Stylist(random).document(value)
    return random, json.loads(json.dumps(parse(text).root)), text


@few
@given(SEEDS)
def test_the_generator_writes_what_it_was_given(seed):
    for make in (some_rig, some_graph):
        value = make(Random(seed))
        _, read, text = styled(seed, make)
        note(text)
        assert shape(read) == shape(value)


def shape(value: Any) -> Any:
    """A value without its texts: comments and blank lines behind a block scalar may have become part of it."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    if isinstance(value, list):
        return [shape(part) for part in value]
    return "..." if isinstance(value, str) else value


def rig_seats(value: dict[str, Any]) -> list[str]:
    return [f"{pod['id']}.{member['id']}" for pod in value["pods"] for member in pod["members"]]


@few
@given(SEEDS)
def test_an_edge_added_to_a_rig_and_removed_again(seed):
    random, value, text = styled(seed, some_rig)
    seats = rig_seats(value)
    if seats:
        ends = {"kind": random.choice(KINDS), "from": random.choice(seats), "to": random.choice(seats)}
        there_and_back(text, {"op": "add_edge", **ends}, {"op": "remove_edge", **ends}, rig.EDITS, 5)


@few
@given(SEEDS)
def test_a_member_added_to_a_rig_and_removed_again(seed):
    random, value, text = styled(seed, some_rig)
    pod = random.choice(value["pods"])
    add = {"op": "add_member", "pod": pod["id"], "id": "fresh", **MEMBER}
    if random.random() < 0.5:
        add["label"] = random.choice(("on", "1:20", "two words", "{braced}", "é", "#x", "a\nb\n"))
    if pod["members"] and random.random() < 0.5:
        add["after"] = random.choice(pod["members"])["id"]
    there_and_back(text, add, {"op": "remove_member", "member": f"{pod['id']}.fresh"}, rig.EDITS, 11)


@few
@given(SEEDS)
def test_a_pod_added_to_a_rig_and_removed_again(seed):
    random, value, text = styled(seed, some_rig)
    add = {"op": "add_pod", "id": "fresh", "label": "Fresh: pod"}
    if random.random() < 0.5:
        add["after"] = random.choice(value["pods"])["id"]
    there_and_back(text, add, {"op": "remove_pod", "pod": "fresh"}, rig.EDITS, 6)


VALUES = ("x", "", "on", "a: b", "two\nlines", "two\nlines\n\n", 1, 1.5, True, None, [], {}, ["a", 1], {"a": {"b": []}})


@few
@given(SEEDS)
def test_a_field_set_and_unset_again(seed):
    random, value, text = styled(seed, random_kind(seed))
    table = rig.EDITS if "pods" in value else graph.EDITS
    owner = random.choice(list(owners(value)))
    path = [*owner, "x_note"]
    add = {"op": "set_field", "path": path, "value": random.choice(VALUES)}
    there_and_back(text, add, {"op": "unset_field", "path": path}, table, 6)


@few
@given(SEEDS)
def test_a_key_renamed_and_back_keeps_its_value_and_its_place(seed):
    random, value, text = styled(seed, random_kind(seed))
    table = rig.EDITS if "pods" in value else graph.EDITS
    path = random.choice([path for path in leaves(value) if isinstance(path[-1], str)])
    there = {"op": "rename_key", "path": list(path), "to": "x_fresh"}
    back = {"op": "rename_key", "path": [*path[:-1], "x_fresh"], "to": path[-1]}
    note(text)
    note(str(path))
    renamed = edited(text, there, table).text
    keys = list(at(value, path[:-1]))
    keys[keys.index(path[-1])] = "x_fresh"
    assert list(at(parse(renamed).root, path[:-1])) == keys
    gone, come = changed_lines(text, renamed)
    assert gone == come and (gone == 1 or path[0] == "aliases")
    assert edited(renamed, back, table).text == text


def at(value: Any, path: Any) -> Any:
    for step in path:
        value = value[step]
    return value


def random_kind(seed: int) -> Any:
    return some_rig if seed % 2 else some_graph


def owners(value: Any, path: tuple[Any, ...] = ()) -> Any:
    """The path of every mapping."""
    if isinstance(value, dict):
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield from owners(part, (*path, step))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Any:
    """The path of every value but the root."""
    if path:
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield from leaves(part, (*path, step))


@few
@given(SEEDS)
def test_a_field_given_another_value_changes_nothing_else(seed):
    random, value, text = styled(seed, random_kind(seed))
    table = rig.EDITS if "pods" in value else graph.EDITS
    path, new = random.choice(list(leaves(value))), random.choice(VALUES)
    note(text)
    note(f"{path} {new!r}")
    outcome = edited(text, {"op": "set_field", "path": list(path), "value": new}, table)
    put(value, path, new)
    assert parse(outcome.text).root == value


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


@few
@given(SEEDS)
def test_a_graph_edge_added_and_removed_again(seed):
    random, value, text = styled(seed, some_graph)
    names = [node["name"] for node in value["nodes"]]
    ends = {"from": random.choice([*names, "START"]), "to": random.choice(names)}
    if ends not in value.get("edges", []):
        remove = {"op": "remove_edge", **ends, "sources": "edge"}
        there_and_back(text, {"op": "add_edge", **ends}, remove, graph.EDITS, 3)


@few
@given(SEEDS)
def test_an_arm_added_and_removed_again(seed):
    random, value, text = styled(seed, some_graph)
    names = [node["name"] for node in value["nodes"]]
    routers = [r for r in value.get("conditionalEdges", []) if r["from"] not in value.get("aliases", {})]
    at = {"from": random.choice(names), "route": "fresh"}
    if routers and random.random() < 0.7:
        at = {key: random.choice(routers)[key] for key in ("from", "route")}
        if not any(r["from"] == at["from"] and r["route"] == at["route"] for r in routers):
            return
    add = {"op": "add_arm", **at, "arm": random.choice(("fresh", "on", "a: b")), "to": random.choice(names)}
    there_and_back(text, add, {"op": "remove_arm", **at, "arm": add["arm"]}, graph.EDITS, 6)


@few
@given(SEEDS)
def test_nodes_chains_aliases_and_omissions_come_and_go(seed):
    random, value, text = styled(seed, some_graph)
    names = [node["name"] for node in value["nodes"]]
    node = {"op": "add_node", "name": "fresh", "stageId": "post-turn", "writes": ["m"], "summary": "on"}
    there_and_back(text, node, {"op": "remove_node", "node": "fresh"}, graph.EDITS, 5)
    chain = {"op": "add_chain", "name": "fresh", "path": random.sample(names, 2)}
    there_and_back(text, chain, {"op": "remove_chain", "chain": "fresh"}, graph.EDITS, 6)
    alias = {"op": "set_alias", "name": "fresh", "candidates": random.sample(names, 2)}
    there_and_back(text, alias, {"op": "set_alias", "name": "fresh", "candidates": []}, graph.EDITS, 4)
    if not value.get("omit"):
        omit = {"op": "set_omit", "names": random.sample(names, 2)}
        there_and_back(text, omit, {"op": "set_omit", "names": []}, graph.EDITS, 4)


@few
@given(SEEDS)
def test_a_chain_member_comes_and_goes(seed):
    random, value, text = styled(seed, some_graph)
    names = [node["name"] for node in value["nodes"]]
    for chain in value.get("chains", []):
        free = [name for name in names if name not in chain["path"]]
        if free:
            after = random.choice([None, *chain["path"]]) if "START" not in chain["path"] else "START"
            add = {"op": "insert_in_chain", "chain": chain["name"], "node": free[0], "after": after}
            remove = {"op": "remove_from_chain", "chain": chain["name"], "node": free[0]}
            there_and_back(text, add, remove, graph.EDITS, 1)


@pytest.mark.parametrize("make", [some_rig, some_graph])
@few
@given(SEEDS)
def test_any_part_removed_leaves_the_rest_byte_for_byte(make, seed):
    random, value, text = styled(seed, make)
    table = rig.EDITS if "pods" in value else graph.EDITS
    path = random.choice(list(leaves(value)))
    note(text)
    note(str(path))
    try:
        outcome = edited(text, {"op": "unset_field", "path": list(path)}, table)
    except Refused as refusal:
        assert refusal.code == "E103", refusal.message
        return
    note(outcome.text)
    gone, come = changed_lines(text, outcome.text)
    assert come <= 1, "only the line that a last part leaves behind is new"
    assert gone <= len(lines_of(text))
