"""Teams, roles, invitations, links, passwords, sessions, tokens and shares: secrets are hashed and shown once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from people import PASSWORD, signed_in

from topology import access
from topology.models import ApiToken, AuditEntry, Invitation, Membership, Share, SignInLink, Team, UserSession
from topology.services import Actor, Rejected, accounts, delete, teams
from topology.services.shares import find_share, make_share, revoke_share
from topology.services.tokens import find_token, make_token, revoke_token

pytestmark = pytest.mark.django_db


def member(team, user):
    return Membership.objects.get(team=team, user=user)


@pytest.mark.parametrize("role", ["viewer", "editor", "owner"])
@pytest.mark.parametrize("needed", ["viewer", "editor", "owner"])
def test_each_role_may_do_what_those_before_it_may(team, rig, role, needed):
    user = get_user_model().objects.create_user("u")
    Membership.objects.create(team=team, user=user, role=role)
    ranks = ["viewer", "editor", "owner"]
    if ranks.index(role) >= ranks.index(needed):
        assert access.membership(user, "crew", needed).team == team
        assert access.get_topology(user, "crew", "crew-rig", needed) == rig
    else:
        with pytest.raises(PermissionDenied):
            access.membership(user, "crew", needed)
        with pytest.raises(PermissionDenied):
            access.get_topology(user, "crew", "crew-rig", needed)


def test_to_strangers_nothing_exists(rig, stranger):
    from django.contrib.auth.models import AnonymousUser

    for person in (stranger, AnonymousUser()):
        for deed in (lambda p: access.membership(p, "crew"), lambda p: access.get_topology(p, "crew", "crew-rig")):
            with pytest.raises(Http404):
                deed(person)
    with pytest.raises(Http404):
        access.get_topology(stranger, "others", "crew-rig")


def test_a_deleted_topology_is_found_only_when_asked_for(rig, actor, owner):
    delete(actor, rig)
    with pytest.raises(Http404):
        access.get_topology(owner, "crew", "crew-rig")
    assert access.get_topology(owner, "crew", "crew-rig", deleted=True) == rig


def test_a_team_is_owned_by_who_makes_it(owner):
    team = teams.create_team(Actor(owner), "Night Crew")
    assert team.slug == "night-crew" and member(team, owner).is_owner
    assert teams.create_team(Actor(owner), "Night crew").slug == "night-crew-2"
    with pytest.raises(Rejected):
        teams.create_team(Actor(owner), "  ")


def test_the_last_owner_can_neither_leave_nor_step_down(team, owner, editor):
    act = Actor(owner)
    for deed in (
        lambda: teams.remove_member(act, member(team, owner)),
        lambda: teams.set_role(act, member(team, owner), "editor"),
    ):
        with pytest.raises(Rejected) as rejected:
            deed()
        assert rejected.value.status == 409
    teams.set_role(act, member(team, editor), "owner")
    teams.remove_member(Actor(editor), member(team, owner))
    assert not Membership.objects.filter(user=owner, team=team).exists()


def test_removing_a_person_revokes_the_tokens_they_made(team, owner, editor):
    _, secret = make_token(Actor(editor), team, "ci")
    _, other = make_token(Actor(owner), team, "other")
    teams.remove_member(Actor(owner), member(team, editor))
    assert find_token(secret) is None
    assert find_token(other) is not None


def test_an_invitation_lets_one_person_in_once(team, owner, stranger, viewer):
    invitation, secret = teams.invite(Actor(owner), team, "editor", note="for Sten")
    assert secret not in str(Invitation.objects.values()) and teams.find_invitation(secret) == invitation
    assert teams.accept(invitation, stranger).role == "editor"
    assert teams.find_invitation(secret) is None
    with pytest.raises(Rejected) as rejected:
        teams.accept(invitation, viewer)
    assert rejected.value.status == 410
    assert member(team, viewer).role == "viewer"


def test_an_invitation_never_lowers_a_role(team, owner):
    invitation, _ = teams.invite(Actor(owner), team, "viewer")
    assert teams.accept(invitation, owner).role == "owner"


@pytest.mark.parametrize("deed", ["revoke", "expire"])
def test_a_dead_invitation_lets_nobody_in(team, owner, stranger, deed):
    invitation, secret = teams.invite(Actor(owner), team)
    if deed == "revoke":
        teams.revoke_invitation(Actor(owner), invitation)
    else:
        Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert teams.find_invitation(secret) is None
    with pytest.raises(Rejected):
        teams.accept(invitation, stranger)


def test_an_invited_person_makes_an_account(team, owner):
    invitation, secret = teams.invite(Actor(owner), team, "editor")
    for name, password in (
        ("olga", PASSWORD),
        ("OLGA", PASSWORD),
        ("new", "short"),
        ("new", "password123"),
        ("a b", PASSWORD),
        ("", PASSWORD),
    ):
        with pytest.raises(Rejected) as rejected:
            accounts.join_as_new(invitation, name, password)
        assert rejected.value.status == 422
    assert teams.find_invitation(secret) is not None
    user = accounts.join_as_new(invitation, "new", PASSWORD)
    assert user.check_password(PASSWORD) and member(team, user).role == "editor"


def test_the_first_start_makes_one_owner_without_a_password(db):
    owner = accounts.first_owner()
    assert accounts.first_owner() == owner
    assert not owner.has_usable_password() and owner.is_superuser
    assert member(Team.objects.get(), owner).is_owner
    assert not accounts.anybody_has_a_password()


def test_a_one_time_link_works_once_and_in_time(owner):
    secret = accounts.sign_in_link(owner)
    assert secret not in str(SignInLink.objects.values())
    assert accounts.redeem(secret) == owner
    assert accounts.redeem(secret) is None
    late = accounts.sign_in_link(owner)
    SignInLink.objects.update(expires=timezone.now())
    assert accounts.redeem(late) is None
    for nonsense in ("", "x", "x" * 5000, "\ud800"):
        assert accounts.redeem(nonsense) is None


def test_a_newer_link_ends_an_older_one_and_an_inactive_person_gets_none(owner):
    older, newer = accounts.sign_in_link(owner), accounts.sign_in_link(owner)
    assert accounts.redeem(older) is None
    owner.is_active = False
    owner.save()
    assert accounts.redeem(newer) is None


def test_signing_out_everywhere_ends_every_session_of_one_person(owner, viewer):
    browsers = [signed_in(owner) for _ in range(3)]
    other = signed_in(viewer)
    assert accounts.sessions_of(owner).count() == 3
    assert accounts.sign_out_everywhere(owner, but=browsers[0].session.session_key) == 2
    assert accounts.sessions_of(owner).count() == 1
    assert UserSession.objects.filter(pk=other.session.session_key).exists()


def test_a_new_password_ends_the_other_sessions_and_open_links(owner):
    browser, other = signed_in(owner), signed_in(owner)
    link = accounts.sign_in_link(owner)
    with pytest.raises(Rejected):
        accounts.set_password(owner, "12345678901")
    accounts.set_password(owner, "a much better one", current_session=browser.session.session_key)
    owner.refresh_from_db()
    assert owner.check_password("a much better one")
    assert not UserSession.objects.filter(pk=other.session.session_key).exists()
    assert accounts.redeem(link) is None


def test_a_token_is_shown_once_scoped_and_can_be_revoked(team, owner):
    token, secret = make_token(Actor(owner), team, "ci", "read")
    assert secret.startswith("esp_") and secret not in str(ApiToken.objects.values()) + str(AuditEntry.objects.values())
    found = find_token(secret)
    assert found == token and found.last_used is not None and secret.startswith(found.start)
    assert access.token_team(found, "crew") == team
    with pytest.raises(PermissionDenied):
        access.token_team(found, "crew", write=True)
    with pytest.raises(Http404):
        access.token_team(found, "others")
    revoke_token(Actor(owner), token)
    revoke_token(Actor(owner), token)
    assert find_token(secret) is None
    assert AuditEntry.objects.filter(action="token.revoke").count() == 1


def test_tokens_that_make_no_sense_are_refused(team, owner):
    past = timezone.now() - timedelta(days=1)
    for options in ({"name": " "}, {"name": "x", "scope": "root"}, {"name": "x", "expires": past}):
        with pytest.raises(Rejected):
            make_token(Actor(owner), team, **options)
    for nonsense in ("", "esp_", "esp_" + "x" * 500, "Bearer", "\x00"):
        assert find_token(nonsense) is None


def test_an_expired_token_and_share_do_not_work(team, owner, rig):
    soon = timezone.now() + timedelta(days=1)
    _, secret = make_token(Actor(owner), team, "ci", expires=soon)
    _, link = make_share(Actor(owner), team, rig, expires=soon)
    assert find_token(secret) and find_share(link)
    ApiToken.objects.update(expires=timezone.now())
    Share.objects.update(expires=timezone.now())
    assert find_token(secret) is None and find_share(link) is None


def test_a_share_opens_one_topology_until_it_is_revoked(team, owner, rig, actor):
    share, secret = make_share(Actor(owner), team, rig, shows="head", note="for the wiki")
    assert secret not in str(Share.objects.values()) + str(AuditEntry.objects.values())
    assert find_share(secret) == share
    delete(actor, rig)
    assert find_share(secret) is None
    other, link = make_share(Actor(owner), team)
    assert find_share(link).topology is None
    revoke_share(Actor(owner), other)
    assert find_share(link) is None


@pytest.mark.parametrize(
    "frames",
    [
        "wiki.example",
        "https://a.example/page",
        "https://a.example;script-src",
        "javascript:x",
        "*",
        "https://*.a.example",
    ],
)
def test_frames_are_origins_and_nothing_else(team, owner, frames):
    with pytest.raises(Rejected):
        make_share(Actor(owner), team, embed=True, frames=frames)


def test_a_share_of_anothers_topology_is_refused(owner, other_team, rig):
    with pytest.raises(Rejected) as rejected:
        make_share(Actor(owner), other_team, rig)
    assert rejected.value.status == 404


def test_deeds_in_a_team_are_in_its_log_and_in_no_other(team, other_team, owner):
    from topology.services.audit import entries

    make_token(Actor(owner), team, "ci")
    teams.invite(Actor(owner), other_team)
    assert list(entries(team).values_list("action", flat=True)) == ["token.create"]
    assert entries(team, action="token", person="OLG").count() == 1
    assert entries(team, action="share").count() == 0
