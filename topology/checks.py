"""System checks: what would fail later is said at start, with the remedy."""

from __future__ import annotations

import os
import shutil
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning


def _installed(package: str) -> bool:
    """Whether a distribution is installed; `graphviz-pure` brings a program and no module of its own."""
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True


def layout_engine(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """E001: the Graphviz engine named by ESPALIER_DOT can be run; E002: the embedded engine is installed."""
    named = settings.ESPALIER_DOT
    if named and not shutil.which(named):
        hint = "Name an executable `dot`, or unset ESPALIER_DOT to use the engine from the graphviz-pure package."
        return [Error(f"ESPALIER_DOT names {named!r}, which cannot be run", hint=hint, id="espalier.E001")]
    if not named and not _installed("graphviz-pure"):
        hint = "Run `pip install graphviz-pure`, or name a system Graphviz in ESPALIER_DOT."
        return [Error("there is no layout engine", hint=hint, id="espalier.E002")]
    return []


def data_folder(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """E003: the data folder can be written; W003: the secret key in it is for its owner alone."""
    folder: Path = settings.ESPALIER_DATA
    if folder.exists() and not os.access(folder, os.W_OK | os.X_OK):
        hint = "Change its owner or mode, or name another folder in ESPALIER_DATA."
        return [Error(f"the data folder {folder} cannot be written", hint=hint, id="espalier.E003")]
    key = folder / "secret_key"
    if key.exists() and key.stat().st_mode & 0o077:
        hint = f"Run `chmod 600 {key}`."
        return [Warning("the secret key can be read by others on this machine", hint=hint, id="espalier.W003")]
    return []


def signing_key(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """W004: several machines need one key."""
    shared = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    if shared and not os.environ.get("ESPALIER_SECRET_KEY"):
        hint = "Set ESPALIER_SECRET_KEY to the same 50 or more random characters on every machine."
        message = "the secret key is made by this machine, while the database may be shared by several"
        return [Warning(message, hint=hint, id="espalier.W004")]
    return []


def trusted_proxy(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """W006: behind TLS some proxy must be believed when it says that a request came by https."""
    if settings.TLS and not settings.ESPALIER_PROXIES:
        hint = "Set ESPALIER_PROXIES to the number of proxies in front; the first must set X-Forwarded-Proto itself."
        message = "no proxy is trusted to say that a request came by https: `manage.py serve` would redirect for ever"
        return [Warning(message, hint=hint, id="espalier.W006")]
    return []


def behind_tls(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """W005: a deployed site is reached by https."""
    if not settings.TLS:
        hint = "Set ESPALIER_ORIGINS=https://your.host and ESPALIER_PROXIES to the number of proxies in front."
        return [Warning("the site is served without TLS", hint=hint, id="espalier.W005")]
    return []
