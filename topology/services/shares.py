"""Share links: read-only, revocable, expiring; only a hash of the secret is kept."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ..models import Share, Team, Topology, escaped
from . import audit
from .actor import Actor
from .beside import beside
from .errors import Rejected
from .secrets import hashed, mint

_STALE = timedelta(minutes=1)


def make_share(
    actor: Actor,
    team: Team,
    topology: Topology | None = None,
    *,
    shows: str = "published",
    embed: bool = False,
    frames: str = "",
    expires: datetime | None = None,
    note: str = "",
) -> tuple[Share, str]:
    """A link to one topology, or without one to the team's dashboard, and its secret, which is not kept.

    `frames` are the origins that may embed it, blank separated. `Rejected` (422) where something makes no sense.
    """
    if shows not in Share.Shows.values:
        raise Rejected(422, f"a share shows `published` or `head`, not `{escaped(shows, 40)}`")
    if expires is not None and expires <= timezone.now():
        raise Rejected(422, "the link would have expired already", "choose a later day, or none")
    if topology is not None and topology.team_id != team.pk:
        raise Rejected(404, "no such topology")
    secret = mint()
    with transaction.atomic():
        share = Share.objects.create(
            team=team, topology=topology, shows=shows, embed=embed, frames=_origins(frames) if embed else "",
            expires=expires, note=escaped(note.strip(), 200), token_hash=hashed(secret), created_by=actor.account,
        )  # fmt: skip
        what = topology.slug if topology else "the dashboard"
        words = f"share {what} ({shows}{', embed' if embed else ''})"
        audit.record(actor, team, "share.create", words, topology=topology, share=share.pk)
    return share, secret


def find_share(secret: str) -> Share | None:
    """The open share with this secret, its team and topology loaded; None for any other, or for a deleted topology."""
    if not secret or len(secret) > 100:
        return None
    shares = Share.objects.select_related("team", "topology__team").filter(token_hash=hashed(secret))
    found = shares.filter(Q(topology=None) | Q(topology__deleted_at=None)).first()
    if found is None or not found.open:
        return None
    now = timezone.now()
    if found.last_used is None or now - found.last_used > _STALE:
        beside(lambda: Share.objects.filter(pk=found.pk).update(last_used=now))
    return found


def revoke_share(actor: Actor, share: Share) -> None:
    """End a link at once; doing so twice is fine."""
    with transaction.atomic():
        if Share.objects.filter(pk=share.pk, revoked_at=None).update(revoked_at=timezone.now()):
            what = share.topology.slug if share.topology else "the dashboard"
            audit.record(actor, share.team, "share.revoke", f"revoke the link to {what}", topology=share.topology)
    share.refresh_from_db()


def _origins(frames: str) -> str:
    origins = frames.split()
    for origin in origins:
        parts = urlsplit(origin)
        plain = parts.scheme in ("http", "https") and parts.hostname and not (parts.path or parts.query)
        if not plain or any(c in origin for c in ";,'\"*\\") or not origin.isascii():
            detail = "give scheme and host, for example https://wiki.example.org"
            raise Rejected(422, f"`{escaped(origin, 80)}` is no origin", detail)
    if len(" ".join(origins)) > 500:
        raise Rejected(422, "these are too many origins", "name at most about ten")
    return " ".join(origins)
