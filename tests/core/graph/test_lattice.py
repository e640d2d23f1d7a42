"""The sixteen stage pairs, the ways round the refusals, and what-if lattices that stay complementary."""

from __future__ import annotations

from itertools import pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.core.document import parse
from topology.core.graph import ADDING_STEPS, LATTICE, REMOVING_STEPS, STAGES, Lattice, Row, judge

AP, TL, SY, PT = STAGES

#: (source, target, allowed row or None, forbidden row or None), from the two tables of the edge catalog.
PAIRS = [
    (AP, AP, 1, None),
    (AP, TL, 2, None),
    (AP, SY, None, 1),
    (AP, PT, None, 2),
    (TL, AP, None, 3),
    (TL, TL, 3, None),
    (TL, SY, 4, None),
    (TL, PT, 5, None),
    (SY, AP, None, 5),
    (SY, TL, None, 4),
    (SY, SY, 6, None),
    (SY, PT, 7, None),
    (PT, AP, 9, None),
    (PT, TL, None, 6),
    (PT, SY, None, 7),
    (PT, PT, 8, None),
]

#: Forbidden row -> (stages passed, rows, next turn), from the table of legal ways round.
WAYS = {
    1: ((AP, TL, SY), (2, 4), False),
    2: ((AP, TL, PT), (2, 5), False),
    3: ((TL, PT, AP), (5, 9), True),
    4: ((SY, PT, AP, TL), (7, 9, 2), True),
    5: ((SY, PT, AP), (7, 9), True),
    6: ((PT, AP, TL), (9, 2), True),
    7: ((PT, AP, TL, SY), (9, 2, 4), True),
}


def two_nodes(source: str, target: str) -> str:
    """A custom graph with one edge between two stages, written so that nothing else can be at fault."""
    second = "a" if source == target == SY else "b"
    nodes = f"  - {{name: a, stageId: {source}}}\n" + (f"  - {{name: b, stageId: {target}}}\n" if second == "b" else "")
    chain = f"chains:\n  - name: ends\n    path: [START, a, END]\n  - name: more\n    path: [START, {second}, END]\n"
    head = 'kind: agent-graph\nversion: "1"\nname: pair\nbuilder: custom\nnodes:\n'
    return f"{head}{nodes}{chain}edges:\n  - {{from: a, to: {second}}}\n"


@pytest.mark.parametrize(("source", "target", "allowed", "forbidden"), PAIRS)
def test_every_pair(source: str, target: str, allowed: int | None, forbidden: int | None) -> None:
    model = judge(parse(two_nodes(source, target)))
    edge = model.show()["edges"][-1]
    codes = [d.code for d in model.report.diagnostics]
    if allowed:
        assert (edge["status"], edge["row"], edge["code"]) == ("allowed", allowed, None)
        assert model.report.valid and codes == []
    else:
        assert (edge["status"], edge["row"], edge["code"]) == ("forbidden", forbidden, f"G20{forbidden}")
        assert codes == [f"G20{forbidden}"]


def test_the_pairs_are_all_sixteen() -> None:
    assert {(source, target) for source, target, _, _ in PAIRS} == set(product(STAGES, STAGES))
    assert [len(LATTICE.allowed), len(LATTICE.forbidden)] == [9, 7]


@pytest.mark.parametrize("row", LATTICE.forbidden, ids=lambda row: row.title)
def test_way_round(row) -> None:
    way = LATTICE.way_round(*row.pair)
    stages, rows, next_turn = WAYS[row.number]
    assert (way.stages, way.rows, way.next_turn) == (stages, rows, next_turn)
    for source, target in pairwise(way.stages):
        assert LATTICE.row(source, target).allowed
    help_text = LATTICE.help(*row.pair)
    assert ("takes effect next turn" in help_text) is next_turn
    assert f"(rows {', '.join(map(str, rows))})" in help_text


