"""The canvas: view kept over swaps and reloads, legend, exact neighbourhoods, find, deep links, keys."""

from __future__ import annotations

from typing import Any

import pytest
from people import stored
from playwright.sync_api import expect

PAGE = "/t/crew/topologies/crew-rig/"


def viewbox(page: Any) -> list[float]:
    return [float(n) for n in page.locator(".drawing > svg").get_attribute("viewBox").split()]


def test_a_deep_link_selects_and_opens(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}#node=dev.impl")
    expect(page.locator("#inspector h2")).to_have_text("dev.impl")
    expect(page.locator('.node.selected[data-node="dev.impl"]')).to_be_attached()


def test_zoom_survives_a_reload_and_a_swap(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, PAGE)
    page.click("[data-zoom=in]")
    page.wait_for_url("**#*at=*")
    wanted = viewbox(page)
    page.reload()
    assert viewbox(page) == pytest.approx(wanted, abs=1)
    page.locator('[data-node="dev.impl"]').click()
    expect(page.locator("#inspector h2")).to_have_text("dev.impl")
    before = viewbox(page)
    page.locator("details", has_text="Remove").last.locator("summary").click()
    page.click("button:has-text('Remove impl')")
    expect(page.locator("#topbar")).to_contain_text("r2")
    assert viewbox(page)[2:] == pytest.approx(before[2:], abs=1)


def test_a_fitted_picture_stays_fitted_while_its_selected_edge_changes(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}#edge=can_observe:dev.qa>dev.impl")
    for revision, target in ((2, "orch.lead"), (3, "dev.impl"), (4, "orch.lead")):
        page.locator("#inspector summary", has_text="Change target").wait_for()
        page.evaluate("for (const each of document.querySelectorAll('#inspector details')) each.open = true")
        page.fill("#inspector [name=new_to]", target)
        page.click("#inspector button:has-text('Change target')")
        expect(page.locator("#topbar")).to_contain_text(f"r{revision}")
        expect(page.locator("#inspector h2")).to_contain_text(target)
        # A picture that fits is never so small: 8 % is what a stage without a size gave.
        assert int(page.locator("[data-zoom-level]").inner_text().rstrip(" %")) > 30


def test_a_phone_shows_the_beginning_of_a_wide_picture_in_a_size_to_read(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, PAGE, viewport={"width": 320, "height": 700})
    expect(page.locator("[data-zoom-level]")).to_have_text("60 %")
    stage = page.locator(".stage").bounding_box()
    first = page.locator('[data-container="orch"]').bounding_box()
    assert 0 < first["x"] - stage["x"] < 40
    # A link to it names no piece: on a wide screen it shows all.
    page.reload()
    assert "at=" not in page.url
    expect(page.locator("[data-zoom-level]")).to_have_text("60 %")
    page.locator("[data-zoom=fit]").click()
    expect(page.locator("[data-zoom-level]")).not_to_have_text("60 %")
    last = page.locator('[data-container="dev"]').bounding_box()
    assert last["x"] + last["width"] < stage["x"] + stage["width"]


def test_the_wheel_zooms_around_the_pointer(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, PAGE)
    node = page.locator('[data-node="dev.impl"] .box')
    before = node.bounding_box()
    page.mouse.move(before["x"], before["y"])
    page.mouse.wheel(0, -120)
    expect(page.locator("[data-zoom-level]")).not_to_have_text("100 %")
    after = node.bounding_box()
    assert after["width"] > before["width"]
    assert abs(after["x"] - before["x"]) < 2 and abs(after["y"] - before["y"]) < 2


def test_the_legend_switches_a_kind_off_and_the_link_remembers(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, PAGE)
    page.get_by_label("Show can_observe edges").uncheck()
    edge = page.locator('[data-edge="can_observe:dev.qa>dev.impl"]')
    expect(edge).to_be_hidden()
    page.reload()
    expect(edge).to_be_hidden()
    expect(page.locator('[data-edge="delegates_to:orch.lead>dev.impl"]')).to_be_visible()


CHAIN = (
    """\
version: "0.2"
name: line
pods:
  - id: p
    label: P
    members:
"""
    + "".join(
        f"      - {{id: {name}, agent_ref: 'local:a', profile: d, runtime: codex, cwd: .}}\n" for name in "abcdef"
    )
    + "    edges:\n"
    + "".join(f"      - {{kind: delegates_to, from: {a}, to: {b}}}\n" for a, b in ("ab", "bc", "cd", "de", "ef"))
)


@pytest.mark.parametrize(
    ("keys", "near"),
    [
        ("f", "bcd"),
        ("f2", "abcde"),
        ("f3", "abcdef"),
        ("fu", "bc"),
        ("fd", "cd"),
        ("f2u", "abc"),
        ("f2d", "cde"),
    ],
)
def test_a_neighbourhood_is_exact(open_page: Any, owner: Any, actor: Any, team: Any, keys: str, near: str) -> None:
    stored(actor, team, CHAIN)
    page = open_page(owner, "/t/crew/topologies/line/#node=p.c")
    page.locator('[data-node="p.c"]').focus()
    for key in keys:
        page.keyboard.press(key)
    shown = page.eval_on_selector_all(".node:not(.dim)", "all => all.map(n => n.dataset.node.slice(2)).sort().join('')")
    assert shown == near
    page.keyboard.press("Escape")
    expect(page.locator(".node.dim")).to_have_count(0)


