"""Forms for everything nested: made from the fields' description, items added, taken out and moved, checked live."""

from __future__ import annotations

from typing import Any

import pytest
from people import GRAPH, RIG

from topology.core import graph, rig
from topology.core.kinds import apply_operations, judge
from topology.forms.changes import operations
from topology.forms.fields import bind, leaves

HTMX = {"HX-Request": "true"}
BASE = "/t/crew/topologies"

STARTUP = """\
        startup:
          files:
            - path: one.md   # first
            - {path: two.md, required: false}
            - path: three.md
          actions:
            - {type: send_text, value: hello, idempotent: true}
"""
FULL = RIG.replace("        cwd: .\n    edges: []\n", f"        cwd: .\n{STARTUP}    edges: []\n")
ROUTED = GRAPH + (
    "conditionalEdges:\n  - from: decide\n    route: go\n    arms:\n      on: answer   # forward\n      off: END\n"
    "aliases:\n  main: [decide]\n"
    "streamFilters:\n  - {name: one, priority: 1}\n  - {name: two, priority: 2}\n"
)

LEAD = ("member", "orch.lead", ("pods", 0, "members", 0))


def shown(fields: Any, value: Any) -> dict[str, str]:
    """A form as a browser would send it untouched."""
    return {b.name: b.value for b in leaves(bind(fields, value)) if b.control not in ("shown", "group")}


def after(text: str, thing: str, id: str, path: Any, **typed: str) -> str:
    """The text once a form was sent with some of its controls filled in otherwise; `__` stands for a dot."""
    document = judge(text).document
    assert document is not None
    value = document.get(path)
    fields = (graph if "agent-graph" in text else rig).FIELDS[thing]
    changed = {f"{name[0]}.{name[2:].replace('__', '.').replace('new', '+')}": words for name, words in typed.items()}
    found = operations(thing, id, path, fields, value, shown(fields, value) | changed)
    return apply_operations(text, found).text if found else text


def test_an_untouched_form_asks_for_nothing() -> None:
    for text, thing, path in ((FULL, "rig", ()), (FULL, *LEAD[::2]), (ROUTED, "graph", ())):
        assert after(text, thing, "", path) == text


RIG_CASES = {
    "a nested text": ({"f_startup__files__1__path": "2.md"}, "{path: two.md,", "{path: 2.md,"),
    "a nested choice": (
        {"f_startup__files__0__delivery_hint": "send_text"},
        "one.md   # first\n",
        "one.md   # first\n              delivery_hint: send_text\n",
    ),
    "a nested boolean unset": (
        {"f_startup__files__1__required": ""},
        "{path: two.md, required: false}",
        "{path: two.md}",
    ),
    "an item removed": ({"r_startup__files__0": "1"}, "            - path: one.md   # first\n", ""),
    "an item added": (
        {"f_startup__files__new__path": "four.md"},
        "            - path: three.md\n",
        "            - path: three.md\n            - path: four.md\n",
    ),
    "the last of a list removed": (
        {"r_startup__actions__0": "1"},
        "          actions:\n            - {type: send_text, value: hello, idempotent: true}\n",
        "",
    ),
    "a change and a removal": (
        {"f_startup__files__2__path": "3.md", "r_startup__files__1": "1"},
        "            - {path: two.md, required: false}\n            - path: three.md\n",
        "            - path: 3.md\n",
    ),
}


@pytest.mark.parametrize(("typed", "old", "new"), RIG_CASES.values(), ids=RIG_CASES.keys())
def test_only_the_lines_meant_change(typed: dict[str, str], old: str, new: str) -> None:
    assert after(FULL, *LEAD, **typed) == FULL.replace(old, new, 1)


def test_an_item_is_put_in_another_place() -> None:
    for place, order in (("1", ["three.md", "one.md", "two.md"]), ("3", ["one.md", "two.md", "three.md"])):
        moved = judge(after(FULL, *LEAD, o_startup__files__2=place)).document
        assert moved is not None
        files = moved.get((*LEAD[2], "startup", "files"))
        assert [item["path"] for item in files] == order
        assert next(item for item in files if item["path"] == "two.md")["required"] is False


def test_a_mapping_that_was_not_there_is_made_and_goes_when_emptied() -> None:
    typed = {"f_session_source__mode": "rebuild", "f_session_source__ref__value": "- a.md\n- b.md"}
    text = after(RIG, *LEAD, f_session_source__ref__kind="artifact_set", **typed)
    source = judge(text).document.get((*LEAD[2], "session_source"))  # type: ignore[union-attr]
    assert source == {"mode": "rebuild", "ref": {"kind": "artifact_set", "value": ["a.md", "b.md"]}}
    assert judge(text).valid
    empty = dict.fromkeys(("f_session_source__mode", "f_session_source__ref__kind", "f_session_source__ref__value"), "")
    assert after(text, *LEAD, **empty) == RIG


