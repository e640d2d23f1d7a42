"""Sessions in the database with their person in a column, so that one person's sessions can be listed and ended."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """Django's database sessions on our own table."""

    @classmethod
    def get_model_class(cls) -> type:
        from .models import UserSession

        return UserSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row = super().create_model_instance(data)
        account = data.get(SESSION_KEY)
        row.account_id = int(account) if account is not None else None
        return row