def test_find_by_id_or_label(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, PAGE)
    page.locator("body").press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("qa")
    page.keyboard.press("Enter")
    expect(page.locator("#inspector h2")).to_have_text("dev.qa")
    expect(page.locator('[data-node="dev.qa"]')).to_be_focused()


def test_arrows_walk_and_commas_take_the_edges(open_page: Any, owner: Any, actor: Any, team: Any) -> None:
    stored(actor, team, CHAIN)
    page = open_page(owner, "/t/crew/topologies/line/#node=p.b")
    page.locator('[data-node="p.b"]').focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator('[data-node="p.c"]')).to_be_focused()
    page.keyboard.press(".")
    assert "p.c" in page.evaluate("document.activeElement.dataset.edge")
    page.keyboard.press("Escape")
    expect(page.locator(".selected")).to_have_count(0)


def test_folding_and_opening_a_pod(open_page: Any, owner: Any, actor: Any, team: Any) -> None:
    stored(actor, team, CHAIN)
    page = open_page(owner, "/t/crew/topologies/line/?container=p")
    page.click("text=Fold to one box")
    expect(page.locator('[data-node="p.a"]')).to_have_count(0)
    page.locator("[data-fold=p]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-node="p.a"]')).to_be_visible()


#: A graph with one chain, long enough to be folded.
LOOP = """\
kind: agent-graph
version: "1"
name: loop
builder: custom
nodes:
  - {name: plan, stageId: anchor-plan}
  - {name: decide, stageId: tool-loop}
  - {name: work, stageId: tool-loop}
  - {name: look, stageId: tool-loop}
  - {name: answer, stageId: synthesize, acceptsSeam: synthesize}
chains:
  - {name: main, path: [START, plan, decide, work, look, answer, END]}
"""


def test_an_opened_chain_is_folded_again_from_its_first_node(open_page: Any, owner: Any, actor: Any, team: Any) -> None:
    stored(actor, team, LOOP)
    page = open_page(owner, "/t/crew/topologies/loop/?fold=tool-loop%2Fmain")
    page.locator('.node[data-fold="tool-loop/main"]').click()
    expect(page.locator('[data-node="decide"]')).to_be_visible()
    page.locator('[data-node="plan"]').click()
    expect(page.locator("#inspector h2")).to_have_text("plan")
    page.locator('[data-node="plan"]').focus()
    page.keyboard.press("Tab")
    control = page.get_by_role("button", name="fold main", exact=True)
    expect(control).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[data-node="decide"]')).to_have_count(0)
    expect(page.locator('.node[data-fold="tool-loop/main"]')).to_be_visible()


#: More members than are drawn one by one; none of the ids is a part of another.
CROWD = 'version: "0.2"\nname: crowd\npods:\n' + "".join(
    f"  - id: {pod}\n    label: Pod {pod}\n    members:\n"
    + "".join(
        f"      - {{id: m{n:02}, label: Worker {pod}{n:02}, agent_ref: 'local:a', profile: d, runtime: pi, cwd: .}}\n"
        for n in range(60)
    )
    for pod in ("north", "south", "west")
)


def test_find_lists_and_opens_what_is_folded_away(open_page: Any, owner: Any, actor: Any, team: Any) -> None:
    stored(actor, team, CROWD)
    page = open_page(owner, "/t/crew/topologies/crowd/")
    expect(page.locator('[data-fold="south"]').first).to_be_visible()
    page.locator("body").press("/")
    expect(page.locator("#find-options [role=option]").first).to_be_visible()
    page.keyboard.type("worker south4")
    # Once the server's answer to the last key is there, nothing else is in the list, hidden or not.
    options = page.locator("#find-options [role=option]")
    expect(options).to_have_count(10)
    expect(options.first).to_have_text("south.m40Worker south40")
    first, second = (options.nth(n).bounding_box() for n in (0, 1))
    assert second["y"] >= first["y"] + first["height"] and second["x"] == first["x"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator('.node.selected[data-node="south.m41"]')).to_be_visible()
    expect(page.locator("#inspector h2")).to_have_text("south.m41")
    expect(page.locator('[data-fold="north"]').first).to_be_visible()


def test_find_opens_what_was_folded_by_hand_and_folding_it_again_holds(
    open_page: Any, owner: Any, actor: Any, team: Any
) -> None:
    stored(actor, team, CHAIN)
    page = open_page(owner, "/t/crew/topologies/line/?fold=p#kinds=x")
    page.fill("#find", "c")
    page.keyboard.press("Enter")
    expect(page.locator('.node.selected[data-node="p.c"]')).to_be_visible()
    page.locator("g.fold[data-fold=p]").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-node="p.c"]')).to_have_count(0)
    page.reload()
    expect(page.locator('[data-node="p.c"]')).to_have_count(0)


def test_single_keys_can_be_switched_off(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, PAGE)
    page.locator("body").press("?")
    page.uncheck("#single-keys")
    page.keyboard.press("Escape")
    page.locator("body").press("/")
    expect(page.locator("#find")).not_to_be_focused()


def test_the_theme_changes_at_once_and_stays(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, PAGE)
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.locator(".acts summary[aria-label^=Appearance]").click()
    page.click("button[value=dark]")
    assert page.evaluate(background) != light
    page.reload()
    assert page.evaluate(background) != light


def test_offline_is_said_and_what_was_typed_stays(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?node=orch.lead&connect=1")
    page.fill("#edge-to", "dev.qa")
    expect(page.locator("#connect [data-verdict]")).to_contain_text("launches before")
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.click("#connect [data-save]")
    expect(page.locator("#edge-to")).to_have_value("dev.qa")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
