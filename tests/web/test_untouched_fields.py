"""Saving a form writes the fields that were touched and no others, whatever these hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from people import GRAPH, RIG, stored
from sent import sent

pytestmark = pytest.mark.django_db

BASE = "/t/crew/topologies"

#: Values that a page cannot show, or a browser would not send back, as they are.
ODD = {
    "a lone surrogate": "\ud800 x",
    "a NUL": "a\x00b",
    "a carriage return": "a\rb",
    "blanks around": "  a  ",
    "a line break in front": "\n\na",
    "lines": "a\nb\n",
    "an escape": "\x1b[2J\x85\ufffe\ufeff",
    "markup": "</textarea><b>&amp;&quot;'",
    "nothing": "",
}


def saved(client: Any, topology: Any, query: str, **touched: str) -> str:
    """The text once the form for `query` was sent as the page gave it, with some fields filled in otherwise."""
    base = f"{BASE}/{topology.slug}"
    form: dict[str, Any] = sent(client.get(f"{base}/?{query}"))
    assert form["op"] == ["fields"]
    form |= {f"f.{name}": [value] for name, value in touched.items()}
    answer = client.post(f"{base}/ops/", form)
    assert answer.status_code == (302 if touched else 422), answer.content.decode()
    topology.refresh_from_db()
    return str(topology.revision().text)


@pytest.mark.parametrize("value", ODD.values(), ids=ODD.keys())
def test_a_members_other_fields_stay_as_they_are(actor: Any, team: Any, as_editor: Any, value: str) -> None:
    odd = json.dumps(value)
    fields = f"cwd: .\n        label: {odd}\n        model: {odd}\n        startup: {{files: [{{path: {odd}}}]}}\n"
    text = RIG.replace("cwd: .\n    edges: []", fields + "    edges: []")
    topology = stored(actor, team, text)
    assert saved(as_editor, topology, "node=orch.lead") == text
    assert saved(as_editor, topology, "node=orch.lead", cwd="/srv") == text.replace(
        "cwd: .\n        label", "cwd: /srv\n        label"
    )


@pytest.mark.parametrize("value", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("query", ["node=plan", "chain=0", "router=0", "alias=main", "part=aliases", ""])
def test_a_graphs_other_fields_stay_as_they_are(actor: Any, team: Any, as_editor: Any, value: str, query: str) -> None:
    odd = json.dumps(value)
    text = (
        GRAPH.replace(
            "stageId: anchor-plan}", f"stageId: anchor-plan, summary: {odd}, writes: [{odd}], plugin: {odd}}}"
        )
        .replace("decide, answer, END]", f"decide, {odd}, answer, END]\n    note: {odd}")
        .replace("name: small-graph\n", f"name: small-graph\nsummary: {odd}\nomit: [{odd}]\n")
        + f"conditionalEdges:\n  - {{from: plan, route: {odd}, arms: {{{odd}: {odd}, go: END}}}}\n"
        + f"aliases: {{main: [decide, {odd}], {odd}: [{odd}]}}\n"
    )
    topology = stored(actor, team, text)
    assert saved(as_editor, topology, query) == text


def test_a_form_about_a_thing_that_cannot_be_named_fills_in_no_other(actor: Any, team: Any, as_editor: Any) -> None:
    """The document has a `name` and a `summary` too."""
    text = GRAPH.replace("name: plan,", 'name: "\\ud800", summary: mine,').replace("START, plan", 'START, "\\ud800"')
    topology = stored(actor, team, text)
    form = sent(as_editor.get(f"{BASE}/small-graph/?chain=0"))
    del form["chain"]
    posted = form | {"node": ["\ufffd"], "f.name": ["taken"], "f.summary": ["theirs"]}
    for path, status in (("ops/", 422), ("fields/", 200)):
        answer = as_editor.post(f"{BASE}/small-graph/{path}", posted)
        assert answer.status_code == status
    topology.refresh_from_db()
    assert topology.revision().text == text
