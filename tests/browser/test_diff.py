"""The comparison page in a browser: the list and the picture select each other, and it works without JavaScript too."""

from __future__ import annotations

from typing import Any

import pytest
from people import RIG
from playwright.sync_api import expect

from topology.services import apply_ops

HERE = "/t/crew/topologies/crew-rig/diff/"


@pytest.fixture
def changed(rig: Any, actor: Any) -> Any:
    """The rig without its tester (revision 2)."""
    apply_ops(actor, rig, 1, [{"op": "remove_member", "member": "dev.qa"}])
    return rig


def test_the_list_and_the_picture_select_each_other(open_page: Any, viewer: Any, changed: Any) -> None:
    page = open_page(viewer, HERE)
    page.locator("#changes a", has_text="dev.qa").first.click()
    expect(page.locator('.node.selected[data-node="dev.qa"]')).to_be_attached()
    assert "node=dev.qa" in page.url
    page.locator('[data-edge="can_observe:dev.qa>dev.impl"] .hit').click(force=True)
    expect(page.locator("#changes a[aria-current]")).to_contain_text("dev.qa → dev.impl")
    page.reload()
    expect(page.locator("#changes a[aria-current]")).to_contain_text("dev.qa → dev.impl")


def test_what_was_removed_stays_in_its_place(open_page: Any, viewer: Any, rig: Any, actor: Any) -> None:
    page = open_page(viewer, "/t/crew/topologies/crew-rig/")
    places = "all => all.map(n => [n.dataset.node, n.querySelector('.box').getAttribute('x')])"
    before = page.eval_on_selector_all("[data-node]", places)
    apply_ops(actor, rig, 1, [{"op": "remove_member", "member": "dev.qa"}])
    page.goto(HERE)
    assert page.eval_on_selector_all("[data-node]", places) == before


def test_edges_hidden_by_the_legend_take_their_sign_with_them(open_page: Any, viewer: Any, changed: Any) -> None:
    page = open_page(viewer, HERE)
    sign = page.locator('.badge[data-edge-label="can_observe:dev.qa>dev.impl"]')
    expect(sign).to_be_visible()
    page.get_by_label("Show can_observe edges").uncheck()
    expect(sign).to_be_hidden()


def test_without_javascript(open_page: Any, viewer: Any, changed: Any) -> None:
    page = open_page(viewer, HERE, java_script_enabled=False)
    page.locator("#changes a", has_text="dev.qa").first.click()
    expect(page.locator('.node.lit[data-node="dev.qa"]')).to_be_attached()
    page.locator("summary", has_text="Compare with something else").click()
    page.fill("#text", RIG.replace("id: impl", "id: maker"))
    page.locator("form", has=page.locator("#text")).locator("button").click()
    expect(page.locator('.node.m-added[data-node="dev.maker"]')).to_be_attached()
    page.select_option("#from", "2")
    page.locator("form", has=page.locator("#from")).locator("button").click()
    expect(page.locator(".compare h1")).to_contain_text("r2")


def test_the_text_side_by_side_and_back_without_javascript(
    open_page: Any, viewer: Any, changed: Any, actor: Any
) -> None:
    apply_ops(actor, changed, 2, [{"op": "set_field", "path": "pods[1].label", "value": "Makers"}])
    page = open_page(viewer, HERE, java_script_enabled=False)
    page.get_by_role("link", name="Side by side").click()
    left, right = (page.locator(f".split td.code.{sign}") for sign in ("del", "add"))
    expect(left.locator("mark")).to_have_text("Development")
    expect(right.locator("mark")).to_have_text("Makers")
    assert left.bounding_box()["y"] == right.bounding_box()["y"]
    page.select_option("#from", "1")
    page.locator("form", has=page.locator("#from")).locator("button").click()
    expect(page.locator(".lines.split")).to_be_visible()
    page.get_by_role("link", name="One below the other").click()
    expect(page.locator(".lines.split")).to_have_count(0)


def test_on_a_narrow_screen_the_sides_stand_one_below_the_other(
    open_page: Any, viewer: Any, changed: Any, actor: Any
) -> None:
    apply_ops(actor, changed, 2, [{"op": "set_field", "path": "pods[1].label", "value": "Makers"}])
    page = open_page(viewer, f"{HERE}?from=2&to=3&view=split", viewport={"width": 360, "height": 740})
    left, right = (page.locator(f".split td.code.{sign}") for sign in ("del", "add"))
    above, below = left.bounding_box(), right.bounding_box()
    assert below["y"] >= above["y"] + above["height"] and below["x"] == above["x"]
    shown = page.locator(".split tr.same").first.locator("td.code:visible")
    expect(shown).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("query", ["", "?view=split"])
def test_it_has_no_accessibility_faults(open_page: Any, viewer: Any, changed: Any, query: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(viewer, HERE + query)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_function("() => document.getAnimations().length === 0")
        found = Axe().run(page).response["violations"]
        assert [(fault["id"], node["target"]) for fault in found for node in fault["nodes"]] == []


def test_on_a_narrow_screen_nothing_runs_over(open_page: Any, viewer: Any, changed: Any) -> None:
    page = open_page(viewer, HERE, viewport={"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
