"""Launch order, waves, loops: against slow and plain reference code, and on rigs small enough to read."""

from __future__ import annotations

import itertools
import random
from functools import cmp_to_key

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rigs import a_rig

from topology.core.document import parse
from topology.core.rig import judge
from topology.core.rig.collation import ascii_key, locale_key
from topology.core.rig.cuts import fewest_cuts
from topology.core.rig.javascript import code_units
from topology.core.rig.loops import components, shortest_loop
from topology.core.rig.ready import ReadyQueue, ready_queue

ORDER = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"


def two_level(a: str, b: str) -> int:
    """The comparison in the words of its description: case-blind first, then lower case before upper."""
    ranks = [[ORDER.index(c.lower()) for c in text] for text in (a, b)]
    if ranks[0] != ranks[1]:
        return -1 if ranks[0] < ranks[1] else 1
    for x, y in zip(a, b, strict=True):
        if x != y:
            return -1 if x.islower() else 1
    return 0


printable = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=6)


@given(st.lists(printable, max_size=8))
def test_ascii_collation(texts: list[str]) -> None:
    expected = sorted(texts, key=cmp_to_key(two_level))
    assert sorted(texts, key=ascii_key) == sorted(texts, key=locale_key(texts)) == expected
    lower = [text.lower() for text in texts]
    assert sorted(lower, key=locale_key(lower)) == sorted(lower, key=ascii_key)


def test_collation_beyond_ascii_goes_by_letter() -> None:
    words = ["zebra", "Émile", "emil", "école", "ecole", "ß", "st"]
    key = locale_key(words)
    assert sorted(words, key=key) == ["ecole", "école", "emil", "Émile", "ß", "st", "zebra"]


def test_code_units_put_astral_before_private_use() -> None:
    assert sorted(["\ue000", "\U0001f600", "z"], key=code_units) == ["z", "\U0001f600", "\ue000"]
    assert sorted(["\ue000", "\U0001f600", "z"]) != ["z", "\U0001f600", "\ue000"]


@given(st.lists(st.integers(0, 400), max_size=300), st.lists(st.one_of(st.none(), st.integers(0, 400)), max_size=900))
def test_ready_queue_is_the_plain_list(start: list[int], steps: list[int | None]) -> None:
    """Insertion before the first greater entry of a list in any order; None takes the first."""
    fast = ReadyQueue([(key, str(key)) for key in start])
    plain = [(key, str(key)) for key in start]
    for step in steps:
        if step is None:
            assert bool(fast) == bool(plain)
            if plain:
                assert fast.take() == plain.pop(0)[1]
        else:
            at = next((i for i, (key, _) in enumerate(plain) if key > step), len(plain))
            plain.insert(at, (step, f"new {step}"))
            fast.put(step, f"new {step}")
    assert [fast.take() for _ in plain] == [text for _, text in plain]


@given(st.lists(st.integers(0, 60), unique=True, max_size=60), st.integers(0, 60), st.integers(1, 60), st.booleans())
def test_the_queue_of_members_is_the_plain_list(ids: list[int], count: int, ties: int, in_order: bool) -> None:
    """Also where some of the keys are equal, and where the first members stand in another order."""
    names, collate = [str(n) for n in ids], {str(n): n % ties for n in ids}.__getitem__
    first, later = names[:count], names[count:]
    plain = sorted(first, key=collate) if in_order else first
    fast = ready_queue(names, list(plain), collate)
    for name in later:
        assert bool(fast) == bool(plain)
        if plain:
            assert fast.take() == plain.pop(0)
        plain.insert(next((i for i, p in enumerate(plain) if collate(p) > collate(name)), len(plain)), name)
        fast.put(name)
    assert [fast.take() for _ in plain] == plain and not fast


def test_order_and_waves() -> None:
    model = a_rig(
        {"orch": ["lead"], "dev": ["qa", "impl"], "rev": ["r1"]},
        [
            ("orch.lead", "delegates_to", "dev.impl"),
            ("dev.impl", "delegates_to", "dev.qa"),
            ("dev.qa", "spawned_by", "orch.lead"),
            ("rev.r1", "can_observe", "dev.impl"),
            ("rev.r1", "escalates_to", "orch.lead"),
        ],
    )
    assert model.report.valid
    assert model.launch.order == ("orch.lead", "dev.impl", "dev.qa", "rev.r1")
    assert model.launch.waves == (("orch.lead", "rev.r1"), ("dev.impl",), ("dev.qa",))
    waits = [(w.before, w.link.kind) for w in model.launch.waits_of("dev.qa")]
    assert waits == [("dev.impl", "delegates_to"), ("orch.lead", "spawned_by")]


