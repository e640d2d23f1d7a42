"""Lists of names as things to tick off or to put in order, and names in tables: on the page, and in the text after."""

from __future__ import annotations

import re
from typing import Any

import pytest
from people import GRAPH, RIG, stored
from sent import sent

pytestmark = pytest.mark.django_db

BASE = "/t/crew/topologies"
TEXT = GRAPH.replace(
    "nodes:\n",
    "omit: [plan, ghost]   # for now\naliases:\n"
    "  # the way in\n  main: [decide, plan]   # the first that is there\n  other: [main, phantom]\nnodes:\n",
) + (
    "conditionalEdges:\n  - from: main\n    route: go\n    arms:\n"
    "      # forward\n      on: answer   # soon\n      off: END\n      again: main\n"
)


@pytest.fixture
def graph(actor: Any, team: Any) -> Any:
    return stored(actor, team, TEXT)


def page(client: Any, query: str) -> Any:
    return client.get(f"{BASE}/small-graph/?{query}")


def save(client: Any, graph: Any, query: str, **typed: Any) -> str:
    """The text after a form was sent as it came, but for what was typed; `__` stands for a dot, `new` for a plus."""
    form: dict[str, Any] = sent(page(client, query))
    for name, value in typed.items():
        posted = f"{name[0]}.{name[2:].replace('__', '.').replace('new', '+')}"
        form[posted] = value if isinstance(value, list) else [value]
    answer = client.post(f"{BASE}/small-graph/ops/", form)
    assert answer.status_code == 302, answer.content.decode()
    graph.refresh_from_db()
    return str(graph.revision().text)


def boxes(html: str, name: str) -> dict[str, bool]:
    found = re.findall(rf'<input type="checkbox" name="{re.escape(name)}" value="([^"]*)"( checked)?>', html)
    return {value: bool(checked) for value, checked in found}


def test_names_are_ticked_off_and_unknown_ones_stay_in_sight(graph: Any, as_editor: Any) -> None:
    html = page(as_editor, "").content.decode()
    assert boxes(html, "f.omit") == {"ghost": True, "plan": True, "decide": False, "answer": False}
    assert "ghost <em>(not allowed)</em>" in html


CASES: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "one more ticked beside an unknown one": (
        "",
        {"f_omit": ["", "ghost", "plan", "answer"]},
        "[plan, ghost]",
        "[plan, ghost, answer]",
    ),
    "one taken off": ("", {"f_omit": ["", "ghost"]}, "[plan, ghost]", "[ghost]"),
    "the unknown one taken off": ("", {"f_omit": ["", "plan"]}, "[plan, ghost]", "[plan]"),
    "none left": ("", {"f_omit": [""]}, "[plan, ghost]", "[]"),
    "a candidate changed": ("alias=main", {"f_candidates__1": "answer"}, "[decide, plan]", "[decide, answer]"),
    "a candidate taken out": ("alias=main", {"f_candidates__0": ""}, "[decide, plan]", "[plan]"),
    "a candidate more": ("alias=main", {"f_candidates__new0": "answer"}, "[decide, plan]", "[decide, plan, answer]"),
    "a candidate in front": (
        "alias=main",
        {"f_candidates__new0": "answer", "o_candidates__new0": "1"},
        "[decide, plan]",
        "[answer, decide, plan]",
    ),
    "another order": ("alias=main", {"o_candidates__1": "1"}, "[decide, plan]", "[plan, decide]"),
    "a candidate more beside an unknown one": (
        "alias=other",
        {"f_candidates__new1": "answer"},
        "[main, phantom]",
        "[main, phantom, answer]",
    ),
    "a member of a chain": ("chain=0", {"f_path__2": "main"}, "plan, decide,", "plan, main,"),
    "an arm renamed": ("router=0", {"f_arms__0__name": "yes"}, "      on: answer   #", '      "yes": answer   #'),
    "an arm renamed and led elsewhere": (
        "router=0",
        {"f_arms__0__name": "forth", "f_arms__0__value": "plan"},
        "      on: answer   #",
        "      forth: plan   #",
    ),
    "an arm takes the name that another gives up": (
        "router=0",
        {"f_arms__0__name": "off", "f_arms__1__name": "stop"},
        "on: answer   # soon\n      off: END",
        '"off": answer   # soon\n      stop: END',
    ),
    "a fresh arm takes the name of one that goes": (
        "router=0",
        {"r_arms__2": "1", "f_arms__new__name": "again", "f_arms__new__value": "plan"},
        "again: main",
        "again: plan",
    ),
    "router and arm at once": (
        "router=0",
        {"f_route": "turn", "f_arms__1__name": "stop"},
        "route: go\n    arms:\n      # forward\n      on: answer   # soon\n      off:",
        "route: turn\n    arms:\n      # forward\n      on: answer   # soon\n      stop:",
    ),
}


