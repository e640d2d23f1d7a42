"""Teams, their members and their roles, and invitations by link."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from ..models import ApiToken, Invitation, Membership, Role, Team, escaped
from . import audit
from .actor import Actor
from .errors import Rejected
from .secrets import hashed, mint


def create_team(actor: Actor, name: str, slug: str = "") -> Team:
    """A new team, owned by the actor's user where there is one; `Rejected` (422) without a usable name."""
    name = escaped(name.strip(), 120)
    slug = slugify(slug or name)[:74].strip("-_")
    if not name or not slug:
        raise Rejected(422, "a team needs a name", "with at least one letter or digit")
    with transaction.atomic():
        team = Team.objects.create(name=name, slug=_free(slug))
        if actor.account is not None:
            Membership.objects.create(team=team, user=actor.account, role=Role.OWNER)
        audit.record(actor, team, "team.create", f"make the team {name}")
    return team


def rename_team(actor: Actor, team: Team, name: str) -> Team:
    """Give a team another name; its address stays."""
    name = escaped(name.strip(), 120)
    if not name:
        raise Rejected(422, "a team needs a name")
    with transaction.atomic():
        team.name = name
        team.save(update_fields=["name"])
        audit.record(actor, team, "team.rename", f"rename the team to {name}")
    return team


def set_role(actor: Actor, membership: Membership, role: str) -> Membership:
    """Change a member's role; `Rejected` (409) where the team would be left without an owner."""
    role = _role(role)
    with transaction.atomic():
        row = _locked(membership)
        if row.role == Role.OWNER and role != Role.OWNER:
            _another_owner(row)
        before, row.role = row.role, role
        row.save(update_fields=["role"])
        words = f"make {row.user.get_username()} {role}"
        audit.record(actor, row.team, "member.role", words, before=before, user=row.user_id)
    membership.role = role
    return membership


def remove_member(actor: Actor, membership: Membership) -> None:
    """Take a person out of a team, and revoke the tokens they made for it; never the last owner (409)."""
    with transaction.atomic():
        row = _locked(membership)
        if row.role == Role.OWNER:
            _another_owner(row)
        tokens = ApiToken.objects.filter(team=row.team, created_by=row.user, revoked_at=None)
        revoked = tokens.update(revoked_at=timezone.now())
        words = f"remove {row.user.get_username()} from the team"
        audit.record(actor, row.team, "member.remove", words, user=row.user_id, tokens_revoked=revoked)
        row.delete()


def invite(actor: Actor, team: Team, role: str = "viewer", *, note: str = "", days: int = 7) -> tuple[Invitation, str]:
    """An invitation for one person and its secret, which is not kept; it works for `days` (1 to 90) and once."""
    role = _role(role)
    if not 1 <= days <= 90:
        raise Rejected(422, "an invitation works for 1 to 90 days")
    secret = mint()
    with transaction.atomic():
        invitation = Invitation.objects.create(
            team=team, role=role, note=escaped(note.strip(), 200), token_hash=hashed(secret),
            created_by=actor.account, expires=timezone.now() + timedelta(days=days),
        )  # fmt: skip
        audit.record(actor, team, "invitation.create", f"invite a person as {role}", invitation=invitation.pk)
    return invitation, secret


def find_invitation(secret: str) -> Invitation | None:
    """The open invitation with this secret, its team loaded; None for any other."""
    if not secret or len(secret) > 100:
        return None
    found = Invitation.objects.select_related("team").filter(token_hash=hashed(secret)).first()
    return found if found is not None and found.open else None


def accept(invitation: Invitation, user: Any) -> Membership:
    """Let a person in; `Rejected` (410) where somebody else was faster. A member's role is only ever raised by it."""
    actor = Actor(user, via="page")
    with transaction.atomic():
        now = timezone.now()
        open_ones = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, revoked_at=None, expires__gt=now)
        if not open_ones.update(accepted_at=now, accepted_by=user):
            raise Rejected(410, "this invitation has been used, revoked, or has expired", "ask for a new one")
        found, made = Membership.objects.get_or_create(
            team=invitation.team, user=user, defaults={"role": invitation.role}
        )
        if not made and not found.at_least(invitation.role):
            found.role = invitation.role
            found.save(update_fields=["role"])
        words = f"join the team as {found.role}"
        audit.record(actor, invitation.team, "member.join", words, invitation=invitation.pk)
    return found


def revoke_invitation(actor: Actor, invitation: Invitation) -> None:
    """End an invitation that was not used; doing so twice is fine."""
    with transaction.atomic():
        open_ones = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, revoked_at=None)
        if open_ones.update(revoked_at=timezone.now()):
            words = f"revoke an invitation as {invitation.role}"
            audit.record(actor, invitation.team, "invitation.revoke", words, invitation=invitation.pk)
    invitation.refresh_from_db()


def _role(role: str) -> str:
    if role not in Role.values:
        raise Rejected(422, f"there is no role `{escaped(role, 40)}`", "one of " + ", ".join(Role.values))
    return role


def _locked(membership: Membership) -> Membership:
    """The membership's fresh row, under the lock of its team, so that two owners cannot remove each other at once."""
    Team.objects.select_for_update(no_key=True).get(pk=membership.team_id)
    row = Membership.objects.select_related("user", "team").filter(pk=membership.pk).first()
    if row is None:
        raise Rejected(404, "this person is no member any more")
    return row


def _another_owner(row: Membership) -> None:
    if not Membership.objects.filter(team=row.team, role=Role.OWNER).exclude(pk=row.pk).exists():
        raise Rejected(409, "a team needs an owner", "make somebody else owner first")


def _free(slug: str) -> str:
    taken = set(Team.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    free, number = slug, 2
    while free in taken:
        free = f"{slug}-{number}"
        number += 1
    return free
