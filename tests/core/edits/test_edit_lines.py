"""Which lines an operation takes and brings, in documents full of comments: a part's own, and no neighbour's."""

from __future__ import annotations

from difflib import ndiff
from typing import Any

import pytest
from test_edit_fidelity import edited

from topology.core import graph, rig
from topology.core.rig.edits.places import ORDERS

RIG = """\
# head
version: "0.2"   # keep
name: demo

pods:
  # the builders
  - id: dev
    label: Dev
    members:
      # first
      - id: impl   # the hands
        agent_ref: "local:a"
        cwd: "."
        # model: later
      # second
      - id: qa
        agent_ref: "local:b"
        cwd: "."   # here

        summary: |+
          kept

      # the end of members
    edges:
      # who gives work
      - kind: delegates_to   # always
        from: impl
        to: qa
      # watching
      - kind: can_observe
        from: qa
        to: 'impl'
      # end of edges

  # the leads
  - id: orch
    label: Orchestration
    members:
      - id: lead
        mechanic: dev-impl@demo
        cwd: "."
    edges: []   # none yet

# across
edges:
  # lead to impl
  - kind: delegates_to
    from: orch.lead   # from
    to: dev.impl
# bottom
"""

IMPL = """\
-      # first
-      - id: impl   # the hands
-        agent_ref: "local:a"
-        cwd: "."
-        # model: later
"""
LOCAL = """\
-    edges:
-      # who gives work
-      - kind: delegates_to   # always
-        from: impl
-        to: qa
-      # watching
-      - kind: can_observe
-        from: qa
-        to: 'impl'
+    edges: []
"""
CROSS = """\
-edges:
-  # lead to impl
-  - kind: delegates_to
-    from: orch.lead   # from
-    to: dev.impl
+edges: []
"""


def ends(source: str, target: str) -> dict[str, str]:
    return {"from": source, "to": target}


