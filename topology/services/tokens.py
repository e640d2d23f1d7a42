"""API tokens: made in the settings, shown once, found again by their hash."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from ..models import ApiToken, Team, escaped
from . import audit
from .actor import Actor
from .beside import beside
from .errors import Rejected
from .secrets import hashed, mint

PREFIX = "esp_"
#: How old "last used" may be before it is written again: a write per request would cost more than the request.
_STALE = timedelta(minutes=1)


def make_token(
    actor: Actor, team: Team, name: str, scope: str = "read", *, expires: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is not kept; `Rejected` (422) without a name or with an unknown scope."""
    name = escaped(name.strip(), 120)
    if not name:
        raise Rejected(422, "a token needs a name", "say what will use it")
    if scope not in ApiToken.Scope.values:
        raise Rejected(422, f"there is no scope `{escaped(scope, 40)}`", "one of read, write")
    if expires is not None and expires <= timezone.now():
        raise Rejected(422, "the token would have expired already", "choose a later day, or none")
    secret = mint(PREFIX)
    with transaction.atomic():
        token = ApiToken.objects.create(
            team=team, name=name, scope=scope, start=secret[:10], token_hash=hashed(secret), expires=expires,
            created_by=actor.account,
        )  # fmt: skip
        audit.record(actor, team, "token.create", f"make token {name} ({scope})", token=token.pk)
    return token, secret


def find_token(secret: str) -> ApiToken | None:
    """The open token with this secret, its team loaded; None for any other. Notes when it was last used."""
    if not secret.startswith(PREFIX) or len(secret) > 100:
        return None
    found = ApiToken.objects.select_related("team").filter(token_hash=hashed(secret)).first()
    if found is None or not found.open:
        return None
    now = timezone.now()
    if found.last_used is None or now - found.last_used > _STALE:
        beside(lambda: ApiToken.objects.filter(pk=found.pk).update(last_used=now))
        found.last_used = now
    return found


def revoke_token(actor: Actor, token: ApiToken) -> None:
    """End a token at once; doing so twice is fine."""
    with transaction.atomic():
        if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
            audit.record(actor, token.team, "token.revoke", f"revoke token {token.name}", token=token.pk)
    token.refresh_from_db()
