"""Two diagrams on one picture: nothing jumps, what is gone stays, and only what is wrong now is wrong."""

from __future__ import annotations

import pytest
from people import BROKEN_GRAPH, GRAPH, RIG

from topology.core.kinds import compare_judgements, judge
from topology.core.union import unite


def united(before, after):
    one, two = judge(before), judge(after)
    return unite(one.diagram(), two.diagram(), compare_judgements(one, two))


def test_equal_texts_are_one_picture_without_marks():
    union = united(RIG, RIG)
    assert union.diagram == judge(RIG).diagram()
    assert union.marks == {} and union.whole


WITHOUT_QA = RIG.replace(
    """      - id: qa
        agent_ref: "local:agents/qa"
        profile: default
        runtime: codex
        cwd: .
    edges:
      - {kind: can_observe, from: qa, to: impl}
""",
    "    edges: []\n",
).replace("  - kind: escalates_to\n    from: dev.qa\n    to: review-advisor@coord   # another rig's seat\n", "")


def test_what_is_gone_stands_where_it_stood():
    union = united(RIG, WITHOUT_QA)
    assert [node.id for node in union.diagram.nodes] == ["orch.lead", "dev.impl", "dev.qa"]
    assert [node.container for node in union.diagram.nodes] == ["orch", "dev", "dev"]
    assert union.marks == {"node:dev.qa": "removed", "edge:can_observe:dev.qa>dev.impl": "removed"}


def test_the_other_way_round_the_same_things_are_added():
    there, back = united(RIG, WITHOUT_QA), united(WITHOUT_QA, RIG)
    assert [node.id for node in back.diagram.nodes] == [node.id for node in there.diagram.nodes]
    assert {edge.id for edge in back.diagram.edges} == {edge.id for edge in there.diagram.edges}
    assert back.marks == dict.fromkeys(there.marks, "added")


def test_the_first_of_a_list_and_a_whole_pod_keep_their_place():
    start, end = RIG.index("  - id: orch"), RIG.index("  - id: dev")
    union = united(RIG, RIG[:start] + RIG[end:])
    assert [pod.id for pod in union.diagram.containers] == ["orch", "dev"]
    assert union.diagram.nodes[0].id == "orch.lead"
    assert union.marks["container:orch"] == union.marks["node:orch.lead"] == "removed"


def test_a_forbidden_edge_that_is_gone_is_not_drawn_as_wrong():
    union = united(BROKEN_GRAPH, BROKEN_GRAPH.replace("  - {from: answer, to: decide}\n", "  []\n"))
    edge = next(edge for edge in union.diagram.edges if edge.id == "edge:answer>decide")
    assert not edge.wrong and edge.reason is None and edge.code is None
    assert union.marks["edge:edge:answer>decide"] == "removed"


def test_a_new_forbidden_edge_is_added_and_wrong():
    union = united(BROKEN_GRAPH.replace("  - {from: answer, to: decide}\n", "  []\n"), BROKEN_GRAPH)
    edge = next(edge for edge in union.diagram.edges if edge.id == "edge:answer>decide")
    assert edge.wrong and union.marks["edge:edge:answer>decide"] == "added"


def test_an_edge_that_changed_its_kind_is_drawn_once():
    union = united(RIG, RIG.replace("kind: delegates_to", "kind: can_observe"))
    between = [edge.id for edge in union.diagram.edges if (edge.source, edge.target) == ("orch.lead", "dev.impl")]
    assert between == ["can_observe:orch.lead>dev.impl"]
    assert union.marks["edge:can_observe:orch.lead>dev.impl"] == "changed"


def test_an_edge_to_a_removed_node_ends_at_it():
    text = RIG.replace("      - id: impl\n", "      - id: maker\n")
    union = united(RIG, text)
    assert {"dev.impl", "dev.maker"} <= {node.id for node in union.diagram.nodes}
    edge = next(edge for edge in union.diagram.edges if edge.id == "delegates_to:orch.lead>dev.impl")
    assert edge.wrong and union.marks["edge:delegates_to:orch.lead>dev.impl"] == "changed"


@pytest.mark.parametrize(("before", "after"), [(RIG, GRAPH), (GRAPH, RIG), (RIG, "a: [1"), ("a: [1", RIG)])
def test_two_kinds_or_an_unreadable_text_have_no_picture_in_common(before, after):
    union = united(before, after)
    readable = [judge(text).diagram() for text in (after, before)]
    assert union.diagram == next(diagram for diagram in readable if diagram)
    assert union.marks == {} and not union.whole