CASES: list[tuple[str, dict[str, Any], str]] = [
    ("a member with its comments", {"op": "remove_member", "member": "dev.impl"}, IMPL + LOCAL + CROSS),
    (
        "the last member, whose text keeps a blank line",
        {"op": "remove_member", "member": "dev.qa"},
        """\
-      # second
-      - id: qa
-        agent_ref: "local:b"
-        cwd: "."   # here
-
-        summary: |+
-          kept
-
"""
        + LOCAL,
    ),
    (
        "one edge of two",
        {"op": "remove_edge", "kind": "delegates_to", **ends("dev.impl", "dev.qa")},
        """\
-      # who gives work
-      - kind: delegates_to   # always
-        from: impl
-        to: qa
""",
    ),
    ("the last edge", {"op": "remove_edge", "kind": "delegates_to", **ends("orch.lead", "dev.impl")}, CROSS),
    (
        "a member moved with its text, its edges with theirs",
        {"op": "move_member", "member": "dev.impl", "to_pod": "orch"},
        IMPL
        + LOCAL
        + """\
-        mechanic: dev-impl@demo
+        mechanic: orch-impl@demo
-    edges: []   # none yet
+      # first
+      - id: impl   # the hands
+        agent_ref: "local:a"
+        cwd: "."
+        # model: later
+    edges:   # none yet
+      # lead to impl
+      - kind: delegates_to
+        from: lead   # from
+        to: impl
-  # lead to impl
-  - kind: delegates_to
-    from: orch.lead   # from
-    to: dev.impl
+  # who gives work
+  - kind: delegates_to   # always
+    from: orch.impl
+    to: dev.qa
+  # watching
+  - kind: can_observe
+    from: dev.qa
+    to: 'orch.impl'
""",
    ),
    (
        "a renamed pod: quotes only where they are needed",
        {"op": "rename_pod", "pod": "dev", "to": "on"},
        """\
-  - id: dev
+  - id: "on"
-        mechanic: dev-impl@demo
+        mechanic: on-impl@demo
-    to: dev.impl
+    to: on.impl
""",
    ),
    (
        "a renamed member: every end keeps its quotes",
        {"op": "rename_member", "member": "dev.impl", "to": "hands"},
        """\
-      - id: impl   # the hands
+      - id: hands   # the hands
-        from: impl
+        from: hands
-        to: 'impl'
+        to: 'hands'
-        mechanic: dev-impl@demo
+        mechanic: dev-hands@demo
-    to: dev.impl
+    to: dev.hands
""",
    ),
    (
        "an edge into an empty list, whose comment stays",
        {"op": "add_edge", "kind": "can_observe", **ends("orch.lead", "orch.lead")},
        """\
-    edges: []   # none yet
+    edges:   # none yet
+      - kind: can_observe
+        from: lead
+        to: lead
""",
    ),
    (
        "an edge behind the last one, above the comment that ends the list",
        {"op": "add_edge", "kind": "escalates_to", **ends("dev.qa", "review-advisor@coord")},
        """\
+  - kind: escalates_to
+    from: dev.qa
+    to: review-advisor@coord
""",
    ),
    (
        "an edge that moves from its pod to the top",
        {"op": "change_edge", "kind": "delegates_to", **ends("dev.impl", "dev.qa"), "new_from": "orch.lead"},
        """\
-      # who gives work
-      - kind: delegates_to   # always
-        from: impl
-        to: qa
+  # who gives work
+  - kind: delegates_to   # always
+    from: orch.lead
+    to: dev.qa
""",
    ),
    (
        "a member in the manner of its neighbours",
        {
            "op": "add_member",
            "pod": "orch",
            "id": "two",
            "agent_ref": "local:x y",
            "profile": "default",
            "runtime": "codex",
            "cwd": ".",
            "model": "off",
            "label": "a: b",
        },
        """\
+      - id: two
+        agent_ref: "local:x y"
+        profile: default
+        runtime: codex
+        cwd: "."
+        label: "a: b"
+        model: "off"
""",
    ),
    (
        "a field behind those that stand before it",
        {"op": "set_field", "path": "pods[0].members[0].model", "value": "1:20"},
        '+        model: "1:20"\n',
    ),
    (
        "a value in its old quotes",
        {"op": "set_field", "path": "version", "value": "0.3"},
        '-version: "0.2"   # keep\n+version: "0.3"   # keep\n',
    ),
    (
        "a field with its comment",
        {"op": "unset_field", "path": "pods[1].members[0].mechanic"},
        "-        mechanic: dev-impl@demo\n",
    ),
    (
        "a pod set apart as its neighbours are",
        {"op": "add_pod", "id": "new", "label": "New", "after": "orch"},
        """\
+
+  - id: new
+    label: New
+    members: []
+    edges: []
""",
    ),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("name", "operation", "lines"), CASES, ids=[case[0] for case in CASES])
def test_the_lines_of_an_edit(name, operation, lines, newline):
    text = RIG.replace("\n", newline)
    after = edited(text, operation, rig.EDITS).text
    assert set(after.replace(newline, "")) & {"\r", "\n"} == set()
    assert changes(text, after) == sorted(lines.splitlines())


def changes(before: str, after: str) -> list[str]:
    lines = ndiff(before.splitlines(), after.splitlines(), linejunk=None, charjunk=None)
    return sorted(line[0] + line[2:] for line in lines if line[0] in "+-")


GRAPH = """\
kind: agent-graph
version: "1"
name: g
aliases:
  # decides
  main: [llm, plain]
nodes:
  - name: llm   # the model
    stageId: tool-loop
  # spare
  - {name: plain, stageId: tool-loop}
  - name: tools
    stageId: tool-loop
    summary: >-
      folded
      text
chains:
  - name: loop
    path:
      - START
      # decide
      - main   # alias
      # dispatch
      - tools
      - plain   # last
edges:
  - {from: tools, to: main}   # back
conditionalEdges:
  - from: main
    route: go
    arms:
      tools: tools   # dispatch
      again: main
omit: [plain]
"""

