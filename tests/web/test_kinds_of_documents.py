"""The topology page over documents of every kind and size: each tab opens, what cannot be edited is not offered."""

from __future__ import annotations

from typing import Any

import pytest
from people import GRAPH, RIG

from topology.services import Actor, import_topology

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
LEGACY = """\
schema_version: 1
name: flat
version: "1"
nodes:
  - {id: a, runtime: claude-code}
  - {id: b.c, runtime: codex}   # dotted
  - {id: d, runtime: codex}
edges:
  - {kind: delegates_to, from: a, to: b.c}
"""
SMALLEST = 'version: "0.2"\nname: smallest\npods:\n  - id: p\n    label: P\n    members: []\n    edges: []\n'
EMPTY = 'kind: agent-graph\nversion: "1"\nname: empty\nnodes: []\n'
FILTERED = GRAPH + "streamFilters:\n  - {name: late, priority: 9}\n  - {name: early, priority: 1}\n"
NOT_DRAWN = FILTERED + "  - {name: late, priority: 3}\n"


def large(pods: int) -> str:
    """A rig with eight members in each pod."""
    lines = ['version: "0.2"', "name: large", "pods:"]
    for pod in range(pods):
        lines += [f"  - id: p{pod}", f"    label: P{pod}", "    members:"]
        member = '{id: m%d, agent_ref: "local:a", profile: d, runtime: codex, cwd: .}'
        lines += [f"      - {member % number}" for number in range(8)]
        lines.append("    edges: []")
    return "\n".join(lines) + "\n"


@pytest.fixture
def stored(team: Any) -> Any:
    """`stored(text)`: the address of its page."""

    def store(text: str, openrig: str | None = None) -> str:
        made = import_topology(Actor(via="page", named="test"), team, text.encode(), draft=True, openrig=openrig)
        return f"/t/crew/topologies/{made.slug}"

    return store


TABS = {"rig": ("launch",), "graph": ("lattice", "channels")}


@pytest.mark.parametrize("openrig", ["0.4.6", "0.6.6"])
@pytest.mark.parametrize("text", [RIG, LEGACY, SMALLEST, EMPTY, FILTERED, large(20)], ids=lambda t: t[:24])
def test_every_tab_opens(stored: Any, as_editor: Any, text: str, openrig: str) -> None:
    page = stored(text, openrig)
    own = TABS["graph" if "agent-graph" in text else "rig"]
    for tab in ("", "outline/", "source/", "checks/", "history/", *(f"{name}/" for name in own)):
        assert as_editor.get(f"{page}/{tab}").status_code == 200, tab


def do(client: Any, page: str, **posted: Any) -> Any:
    return client.post(f"{page}/ops/", {k.rstrip("_"): v for k, v in posted.items()}, headers=HTMX)


def text_at(client: Any, page: str) -> str:
    text: str = client.get(f"{page}/export.yaml").content.decode()
    return text


def test_a_flat_rig_is_edited_by_what_it_allows(stored: Any, as_editor: Any) -> None:
    page = stored(LEGACY)
    node = as_editor.get(f"{page}/?node=b.c").content.decode()
    assert "Add a pod" not in node and "Move to another pod" not in node and "New edge" in node
    added = do(as_editor, page, op="add_edge", kind="can_observe", from_="d", to="b.c", base=1)
    assert added.status_code == 200 and "to: b.c" in text_at(as_editor, page)
    renamed = do(as_editor, page, op="fields", node="b.c", base=2, **{"f.id": "e.f"})
    assert renamed.status_code == 200 and 'data-id="e.f"' in renamed.content.decode()
    text = text_at(as_editor, page)
    assert "b.c" not in text and text.count("to: e.f") == 2 and "# dotted" in text


def test_a_node_is_added_to_a_flat_rig_by_its_list(stored: Any, as_editor: Any) -> None:
    page = stored(LEGACY)
    fresh = {"f.nodes.+.id": "new", "f.nodes.+.runtime": "pi"}
    assert do(as_editor, page, op="fields", part="nodes", base=1, **fresh).status_code == 200
    assert "  - {id: new, runtime: pi}\n" in text_at(as_editor, page)


def test_the_first_thing_is_offered_where_there_is_none(stored: Any, as_editor: Any) -> None:
    for text in (SMALLEST, EMPTY):
        shown = as_editor.get(f"{stored(text)}/").content.decode()
        assert '<details class="fold" id="add-thing" open>' in shown


def test_a_filter_of_the_strip_opens_in_the_inspector(stored: Any, as_editor: Any) -> None:
    page = stored(FILTERED)
    strip = as_editor.get(f"{page}/").content.decode().split('class="filters"')[1].split("</ol>")[0]
    assert (
        strip.index('href="?filter=1"') < strip.index("early") < strip.index('href="?filter=0"') < strip.index("late")
    )
    opened = as_editor.get(f"{page}/inspect/?filter=1", headers=HTMX).content.decode()
    assert 'data-selected="filter"' in opened and 'value="early"' in opened


def test_what_is_wrong_and_not_drawn_is_reached_from_the_inspector_and_the_checks(stored: Any, as_editor: Any) -> None:
    page = stored(NOT_DRAWN)
    for tab in ("", "checks/"):
        assert "filter=2" in as_editor.get(f"{page}/{tab}").content.decode()
    broken = stored(RIG + "services: {kind: pods}\n")
    for tab in ("", "checks/"):
        assert "part=services" in as_editor.get(f"{broken}/{tab}").content.decode()


def test_a_node_of_a_folded_picture_is_unfolded_by_its_address(stored: Any, as_editor: Any) -> None:
    page = stored(large(20))
    assert 'data-node="p3.m1"' not in as_editor.get(f"{page}/").content.decode()
    shown = as_editor.get(f"{page}/?node=p3.m1").content.decode()
    assert 'data-node="p3.m1"' in shown and 'data-node="p4.m1"' not in shown


def test_of_very_many_diagnostics_the_first_are_shown_and_all_are_counted(stored: Any, as_editor: Any) -> None:
    shown = as_editor.get(f"{stored(RIG + ''.join(f'x{n}: 1{chr(10)}' for n in range(320)))}/checks/").content.decode()
    assert shown.count("<article") == 300
    assert '<span class="count bad">320</span>' in shown and "and 20 more" in shown
