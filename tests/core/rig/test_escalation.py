"""Orchestrators, fallbacks, and addresses among several rigs."""

from __future__ import annotations

import pytest
from rigs import Edge, a_rig

from topology.core.rig import Directory, RigFacts, Seat, directory, facts_of, resolve, resolve_address

ESCALATES, DELEGATES = "escalates_to", "delegates_to"


def facts(name: str, edges: list[Edge], key: str = "") -> RigFacts:
    return facts_of(a_rig({"p": ["a", "b", "c"]}, edges, name).spec, key)


def known(**edges: list[Edge]) -> Directory:
    return directory(facts(name, own) for name, own in edges.items())


@pytest.mark.parametrize(
    ("edges", "orchestrators", "fallback"),
    [
        ([], (), None),
        ([("p.b", DELEGATES, "p.a")], ("p.b",), None),
        ([("p.b", "spawned_by", "p.a"), ("p.a", "spawned_by", "p.c")], (), None),
        ([("p.a", ESCALATES, "p.b")], (), "p.b"),
        ([("p.a", ESCALATES, "x-y@other")], (), "x-y@other"),
        ([("p.a", ESCALATES, "p.b"), ("p.c", DELEGATES, "p.a")], ("p.c",), None),
        ([("p.a", ESCALATES, "p.b"), ("p.a", ESCALATES, "x-y@other")], (), None),
        ([("p.a", ESCALATES, "p.b"), ("p.a", ESCALATES, "p.b")], (), None),
        ([("p.a", ESCALATES, "p.a")], (), None),
        ([("p.a", ESCALATES, "p-a@rig")], (), None),
        ([("p.a", ESCALATES, "p-b@rig")], (), "p-b@rig"),
        ([("p.a", ESCALATES, "p.b"), ("p.b", ESCALATES, "p.a")], (), None),
        ([("p.a", ESCALATES, "p.b"), ("p.b", ESCALATES, "p.c"), ("p.c", ESCALATES, "p.b")], (), None),
        ([("p.a", ESCALATES, "p.b"), ("p.a", DELEGATES, "p.b")], (), None),
        ([("p.b", DELEGATES, "p.a"), ("p.c", DELEGATES, "p.a")], ("p.b", "p.c"), None),
        ([("p.b", DELEGATES, "p.a"), ("p.b", DELEGATES, "p.a")], ("p.b",), None),
    ],
)
def test_routes(edges: list[Edge], orchestrators: tuple[str, ...], fallback: str | None) -> None:
    route = a_rig({"p": ["a", "b", "c"]}, edges).escalation["p.a"]
    assert (route.orchestrators, route.fallback) == (orchestrators, fallback)
    assert route.why


def test_an_address_that_several_seats_of_the_rig_answer_to_is_no_fallback() -> None:
    pods = {"a": ["b-c"], "a-b": ["c"], "p": ["x"]}
    route = a_rig(pods, [("p.x", ESCALATES, "a-b-c@rig")]).escalation["p.x"]
    assert (route.declared, route.fallback) == (("a-b-c@rig",), None)
    assert "several seats" in route.why


def test_every_seat_has_a_route() -> None:
    assert list(a_rig({"p": ["a", "b", "c"]}).escalation) == ["p.a", "p.b", "p.c"]


def test_resolved_and_missing() -> None:
    team = known(here=[("p.a", ESCALATES, "p-b@there")], there=[])
    assert resolve(team, "here", "p.a", "p-b@there").state == "resolved"
    assert resolve(team, "here", "p.a", "p-b@there").seats == (Seat("there", "p.b"),)
    gone = resolve(team, "here", "p.a", "p-z@there")
    assert (gone.state, gone.why) == ("missing", "rig `there` is stored here, but has no such seat")
    assert resolve(team, "here", "p.a", "p-z@nowhere").why == "no rig named `nowhere` is stored here"


def test_two_rigs_of_one_name_are_ambiguous() -> None:
    team = directory([facts("here", []), facts("twin", [], "one"), facts("twin", [], "two")])
    found = resolve(team, "here", "p.a", "p-b@twin")
    assert (found.state, len(found.seats)) == ("ambiguous", 2)


