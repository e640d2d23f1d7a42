"""A heading over several items of a list stays when one of them goes; a banner over one item goes with it."""

from __future__ import annotations

import pytest
from test_edit_fidelity import edited

from topology.core import graph, rig
from topology.core.document import parse
from topology.core.document.edit import Draft

GRAPH = """\
kind: agent-graph
version: "1"
name: g
nodes:
  - {name: start, stageId: anchor-plan}

  # ---- tool-loop ----
  # the one that decides
  - {name: llm, stageId: tool-loop}   # inline
  - {name: tools, stageId: tool-loop}
  # watches
  - {name: guard, stageId: tool-loop}

  # -- post-turn: after the answer -----------------
  - {name: memory, stageId: post-turn}
  - {name: costs, stageId: post-turn}
  # ===== the rest =====
  - {name: last, stageId: post-turn}
"""
LLM = "  # the one that decides\n  - {name: llm, stageId: tool-loop}   # inline\n"
LAST = "  # ===== the rest =====\n  - {name: last, stageId: post-turn}\n"
MEMORY = "  - {name: memory, stageId: post-turn}\n"

CASES = {
    "the first under a heading, with a comment of its own": ("llm", LLM),
    "the first under a heading, with none": ("memory", MEMORY),
    "one in the middle": ("tools", "  - {name: tools, stageId: tool-loop}\n"),
    "one with its own plain comment": ("guard", "  # watches\n  - {name: guard, stageId: tool-loop}\n"),
    "the only one under its banner": ("last", LAST),
}


@pytest.mark.parametrize(("node", "gone"), CASES.values(), ids=CASES.keys())
def test_what_goes_with_an_item(node, gone):
    assert GRAPH.count(gone) == 1
    assert edited(GRAPH, {"op": "remove_node", "node": node}, graph.EDITS).text == GRAPH.replace(gone, "")


def removed(text, *indexes):
    """The text without some nodes, taken out at once."""
    from topology.core.document import apply_splices

    draft = Draft(parse(text))
    for index in indexes:
        draft.remove(("nodes", index))
    splices, expected = draft.done()
    after = apply_splices(text, splices)
    assert parse(after).root == expected
    return after


def test_a_heading_goes_with_the_last_of_its_items():
    start, end = GRAPH.index("  # -- post-turn"), GRAPH.index("  # ===== the rest")
    assert removed(GRAPH, 4, 5) == GRAPH[:start] + GRAPH[end:]
    assert removed(removed(GRAPH, 4), 4) == removed(GRAPH, 4, 5)
    assert removed(GRAPH, 4, 6) == GRAPH.replace(MEMORY, "").replace(LAST, "")


RULED = [
    "# ---- x",
    "# x ----",
    "#####",
    "### x",
    "# =====",
    "#~~~ x",
    "# x ###",
    "# ____\n  # x\n  # ____",
    "# x\n  # ---",
]
PLAIN = ["# x", "## x", "# - x", "# --flag is needed", "# see a---b", "# wait ...", "# -- x"]


@pytest.mark.parametrize("comment", [*RULED, *PLAIN])
def test_what_counts_as_a_heading(comment):
    text = f"nodes:\n  - {{name: a}}\n  {comment}\n  - {{name: b}}\n  - {{name: c}}\n"
    kept = f"  {comment}\n" if comment in RULED else ""
    assert removed(text, 1) == f"nodes:\n  - {{name: a}}\n{kept}  - {{name: c}}\n"


def test_where_items_are_set_apart_the_heading_stays_on_the_next_one():
    text = "nodes:\n  - {name: a}\n\n  # ---- x ----\n  - {name: b}\n\n  - {name: c}\n\n  - {name: d}\n"
    assert removed(text, 1) == "nodes:\n  - {name: a}\n\n  # ---- x ----\n  - {name: c}\n\n  - {name: d}\n"
    added = edited(f"kind: agent-graph\n{text}", {"op": "add_node", "name": "e", "stageId": "tool-loop"}, graph.EDITS)
    assert added.text.endswith("  - {name: d}\n\n  - {name: e, stageId: tool-loop}\n")


RIG = """\
version: "0.2"
name: r
pods:
  # ===== one =====
  - id: one
    label: One
    members:
      # ---- leads ----
      - {id: a, agent_ref: "local:a", profile: p, runtime: pi, cwd: .}
      - {id: b, agent_ref: "local:a", profile: p, runtime: pi, cwd: .}
  # ===== two =====
  - id: two
    label: Two
    members:
      - {id: c, agent_ref: "local:a", profile: p, runtime: pi, cwd: .}
"""


def test_a_banner_of_each_item_goes_with_it_and_a_moved_item_leaves_its_heading():
    gone = edited(RIG, {"op": "remove_pod", "pod": "two"}, rig.EDITS).text
    assert gone == RIG[: RIG.index("  # ===== two")]
    moved = edited(RIG, {"op": "move_member", "member": "one.a", "to_pod": "two"}, rig.EDITS).text
    line = '      - {id: a, agent_ref: "local:a", profile: p, runtime: pi, cwd: .}\n'
    assert moved == RIG.replace(line, "") + line


def test_an_item_put_before_the_first_under_a_heading_comes_and_goes():
    text = RIG.replace("  # ===== one =====\n", "")
    draft = Draft(parse(text))
    draft.append(("pods", 0, "members"), {"id": "z"}, after=-1)
    from topology.core.document import apply_splices

    there = apply_splices(text, draft.done()[0])
    assert "# ---- leads ----\n      - {id: z}\n      - {id: a" in there
    back = Draft(parse(there))
    back.remove(("pods", 0, "members", 0))
    assert apply_splices(there, back.done()[0]) == text
