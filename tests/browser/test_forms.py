"""Inspector forms and the source editor: checked while typing, nothing typed is lost, saved with a base."""

from __future__ import annotations

from typing import Any

from people import RIG
from playwright.sync_api import expect

PAGE = "/t/crew/topologies/crew-rig/"


def test_a_wrong_value_is_said_while_typing_and_kept(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?node=orch.lead&open=1")
    field = page.locator("#f-agent_ref")
    field.fill("nowhere")
    expect(page.locator("#m-agent_ref .msg")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#fields [data-save]")).to_contain_text("error")
    page.locator('[data-node="dev.qa"]').click()
    expect(page.locator("#inspector h2")).to_have_text("dev.qa")
    page.locator('[data-node="orch.lead"]').click()
    expect(page.locator("#f-agent_ref")).to_have_value("nowhere")


def test_a_field_is_saved_and_undone(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?node=orch.lead&open=1")
    page.fill("#f-model", "opus")
    page.click("#fields button[name=dry_run]")
    expect(page.locator("#fields .patch .add")).to_contain_text("model: opus")
    page.click("#fields [data-save]")
    expect(page.locator(".toast")).to_be_visible()
    rig.refresh_from_db()
    assert "model: opus" in rig.revision().text
    page.locator(".toast button", has_text="Undo").click()
    expect(page.locator("#topbar")).to_contain_text("r3")
    rig.refresh_from_db()
    assert rig.revision().text == RIG


def test_a_new_member_is_checked_while_it_is_typed(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?container=dev")
    page.locator("#inspector summary", has_text="Add a member").click()
    form = page.locator("#add-member")
    save = form.locator("[data-save]")
    page.fill("#m-id", "qa")
    expect(form.locator("[data-msgs=id] .msg")).to_contain_text("already")
    expect(save).to_have_text("Cannot be saved")
    page.fill("#m-id", "extra")
    page.fill("#m-ref", "nowhere")
    expect(save).to_have_text("Add member with 1 error")
    expect(page.locator("#m-ref")).to_have_attribute("aria-invalid", "true")
    page.locator('[data-node="dev.qa"]').click()
    expect(page.locator("#inspector h2")).to_have_text("dev.qa")
    page.locator('[data-container="dev"]').click(position={"x": 8, "y": 8})
    expect(page.locator("#m-ref")).to_have_value("nowhere")
    page.locator("#inspector summary", has_text="Add a member").click()
    page.fill("#m-ref", "local:agents/extra")
    expect(save).to_have_text("Add member")
    save.click()
    expect(page.locator("#topbar")).to_contain_text("r2")
    expect(page.locator("#inspector h2")).to_have_text("dev.extra")


def test_only_the_newest_words_offer_to_undo(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?node=orch.lead")
    for number, model in enumerate(("opus", "sonnet"), 2):
        page.locator("#inspector summary", has_text="Fields").click()
        page.fill("#f-model", model)
        page.click("#fields [data-save]")
        expect(page.locator("#topbar")).to_contain_text(f"r{number}")
    expect(page.locator(".toast")).to_have_count(2)
    expect(page.locator(".toast button")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator("#topbar")).to_contain_text("r4")
    expect(page.locator(".toast button")).to_have_count(0)


def test_nothing_moves_while_a_button_is_held(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?edge=can_observe:dev.qa>dev.impl")
    page.locator("#inspector summary", has_text="Change target").click()
    page.locator("#inspector [role=option]").first.wait_for(state="attached")
    kept: list[Any] = []
    page.route(lambda url: "&to=" in url, lambda route: kept.append(route))  # noqa: PLW0108 (Playwright takes no bound built-in)
    with page.expect_request(lambda request: "&to=" in request.url):
        page.fill("#inspector [name=new_to]", "orch.lead")
    button = page.locator("#inspector [data-save]", has_text="Change target")
    button.hover()
    before = button.bounding_box()
    page.mouse.down()
    with page.expect_event("requestfinished", lambda request: "&to=" in request.url):
        kept[0].continue_()
    # The list of targets, which the press has left, would close after 120 ms.
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 200))")
    assert button.bounding_box() == before
    page.mouse.up()
    expect(page.locator("#topbar")).to_contain_text("r2")


def test_a_list_of_choices_closes_when_it_is_left(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?edge=can_observe:dev.qa>dev.impl")
    page.locator("#inspector summary", has_text="Change target").click()
    choices = page.locator("#inspector [role=listbox]")
    page.locator("#inspector [name=new_to]").click()
    expect(choices).to_be_visible()
    page.locator("#inspector h2").click()
    expect(choices).to_be_hidden()
    page.locator("#inspector [name=new_to]").focus()
    expect(choices).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(choices).to_be_hidden()


def test_the_outline_does_everything_by_links_and_forms(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}outline/")
    page.locator("th a", has_text="lead").press("Enter")
    expect(page.locator("#inspector h2")).to_have_text("orch.lead")
    expect(page.locator("#inspector")).to_be_focused()
    page.locator("summary", has_text="New edge").click()
    page.fill("#edge-to", "dev.qa")
    expect(page.locator("#connect [data-verdict]")).to_contain_text("launches before")
    page.click("#connect [data-save]")
    expect(page.locator("#topbar")).to_contain_text("r2")
    expect(page.locator("tr", has_text="orch.lead").filter(has_text="dev.qa")).to_have_count(1)
    assert "/outline/" in page.url
    rig.refresh_from_db()
    assert rig.head == 2


def type_in_editor(page: Any, text: str) -> None:
    page.wait_for_selector(".ace_content")
    page.locator(".ace_text-input").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


def test_the_source_is_checked_live_kept_and_saved(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}source/")
    type_in_editor(page, "  - {kind: delegates_to, from: dev.impl, to: nobody.there}\n")
    checks = page.locator("[data-checks]")
    expect(checks).to_contain_text("nobody.there")
    expect(page.locator("[data-dirty]")).to_be_visible()
    expect(page.locator(".ace_gutter-cell.ace_error")).to_have_count(1)
    expect(page.locator("[data-mini] .edge.wrong")).to_have_count(1)
    page.evaluate("dispatchEvent(new Event('pagehide'))")
    page.reload()
    expect(page.locator(".toast")).to_contain_text("unsaved text")
    expect(checks).to_contain_text("nobody.there")
    page.keyboard.press("Control+s")
    expect(page.locator("#verdict")).to_have_text("1 error")
    expect(page.locator("[data-dirty]")).to_be_hidden()
    expect(page.locator("[data-revision]")).to_have_text("r2")
    rig.refresh_from_db()
    assert rig.revision().text == RIG + "  - {kind: delegates_to, from: dev.impl, to: nobody.there}\n"


def test_an_arrow_moves_by_one_blank_in_an_indent(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}source/#L5:1")
    page.locator(".ace_editor").wait_for()
    editor = "ace.edit(document.querySelector('.ace_editor'))"
    page.evaluate(f"{editor}.gotoLine(5, 0); {editor}.focus()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(f"{editor}.getCursorPosition().column") == 1


def test_text_that_cannot_be_read_keeps_the_last_picture(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}source/")
    type_in_editor(page, "oh: [no\n")
    expect(page.locator("[data-stale]")).to_be_visible()
    expect(page.locator("[data-mini] [data-node='dev.impl']")).to_be_attached()
    page.keyboard.press("Control+s")
    expect(page.locator("#save-result")).to_contain_text("cannot be read")
    rig.refresh_from_db()
    assert rig.head == 1


def test_a_conflict_shows_three_sides_and_loses_nothing(
    open_page: Any, owner: Any, editor: Any, rig: Any, as_editor: Any
) -> None:
    page = open_page(owner, f"{PAGE}source/")
    type_in_editor(page, "# mine\n")
    theirs = {"text": RIG + "# theirs\n", "base": 1}
    as_editor.post(f"{PAGE}source/save/", theirs)
    page.keyboard.press("Control+s")
    result = page.locator("#save-result")
    expect(result).to_contain_text("# theirs")
    expect(result).to_contain_text("# mine")
    page.check("[name=choice-0][value=both]")
    page.click("button[name=settle]")
    expect(page.locator("#topbar")).to_contain_text("r3")
    rig.refresh_from_db()
    assert rig.revision().text == RIG + "# theirs\n# mine\n"
    expect(page.locator("[data-dirty]")).to_be_hidden()
    expect(page.locator(".ace_content")).to_contain_text("# theirs")


def test_a_diagnostic_leads_to_its_line(open_page: Any, owner: Any, broken_rig: Any) -> None:
    page = open_page(owner, "/t/crew/topologies/broken-rig/checks/")
    page.locator(".diag a", has_text="line").first.click()
    page.wait_for_url("**/source/#L*")
    page.wait_for_selector(".ace_content")
    expect(page.locator(".ace_gutter-active-line")).to_have_text("32")


def test_without_javascript_everything_still_works(open_page: Any, owner: Any, rig: Any) -> None:
    page = open_page(owner, f"{PAGE}?node=orch.lead&connect=1", java_script_enabled=False)
    page.check("#connect [name=kind][value=can_observe]")
    page.fill("#edge-to", "dev.qa")
    page.click("#connect [data-save]")
    expect(page.locator("#inspector h2")).to_contain_text("dev.qa")
    page.goto(f"{PAGE}source/")
    expect(page.locator("#source-text")).to_be_visible()
    page.fill("#source-text", RIG)
    page.click("[data-save]")
    rig.refresh_from_db()
    assert rig.head == 3 and rig.revision().text == RIG
