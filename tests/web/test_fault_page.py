"""What a person sees when the fault is on this side: a page in the product's look, made without a single query."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError, connection
from people import signed_in

pytestmark = pytest.mark.django_db

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def fault(error: Exception) -> Any:
    """Something that fails."""

    def fails(*args: Any, **kwargs: Any) -> None:
        raise error

    return fails


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make one-time links fail with an error."""
    from topology.views import auth

    return lambda error: monkeypatch.setattr(auth.accounts, "find_link", fault(error))


def test_an_error_is_a_page_with_the_number_of_the_request(anonymous: Any, broken: Any) -> None:
    broken(RuntimeError("secret document text"))
    anonymous.raise_request_exception = False
    answer = anonymous.get("/sign-in/tok3n/?x=1", headers={**HTML, "X-Request-ID": "abc-123"})
    page = answer.content.decode()
    assert answer.status_code == 500 and answer["Content-Type"].startswith("text/html")
    assert "<code>abc-123</code>" in page and "app.css" in page and "fault is on this side" in page
    assert 'href="/sign-in/tok3n/?x=1"' in page
    assert "secret" not in page and "Traceback" not in page
    assert "<style" not in page and "<script" not in page


def test_while_the_database_is_away_the_page_is_there(anonymous: Any, owner: Any, rig: Any) -> None:
    browsers = [anonymous, signed_in(owner)]
    for browser in browsers:
        browser.raise_request_exception = False
    with connection.execute_wrapper(fault(OperationalError("connection refused by 10.0.0.7"))):
        answers = [browser.get(url, headers=HTML) for browser in browsers for url in ("/sign-in/x/", "/t/crew/")]
        answers = [answer for answer in answers if answer.status_code != 302]
    assert len(answers) == 3
    for answer in answers:
        page = answer.content.decode()
        assert answer.status_code == 503 and answer["Retry-After"] == "5"
        assert "The database does not answer" in page and "app.css" in page
        assert answer["X-Request-ID"] in page and "10.0.0.7" not in page


def test_it_is_made_without_a_query(rf: Any, django_assert_num_queries: Any) -> None:
    from topology.views.auth import broken as page_for_a_fault

    with django_assert_num_queries(0):
        assert page_for_a_fault(rf.get("/t/crew/", headers=HTML)).status_code == 500


def test_a_form_is_not_offered_again_by_its_address(anonymous: Any, broken: Any) -> None:
    broken(RuntimeError("x"))
    anonymous.raise_request_exception = False
    page = anonymous.post("/sign-in/x/", headers=HTML).content.decode()
    assert "Try again" not in page and "Back to the start" in page


def test_the_chosen_theme_holds(anonymous: Any, broken: Any) -> None:
    broken(RuntimeError("x"))
    anonymous.raise_request_exception = False
    for chosen, told in (("dark", 'data-theme="dark"'), ('"><b>', '<html lang="en">')):
        anonymous.cookies["theme"] = chosen
        assert told in anonymous.get("/sign-in/x/", headers=HTML).content.decode()


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        ({"HX-Request": "true", **HTML}, "text/plain"),
        ({"Accept": "application/json"}, "text/plain"),
        ({}, "text/plain"),
    ],
)
def test_panels_and_programs_get_a_line(anonymous: Any, broken: Any, headers: Any, kind: str) -> None:
    broken(RuntimeError("x"))
    anonymous.raise_request_exception = False
    answer = anonymous.get("/sign-in/x/", headers=headers)
    assert answer.status_code == 500 and answer["Content-Type"].startswith(kind)
    assert answer["X-Request-ID"] in answer.content.decode()


def test_where_even_the_page_fails_there_is_a_line(
    anonymous: Any, broken: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from topology.middleware import faults

    broken(RuntimeError("x"))
    monkeypatch.setattr(faults, "render_to_string", fault(RuntimeError("no template")))
    anonymous.raise_request_exception = False
    answer = anonymous.get("/sign-in/x/", headers=HTML)
    assert answer.status_code == 500 and answer["Content-Type"].startswith("text/plain")
