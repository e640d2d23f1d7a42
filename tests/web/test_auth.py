"""Signing in and out, one-time links, invitations, passwords, throttling."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from people import PASSWORD, signed_in

from topology.models import Invitation, Membership, UserSession
from topology.services import Actor, accounts, teams

pytestmark = pytest.mark.django_db


def sign_in(client, name, password=PASSWORD, **more):
    return client.post("/sign-in/", {"username": name, "password": password} | more)


def signed_in_as(client):
    return client.session.get("_auth_user_id")


def test_a_person_signs_in_and_out(anonymous, owner):
    assert anonymous.get("/sign-in/").status_code == 200
    answer = sign_in(anonymous, "olga")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert signed_in_as(anonymous) == str(owner.pk)
    row = UserSession.objects.get(pk=anonymous.session.session_key)
    assert row.account_id == owner.pk
    assert anonymous.get("/sign-out/").status_code == 405
    assert anonymous.post("/sign-out/")["Location"] == "/sign-in/"
    assert signed_in_as(anonymous) is None
    assert not UserSession.objects.filter(account_id=owner.pk).exists()


def test_the_session_gets_a_new_key_when_somebody_signs_in(anonymous, owner):
    session = anonymous.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    sign_in(anonymous, "olga")
    assert anonymous.session.session_key != planted


def test_a_wrong_name_and_a_wrong_password_look_the_same(owner):
    answers = [sign_in(Client(), "olga", "wrong"), sign_in(Client(), "nobody", "wrong")]
    texts = [
        re.sub(
            r'name="csrfmiddlewaretoken" value="[^"]*"|content="[^"]*"|value="(olga|nobody)"', "", a.content.decode()
        )
        for a in answers
    ]
    assert answers[0].status_code == answers[1].status_code == 200
    assert texts[0] == texts[1]
    assert "do not go together" in texts[0]


@pytest.mark.parametrize("name", ["olga", "nobody"])
def test_guessing_is_slowed_down_whether_the_name_exists_or_not(owner, name):
    client = Client()
    for _ in range(4):
        assert sign_in(client, name, "wrong").status_code == 200
    assert sign_in(client, name, "wrong").status_code == 429
    answer = sign_in(Client(), name, PASSWORD)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "900"


def test_guessing_at_one_name_locks_no_other_and_no_other_address(owner, editor):
    for _ in range(6):
        sign_in(Client(), "olga", "wrong")
    assert sign_in(Client(), "emil").status_code == 302
    elsewhere = Client(REMOTE_ADDR="10.1.2.3")
    assert sign_in(elsewhere, "olga").status_code == 302


def test_a_forged_forwarded_address_does_not_help_a_guesser(owner, settings):
    settings.ESPALIER_PROXIES = 1
    for n in range(5):
        sign_in(Client(HTTP_X_FORWARDED_FOR=f"10.0.0.{n}, 192.0.2.7"), "olga", "wrong")
    assert sign_in(Client(HTTP_X_FORWARDED_FOR="10.9.9.9, 192.0.2.7"), "olga").status_code == 429
    assert sign_in(Client(HTTP_X_FORWARDED_FOR="192.0.2.8"), "olga").status_code == 302


@pytest.mark.parametrize(
    "target", ["//evil.example/", "https://evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_no_redirect_leads_away(anonymous, owner, target):
    answer = sign_in(anonymous, "olga", next=target)
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_after_signing_in_one_is_where_one_wanted_to_be(anonymous, owner):
    answer = anonymous.get("/account/")
    assert answer["Location"] == "/sign-in/?next=/account/"
    assert sign_in(anonymous, "olga", next="/account/")["Location"] == "/account/"


def test_a_fragment_after_the_session_ended_sends_the_page_to_sign_in(anonymous):
    answer = anonymous.get(
        "/account/", headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/account/?a=1"}
    )
    assert answer.status_code == 401
    assert answer["HX-Redirect"] == "/sign-in/?next=%2Faccount%2F%3Fa%3D1"
    assert not answer.content


def test_a_fragment_never_sends_people_to_another_site(anonymous):
    answer = anonymous.get("/account/", headers={"HX-Request": "true", "HX-Current-URL": "https://evil.example/x"})
    assert answer["HX-Redirect"] == "/sign-in/?next=%2Fx"


def test_a_one_time_link_signs_in_by_its_button_and_once(anonymous, owner):
    secret = accounts.sign_in_link(owner)
    page = anonymous.get(f"/sign-in/{secret}/")
    assert page.status_code == 200 and b"olga" in page.content
    assert signed_in_as(anonymous) is None
    assert anonymous.post(f"/sign-in/{secret}/")["Location"] == "/"
    assert signed_in_as(anonymous) == str(owner.pk)
    again = Client()
    assert again.get(f"/sign-in/{secret}/").status_code == 410
    assert again.post(f"/sign-in/{secret}/").status_code == 410
    assert signed_in_as(again) is None


def test_a_page_with_a_secret_in_its_address_is_not_kept_or_passed_on(anonymous, owner):
    answer = anonymous.get(f"/sign-in/{accounts.sign_in_link(owner)}/")
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"


def invited(team, owner, role="editor"):
    _, secret = teams.invite(Actor(owner), team, role)
    return f"/join/{secret}/"


def test_an_invited_person_makes_an_account_and_is_in(anonymous, team, owner):
    link = invited(team, owner)
    assert b"Crew" in anonymous.get(link).content
    assert anonymous.post(link, {"username": "olga", "password": PASSWORD}).status_code == 422
    assert anonymous.post(link, {"username": "new", "password": "short"}).status_code == 422
    answer = anonymous.post(link, {"username": "new", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    user = get_user_model().objects.get(username="new")
    assert signed_in_as(anonymous) == str(user.pk)
    assert Membership.objects.get(user=user).role == "editor"
    assert anonymous.get(link).status_code == 410


def test_a_signed_in_person_joins_by_the_button(as_stranger, stranger, team, owner):
    link = invited(team, owner, "viewer")
    assert as_stranger.get(link).status_code == 200
    assert not Membership.objects.filter(user=stranger, team=team).exists()
    assert as_stranger.post(link).status_code == 302
    assert Membership.objects.get(user=stranger, team=team).role == "viewer"


def test_an_invitation_that_is_none_says_so(anonymous, as_viewer):
    for client in (anonymous, as_viewer):
        assert client.get("/join/nonsense/").status_code == 410
        assert client.post("/join/nonsense/").status_code == 410


def test_the_account_page_shows_teams_and_sessions(as_editor, other_team):
    page = as_editor.get("/account/").content.decode()
    assert "Crew" in page and "Others" not in page and "this one" in page


def test_a_password_is_changed_and_other_browsers_are_out(as_editor, editor):
    other = Client()
    sign_in(other, "emil")
    wrong = {"old": "wrong", "new": "another long one", "again": "another long one"}
    assert as_editor.post("/account/password/", wrong).status_code == 422
    differ = {"old": PASSWORD, "new": "another long one", "again": "a different one"}
    assert as_editor.post("/account/password/", differ).status_code == 422
    weak = {"old": PASSWORD, "new": "password1234", "again": "password1234"}
    assert as_editor.post("/account/password/", weak).status_code == 422
    right = {"old": PASSWORD, "new": "another long one", "again": "another long one"}
    assert as_editor.post("/account/password/", right).status_code == 302
    assert as_editor.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    assert sign_in(Client(), "emil", "another long one").status_code == 302


def test_who_came_by_a_link_sets_a_first_password(anonymous, db):
    owner = accounts.first_owner()
    anonymous.post(f"/sign-in/{accounts.sign_in_link(owner)}/")
    anonymous.post("/account/password/", {"new": "a first long one", "again": "a first long one"})
    owner.refresh_from_db()
    assert owner.check_password("a first long one")
    assert anonymous.get("/account/").status_code == 200


def test_signing_out_everywhere(as_editor, editor):
    other = Client()
    sign_in(other, "emil")
    assert as_editor.post("/account/sessions/").status_code == 302
    assert other.get("/account/").status_code == 302
    assert as_editor.get("/account/").status_code == 302


def test_a_person_made_inactive_is_out_at_once(as_editor, editor):
    editor.is_active = False
    editor.save()
    assert as_editor.get("/account/").status_code == 302
    assert sign_in(Client(), "emil").status_code == 200


def test_the_admin_is_for_who_runs_it_and_does_not_exist_for_others(as_editor, anonymous, owner):
    assert as_editor.get("/admin/").status_code in (302, 404)
    assert as_editor.get("/admin/", follow=True).status_code == 404
    assert anonymous.get("/admin/")["Location"].startswith("/admin/login/") or anonymous.get("/admin/")[
        "Location"
    ].startswith("/sign-in/")
    assert anonymous.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/sign-in/")
    owner.is_staff = owner.is_superuser = True
    owner.save()
    client = Client()
    sign_in(client, "olga")
    for page in (
        "",
        "topology/team/",
        "topology/topology/",
        "topology/revision/",
        "topology/auditentry/",
        "auth/user/",
    ):
        assert client.get(f"/admin/{page}").status_code == 200, page


def test_the_admin_shows_no_hashes(owner, team):
    teams.invite(Actor(owner), team)
    owner.is_staff = owner.is_superuser = True
    owner.save()
    client = Client()
    sign_in(client, "olga")
    invitation = Invitation.objects.get()
    page = client.get(f"/admin/topology/invitation/{invitation.pk}/change/").content.decode()
    assert invitation.token_hash not in page


def test_who_asks_is_known_by_one_query(owner):
    client = signed_in(owner)
    client.get("/account/")
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/t/crew/").status_code == 200
    people = [query["sql"] for query in asked if '"auth_user"' in query["sql"] and "session" in query["sql"]]
    assert len(people) == 1
    assert not [query for query in asked if query["sql"].startswith('SELECT "auth_user"')]


@pytest.mark.parametrize("change", [{"is_active": False}, {"password": "!"}])
def test_a_session_ends_with_its_person(owner, change):
    client = signed_in(owner)
    assert client.get("/account/").status_code == 200
    type(owner).objects.filter(pk=owner.pk).update(**change)
    assert client.get("/account/").status_code == 302


def test_a_session_of_a_person_who_is_gone_is_nobody_s(owner):
    client = signed_in(owner)
    type(owner).objects.filter(pk=owner.pk).delete()
    assert client.get("/account/").status_code == 302


def test_the_session_and_not_its_column_says_who_is_signed_in(owner, editor):
    client = signed_in(owner)
    UserSession.objects.update(account_id=editor.pk)
    assert "olga" in client.get("/account/").content.decode()
