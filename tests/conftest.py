"""What all tests share: the switches that turn a loud skip into a failure, and hypothesis's profiles.

A test marked `browser`, `conformance`, `postgres` or `dot` needs something that a machine may lack. There it is
skipped, with the reason in the summary; with `ESPALIER_REQUIRE_BROWSER=1` (and so on) it fails instead.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["people", "installation"]

ROOT = Path(__file__).resolve().parent.parent
CONFORMANCE = Path(os.environ.get("ESPALIER_CONFORMANCE") or ROOT.parent / "shared" / "conformance")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# In CI the examples are the same in every run of the same code: a change is judged by what it does, not by luck.
SETTLED = {"deadline": None, "derandomize": bool(os.environ.get("CI"))}
settings.register_profile("quick", **SETTLED)
settings.register_profile(
    "thorough", **SETTLED, max_examples=500, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def find_chromium() -> str | None:
    """The Chromium that browser tests drive: `ESPALIER_CHROMIUM`, else the first installed one."""
    named = os.environ.get("ESPALIER_CHROMIUM")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


def _lacking(marker: str) -> str | None:
    """Why tests with this marker cannot run here, or None where they can."""
    if marker == "browser":
        return None if find_chromium() else "no Chromium on this machine (set ESPALIER_CHROMIUM)"
    if marker == "conformance":
        return None if CONFORMANCE.is_dir() else f"no conformance files at {CONFORMANCE}"
    if marker == "postgres":
        address = os.environ.get("DATABASE_URL", "")
        return None if address.startswith("postgres") else "DATABASE_URL names no PostgreSQL"
    return None if os.environ.get("ESPALIER_DOT") else "ESPALIER_DOT names no Graphviz"


MARKERS = ("browser", "conformance", "postgres", "dot")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, or with its strict switch fail, a test that needs what is not here."""
    for marker in MARKERS:
        if item.get_closest_marker(marker) is None:
            continue
        reason = _lacking(marker)
        if reason is None:
            continue
        if os.environ.get(f"ESPALIER_REQUIRE_{marker.upper()}"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as it is served: in memory all threads share one connection, and a lock is met with no wait."""
    from django.conf import settings as project

    database = project.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session")
def conformance() -> Path:
    """The folder of conformance files; use together with `pytest.mark.conformance`."""
    return CONFORMANCE
