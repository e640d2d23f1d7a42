"""Cross-rig addresses among a team's rigs, search, dashboard cards, rate limits: few queries, whatever the number."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from people import BROKEN_GRAPH, RIG, stored

from topology.models import EdgeRow, NodeRow, RateWindow, Revision, Team, Topology
from topology.services import delete, limits, publish
from topology.services.search import find_nodes, stage_uses
from topology.services.seats import resolve_seat, seats_of

pytestmark = pytest.mark.django_db

COORD = """\
version: "0.2"
name: coord
pods:
  - id: review
    label: Review
    members:
      - id: advisor
        agent_ref: "local:agents/advisor"
        profile: default
        runtime: claude-code
        cwd: .
    edges: []
edges: []
"""
ADDRESS = "review-advisor@coord"


def test_an_address_is_missing_until_its_rig_is_stored(actor, team, rig):
    assert resolve_seat(team, ADDRESS).state == "missing"
    stored(actor, team, COORD)
    found = resolve_seat(team, ADDRESS)
    assert found.state == "resolved"
    assert [(seat.rig, seat.id) for seat in found.resolution.seats] == [("coord", "review.advisor")]
    assert [(m.topology.slug, m.source, m.kind) for m in found.mentions] == [("crew-rig", "dev.qa", "escalates_to")]
    assert seats_of(team).of(rig)[("dev.qa", ADDRESS)].state == "resolved"


def test_two_rigs_of_one_name_make_an_address_ambiguous(actor, team, rig):
    stored(actor, team, COORD)
    second = stored(actor, team, COORD)
    assert resolve_seat(team, ADDRESS).state == "ambiguous"
    delete(actor, second)
    assert resolve_seat(team, ADDRESS).state == "resolved"


def test_a_way_back_is_a_cycle(actor, team, rig):
    back = COORD.replace(
        "    edges: []\nedges: []",
        "    edges: []\nedges:\n  - {kind: escalates_to, from: review.advisor, to: dev-qa@crew-rig}",
    )
    stored(actor, team, back)
    states = {a.address: {m.resolution.state for m in a.mentions} for a in seats_of(team).addresses()}
    assert states == {"dev-qa@crew-rig": {"cycle"}, ADDRESS: {"cycle"}}


def test_rigs_of_another_team_do_not_resolve_it(actor, team, other_team, rig):
    stored(actor, other_team, COORD)
    assert resolve_seat(team, ADDRESS).state == "missing"


def test_resolution_takes_three_queries_for_any_number_of_rigs(actor, team, rig, django_assert_num_queries):
    for _ in range(5):
        stored(actor, team, COORD)
    with django_assert_num_queries(3):
        assert len(seats_of(team).addresses()) == 1


def test_nodes_are_found_by_id_and_label_in_one_team(actor, team, other_team, rig):
    stored(actor, other_team, RIG)
    hits = find_nodes(team, "IMPL")
    assert [(h.topology, h.node, h.container) for h in hits] == [("crew-rig", "dev.impl", "dev")]
    assert find_nodes(team, "  ") == [] and find_nodes(team, "%") == []


def test_topologies_are_found_by_their_nodes(team, rig, graph):
    assert set(Topology.objects.matching("decide")) == {graph}
    assert set(Topology.objects.matching("makers")) == set()
    assert set(Topology.objects.of_kind("rig")) == {rig}
    assert set(Topology.objects.matching("")) == {rig, graph}


def test_verdicts_filter(rig, broken_graph):
    assert set(Topology.objects.of_verdict("valid")) == {rig}
    assert set(Topology.objects.of_verdict("errors")) == {broken_graph}


def test_use_of_stage_pairs_is_counted(actor, team, graph):
    stored(actor, team, BROKEN_GRAPH)
    uses = {(u.from_stage, u.to_stage): (u.edges, u.graphs) for u in stage_uses(team)}
    assert uses[("synthesize", "tool-loop")] == (1, 1)
    assert uses[("tool-loop", "synthesize")] == (2, 2)


def many(team: Team, editor, number: int) -> None:
    """Topologies with ten nodes and edges each, written straight to the tables."""
    topologies = Topology.objects.bulk_create(
        Topology(
            team=team,
            slug=f"t{n}",
            name=f"T {n}",
            kind="rig",
            openrig="0.6.6",
            head=1,
            published=1,
            valid=True,
            updated_by=editor,
        )
        for n in range(number)
    )
    Revision.objects.bulk_create(
        Revision(
            topology=t,
            number=1,
            data=b"x" * 5000,
            sha256="0" * 64,
            step="import",
            operation="import",
            via="page",
            kind="rig",
            valid=True,
            errors=0,
            warnings=0,
        )
        for t in topologies
    )
    NodeRow.objects.bulk_create(
        NodeRow(topology=t, key=f"pod.n{n}", name=f"n{n}", status="ok") for t in topologies for n in range(10)
    )
    EdgeRow.objects.bulk_create(
        EdgeRow(topology=t, key=f"e{n}", source="a", target="b", kind="delegates_to", status="ok")
        for t in topologies
        for n in range(10)
    )


def test_two_hundred_cards_are_one_query(team, editor, django_assert_num_queries):
    many(team, editor, 200)
    with django_assert_num_queries(1):
        cards = list(Topology.objects.live().filter(team=team).cards())
        assert {card.updated_by.username for card in cards} == {"emil"}
        assert {card.published_digest for card in cards} == {"0" * 64}
    assert len(cards) == 200


def test_cards_are_filtered_among_many(team, editor, actor, rig):
    many(team, editor, 200)
    assert list(Topology.objects.live().filter(team=team).matching("dev.impl").cards()) == [rig]


def test_publishing_shows_on_the_card(actor, rig):
    publish(actor, rig)
    assert Topology.objects.cards().get().published_digest == rig.digest


@pytest.fixture
def _limits_clock(db, monkeypatch):
    """`_limits_clock(t)`: the limits' clock stands at `t` seconds; it begins just before a full hour."""
    clock = SimpleNamespace(time=lambda: clock.now, now=0.0)
    monkeypatch.setattr(limits, "time", clock)

    def turn(to):
        clock.now = 3600 * 500_000 - 0.05 + to

    turn(0)
    return turn


