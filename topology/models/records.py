"""What is kept beside the topologies: the audit log, cached pictures, and counters for rate limits."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .fields import BytesField, ExactJSONField
from .teams import Team
from .topologies import Topology


class AuditEntry(models.Model):
    """Who did what, when. Written in the transaction of the deed; kept when its topology is deleted."""

    team = models.ForeignKey(Team, models.SET_NULL, null=True, related_name="audit")
    topology = models.ForeignKey(Topology, models.SET_NULL, null=True, related_name="+")
    target = models.CharField(max_length=500, blank=True)
    action = models.CharField(max_length=40)
    words = models.CharField(max_length=500)
    detail = ExactJSONField(default=dict)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    actor_name = models.CharField(max_length=200)
    via = models.CharField(max_length=20)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-created", "-pk")
        verbose_name_plural = "audit entries"
        indexes = (models.Index(fields=("team", "-created"), name="audit_team_created"),)

    def __str__(self) -> str:
        return f"{self.actor_name}: {self.words}"


class PictureCache(models.Model):
    """A drawing by the hash of all that it depends on; shared by every worker, safe to empty at any time."""

    key = models.CharField(max_length=64, primary_key=True)
    body = BytesField()
    created = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.key

    @classmethod
    def fetch(cls, key: str) -> str | None:
        """The drawing kept under a key, or None."""
        body = cls.objects.filter(pk=key).values_list("body", flat=True).first()
        return None if body is None else body.decode("utf-8", "surrogatepass")

    @classmethod
    def keep(cls, key: str, text: str) -> None:
        """Keep a drawing under a key; another worker may have done so already."""
        row = cls(key=key, body=text.encode("utf-8", "surrogatepass"))
        cls.objects.bulk_create([row], ignore_conflicts=True)


class RateWindow(models.Model):
    """How often something was done in one stretch of time; see `services.limits`."""

    key = models.CharField(max_length=100, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
