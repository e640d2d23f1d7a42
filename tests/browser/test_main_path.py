"""The main job in a real browser: see what is red, mend it without a mouse, check, export, undo."""

from __future__ import annotations

from typing import Any

from people import BROKEN_RIG, RIG
from playwright.sync_api import expect


def tab_to(page: Any, selector: str, most: int = 60) -> None:
    """Press Tab until the focus is on (or in) what the selector names."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.closest(s) !== null", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def test_import_mend_check_and_export_by_keyboard_alone(open_page: Any, owner: Any, team: Any, tmp_path: Any) -> None:
    page = open_page(owner, "/t/crew/import/")
    page.evaluate("document.activeElement.blur()")
    tab_to(page, "#text")
    page.keyboard.insert_text(BROKEN_RIG)
    tab_to(page, "button.primary")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=not imported")
    page.evaluate("document.activeElement.blur()")
    tab_to(page, "button[data-focus]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/topologies/broken-rig/")

    tab_to(page, ".drawing")
    page.keyboard.press("x")
    expect(page.locator("#inspector")).to_contain_text("nobody")
    expect(page.locator('[data-edge="delegates_to:orch.lead>dev.nobody"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-target-input]")).to_be_focused()
    page.keyboard.type("impl")
    expect(page.locator("#inspector [data-verdict]")).to_contain_text("ross-pod")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text("valid")
    expect(page.locator('[data-edge="delegates_to:orch.lead>dev.impl"]')).to_be_focused()

    page.locator("body").evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    tab_to(page, "[data-tab=checks]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/checks/")
    expect(page.locator("main")).to_contain_text("Nothing to mend")
    tab_to(page, ".acts details.menu > summary")
    page.keyboard.press("Enter")
    tab_to(page, "#export-yaml")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    exported = download.value.path().read_text()
    assert exported == RIG.replace("crew-rig", "broken-rig")


def test_the_verdict_is_live_and_every_target_is_marked(open_page: Any, owner: Any, graph: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/small-graph/")
    page.locator('[data-node="answer"]').click()
    expect(page.locator("#inspector h2")).to_have_text("answer")
    page.keyboard.press("e")
    expect(page.locator("#edge-to")).to_be_focused()
    expect(page.locator('.node.illegal[data-node="plan"]')).to_be_attached()
    expect(page.locator('.node.legal[data-node="END"]')).to_be_attached()
    page.keyboard.type("dec")
    verdict = page.locator("#connect [data-verdict]")
    expect(verdict).to_contain_text("Forbidden 4: post-synthesis tool dispatch")
    expect(verdict).to_contain_text("next turn")
    for _ in range(3):
        page.keyboard.press("Backspace")
    page.keyboard.type("answ")
    expect(verdict).to_contain_text("llowed by row 6")


def test_targets_are_asked_for_once_their_form_is_on_show(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/crew-rig/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "list=1" in request.url else None)
    page.locator('[data-node="dev.qa"]').click()
    expect(page.locator("#inspector h2")).to_have_text("dev.qa")
    assert asked == []
    page.locator("summary", has_text="New edge").click()
    expect(page.locator("#edge-targets [role=option]")).to_have_count(3)
    assert len(asked) == 1


def test_a_late_answer_never_replaces_a_newer_one(open_page: Any, owner: Any, graph: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/small-graph/")
    page.locator('[data-node="answer"]').click()
    expect(page.locator("#inspector h2")).to_have_text("answer")
    page.keyboard.press("e")
    expect(page.locator("#edge-to")).to_be_focused()
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/edge-verdict/?*to=decide*", hold)
    page.keyboard.type("decide")
    for _ in range(200):
        if held:
            break
        page.wait_for_timeout(10)
    for _ in range(6):
        page.keyboard.press("Backspace")
    page.keyboard.type("answer")
    verdict = page.locator("#connect [data-verdict]")
    expect(verdict).to_contain_text("llowed by row 6")
    assert held
    for route in held:
        route.fulfill(body='<div class="say bad">late</div>')
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    expect(verdict).to_contain_text("llowed by row 6")


def test_a_forbidden_edge_is_saved_only_after_one_confirmation(open_page: Any, owner: Any, graph: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/small-graph/?node=answer&connect=1")
    page.fill("#edge-to", "decide")
    page.wait_for_selector("#connect [name=confirm]")
    page.click("#connect [data-save]")
    graph.refresh_from_db()
    assert graph.head == 1
    page.check("#connect [name=confirm]")
    page.click("#connect [data-save]")
    expect(page.locator("#verdict")).to_have_text("1 error")
    expect(page.locator(".drawing .edge.wrong")).to_have_count(1)


def test_an_edge_can_be_drawn_with_the_mouse(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/crew-rig/")
    page.locator('[data-node="orch.lead"]').hover()
    handle, target = page.locator(".handle").bounding_box(), page.locator('[data-node="dev.qa"]').bounding_box()
    page.mouse.move(handle["x"] + 5, handle["y"] + 5)
    page.mouse.down()
    page.mouse.move(target["x"] + 30, target["y"] + 20, steps=6)
    expect(page.locator(".hover-say")).to_contain_text("dev.qa")
    page.mouse.up()
    expect(page.locator("#edge-to")).to_have_value("dev.qa")
    expect(page.locator("#connect [data-verdict]")).to_contain_text("launches before")
    rig.refresh_from_db()
    assert rig.head == 1
    page.click("#connect [data-save]")
    expect(page.locator(".toast")).to_contain_text("Added delegates_to from orch.lead to dev.qa")


def test_undo_by_key_moves_no_node(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/crew-rig/#edge=delegates_to:orch.lead>dev.impl")
    where = (
        "() => [...document.querySelectorAll('.node .box')].map(b => b.getAttribute('x') + ' ' + b.getAttribute('y'))"
    )
    before = page.evaluate(where)
    page.click("#inspector [data-op=remove_edge]")
    expect(page.locator("#topbar")).to_contain_text("r2")
    assert page.evaluate(where) == before
    page.keyboard.press("Control+z")
    expect(page.locator("#topbar")).to_contain_text("r3")
    expect(page.locator('[data-edge="delegates_to:orch.lead>dev.impl"]')).to_be_attached()
    assert page.evaluate(where) == before
    page.reload()
    expect(page.locator("#redo")).to_be_enabled()


def test_a_viewer_gets_the_same_page_without_controls(open_page: Any, viewer: Any, broken_graph: Any) -> None:
    page = open_page(viewer, "/t/crew/topologies/broken-graph/")
    page.locator('[data-node="answer"]').click()
    expect(page.locator("#inspector h2")).to_have_text("answer")
    page.keyboard.press("e")
    page.keyboard.press("Delete")
    expect(page.locator("#connect")).to_have_count(0)
    expect(page.locator(".handle")).to_have_count(0)
    expect(page.locator("#publish")).to_have_count(0)
