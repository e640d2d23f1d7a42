"""People: the first owner, one-time sign-in links, new accounts by invitation, passwords, ending sessions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from ..models import Invitation, Membership, Role, SignInLink, Team, UserSession, escaped
from . import audit
from .actor import Actor
from .errors import Rejected
from .secrets import hashed, mint
from .teams import accept

FIRST_OWNER, FIRST_TEAM = "owner", "team"


def first_owner() -> Any:
    """The person who runs this installation, made with a first team where nobody is there yet.

    They have no password (nobody has a default one): they come in by a one-time link and may set one.
    """
    try:
        return _first_owner() or _make_first_owner()
    except IntegrityError:
        # Another process started at the same moment and was faster.
        return _first_owner()


def _first_owner() -> Any:
    return get_user_model().objects.filter(is_superuser=True, is_active=True).order_by("pk").first()


def _make_first_owner() -> Any:
    users = get_user_model().objects
    with transaction.atomic():
        owner = users.create_user(
            FIRST_OWNER if not users.filter(username=FIRST_OWNER).exists() else mint("owner-")[:20]
        )
        owner.is_staff = owner.is_superuser = True
        owner.save()
        team = Team.objects.order_by("pk").first() or Team.objects.create(slug=FIRST_TEAM, name="Team")
        Membership.objects.update_or_create(team=team, user=owner, defaults={"role": Role.OWNER})
        audit.record(Actor(via="system", named="espalier"), team, "team.create", "make the first owner and team")
    return owner


def anybody_has_a_password() -> bool:
    """Whether some person can sign in without a link."""
    return any(
        user.has_usable_password() for user in get_user_model().objects.filter(is_active=True).only("password")[:200]
    )


def sign_in_link(user: Any, *, hours: int = 24) -> str:
    """The secret of a new one-time link for a person; links of theirs that were not used stop working."""
    secret = mint()
    now = timezone.now()
    with transaction.atomic():
        SignInLink.objects.filter(user=user, used_at=None).delete()
        SignInLink.objects.create(user=user, token_hash=hashed(secret), expires=now + timedelta(hours=hours))
        actor = Actor(via="system", named="espalier")
        audit.record(actor, None, "account.link", f"make a one-time sign-in link for {user.get_username()}")
    return secret


def find_link(secret: str) -> SignInLink | None:
    """The unused, unexpired link of an active person with this secret; None for any other."""
    if not secret or len(secret) > 100:
        return None
    links = SignInLink.objects.select_related("user").filter(token_hash=hashed(secret), used_at=None)
    return links.filter(expires__gt=timezone.now(), user__is_active=True).first()


def redeem(secret: str) -> Any:
    """Use a one-time link up and return its person; None where it does not work (any more)."""
    link = find_link(secret)
    if link is None:
        return None
    # The condition is part of the write, so of two clicks at once only one counts, on any number of workers.
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now()):
        return None
    audit.record(Actor(link.user, via="page"), None, "account.sign-in", "sign in by a one-time link")
    return link.user


def join_as_new(invitation: Invitation, username: str, password: str) -> Any:
    """Make an account by an invitation; `Rejected` (422) with what is wrong with the name or the password."""
    users = get_user_model()
    username = users.normalize_username(username.strip())
    try:
        UnicodeUsernameValidator()(username)
        if len(username) > 150:
            raise ValidationError("a name has at most 150 characters")
        validate_password(password, users(username=username))
    except ValidationError as error:
        raise Rejected(422, " ".join(error.messages)) from None
    try:
        with transaction.atomic():
            if users.objects.filter(username__iexact=username).exists():
                raise Rejected(422, "this name is taken", "choose another, or sign in and open the link again")
            user = users.objects.create_user(username, password=password)
            accept(invitation, user)
    except IntegrityError:
        raise Rejected(422, "this name is taken", "choose another") from None
    return user


def set_password(user: Any, password: str, *, current_session: str | None = None) -> None:
    """Set a person's password and end their other sessions; `Rejected` (422) where it is too weak."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Rejected(422, " ".join(error.messages)) from None
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        SignInLink.objects.filter(user=user, used_at=None).delete()
        sign_out_everywhere(user, but=current_session)
        audit.record(Actor(user, via="page"), None, "account.password", "change the password")


def sessions_of(user: Any) -> QuerySet[UserSession]:
    """A person's sessions that have not expired, newest first."""
    return UserSession.objects.filter(account_id=user.pk, expire_date__gt=timezone.now()).order_by("-begun")


def sign_out_everywhere(user: Any, *, but: str | None = None) -> int:
    """End every session of a person (but one, where its key is given); returns how many."""
    ended, _ = UserSession.objects.filter(account_id=user.pk).exclude(session_key=but or "").delete()
    audit.record(Actor(user, via="page"), None, "account.sign-out", f"end {ended} session{'s' if ended != 1 else ''}")
    return ended


def display_name(user: Any) -> str:
    """How a person is called on pages."""
    return escaped(user.get_full_name() or user.get_username(), 200)