@pytest.mark.parametrize(("query", "typed", "old", "new"), CASES.values(), ids=CASES.keys())
def test_only_what_is_meant_changes(
    graph: Any, as_editor: Any, query: str, typed: dict[str, Any], old: str, new: str
) -> None:
    assert save(as_editor, graph, query, **typed) == TEXT.replace(old, new, 1)


@pytest.mark.parametrize(("query", "name"), [("alias=main", "f_name"), ("part=aliases", "f_aliases__0__name")])
def test_what_names_an_alias_follows_its_new_name(graph: Any, as_editor: Any, query: str, name: str) -> None:
    wanted = re.sub(r"main(?=:|,| *\n)(?<!name: main)", "entry", TEXT)
    assert wanted.count("entry") == 4 and save(as_editor, graph, query, **{name: "entry"}) == wanted


def test_a_renamed_alias_stays_selected(graph: Any, as_editor: Any) -> None:
    form = sent(page(as_editor, "alias=main")) | {"f.name": ["entry"]}
    assert as_editor.post(f"{BASE}/small-graph/ops/", form)["Location"] == f"{BASE}/small-graph/?alias=entry"
    form = sent(page(as_editor, "part=aliases")) | {"f.aliases.0.name": ["first"]}
    assert as_editor.post(f"{BASE}/small-graph/ops/", form)["Location"] == f"{BASE}/small-graph/?part=aliases"


WRONG: dict[str, tuple[str, dict[str, str], str, str]] = {
    "a name that is taken": ("router=0", {"f.arms.0.name": "off"}, "f.arms", "is there already"),
    "names that change places": (
        "router=0",
        {"f.arms.0.name": "off", "f.arms.1.name": "on"},
        "f.arms",
        "is there already",
    ),
    "a fresh name that is there": (
        "router=0",
        {"f.arms.+.name": "off", "f.arms.+.value": "plan"},
        "f.arms.+.name",
        "`off` is there already",
    ),
    "a fresh one without a name": ("router=0", {"f.arms.+.value": "plan"}, "f.arms.+.name", "a name is missing"),
    "a fresh one with nothing but a name": ("router=0", {"f.arms.+.name": "x"}, "f.arms.+.value", "`x` has no value"),
    "a name emptied": ("part=aliases", {"f.aliases.0.name": " "}, "f.aliases.0.name", "a name is missing"),
    "an alias called as a node": ("alias=main", {"f.name": "plan"}, "f.name", "a node called `plan`"),
    "an alias without a name": ("alias=main", {"f.name": ""}, "f.name", "an alias needs a name"),
}


@pytest.mark.parametrize(("query", "typed", "at", "words"), WRONG.values(), ids=WRONG.keys())
def test_what_leads_to_nothing_is_said_at_its_control_and_saves_nothing(
    graph: Any, as_editor: Any, query: str, typed: dict[str, str], at: str, words: str
) -> None:
    form = sent(page(as_editor, query)) | {name: [value] for name, value in typed.items()}
    told = as_editor.post(f"{BASE}/small-graph/fields/", form).json()
    assert told["errors"] == 1 and words in told["fields"][at][0]["message"]
    answer = as_editor.post(f"{BASE}/small-graph/ops/", form)
    assert (
        answer.status_code == 422 and words.replace("`", "") in re.sub("<[^>]*>", "", answer.content.decode()).lower()
    )
    graph.refresh_from_db()
    assert graph.head == 1


