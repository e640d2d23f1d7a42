"""The app and its system checks (ids `espalier.E001`..., each with a hint)."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks


class Topology(AppConfig):
    """The whole application."""

    name = "topology"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from . import checks as own

        checks.register(own.layout_engine, "espalier")
        checks.register(own.data_folder, "espalier")
        checks.register(own.signing_key, "espalier", deploy=True)
        checks.register(own.behind_tls, "espalier", deploy=True)
        checks.register(own.trusted_proxy, "espalier")
