"""Documents that mean harm, in a real browser and without the site's policy: escaping alone has to hold.

The policy would stop most of this too, so it is switched off here; `tests/web/test_security.py` proves it apart.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from people import stored

from topology.services import Actor
from topology.services.shares import make_share
from topology.services.tokens import make_token

MARK = "window.hurt=1"
HOSTILE = [
    f"<script>{MARK}</script>",
    f'"><img src=http://evil.invalid/a.png onerror={MARK}>',
    f"' onmouseover='{MARK}' x='",
    f"</title></svg><script>{MARK}</script>",
    f"]]><svg onload={MARK}>",
    f"<svg><animate onbegin={MARK} attributeName=x dur=1s>",
    f"javascript:{MARK}",
    f"&lt;script&gt;{MARK}&lt;/script&gt;",
    f"&#60;img src=x onerror={MARK}&#62;",
    f"<foreignObject><iframe srcdoc='<script>parent.{MARK}</script>'></iframe></foreignObject>",
    f"</textarea></script><script>{MARK}</script>",
    f"{{% load x %}}{{{{ {MARK} }}}}",
    f'n0 [URL="javascript:{MARK}" label=<<b>x</b>>]; //',
    "<a href=http://evil.invalid/ xlink:href=http://evil.invalid/>go</a>",
    "<style>@import 'http://evil.invalid/x.css'; * {background: url(http://evil.invalid/y)}</style>",
    "url(http://evil.invalid/z)",
    f'`"$(touch x)" ${{{MARK}}}',
    "\u202eabc\u202c \u2066x\u2069 \u200f",
    "\x00\x01\x1b[31m\x7f\x85\u2028\u2029\ufffe\ud800",
    "\\",
    "'\"`<>&=",
    "x" * 3000,
]
DUMPED = [json.dumps(text) for text in HOSTILE]


def rig() -> str:
    """Every hostile text as a label, and as each field of a member, a pod, an edge and the document."""
    lines = ['version: "0.2"', f"name: {DUMPED[0]}", f"summary: {DUMPED[1]}", "pods:"]
    for number, text in enumerate(DUMPED):
        lines += [f"  - id: p{number}", f"    label: {text}", f"    summary: {text}", "    members:"]
        lines += ["      - id: a", f"        label: {text}", f"        agent_ref: {text}", f"        profile: {text}"]
        lines += [f"        runtime: {text}", f"        model: {text}", f"        role: {text}", f"        cwd: {text}"]
        lines += ["    edges:", f"      - {{kind: {text}, from: a, to: {text}}}"]
        lines += [f"      - {{kind: delegates_to, from: {text}, to: a}}"]
    lines += ["edges:", *(f"  - {{kind: escalates_to, from: p{n}.a, to: {text}}}" for n, text in enumerate(DUMPED))]
    return "\n".join(lines) + "\n"


def graph() -> str:
    """Every hostile text as a node, an arm, a route, a chain, an alias, a filter."""
    lines = ["kind: agent-graph", 'version: "1"', f"name: {DUMPED[3]}", "builder: custom", "nodes:"]
    lines += ["  - {name: plan, stageId: anchor-plan}"]
    for number, text in enumerate(DUMPED):
        seam = DUMPED[-number]
        lines += [f"  - {{name: {text}, stageId: tool-loop, acceptsSeam: {seam}, plugin: {text}, summary: {text}}}"]
    lines += ["chains:", f"  - {{name: {DUMPED[2]}, path: [START, plan, {', '.join(DUMPED[:4])}, END]}}"]
    lines += ["conditionalEdges:", "  - from: plan", f"    route: {DUMPED[5]}", "    arms:"]
    lines += [f"      {text}: {text}" for text in DUMPED[:-1]]
    lines += ["streamFilters:", f"  - {{name: {DUMPED[6]}, priority: 1, summary: {DUMPED[7]}}}"]
    return "\n".join(lines) + "\n"


LOOK = """() => [...document.querySelectorAll('*')].flatMap(element => [...element.attributes]
    .filter(a => /^on/i.test(a.name)
        || (/(href|src|action|data)$/i.test(a.name) && /^\\s*(javascript|http:..evil)/i.test(a.value)))
    .map(a => element.tagName + ' ' + a.name + '=' + a.value.slice(0, 80)))"""
COUNT = "() => document.querySelectorAll('iframe,foreignObject,animate,object,embed').length"


@pytest.fixture
def watched(open_page: Any, live_server: Any, owner: Any) -> Any:
    """A page without the site's policy, and a check of everything that it shows and asks for."""
    page = open_page(owner, "/rules/", bypass_csp=True)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: asked.append("dialog:"))

    def check() -> None:
        page.wait_for_load_state("networkidle")
        assert page.evaluate("() => window.hurt") is None
        assert page.evaluate(LOOK) == []
        assert page.evaluate(COUNT) == 0
        assert [url for url in asked if not url.startswith((live_server.url, "data:", "blob:"))] == []

    return page, check


