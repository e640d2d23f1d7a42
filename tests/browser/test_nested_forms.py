"""Nested forms and clashes in a real browser: checked while typing, kept, saved without JavaScript too."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

PAGE = "/t/crew/topologies/crew-rig/"
LEAD = f"{PAGE}?node=orch.lead&open=1"


def open_files(page: Any) -> None:
    for name in ("startup", "files", "Add an item to files"):
        page.locator("details.group:not([open]) > summary", has_text=re.compile(rf"^\s*{name}")).first.click()


def test_an_item_is_typed_checked_kept_and_saved(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, LEAD)
    open_files(page)
    path = page.locator("[name='f.startup.files.+.path']")
    path.fill("/etc/motd")
    expect(page.locator("[data-msgs='f.startup.files.+.path'] .msg")).to_be_visible()
    expect(path).to_have_attribute("aria-invalid", "true")
    page.locator('[data-node="dev.qa"]').click()
    expect(page.locator("#inspector h2")).to_have_text("dev.qa")
    page.locator('[data-node="orch.lead"]').click()
    expect(path).to_have_value("/etc/motd")
    page.locator('[data-node="orch.lead"]').press("Enter")
    expect(path).to_be_visible()
    path.fill("guide.md")
    expect(page.locator("#fields [data-save]")).to_have_text("Save")
    page.click("#fields [data-save]")
    expect(page.locator("#topbar")).to_contain_text("r2")
    rig.refresh_from_db()
    assert "files:\n            - path: guide.md\n" in rig.revision().text


def test_items_are_added_and_taken_out_without_javascript(open_page: Any, owner: Any, rig: Any) -> None:
    for number, fill in enumerate(("one.md", "two.md")):
        page = open_page(owner, LEAD, java_script_enabled=False)
        open_files(page)
        page.fill("[name='f.startup.files.+.path']", fill)
        if number:
            page.check("[name='r.startup.files.0']")
        page.click("#fields [data-save]")
    rig.refresh_from_db()
    text = rig.revision().text
    assert "path: two.md" in text and "one.md" not in text


def test_a_clash_is_shown_beside_the_form_and_mine_applied_again(
    open_page: Any, owner: Any, rig: Any, as_editor: Any
) -> None:
    page = open_page(owner, LEAD)
    page.fill("#f-cwd", "/mine")
    theirs = {"op": "fields", "node": "orch.lead", "base": 1, "f.cwd": "/theirs", "f.model": "opus"}
    as_editor.post(f"{PAGE}ops/", theirs)
    page.click("#fields [data-save]")
    told = page.locator("#fields-error")
    expect(told).to_contain_text("cwd: /theirs")
    expect(told).to_contain_text("cwd: /mine")
    expect(page.locator("#f-cwd")).to_have_value("/mine")
    again = page.locator("button[name=again]")
    expect(again).to_be_focused()
    again.press("Enter")
    expect(page.locator("#topbar")).to_contain_text("r3")
    rig.refresh_from_db()
    text = rig.revision().text
    assert "cwd: /mine" in text and "model: opus" in text


def test_a_filter_is_opened_from_its_strip(open_page: Any, owner: Any, graph: Any, as_editor: Any) -> None:
    base = "/t/crew/topologies/small-graph/"
    text = graph.revision().text + "streamFilters:\n  - {name: hush, priority: 4}\n"
    as_editor.post(f"{base}source/save/", {"text": text, "base": 1})
    page = open_page(owner, base)
    page.locator(".filters a").press("Enter")
    expect(page.locator("#inspector h2")).to_have_text("hush")
    expect(page.locator("#f-priority")).to_have_value("4")