def test_upper_case_roots_launch_first_but_newcomers_go_by_locale() -> None:
    model = a_rig({"p": ["A", "b", "a"]}, [("p.A", "delegates_to", "p.a")])
    assert model.launch.order == ("p.A", "p.a", "p.b")


def test_restore_sorts_by_locale_throughout() -> None:
    model = a_rig({"p": ["b", "A", "B", "a"]})
    assert model.launch.order == ("p.A", "p.B", "p.a", "p.b")
    assert model.restore_order == ("p.a", "p.A", "p.b", "p.B")
    assert any("differs" in note for note in model.restore_notes)


def test_restore_leaves_out_what_hangs_on_a_loop() -> None:
    edges = [("p.a", "delegates_to", "p.b"), ("p.b", "delegates_to", "p.a"), ("p.b", "delegates_to", "p.c")]
    model = a_rig({"p": ["c", "b", "a", "d"]}, edges)
    assert model.restore_order == ("p.d",)
    assert model.launch.stuck == ("p.c", "p.b", "p.a")
    assert "`p.c`, `p.b`, `p.a`" in model.restore_notes[-1]


def test_repeated_edges_count_repeatedly_and_change_nothing() -> None:
    model = a_rig({"p": ["a", "b"]}, [("p.a", "delegates_to", "p.b")] * 3)
    assert model.report.valid and model.launch.order == ("p.a", "p.b")


def test_cycle_path_is_closed_from_the_first_member_in_launch_direction() -> None:
    model = a_rig(
        {"a": ["x"], "b": ["y"], "c": ["z"]},
        [("b.y", "delegates_to", "c.z"), ("c.z", "delegates_to", "a.x"), ("b.y", "spawned_by", "a.x")],
    )
    assert not model.report.valid
    assert model.launch.cycle == ("a.x", "b.y", "c.z", "a.x")
    assert model.launch.order is None and model.launch.waves is None
    assert {e.status for e in model.diagram().edges} == {"cycle"}


def test_self_edge_is_a_cycle_of_one() -> None:
    for kind in ("delegates_to", "spawned_by"):
        model = a_rig({"a": ["x", "y"]}, [("a.x", kind, "a.x")])
        assert model.launch.cycle == ("a.x", "a.x")
        assert [link.kind for link in model.launch.loops[0].cuts] == [kind]


def test_a_flat_node_called_proto_never_launches() -> None:
    model = judge(parse("name: x\nversion: '1'\nnodes: [{id: a, runtime: pi}, {id: __proto__, runtime: pi}]\n"))
    assert not model.report.valid
    assert (model.launch.order, model.launch.cycle, model.launch.stuck) == (None, None, ("__proto__",))


def test_a_node_called_proto_hides_no_loop() -> None:
    nodes = "[{id: a, runtime: pi}, {id: __proto__, runtime: pi}, {id: b, runtime: pi}]"
    edges = "[{from: a, to: b, kind: delegates_to}, {from: b, to: a, kind: delegates_to}]"
    model = judge(parse(f"name: x\nversion: '1'\nnodes: {nodes}\nedges: {edges}\n"))
    assert [d.code for d in model.report.diagnostics if d.severity == "error"] == ["R302", "R301"]
    assert (model.launch.cycle, model.launch.stuck) == (("a", "b", "a"), ("a", "__proto__", "b"))


def test_two_loops_are_said_apart_with_the_shortest_first() -> None:
    ring = [("p.a", "delegates_to", "p.b"), ("p.b", "delegates_to", "p.c"), ("p.c", "delegates_to", "p.a")]
    pair = [("q.a", "delegates_to", "q.b"), ("q.b", "delegates_to", "q.a")]
    model = a_rig({"p": "abc", "q": "ab"}, [*ring, *pair])
    assert [loop.cycle for loop in model.launch.loops] == [
        ("p.a", "p.b", "p.c", "p.a"),
        ("q.a", "q.b", "q.a"),
    ]
    assert model.launch.cycle == ("q.a", "q.b", "q.a")
    assert sum(d.code == "R301" for d in model.report.diagnostics) == 2


