"""The value after each operation is the one that the operation means, computed here without any text."""

from __future__ import annotations

import copy
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from styled import NOTES, few, some_graph, some_rig
from test_edit_fidelity import MEMBER, edited, rig_seats, styled

from topology.core import graph, rig
from topology.core.document import parse
from topology.core.document.edit import Manner
from topology.core.document.edit_block import item_bounds
from topology.core.document.edit_surgeon import Surgeon
from topology.core.edits import Refused
from topology.core.rig.edits.places import Places as rig_places

SEEDS = st.integers(0, 2**40)


def plain(text: str) -> Any:
    return copy.deepcopy(parse(text).root)


def all_edges(value: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Every edge with qualified ends, sorted."""
    found = [(e["kind"], e["from"], e["to"]) for e in value.get("edges", [])]
    for pod in value["pods"]:
        found += [(e["kind"], f"{pod['id']}.{e['from']}", f"{pod['id']}.{e['to']}") for e in pod.get("edges", [])]
    return sorted(found)


def well_placed(value: dict[str, Any]) -> bool:
    """Whether every edge stands where its ends put it."""
    crossing = all(e["from"].split(".")[0] != e["to"].split(".")[0] for e in value.get("edges", []))
    local = all("." not in e[key] for pod in value["pods"] for e in pod.get("edges", []) for key in ("from", "to"))
    return crossing and local


def members(value: dict[str, Any]) -> dict[str, Any]:
    return {f"{pod['id']}.{member['id']}": member for pod in value["pods"] for member in pod["members"]}


def renamed(edges: list[tuple[str, str, str]], rename: Any) -> list[tuple[str, str, str]]:
    return sorted((kind, rename(a), rename(b)) for kind, a, b in edges)


@few
@given(SEEDS)
def test_renaming_a_pod_renames_every_reference(seed):
    random, value, text = styled(seed, some_rig)
    pod = random.choice(value["pods"])["id"]
    note(text)
    after = plain(edited(text, {"op": "rename_pod", "pod": pod, "to": "fresh"}, rig.EDITS).text)

    def rename(address: str) -> str:
        return address.replace(f"{pod}.", "fresh.", 1) if address.startswith(f"{pod}.") else address

    assert all_edges(after) == renamed(all_edges(value), rename)
    assert list(members(after).items()) == [(rename(address), m) for address, m in members(value).items()]
    assert well_placed(after)


@few
@given(SEEDS)
def test_renaming_a_member_renames_every_reference(seed):
    random, value, text = styled(seed, some_rig)
    if not rig_seats(value):
        return
    seat = random.choice(rig_seats(value))
    new = random.choice(("fresh", "true", "1e3", "a b"))
    note(text)
    after = plain(edited(text, {"op": "rename_member", "member": seat, "to": new}, rig.EDITS).text)
    address = f"{seat.split('.')[0]}.{new}"
    assert all_edges(after) == renamed(all_edges(value), lambda end: address if end == seat else end)
    assert list(members(after)) == [address if a == seat else a for a in members(value)]


@few
@given(SEEDS)
def test_moving_a_member_takes_its_edges_along(seed):
    random, value, text = styled(seed, some_rig)
    seats = rig_seats(value)
    if not seats:
        return
    seat, to = random.choice(seats), random.choice(value["pods"])["id"]
    own = seat.split(".")[1]
    new = f"{to}.{own}"
    note(text)
    note(f"{seat} -> {to}")
    try:
        outcome = edited(text, {"op": "move_member", "member": seat, "to_pod": to}, rig.EDITS)
    except Refused as refusal:
        assert refusal.code == "E105" if new in seats else refused_for_its_text(refusal, text)
        return
    note(outcome.text)
    after = plain(outcome.text)
    assert all_edges(after) == renamed(all_edges(value), lambda end: new if end == seat else end)
    assert members(after) == {new if a == seat else a: m for a, m in members(value).items()}
    assert well_placed(after)
    assert comments(outcome.text) == comments(text)
    document = parse(outcome.text)
    if not document.get(rig_places(document).seats[new][0].path[:-1]).flow:
        assert own_lines(text, seat) in "\n".join(line.strip() for line in outcome.text.splitlines())


def comments(text: str) -> dict[str, int]:
    """How often each of the generator's comments stands in a text."""
    return {words: text.count(f"# {words}") for words in NOTES}


def refused_for_its_text(refusal: Refused, text: str) -> bool:
    """Comments that would be lost in brackets, and blank lines that a moved `|+` text would take up."""
    if refusal.code == "E103":
        return "#" in text
    return refusal.code == "E109" and re.search(r"[|>]\d?\+", text) is not None


def own_lines(text: str, seat: str) -> str:
    """The lines of a member with its comments, without their indent; nothing where it stands between brackets."""
    document = parse(text)
    path = rig_places(document).seats[seat][0].path
    members = document.get(path[:-1])
    if members.flow:
        return ""
    start, end = item_bounds(Surgeon(document, Manner()), members, path[-1])
    return "\n".join(line.strip() for line in text[start:end].splitlines()).strip()


@few
@given(SEEDS)
def test_removing_a_member_or_a_pod_takes_its_edges_and_says_which(seed):
    random, value, text = styled(seed, some_rig)
    seats = rig_seats(value)
    pod = random.choice(value["pods"])["id"]
    note(text)
    outcome = edited(text, {"op": "remove_pod", "pod": pod}, rig.EDITS)
    after = plain(outcome.text)
    kept = [e for e in all_edges(value) if not any(end.startswith(f"{pod}.") for end in e[1:])]
    assert all_edges(after) == kept
    gone = len(all_edges(value)) - len(kept) + sum(s.startswith(f"{pod}.") for s in seats)
    assert len(outcome.also) == gone
    if seats:
        seat = random.choice(seats)
        outcome = edited(text, {"op": "remove_member", "member": seat}, rig.EDITS)
        after = plain(outcome.text)
        kept = [e for e in all_edges(value) if seat not in e[1:]]
        assert all_edges(after) == kept
        assert len(outcome.also) == len(all_edges(value)) - len(kept)
        assert list(members(after)) == [s for s in seats if s != seat]


@few
@given(SEEDS)
def test_changing_an_edge_puts_it_where_its_ends_ask(seed):
    random, value, text = styled(seed, some_rig)
    edges, seats = all_edges(value), rig_seats(value)
    if not edges:
        return
    kind, source, target = random.choice(edges)
    change = {"new_kind": "spawned_by"} if random.random() < 0.4 else {}
    if not change or random.random() < 0.5:
        change[random.choice(("new_from", "new_to"))] = random.choice(seats)
    note(text)
    note(f"{kind} {source} {target} {change}")
    operation = {"op": "change_edge", "kind": kind, "from": source, "to": target, **change}
    try:
        after = plain(edited(text, operation, rig.EDITS).text)
    except Refused as refusal:
        assert refusal.code == "E103" and "comments" in refusal.message and "#" in text
        return
    edges.remove((kind, source, target))
    new = (change.get("new_kind", kind), change.get("new_from", source), change.get("new_to", target))
    assert all_edges(after) == sorted([*edges, new])
    assert well_placed(after)


@few
@given(SEEDS)
def test_what_is_added_to_a_rig_is_what_was_asked(seed):
    random, value, text = styled(seed, some_rig)
    pod, seats = random.choice(value["pods"]), rig_seats(value)
    extra = random.choice(({}, {"model": "no"}, {"startup": {"files": [{"path": "x y"}]}}, {"label": ""}))
    add = {"op": "add_member", "pod": pod["id"], "id": "fresh", **MEMBER, **extra}
    after = plain(edited(text, add, rig.EDITS).text)
    assert members(after).pop(f"{pod['id']}.fresh") == {"id": "fresh", **MEMBER, **extra}
    assert [s for s in rig_seats(after) if not s.endswith(".fresh")] == seats
    if seats:
        ends = {"kind": "can_observe", "from": random.choice(seats), "to": random.choice(seats)}
        after = plain(edited(text, {"op": "add_edge", **ends}, rig.EDITS).text)
        assert all_edges(after) == sorted([*all_edges(value), tuple(ends.values())])
        assert well_placed(after)


def mentions(value: Any) -> list[Any]:
    """Every text and key of a value, in order."""
    if isinstance(value, dict):
        return [text for key, part in value.items() for text in (key, *mentions(part))]
    if isinstance(value, list):
        return [text for part in value for text in mentions(part)]
    return [value]


@few
@given(SEEDS)
def test_renaming_a_node_renames_every_reference(seed):
    random, value, text = styled(seed, some_graph)
    name = random.choice(value["nodes"])["name"]
    note(text)
    after = plain(edited(text, {"op": "rename_node", "node": name, "to": "fresh"}, graph.EDITS).text)
    wanted = copy.deepcopy(value)
    rename_all(wanted, name)
    assert after == wanted


def rename_all(value: dict[str, Any], name: str) -> None:
    def new(text: Any) -> Any:
        return "fresh" if text == name else text

    for node in value["nodes"]:
        node["name"] = new(node["name"])
    for chain in value.get("chains", []):
        chain["path"] = [new(n) for n in chain["path"]]
    for edge in value.get("edges", []):
        edge |= {key: new(edge[key]) for key in ("from", "to")}
    for router in value.get("conditionalEdges", []):
        router["from"] = new(router["from"])
        router["arms"] = {arm: new(to) for arm, to in router["arms"].items()}
    for alias, names in value.get("aliases", {}).items():
        value["aliases"][alias] = [new(n) for n in names]
    if "omit" in value:
        value["omit"] = [new(n) for n in value["omit"]]


@few
@given(SEEDS)
def test_removing_a_node_leaves_no_mention_of_it(seed):
    random, value, text = styled(seed, some_graph)
    name = random.choice(value["nodes"])["name"]
    note(text)
    try:
        outcome = edited(text, {"op": "remove_node", "node": name}, graph.EDITS)
    except Refused as refusal:
        assert [name] in value["aliases"].values() and refusal.code == "E107"
        return
    note(outcome.text)
    after = plain(outcome.text)
    keyed = [arm for router in after.get("conditionalEdges", []) for arm in router["arms"]]
    texts = [n.get(key) for n in after["nodes"] for key in ("summary", "subscribes")]
    assert mentions(after).count(name) - keyed.count(name) - mentions(texts).count(name) == 0
    assert [n for n in value["nodes"] if n["name"] != name] == after["nodes"]
    assert pairs(outcome.text) == pairs(text, omit=name)


PATHS = (
    ("[a, x, a]", ["a"]),
    ("[a, x, a, b]", ["a", "b"]),
    ("[a, x, x, a, x, a, b]", ["a", "b"]),
    ("[a, a, x, b]", ["a", "a", "b"]),
    ("[a, x, a, a, b]", ["a", "a", "b"]),
    ("[x, a, x]", ["a"]),
)


@pytest.mark.parametrize(("path", "left"), PATHS)
def test_a_node_gone_from_a_chain_leaves_no_name_beside_itself(path, left):
    nodes = "".join(f"  - {{name: {name}, stageId: tool-loop}}\n" for name in "abx")
    head = "kind: agent-graph\nversion: '1'\nname: g\nbuilder: custom\n"
    text = f"{head}nodes:\n{nodes}chains: [{{name: c, path: {path}}}]\n"
    outcome = edited(text, {"op": "remove_node", "node": "x"}, graph.EDITS).text
    assert plain(outcome)["chains"][0]["path"] == left
    assert pairs(outcome) == pairs(text, omit="x")
    if path.count("x") == 1:
        once = edited(text, {"op": "remove_from_chain", "chain": "c", "node": "x"}, graph.EDITS).text
        assert plain(once)["chains"][0]["path"] == left


@few
@given(SEEDS)
def test_taking_every_source_of_an_edge_away_takes_that_edge_and_no_other(seed):
    random, _, text = styled(seed, some_graph)
    before = pairs(text)
    if not before:
        return
    source, target = random.choice(sorted(before))
    note(text)
    note(f"{source} -> {target}")
    operation = {"op": "remove_edge", "from": source, "to": target, "sources": "all"}
    after = edited(text, operation, graph.EDITS).text
    note(after)
    assert pairs(after) == before - {(source, target)}


def pairs(text: str, omit: str | None = None) -> set[tuple[str, str]]:
    spec = graph.load(parse(text).root)[0]
    omitted = None if omit is None else {*spec.omitted, omit}
    compiled = graph.compile_graph(spec, graph.documented_registry(), omit=omitted)
    return {(edge.source, edge.target) for edge in compiled.edges}


def test_the_seeds_reach_every_kind_of_edge():
    kinds = {len(pairs(styled(seed, some_graph)[2])) for seed in range(40)}
    assert len(kinds) > 3 and Random(0)
