"""What opens a team's topologies to others: share links and API tokens. Only hashes of their secrets are kept."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .teams import Team
from .topologies import Topology


class Share(models.Model):
    """A read-only link to one topology, or (without one) to the team's dashboard.

    `shows` is `published` or `head`. `embed` allows framing by the origins in `frames` (blank separated; empty: any).
    """

    class Shows(models.TextChoices):
        PUBLISHED = "published", "the published revision"
        HEAD = "head", "the newest revision"

    team = models.ForeignKey(Team, models.CASCADE, related_name="shares")
    topology = models.ForeignKey(Topology, models.CASCADE, null=True, blank=True, related_name="shares")
    note = models.CharField(max_length=200, blank=True)
    shows = models.CharField(max_length=10, choices=Shows.choices, default=Shows.PUBLISHED)
    embed = models.BooleanField(default=False)
    frames = models.CharField(max_length=500, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"share of {self.topology or self.team}"

    @property
    def open(self) -> bool:
        """Whether the link still works."""
        return self.revoked_at is None and (self.expires is None or self.expires > timezone.now())


class ApiToken(models.Model):
    """A program's key to one team. `start` is the first characters of the secret, to recognise it by."""

    class Scope(models.TextChoices):
        READ = "read", "read"
        WRITE = "write", "read and write"

    team = models.ForeignKey(Team, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=120)
    scope = models.CharField(max_length=5, choices=Scope.choices, default=Scope.READ)
    start = models.CharField(max_length=12)
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def open(self) -> bool:
        """Whether the token still works."""
        return self.revoked_at is None and (self.expires is None or self.expires > timezone.now())

    @property
    def can_write(self) -> bool:
        return self.scope == self.Scope.WRITE