def test_alternatives_named() -> None:
    assert LATTICE.help(SY, TL).endswith("or move the tool call before synthesis")
    (other,) = LATTICE.alternatives(AP, PT)
    assert other.rows == (2, 4, 7)
    assert "row 5 is meant for recovery dispatch" in LATTICE.help(AP, PT)


moves = st.lists(st.sampled_from(list(product(STAGES, STAGES))), max_size=12)


@given(moves)
def test_whatif_lattices_stay_complementary(pairs: list[tuple[str, str]]) -> None:
    lattice = LATTICE
    for pair in pairs:
        lattice = lattice.toggle(*pair)
        allowed, forbidden = {r.pair for r in lattice.allowed}, {r.pair for r in lattice.forbidden}
        assert allowed | forbidden == set(product(STAGES, STAGES)) and not allowed & forbidden
    odd = {pair for pair in pairs if pairs.count(pair) % 2}
    for row in LATTICE.rows:
        assert lattice.row(*row.pair).allowed is (row.allowed is not (row.pair in odd))
    if not odd:
        assert lattice == LATTICE


def open_way(lattice: Lattice, row: Row, mids: tuple[str, ...]) -> bool:
    stages = (row.source, *mids, row.target)
    return all(lattice.row(*pair).allowed for pair in pairwise(stages))


@given(moves)
def test_ways_round_are_legal_and_never_pass_synthesize(pairs: list[tuple[str, str]]) -> None:
    lattice = LATTICE
    for pair in pairs:
        lattice = lattice.toggle(*pair)
    for row in lattice.forbidden:
        way = lattice.way_round(*row.pair)
        others = [stage for stage in STAGES if stage not in (*row.pair, SY)]
        legal = [mids for n in (1, 2, 3) for mids in permutations(others, n) if open_way(lattice, row, mids)]
        assert (way is None) is (not legal)
        if way is None:
            continue
        assert len(way.stages) == 2 + min(map(len, legal))
        assert (way.stages[0], way.stages[-1]) == row.pair
        assert SY not in way.stages[1:-1]
        steps = [lattice.row(*pair) for pair in pairwise(way.stages)]
        assert all(step.allowed for step in steps) and tuple(step.number for step in steps) == way.rows


def test_forbid_and_allow_take_the_next_number() -> None:
    tighter = LATTICE.forbid(5)
    row = tighter.row(TL, PT)
    assert (row.allowed, row.number, row.code) == (False, 8, None)
    assert "synthesize" in tighter.help(TL, PT), "only the node that is there can carry it"
    broader = LATTICE.allow(4)
    assert (broader.row(SY, TL).allowed, broader.row(SY, TL).number) == (True, 10)
    assert tighter.allow(8) == LATTICE and broader.forbid(10) == LATTICE
    with pytest.raises(KeyError):
        LATTICE.forbid(10)
    with pytest.raises(KeyError):
        LATTICE.allow(8)


def test_a_lattice_without_a_route_says_so() -> None:
    closed = LATTICE.forbid(2)
    assert closed.way_round(AP, TL) is None
    assert closed.help(AP, TL) == "this lattice has no legal way round"


def test_a_lattice_must_be_whole() -> None:
    with pytest.raises(ValueError, match="16 stage pairs"):
        Lattice(LATTICE.rows[1:])
    with pytest.raises(ValueError, match="16 stage pairs"):
        Lattice((*LATTICE.rows[:-1], LATTICE.rows[0]))


def test_unknown_stages_match_no_row() -> None:
    assert LATTICE.get(AP, None) is None
    assert LATTICE.get("tool-lop", AP) is None
    with pytest.raises(KeyError):
        LATTICE.row("tool-lop", AP)


def test_matrix_is_in_stage_order() -> None:
    matrix = LATTICE.matrix()
    assert [[row.pair for row in line] for line in matrix] == [[(s, t) for t in STAGES] for s in STAGES]


def test_upstream_steps() -> None:
    assert len(REMOVING_STEPS) == len(ADDING_STEPS) == 4
    assert "FORBIDDEN_EDGE_PATTERNS" in REMOVING_STEPS[1] and "Remove" in ADDING_STEPS[1]