def test_help_says_how_many_edges_must_go() -> None:
    both = [(f"p.{a}", "delegates_to", f"p.{b}") for a, b in itertools.permutations("abc", 2)]
    model = a_rig({"p": "abc"}, both)
    (said,) = [d for d in model.report.diagnostics if d.code == "R301"]
    assert said.help.startswith("no fewer than 3 edges must go")
    assert len(model.launch.loops[0].cuts) == 3


def test_an_arc_made_by_two_edges_costs_two() -> None:
    edges = [
        ("p.a", "delegates_to", "p.b"),
        ("p.b", "spawned_by", "p.a"),
        ("p.b", "delegates_to", "p.a"),
    ]
    (loop,) = a_rig({"p": "ab"}, edges).launch.loops
    assert [(link.kind, link.source) for link in loop.cuts] == [("delegates_to", "p.b")]


graphs = st.integers(1, 7).flatmap(
    lambda n: st.tuples(st.just(n), st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=16))
)


def adjacency(size: int, arcs: set[tuple[int, int]]) -> list[list[int]]:
    return [sorted(b for a, b in arcs if a == node) for node in range(size)]


def has_loop(size: int, arcs: set[tuple[int, int]]) -> bool:
    free, left = set(arcs), set(range(size))
    while True:
        sources = left - {b for _, b in free}
        if not sources:
            return bool(left)
        left -= sources
        free = {(a, b) for a, b in free if a not in sources}


def shortest_by_trying(size: int, arcs: set[tuple[int, int]]) -> int:
    for length in range(1, size + 1):
        for way in itertools.permutations(range(size), length):
            if all((way[i], way[(i + 1) % length]) in arcs for i in range(length)):
                return length
    return 0


@given(graphs)
def test_loops_against_trying_everything(graph: tuple[int, set[tuple[int, int]]]) -> None:
    size, arcs = graph
    ways = adjacency(size, arcs)
    parts = components(ways, range(size))
    assert bool(parts) == has_loop(size, arcs)
    best = 0
    for part in parts:
        loop = shortest_loop(ways, part)
        assert loop[0] == min(loop)
        assert all((node, loop[(i + 1) % len(loop)]) in arcs for i, node in enumerate(loop))
        best = min(best or len(loop), len(loop))
    assert best == shortest_by_trying(size, arcs)


@given(graphs, st.randoms(use_true_random=False))
def test_fewest_cuts_against_trying_everything(graph: tuple[int, set[tuple[int, int]]], dice: random.Random) -> None:
    size, arcs = graph
    weights = {arc: dice.randint(1, 3) for arc in sorted(arcs)}
    for part in components(adjacency(size, arcs), range(size)):
        inside = {arc for arc in arcs if arc[0] in part and arc[1] in part}
        if len(inside) > 11:
            continue
        cuts, exact = fewest_cuts(weights, part)
        assert exact and not has_loop(size, inside - set(cuts))
        least = min(
            sum(weights[arc] for arc in some)
            for count in range(len(inside) + 1)
            for some in itertools.combinations(sorted(inside), count)
            if not has_loop(size, inside - set(some))
        )
        assert sum(weights[arc] for arc in cuts) == least


def test_the_shortest_loop_need_not_pass_the_first_member() -> None:
    arcs = {(0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 2), (0, 2)}
    ways = adjacency(5, arcs)
    assert components(ways, range(5)) == [[0, 1, 2, 3, 4]]
    assert shortest_loop(ways, [0, 1, 2, 3, 4]) == [2, 4]


def test_a_long_ring_needs_one_cut_and_is_proved() -> None:
    ring = {(i, (i + 1) % 4000): 1 for i in range(4000)}
    cuts, exact = fewest_cuts(ring, range(4000))
    assert (len(cuts), exact) == (1, True)


def test_a_big_tangle_is_cut_and_says_that_it_is_not_proved() -> None:
    dice = random.Random(5)
    arcs = {(dice.randrange(60), dice.randrange(60)): 1 for _ in range(600)}
    (part,) = components(adjacency(60, set(arcs)), range(60))
    cuts, exact = fewest_cuts(arcs, part)
    assert not exact
    assert not has_loop(60, set(arcs) - set(cuts))


@pytest.mark.parametrize("size", [12, 30])
def test_few_cuts_beyond_the_weighed_size_are_proved(size: int) -> None:
    arcs = {(i, (i + 1) % size): 1 for i in range(size)} | {(i, (i + 2) % size): 1 for i in range(size)}
    cuts, exact = fewest_cuts(arcs, range(size))
    assert exact and len(cuts) == 3
    assert not has_loop(size, set(arcs) - set(cuts))