ROUTER = ("router", "0", ("conditionalEdges", 0))
GRAPH_CASES = {
    "an arm's target": (ROUTER, {"f_arms__0__value": "plan"}, "on: answer   #", "on: plan   #"),
    "an arm removed": (ROUTER, {"r_arms__1": "1"}, "      off: END\n", ""),
    "an arm added": (
        ROUTER,
        {"f_arms__new__name": "later", "f_arms__new__value": "END"},
        "off: END\n",
        "off: END\n      later: END\n",
    ),
    "an alias added": (
        ("graph", "", ()),
        {"f_aliases__new__name": "last", "f_aliases__new__value": "answer"},
        "main: [decide]\n",
        "main: [decide]\n  last: [answer]\n",
    ),
    "a filter's priority": (("graph", "", ()), {"f_streamFilters__1__priority": "7"}, "priority: 2", "priority: 7"),
    "a filter removed": (("graph", "", ()), {"r_streamFilters__0": "1"}, "  - {name: one, priority: 1}\n", ""),
}


@pytest.mark.parametrize(("thing", "typed", "old", "new"), GRAPH_CASES.values(), ids=GRAPH_CASES.keys())
def test_the_same_in_a_graph(thing: Any, typed: dict[str, str], old: str, new: str) -> None:
    assert after(ROUTED, *thing, **typed) == ROUTED.replace(old, new, 1)


@pytest.mark.parametrize("thing", ["rig", "pod", "member", "graph", "router"])
def test_every_nested_field_has_controls_of_its_own(thing: str) -> None:
    fields = (rig.FIELDS | graph.FIELDS)[thing]
    names = [bound.name for bound in leaves(bind(fields, {}))]
    assert len(set(names)) == len(names)
    for field in fields:
        inside = [name for name in names if name.startswith(f"f.{field.name}.")]
        assert bool(inside) == field.nested


def post(client: Any, topology: str, path: str = "ops/", **posted: Any) -> Any:
    return client.post(f"{BASE}/{topology}/{path}", {"op": "fields", "base": 1, **posted}, headers=HTMX)


@pytest.mark.django_db
def test_a_nested_field_is_checked_where_it_stands(rig: Any, as_editor: Any) -> None:
    typed = {"f.startup.files.+.path": "/etc/passwd", "f.startup.actions.+.type": "no_such"}
    told = post(as_editor, "crew-rig", "fields/", node="orch.lead", **typed).json()
    assert "f.startup.files.+.path" in told["fields"] and "f.startup.actions.+.type" in told["fields"]
    assert told["errors"] >= 2


@pytest.mark.django_db
def test_a_part_of_the_document_is_opened_and_saved(rig: Any, as_editor: Any) -> None:
    page = as_editor.get(f"{BASE}/crew-rig/inspect/?part=services", headers=HTMX).content.decode()
    assert 'name="f.services.compose_file"' in page and 'name="f.name"' not in page
    typed = {"f.services.kind": "compose", "f.services.compose_file": "compose.yaml"}
    saved = post(as_editor, "crew-rig", part="services", **typed)
    assert saved.status_code == 200 and 'data-selected="part"' in saved.content.decode()
    rig.refresh_from_db()
    assert "services:\n  kind: compose\n  compose_file: compose.yaml\n" in rig.revision().text
    assert rig.valid


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["name", "pods", "nothing", ""])
def test_what_is_no_part_shows_the_document(rig: Any, as_editor: Any, part: str) -> None:
    page = as_editor.get(f"{BASE}/crew-rig/inspect/?part={part}", headers=HTMX).content.decode()
    assert 'data-selected="document"' in page


@pytest.mark.django_db
def test_a_form_filled_in_on_an_older_revision_changes_only_what_was_typed(
    rig: Any, as_editor: Any, as_owner: Any
) -> None:
    post(as_owner, "crew-rig", node="orch.lead", **{"f.model": "opus", "f.cwd": "."})
    saved = post(as_editor, "crew-rig", node="orch.lead", **{"f.model": "", "f.cwd": "/srv"})
    assert saved.status_code == 200
    rig.refresh_from_db()
    assert "model: opus" in rig.revision().text and "cwd: /srv" in rig.revision().text