def test_two_seats_with_one_session_name_are_ambiguous() -> None:
    clash = facts_of(a_rig({"a": ["b-c"], "a-b": ["c"]}, name="clash").spec)
    assert resolve_address(directory([clash]), "a-b-c@clash").state == "ambiguous"


def test_a_member_of_that_very_id_wins_over_an_address() -> None:
    home = RigFacts("home", "home", {"p.a": "p-a@home", "x-y@away": "p-odd@home"})
    away = RigFacts("away", "away", {"x.y": "x-y@away"})
    assert resolve(directory([home, away]), "home", "p.a", "x-y@away").seats == (Seat("home", "x-y@away"),)


def test_a_physical_session_name_is_what_counts() -> None:
    renamed = RigFacts("r", "r", {"p.a": "p-a@r", "p.b": "night-watch@r"})
    team = directory([renamed])
    assert resolve_address(team, "night-watch@r").seats == (Seat("r", "p.b"),)
    assert resolve_address(team, "p-b@r").state == "missing"


def test_self() -> None:
    team = known(here=[("p.a", ESCALATES, "p-a@here")])
    assert resolve(team, "here", "p.a", "p-a@here").state == "self"


def test_cycle_by_fallbacks_between_rigs() -> None:
    team = known(here=[("p.a", ESCALATES, "p-b@there")], there=[("p.b", ESCALATES, "p-a@here")])
    found = resolve(team, "here", "p.a", "p-b@there")
    assert found.state == "cycle"
    assert found.path == (Seat("there", "p.b"), Seat("here", "p.a"), Seat("there", "p.b"))


def test_cycle_through_a_parent_of_the_destination() -> None:
    team = known(
        here=[("p.a", ESCALATES, "p-b@there")],
        there=[("p.c", DELEGATES, "p.b"), ("p.c", ESCALATES, "p-a@here")],
    )
    assert resolve(team, "here", "p.a", "p-b@there").state == "cycle"


def test_a_parent_takes_precedence_so_an_unused_fallback_closes_no_cycle() -> None:
    team = known(
        here=[("p.a", ESCALATES, "p-b@there")],
        there=[("p.c", DELEGATES, "p.b"), ("p.b", ESCALATES, "p-a@here")],
    )
    assert resolve(team, "here", "p.a", "p-b@there").state == "resolved"


def test_unknown_where_something_further_on_does_not_resolve() -> None:
    team = known(here=[("p.a", ESCALATES, "p-b@there")], there=[("p.b", ESCALATES, "x-y@nowhere")])
    assert resolve(team, "here", "p.a", "p-b@there").state == "unknown"


def test_a_proved_cycle_is_a_cycle_whatever_else_is_unknown() -> None:
    team = known(
        here=[("p.a", ESCALATES, "p-b@there")],
        there=[("p.b", ESCALATES, "x-y@nowhere"), ("p.b", ESCALATES, "p-a@here")],
    )
    assert resolve(team, "here", "p.a", "p-b@there").state == "cycle"


def test_answers_follow_when_a_rig_is_renamed() -> None:
    before = known(here=[("p.a", ESCALATES, "p-b@there")], there=[])
    after = known(here=[("p.a", ESCALATES, "p-b@there")], elsewhere=[])
    assert resolve(before, "here", "p.a", "p-b@there").state == "resolved"
    assert resolve(after, "here", "p.a", "p-b@there").state == "missing"


def test_long_chains_do_not_recurse() -> None:
    rigs = [
        RigFacts(f"r{i}", f"r{i}", {"p.a": f"p-a@r{i}"}, ((ESCALATES, "p.a", f"p-a@r{i + 1}"),)) for i in range(5000)
    ]
    assert resolve(directory(rigs), "r0", "p.a", "p-a@r1").state == "unknown"
    rigs[-1] = RigFacts("r4999", "r4999", {"p.a": "p-a@r4999"}, ((ESCALATES, "p.a", "p-a@r0"),))
    assert resolve(directory(rigs), "r0", "p.a", "p-a@r1").state == "cycle"