def verdicts(client: Any, query: str, **typed: Any) -> dict[str, str]:
    form = sent(page(client, query)) | typed
    found = client.post(f"{BASE}/small-graph/fields/", form).json()["fields"]
    return {name: messages[0]["message"] for name, messages in found.items()}


def test_the_verdict_stands_at_the_item_it_is_about(graph: Any, as_editor: Any) -> None:
    assert "phantom" in verdicts(as_editor, "alias=other")["f.candidates.1"]
    assert "nobody" in verdicts(as_editor, "alias=main", **{"f.candidates.0": ["nobody"]})["f.candidates.0"]
    assert "ghost" in verdicts(as_editor, "")["f.omit"]
    renamed = {"f.arms.0.name": ["forth"], "f.arms.0.value": ["nobody"]}
    assert "nobody" in verdicts(as_editor, "router=0", **renamed)["f.arms.0.value"]
    empty = verdicts(as_editor, "alias=main", **{"f.name": ["entry"], "f.candidates.0": ["phantom"]})
    assert "phantom" in empty["f.candidates.0"]


def test_the_page_that_asks_again_keeps_every_tick(graph: Any, as_editor: Any) -> None:
    form: dict[str, Any] = sent(page(as_editor, "")) | {"f.omit": ["", "plan", "answer"]}
    preview = as_editor.post(f"{BASE}/small-graph/ops/", form | {"dry_run": ["1"]})
    again = re.findall(r'<input type="hidden" name="f.omit" value="([^"]*)">', preview.content.decode())
    assert again == ["", "plan", "answer"]


def test_fixed_values_are_ticked_off_deep_inside_a_form(actor: Any, team: Any, as_editor: Any) -> None:
    startup = "cwd: .\n        startup: {files: [{path: a.md, applies_on: [restore, never]}]}\n    edges: []"
    rig = stored(actor, team, RIG.replace("cwd: .\n    edges: []", startup))
    answer = as_editor.get(f"{BASE}/crew-rig/?node=orch.lead")
    name = "f.startup.files.0.applies_on"
    assert boxes(answer.content.decode(), name) == {"never": True, "fresh_start": False, "restore": True}
    form = sent(answer) | {name: ["", "restore", "fresh_start"]}
    assert as_editor.post(f"{BASE}/crew-rig/ops/", form).status_code == 302
    rig.refresh_from_db()
    assert "applies_on: [restore, fresh_start]" in rig.revision().text


def test_a_list_too_long_for_rows_or_ticks_is_a_field_of_lines(actor: Any, team: Any, as_editor: Any) -> None:
    names = [f"n{number}" for number in range(120)]
    nodes = "".join(f"  - {{name: {name}, stageId: tool-loop}}\n" for name in names)
    text = GRAPH.replace("nodes:\n", f"omit: [n1]\nnodes:\n{nodes}").replace(
        "plan, decide", f"{', '.join(names)}, decide"
    )
    graph = stored(actor, team, text)
    assert sent(page(as_editor, ""))["f.omit"] == ["n1"]
    assert "n119\r\ndecide" in sent(page(as_editor, "chain=0"))["f.path"][0]
    assert save(as_editor, graph, "", f_omit="n1\r\nn2") == text.replace("omit: [n1]", "omit: [n1, n2]")


def test_a_viewer_sees_what_an_alias_stands_for(graph: Any, as_viewer: Any) -> None:
    html = page(as_viewer, "alias=main").content.decode()
    assert "decide<br>plan" in html and 'name="f.candidates.0"' not in html


def test_suggestions_are_on_the_page_once(graph: Any, as_editor: Any) -> None:
    html = page(as_editor, "part=conditionalEdges").content.decode()
    assert html.count('<datalist id="offers-ends">') == 1 and 'list="offers-ends"' in html
    names = re.findall(
        r'<option value="([^"]*)">', html.split('<datalist id="offers-ends">')[1].split("</datalist>")[0]
    )
    assert names == ["START", "plan", "decide", "answer", "main", "other", "END"]
