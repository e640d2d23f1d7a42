"""Teams, who belongs to them, and how people get in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models
from django.utils import timezone

from .fields import BytesField


class Role(models.TextChoices):
    """What a member of a team may do; each role may do what those before it may."""

    VIEWER = "viewer", "Viewer"
    EDITOR = "editor", "Editor"
    OWNER = "owner", "Owner"

    @property
    def rank(self) -> int:
        return list(Role).index(self)


class Team(models.Model):
    """A group of people with topologies of its own.

    `registry` is the text of its node registry, empty for the documented one.
    """

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    registry = BytesField(default=b"", blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("name", "slug")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One person's role in one team."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.VIEWER)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("user__username",)
        constraints = (models.UniqueConstraint(fields=("team", "user"), name="membership_once"),)

    def __str__(self) -> str:
        return f"{self.user} in {self.team} ({self.role})"

    def at_least(self, role: str) -> bool:
        """Whether this role may do what `role` may."""
        return Role(self.role).rank >= Role(role).rank

    @property
    def can_edit(self) -> bool:
        return self.at_least(Role.EDITOR)

    @property
    def is_owner(self) -> bool:
        return self.role == Role.OWNER


class Invitation(models.Model):
    """A link that lets one person into a team; only the hash of its secret is kept."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.VIEWER)
    note = models.CharField(max_length=200, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"invitation to {self.team} as {self.role}"

    @property
    def open(self) -> bool:
        """Whether the link still works."""
        return self.revoked_at is None and self.accepted_at is None and self.expires > timezone.now()


class SignInLink(models.Model):
    """A one-time link that signs one person in; only the hash of its secret is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_in_links")
    token_hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"sign-in link of {self.user}"


class WithTheirPeople(BaseSessionManager):
    """Sessions that are read in one query with the people who are signed in."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().select_related("account")


class UserSession(AbstractBaseSession):
    """A signed-in browser, with its person in a column: "sign out everywhere" deletes the rows of one person.

    The person is joined by that column without a constraint: a session outlives nobody, it only stops working.
    """

    account_id = models.IntegerField(null=True, db_index=True)
    account = models.ForeignObject(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, ["account_id"], ["id"], null=True, related_name="+"
    )
    begun = models.DateTimeField(default=timezone.now)

    objects = WithTheirPeople()

    class Meta(AbstractBaseSession.Meta):
        verbose_name = "session"

    @classmethod
    def get_session_store_class(cls) -> type:
        from ..sessions import SessionStore

        return SessionStore
