"""Ticking names off, putting them in order and renaming them in place, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from people import GRAPH, stored
from playwright.sync_api import expect

PAGE = "/t/crew/topologies/small-graph/"
TEXT = GRAPH.replace("nodes:\n", "omit: [ghost]\naliases:\n  main: [decide, plan]   # entry\nnodes:\n") + (
    "conditionalEdges:\n  - from: main\n    route: go\n    arms:\n      forth: answer   # soon\n      stop: END\n"
)


@pytest.fixture
def graph(actor: Any, team: Any) -> Any:
    return stored(actor, team, TEXT)


def text_of(graph: Any) -> str:
    graph.refresh_from_db()
    return str(graph.revision().text)


def test_names_are_ticked_judged_kept_and_saved(open_page: Any, owner: Any, graph: Any) -> None:
    page = open_page(owner, PAGE)
    fold = page.locator("summary", has_text="Fields of the document")
    fold.click()
    told = page.locator("[data-msgs='f.omit'] .msg")
    page.get_by_role("checkbox", name="plan").check()
    expect(told).to_contain_text("ghost")
    group = page.get_by_role("group", name="omit")
    expect(group.get_by_role("checkbox", name="ghost")).to_have_attribute("aria-invalid", "true")
    page.reload()
    fold.click()
    expect(group.get_by_role("checkbox", checked=True)).to_have_count(2)
    group.get_by_role("checkbox", name="ghost").uncheck()
    expect(told).to_have_count(0)
    page.click("#fields [data-save]")
    expect(page.locator("#topbar")).to_contain_text("r2")
    assert text_of(graph) == TEXT.replace("[ghost]", "[plan]")
    fold.click()
    expect(page.locator("#fields .field.dirty")).to_have_count(0)


def test_an_arm_is_renamed_in_place(open_page: Any, owner: Any, graph: Any) -> None:
    page = open_page(owner, f"{PAGE}?router=0")
    name = page.get_by_role("textbox", name="name").first
    name.fill("stop")
    expect(page.locator("[data-msgs='f.arms'] .msg")).to_contain_text("is there already")
    name.fill("back")
    expect(page.locator("#fields .msg.error")).to_have_count(0)
    page.locator("#fields [data-save]").press("Enter")
    expect(page.locator("#topbar")).to_contain_text("r2")
    assert text_of(graph) == TEXT.replace("forth:", "back:")


def test_an_alias_is_renamed_and_put_in_another_order_without_javascript(
    open_page: Any, owner: Any, graph: Any
) -> None:
    page = open_page(owner, f"{PAGE}?alias=main", java_script_enabled=False)
    page.get_by_label("name").fill("entry")
    page.get_by_label("place of candidates 2").fill("1")
    page.get_by_label("candidates 3", exact=True).fill("answer")
    page.click("#fields [data-save]")
    expect(page.locator("#inspector h2")).to_have_text("entry")
    wanted = TEXT.replace("main: [decide, plan]", "entry: [plan, decide, answer]").replace("from: main", "from: entry")
    assert text_of(graph) == wanted