GRAPH_CASES: list[tuple[dict[str, Any], str]] = [
    ({"op": "add_edge", **ends("tools", "END")}, "+  - {from: tools, to: END}\n"),
    (
        {"op": "rename_node", "node": "tools", "to": "yes"},
        """\
-  - name: tools
+  - name: "yes"
-      - tools
+      - "yes"
-  - {from: tools, to: main}   # back
+  - {from: "yes", to: main}   # back
-      tools: tools   # dispatch
+      tools: "yes"   # dispatch
""",
    ),
    (
        {"op": "remove_node", "node": "plain"},
        """\
-  main: [llm, plain]
+  main: [llm]
-  # spare
-  - {name: plain, stageId: tool-loop}
-      - plain   # last
-omit: [plain]
""",
    ),
    (
        {"op": "set_stage", "node": "llm", "stageId": "anchor-plan"},
        "-    stageId: tool-loop\n+    stageId: anchor-plan\n",
    ),
    ({"op": "remove_arm", "from": "llm", "route": "go", "arm": "tools"}, "-      tools: tools   # dispatch\n"),
    (
        {"op": "set_arm", "from": "main", "route": "go", "arm": "again", "to": "tools"},
        "-      again: main\n+      again: tools\n",
    ),
    ({"op": "add_arm", "from": "main", "route": "go", "arm": "on", "to": "llm"}, '+      "on": llm\n'),
    ({"op": "remove_from_chain", "chain": "loop", "node": "main"}, "-      # decide\n-      - main   # alias\n"),
    ({"op": "insert_in_chain", "chain": "loop", "node": "llm", "after": "main"}, "+      - llm\n"),
    (
        {"op": "split_chain", "chain": "loop", "after": "main", "name": "rest"},
        "-      - tools\n-      - plain\n+  - name: rest\n+    path:\n+      - tools\n+      - plain\n",
    ),
    (
        {"op": "set_alias", "name": "main", "candidates": ["tools", "llm"]},
        "-  main: [llm, plain]\n+  main: [tools, llm]\n",
    ),
    ({"op": "set_omit", "names": ["plain", "llm"]}, "-omit: [plain]\n+omit: [plain, llm]\n"),
    ({"op": "set_omit", "names": []}, "-omit: [plain]\n"),
    (
        {"op": "change_edge", **ends("tools", "llm"), "new_to": "plain"},
        "-  - {from: tools, to: main}   # back\n+  - {from: tools, to: plain}   # back\n",
    ),
    ({"op": "remove_edge", **ends("tools", "llm")}, "-edges:\n-  - {from: tools, to: main}   # back\n"),
    (
        {"op": "rename_key", "path": "aliases.main", "to": "on"},
        """\
-  main: [llm, plain]
+  "on": [llm, plain]
-      - main   # alias
+      - "on"   # alias
-  - {from: tools, to: main}   # back
+  - {from: tools, to: "on"}   # back
-  - from: main
+  - from: "on"
-      again: main
+      again: "on"
""",
    ),
    (
        {"op": "rename_key", "path": "conditionalEdges[0].arms.tools", "to": "call"},
        "-      tools: tools   # dispatch\n+      call: tools   # dispatch\n",
    ),
    (
        {"op": "set_field", "path": "nodes[2].summary", "value": "one\ntwo\n"},
        "-    summary: >-\n-      folded\n-      text\n+    summary: |\n+      one\n+      two\n",
    ),
]


@pytest.mark.parametrize(("operation", "lines"), GRAPH_CASES, ids=[case[0]["op"] for case in GRAPH_CASES])
def test_the_lines_of_an_edit_of_a_graph(operation, lines):
    after = edited(GRAPH, operation, graph.EDITS).text
    wanted = sorted(lines.splitlines())
    if operation["op"] == "split_chain":
        # The members stay where they are; only what makes them a chain of their own is new.
        wanted = ["+    path:", "+  - name: rest"]
    assert changes(GRAPH, after) == wanted


def test_members_are_written_in_the_emitter_s_order_and_all_of_them_are_known():
    for thing in ("rig", "pod", "member", "edge", "node"):
        assert set(ORDERS[thing]) == {field.name for field in rig.FIELDS[thing]}


