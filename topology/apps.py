"""The app in its two shapes, and its system checks (ids `espalier.E001`..., each with a hint)."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks


class Topology(AppConfig):
    """The whole application."""

    name = "topology"
    default_auto_field = "django.db.models.BigAutoField"
    default = True

    def ready(self) -> None:
        from . import checks as own

        checks.register(own.layout_engine, "espalier")
        checks.register(own.data_folder, "espalier")
        checks.register(own.signing_key, "espalier", deploy=True)
        checks.register(own.behind_tls, "espalier", deploy=True)


class FilesOnly(AppConfig):
    """The command line on files: no models, no database, so that a check of one small file starts at once."""

    name = "topology"

    def import_models(self) -> None:
        self.models = self.apps.all_models[self.label]
        self.models_module = None
