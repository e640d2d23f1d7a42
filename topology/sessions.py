"""Sessions in the database with their person in a column, so that one person's sessions can be listed and ended.

The person comes with the row: a request that is signed in asks the database once instead of twice for who asks.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from django.contrib import auth
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

#: The person whom a session's row has brought, while Django works out who is signed in.
_brought: ContextVar[Any] = ContextVar("brought", default=None)


class SessionStore(DatabaseStore):
    """Django's database sessions on our own table; `account` is the person whom the row was read with."""

    account: Any = None

    @classmethod
    def get_model_class(cls) -> type:
        from .models import UserSession

        return UserSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row = super().create_model_instance(data)
        account = data.get(SESSION_KEY)
        row.account_id = int(account) if account is not None else None
        return row

    def _get_session_from_db(self) -> Any:
        row = super()._get_session_from_db()
        self.account = row.account if row is not None else None
        return row


class Backend(ModelBackend):
    """Django's own, which takes the person that the session's row has brought instead of asking again."""

    def get_user(self, user_id: Any) -> Any:
        person = _brought.get()
        if person is None or person.pk != user_id:
            return super().get_user(user_id)
        return person if self.user_can_authenticate(person) else None


class Accounts(AuthenticationMiddleware):
    """Django's own, but for the one query less. Who is signed in, and whether still, is decided by Django."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _signed_in(request))  # type: ignore[assignment]


def _signed_in(request: Any) -> Any:
    if not hasattr(request, "_cached_user"):
        # Reading the key reads the row.
        request.session.get(SESSION_KEY)
        token = _brought.set(request.session.account)
        try:
            request._cached_user = auth.get_user(request)
        finally:
            _brought.reset(token)
    return request._cached_user
