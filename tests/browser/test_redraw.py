"""A picture that changes on the page: what is the same stays in place, and all of it is as a fresh page shows it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

PAGE = "/t/crew/topologies/crew-rig/"

#: The picture without what the page itself puts on it and where one looks.
DRAWN = """() => {
  const svg = document.querySelector(".drawing > svg").cloneNode(true);
  for (const name of ["viewBox", "preserveAspectRatio"]) svg.removeAttribute(name);
  for (const own of svg.querySelectorAll(".handle-group, .rubber")) own.remove();
  for (const g of svg.querySelectorAll("g")) {
    if (!g.classList.contains("fold")) g.removeAttribute("tabindex");
    g.classList.remove("selected", "near", "legal", "illegal", "off", "dim");
  }
  const around = [...document.querySelectorAll(".legend label")].map((label) => label.textContent.trim());
  return [svg.outerHTML.replace(/\\s*\\n\\s*/g, ""), around];
}"""
SAME = """() => document.querySelector('[data-node="dev.impl"]') === kept.node
  && document.querySelector(".drawing > svg") === kept.svg"""


def keep(page: Any) -> None:
    page.evaluate("""() => { window.kept = {
      svg: document.querySelector(".drawing > svg"), node: document.querySelector('[data-node="dev.impl"]') }; }""")


def add_edge(page: Any, source: str, target: str) -> None:
    page.locator(f'[data-node="{source}"]').click()
    expect(page.locator("#inspector h2")).to_have_text(source)
    page.keyboard.press("e")
    page.fill("#edge-to", target)
    expect(page.locator("#connect [data-verdict] .say")).to_be_visible()
    page.locator("#edge-to").press("Escape")
    page.click("#connect [data-save]")
    expect(page.locator(f'.edge.selected[data-source="{source}"][data-target="{target}"]')).to_be_attached()


def test_what_an_edit_does_not_touch_stays_in_place(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, PAGE)
    keep(page)
    add_edge(page, "orch.lead", "dev.qa")
    assert page.evaluate(SAME)
    expect(page.locator("#topbar")).to_contain_text("r2")
    expect(page.locator(".legend")).to_contain_text("delegates_to 2")
    expect(page.locator("#workspace")).not_to_have_class("choosing")
    expect(page.locator(".legal, .illegal, .near")).to_have_count(0)
    expect(page.locator('.edge[data-target="dev.qa"][tabindex="0"]')).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator("#topbar")).to_contain_text("r3")
    expect(page.locator(".edge.selected")).to_have_count(0)
    assert page.evaluate(SAME)
    expect(page.locator(".drawing [data-node][tabindex='0'], .drawing .edge[tabindex='0']")).to_have_count(1)


def test_a_changed_picture_is_what_a_fresh_page_shows(open_page: Any, owner: Any, broken_rig: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/broken-rig/")
    expect(page.locator(".drawing .stub")).to_have_count(1)
    add_edge(page, "orch.lead", "dev.qa")
    same_as_fresh(page, "r2")
    page.locator('[data-node="dev.impl"]').click()
    expect(page.locator("#inspector h2")).to_have_text("dev.impl")
    page.keyboard.press("Delete")
    page.click("button:has-text('Remove impl')")
    same_as_fresh(page, "r3")
    page.keyboard.press("x")
    page.keyboard.press("Delete")
    page.click("#inspector button:has-text('Remove')")
    same_as_fresh(page, "r4")
    expect(page.locator(".drawing .stub")).to_have_count(0)
    page.keyboard.press("Control+z")
    same_as_fresh(page, "r5")


def same_as_fresh(page: Any, revision: str) -> None:
    expect(page.locator("#topbar")).to_contain_text(revision)
    changed = page.evaluate(DRAWN)
    page.goto(page.url.partition("?")[0].partition("#")[0])
    assert page.evaluate(DRAWN) == changed
    page.locator('[data-node="dev.qa"]').focus()


def test_kinds_that_are_off_and_the_neighbourhood_hold_over_an_edit(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}#off=can_observe")
    page.locator('[data-node="orch.lead"]').click()
    page.keyboard.press("f")
    expect(page.locator('.node.dim[data-node="dev.qa"]')).to_be_attached()
    add_edge(page, "orch.lead", "dev.qa")
    expect(page.locator('.node[data-node="dev.qa"]')).not_to_have_class("node dim")
    expect(page.locator(".edge.k-can_observe")).to_be_hidden()
    expect(page.locator(".legend [data-kind=can_observe]")).not_to_be_checked()
    page.locator(".legend [data-kind=can_observe]").check()
    expect(page.locator(".edge.k-can_observe")).to_be_visible()


def test_a_picture_that_becomes_empty_and_one_that_begins(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?container=orch&remove=1")
    page.click("#inspector button:has-text('Remove')")
    expect(page.locator("#topbar")).to_contain_text("r2")
    page.locator('[data-container="dev"] .frame-title').click()
    expect(page.locator("#inspector h2")).to_have_text("Development")
    page.locator("summary", has_text="Remove").click()
    page.click("#inspector button:has-text('Remove dev')")
    expect(page.locator(".canvas .empty")).to_contain_text("Nothing to draw yet")
    page.keyboard.press("Control+z")
    expect(page.locator('[data-node="dev.qa"]')).to_be_visible()
    page.locator('[data-node="dev.qa"]').click()
    expect(page.locator("#inspector h2")).to_have_text("dev.qa")