def test_a_limit_stops_at_its_number_and_says_for_how_long(_limits_clock):
    answers = [limits.hit("k", 30, 3600) for _ in range(40)]
    allowed = [a.allowed for a in answers]
    assert allowed == [True] * 30 + [False] * 10
    assert answers[0].left == 29 and answers[-1].left == 0
    assert answers[-1].seconds == 3600
    assert limits.hit("other", 30, 3600).allowed


def test_a_stretch_begins_with_the_first_hit_and_not_with_the_hour(_limits_clock):
    told = []
    for moment in (0, 1, 3599, 3600.5, 3601, 7201):
        _limits_clock(moment)
        answer = limits.hit("k", 2, 3600)
        told.append((answer.allowed, answer.left, answer.seconds))
    assert told == [(True, 1, 3600), (True, 0, 3599), (False, 0, 1), (True, 1, 3600), (True, 0, 3600), (True, 1, 3600)]


def test_a_worker_that_comes_later_is_told_the_end_of_the_stretch(_limits_clock):
    limits.hit("k", 30, 60)
    limits._tallies.clear()
    _limits_clock(45)
    assert limits.hit("k", 30, 60).seconds == 15


def test_a_hit_that_could_not_be_written_stays_counted(_limits_clock, monkeypatch):
    with monkeypatch.context() as away:
        away.setattr(limits, "beside", lambda write: None)
        assert [limits.hit("k", 5, 60).allowed for _ in range(5)] == [True] * 5
    assert not limits.hit("k", 5, 60).allowed


def test_a_count_that_was_overtaken_does_not_fall():
    tally = limits._Tally(60.0)
    tally.learn(2, (7, 60.0))
    tally.learn(1, (5, 60.0))
    assert (tally.known, tally.end) == (7, 60.0)
    tally.learn(1, (1, 120.0))
    assert (tally.known, tally.end) == (1, 120.0)


def test_limits_are_shared_by_workers(_limits_clock):
    """Another worker is a process with tallies of its own."""
    for _ in range(30):
        limits.hit("k", 30, 3600)
    limits._tallies.clear()
    assert not all(limits.hit("k", 30, 3600).allowed for _ in range(3))


def test_old_windows_are_removed(_limits_clock):
    limits.hit("k", 5, 60)
    _limits_clock(61)
    limits.hit("other", 5, 60)
    assert list(RateWindow.objects.values_list("pk", flat=True)) == ["other:60"]
    _limits_clock(130)
    limits.hit("other", 5, 60)
    assert RateWindow.objects.get().count == 1
