"""Who does something: a signed-in person, a program with a token, or the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..models import ApiToken


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of a write. `via` is `page`, `api`, `cli`, `admin` or `system`; without a user the name says who."""

    user: Any = None
    token: ApiToken | None = None
    via: str = "page"
    named: str = ""

    @property
    def name(self) -> str:
        """How logs and histories call the author."""
        if self.token is not None:
            return f"token {self.token.name}"
        return self.named or (self.user.get_username() if self.user else self.via)

    @property
    def account(self) -> Any:
        """The user to store as author, None for a program: a token acts for its team, not for who made it."""
        return self.user if self.user is not None and self.user.pk else None
