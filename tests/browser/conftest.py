"""A real Chromium against a live server. Every fault of the page's own scripts fails the test that met it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import find_chromium
from people import signed_in

# Playwright's synchronous calls run an event loop in this thread, where Django would refuse the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser and stores for the server's threads to see."""
    for item in items:
        if "tests/browser/" in str(item.path).replace(os.sep, "/"):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(live_server: Any, chromium: Any) -> Iterator[Callable[..., Any]]:
    """`open_page(user, "/t/crew/", **options)`: a page in which the person is signed in; options are the context's."""
    from django.conf import settings

    faults: list[str] = []
    asked: set[Any] = set()
    contexts = []

    def visit(user: Any, path: str, **options: Any) -> Any:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = chromium.new_context(base_url=live_server.url, accept_downloads=True, **options)
        contexts.append(context)
        cookie = signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.on("request", lambda request: asked.add(request))  # noqa: PLW0108 (Playwright takes no bound built-in)
        page.on("requestfinished", lambda request: asked.discard(request))  # noqa: PLW0108 (Playwright takes no bound built-in)
        page.on("requestfailed", lambda request: asked.discard(request))  # noqa: PLW0108 (Playwright takes no bound built-in)
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: faults.append(f"script: {error}"))
        page.on("console", lambda told: faults.append(told.text) if _is_fault(told) else None)
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        # A request that is still answered would hold tables that the test's database is about to empty.
        for page in context.pages:
            for _ in range(100):
                if asked:
                    page.wait_for_timeout(40)
        context.close()
    assert not faults, faults


EXPECTED = ("409", "422", "ERR_INTERNET_DISCONNECTED", "htmx:afterRequest", "htmx:sendError")


def _is_fault(told: Any) -> bool:
    """Answers of 409 and 422, and being offline, are part of the talk; any other error in the console is a fault."""
    return told.type == "error" and not any(word in told.text for word in EXPECTED)