RIG_PAGES = (
    "",
    "outline/",
    "source/",
    "checks/",
    "history/",
    "?node=p1.a",
    "?node=p5.a&open=1",
    "?container=p3",
    "launch/",
)
GRAPH_PAGES = ("", "outline/", "source/", "checks/", "lattice/", "channels/", f"?node={quote(HOSTILE[0])}")


def test_no_label_of_a_rig_acts_on_any_page(watched: Any, actor: Any, team: Any) -> None:
    page, check = watched
    topology = stored(actor, team, rig())
    for path in RIG_PAGES:
        page.goto(f"/t/crew/topologies/{topology.slug}/{path}")
        check()
    page.goto("/t/crew/")
    check()
    page.goto(f"/t/crew/topologies/{topology.slug}/")
    for number in (0, 1, 4, 9):
        page.locator(f'[data-node="p{number}.a"]').dispatch_event("click")
        page.locator(f'[data-node="p{number}.a"]').hover(force=True)
        check()
    assert page.locator("[data-node]").count() >= len(HOSTILE)


def test_no_name_of_a_graph_acts_on_any_page(watched: Any, actor: Any, team: Any) -> None:
    page, check = watched
    topology = stored(actor, team, graph())
    for path in GRAPH_PAGES:
        page.goto(f"/t/crew/topologies/{topology.slug}/{path}")
        check()
    assert page.locator("body").inner_text().count("hurt") > 0


@pytest.mark.parametrize("text", [rig, graph])
def test_no_label_acts_on_a_shared_page(watched: Any, actor: Any, owner: Any, team: Any, text: Any) -> None:
    page, check = watched
    topology = stored(actor, team, text())
    _, secret = make_share(Actor(owner), team, topology, shows="head", embed=True)
    for path in (f"/s/{secret}/", f"/s/{secret}/embed/"):
        page.goto(path)
        check()


@pytest.mark.parametrize("text", [rig, graph])
def test_an_exported_picture_is_still_wherever_it_is_opened(
    watched: Any, actor: Any, owner: Any, team: Any, text: Any
) -> None:
    page, check = watched
    topology = stored(actor, team, text())
    _, secret = make_token(Actor(owner), team, "ci")
    url = f"/api/v1/teams/crew/topologies/{topology.slug}/export.svg"
    answer = page.request.get(url, headers={"Authorization": f"Bearer {secret}"})
    assert "sandbox" in answer.headers["content-security-policy"]
    page.set_content(f"<!doctype html><body>{answer.text()}</body>")
    check()
    assert page.locator("svg").count() == 1
    for_people = page.request.get(f"/t/crew/topologies/{topology.slug}/export.svg")
    assert for_people.headers["content-disposition"].startswith("attachment")


def test_the_markup_of_a_hostile_label_is_shown_as_it_was_written(watched: Any, actor: Any, team: Any) -> None:
    page, _ = watched
    topology = stored(actor, team, rig())
    page.goto(f"/t/crew/topologies/{topology.slug}/")
    shown = page.locator("svg text").all_text_contents()
    assert any("<script>" in text for text in shown)