@pytest.mark.parametrize(("name", "operation", "lines"), CASES, ids=[case[0] for case in CASES])
def test_a_text_without_a_final_line_break_stays_one(name, operation, lines):
    text = RIG.removesuffix("# bottom\n")
    wanted = edited(text, operation, rig.EDITS).text
    assert edited(text.removesuffix("\n"), operation, rig.EDITS).text == wanted.removesuffix("\n")


ADDRESSES = """\
name: my-rig
version: "1"
pods:
  - id: a
    label: A
    members: [{id: b-c, mechanic: a-b-c@my-rig}, {id: x, mechanic: a-x@my-rig}]
    edges: [{kind: escalates_to, from: x, to: a-b-c@my-rig}]
  - {id: other, label: O, members: []}
edges:
  - {kind: escalates_to, from: a.x, to: "a-b-c@my-rig"}
  - {kind: escalates_to, from: a.x, to: a-b-c@elsewhere}
  - {kind: escalates_to, from: a.b-c, to: a-x@my-rig}
"""


@pytest.mark.parametrize(
    ("operation", "old", "new", "count"),
    [
        ({"op": "rename_member", "member": "a.b-c", "to": "n"}, "a-b-c@my-rig", "a-n@my-rig", 3),
        ({"op": "rename_pod", "pod": "a", "to": "n"}, "a-b-c@my-rig", "n-b-c@my-rig", 3),
        ({"op": "move_member", "member": "a.x", "to_pod": "other"}, "a-x@my-rig", "other-x@my-rig", 2),
    ],
)
def test_session_addresses_of_the_rig_s_own_seats_follow(operation, old, new, count):
    after = edited(ADDRESSES, operation, rig.EDITS).text
    assert (after.count(old), after.count(new)) == (ADDRESSES.count(old) - count, count)
    assert after.count("a-b-c@elsewhere") == 1


def test_an_address_written_with_escapes_follows_too():
    text = ADDRESSES.replace("a-b-c@my-rig", '"a\\x2db-c@my-rig"').replace('""', '"')
    after = edited(text, {"op": "rename_member", "member": "a.b-c", "to": "n"}, rig.EDITS).text
    assert "x2d" not in after and after.count("a-n@my-rig") == 3


def test_an_address_that_two_seats_share_is_left_alone():
    text = ADDRESSES.replace("\nedges:", "\n  - {id: a-b, label: AB, members: [{id: c}]}\nedges:")
    after = edited(text, {"op": "rename_member", "member": "a.b-c", "to": "n"}, rig.EDITS).text
    assert after.count("a-b-c@my-rig") == text.count("a-b-c@my-rig")


def test_an_edit_at_the_end_of_a_text_without_a_final_line_break():
    text = RIG.removesuffix("# bottom\n").removesuffix("\n")
    operation = {"op": "add_edge", "kind": "can_observe", **ends("orch.lead", "dev.qa")}
    there = edited(text, operation, rig.EDITS).text
    assert there == text + "\n  - kind: can_observe\n    from: orch.lead\n    to: dev.qa"
    assert edited(there, {**operation, "op": "remove_edge"}, rig.EDITS).text == text


def test_the_marks_of_an_anchor_and_a_tag_stay():
    text = "name: !!str &n demo # c\nversion: &v 'x'\npods: []\n"
    after = edited(text, {"op": "set_field", "path": "version", "value": "y"}, rig.EDITS).text
    assert after == text.replace("'x'", "'y'")
    after = edited(text, {"op": "set_field", "path": "name", "value": "other"}, rig.EDITS).text
    assert "other # c" in after


def test_the_last_item_goes_though_a_comment_and_the_bracket_stand_beside_it() -> None:
    text = (
        "pods:\n  - id: p\n    members: [\n      {id: a, mechanic: x}, # first\n      # second\n"
        "      {id: b, mechanic: y}]\n"
    )
    left = "pods:\n  - id: p\n    members: [\n      {id: a, mechanic: x} # first\n      ]\n"
    assert edited(text, {"op": "remove_member", "member": "p.b"}, rig.EDITS).text == left
