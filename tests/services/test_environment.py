"""Settings by environment: what makes no sense is refused with the remedy, and secrets are kept close."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from webapp import environment as env

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("value", "meaning"), [("1", True), ("on", True), ("YES", True), ("0", False), ("", False)])
def test_a_switch_reads_the_usual_words(monkeypatch, value, meaning):
    monkeypatch.setenv("X", value)
    assert env.switch("X", default=not meaning) is meaning


@pytest.mark.parametrize(
    ("read", "value", "remedy"),
    [
        (lambda: env.switch("X"), "maybe", "1 or 0"),
        (lambda: env.whole("X", 8000, 1, 65535), "http", "a number from 1 to 65535"),
        (lambda: env.whole("X", 8000, 1, 65535), "0", "a number from 1 to 65535"),
        (lambda: env.whole("X", 8000, 1, 65535), "1.5", "a number from 1 to 65535"),
        (lambda: env.choice("X", "INFO", ("INFO", "ERROR")), "chatty", "one of INFO, ERROR"),
        (lambda: env.hosts("X"), "https://a.example", "host names only"),
        (lambda: env.hosts("X"), "a.example:8000", "host names only"),
        (lambda: env.hosts("X"), "*", "name each host"),
        (lambda: env.origins("X"), "a.example", "scheme and host"),
        (lambda: env.origins("X"), "https://a.example/path", "scheme and host"),
        (lambda: env.origins("X"), "ftp://a.example", "scheme and host"),
    ],
)
def test_nonsense_is_refused_with_the_remedy(monkeypatch, read, value, remedy):
    monkeypatch.setenv("X", value)
    with pytest.raises(ImproperlyConfigured, match=r"X is .* makes no sense") as refusal:
        read()
    assert remedy in str(refusal.value)


@pytest.mark.parametrize(
    ("url", "remedy"),
    [
        ("mysql://u:secret@h/n", "postgresql://"),
        ("nonsense", "postgresql://"),
        ("postgresql://u:secret@h", "names no database"),
        ("postgresql://u:secret@h:port/n", "postgresql://"),
    ],
)
def test_a_database_that_is_none_is_refused_without_its_password(monkeypatch, tmp_path, url, remedy):
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured) as refusal:
        env.database(tmp_path)
    assert remedy in str(refusal.value)
    assert "secret" not in str(refusal.value)


def test_the_database_is_sqlite_with_immediate_transactions_by_default(monkeypatch, tmp_path):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    settings = env.database(tmp_path)
    assert settings["NAME"] == tmp_path / "espalier.sqlite3"
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in settings["OPTIONS"]["init_command"]


def test_postgresql_gets_a_pool_that_holds_every_thread(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgres://u:p@h:5433/n")
    monkeypatch.setenv("ESPALIER_THREADS", "9")
    settings = env.database(tmp_path)
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("h", 5433, "n")
    assert settings["OPTIONS"]["pool"]["max_size"] > 9


@pytest.mark.parametrize(
    ("url", "processors", "workers"), [("", 4, 1), ("postgres://h/d", 1, 2), ("postgres://h/d", 16, 8)]
)
def test_postgresql_is_served_by_two_processes_for_each_processor(monkeypatch, url, processors, workers):
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert env.workers() == workers


def test_the_secret_key_is_made_once_and_for_its_owner_alone(monkeypatch, tmp_path):
    monkeypatch.delenv("ESPALIER_SECRET_KEY", raising=False)
    folder = tmp_path / "data"
    key = env.secret_key(folder)
    assert len(key) > 50
    assert env.secret_key(folder) == key
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert [p.name for p in folder.iterdir()] == ["secret_key"]


def test_processes_that_start_together_agree_on_the_secret_key(monkeypatch, tmp_path):
    monkeypatch.delenv("ESPALIER_SECRET_KEY", raising=False)
    keys = []
    threads = [threading.Thread(target=lambda: keys.append(env.secret_key(tmp_path))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 12 and len(set(keys)) == 1


@pytest.mark.parametrize("given", ["", "short", "a" * 80])
def test_a_weak_secret_key_is_refused(monkeypatch, tmp_path, given):
    monkeypatch.setenv("ESPALIER_SECRET_KEY", given)
    with pytest.raises(ImproperlyConfigured, match="at least 50 random characters"):
        env.secret_key(tmp_path)


def test_a_damaged_key_file_is_refused(monkeypatch, tmp_path):
    monkeypatch.delenv("ESPALIER_SECRET_KEY", raising=False)
    (tmp_path / "secret_key").write_text("")
    with pytest.raises(ImproperlyConfigured, match="delete it"):
        env.secret_key(tmp_path)


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A management command in a clean environment."""
    ours = ("ESPALIER_", "DATABASE_URL", "DJANGO_ALLOW_ASYNC_UNSAFE")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_deployment_check_is_clean_behind_tls(tmp_path):
    done = run(
        "check", "--deploy", "--fail-level", "WARNING",
        ESPALIER_DATA=str(tmp_path), ESPALIER_ORIGINS="https://t.example.org", ESPALIER_PROXIES="1",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr


CODE = "from django.conf import settings as s; print(*(getattr(s, name) for name in {names!r}))"


@pytest.mark.parametrize(
    ("environment", "names", "values"),
    [
        (
            {"ESPALIER_ORIGINS": "https://t.example.org", "ESPALIER_PROXIES": "1"},
            [
                "SESSION_COOKIE_SECURE",
                "CSRF_COOKIE_SECURE",
                "SECURE_SSL_REDIRECT",
                "SECURE_HSTS_SECONDS",
                "SESSION_COOKIE_NAME",
            ],
            "True True True 31536000 __Host-espalier",
        ),
        (
            {"ESPALIER_ORIGINS": "https://t.example.org:8443"},
            ["ALLOWED_HOSTS", "SECURE_PROXY_SSL_HEADER"],
            "['t.example.org'] None",
        ),
        ({"ESPALIER_ORIGINS": "https://[2001:db8::1]"}, ["ALLOWED_HOSTS"], "['[2001:db8::1]']"),
        ({"ESPALIER_HOSTS": "a.example b.example"}, ["ALLOWED_HOSTS", "TLS"], "['a.example', 'b.example'] False"),
        ({}, ["ALLOWED_HOSTS", "DEBUG", "TLS"], "['127.0.0.1', 'localhost', '[::1]'] False False"),
    ],
)
def test_cookies_redirects_and_hosts_follow_from_the_addresses(tmp_path, environment, names, values):
    code = CODE.format(names=names)
    done = run("shell", "--no-imports", "-c", code, **({"ESPALIER_DATA": str(tmp_path)} | environment))
    assert done.stdout.strip() == values, done.stderr


def test_the_deployment_check_says_what_is_missing_without_tls(tmp_path):
    done = run("check", "--deploy", ESPALIER_DATA=str(tmp_path))
    assert "espalier.W005" in done.stderr
    assert "ESPALIER_ORIGINS" in done.stderr


def test_behind_tls_without_a_proxy_nothing_is_served(tmp_path):
    environment = {"ESPALIER_DATA": str(tmp_path), "ESPALIER_ORIGINS": "https://t.example.org"}
    assert "espalier.W006" in run("check", **environment).stderr
    done = run("serve", "--port", "0", **environment)
    assert done.returncode == 2 and "ESPALIER_PROXIES=1" in done.stderr


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"ESPALIER_PORT": "seven"}, "ESPALIER_PORT"),
        ({"ESPALIER_DOT": "/no/such/dot"}, "espalier.E001"),
        ({"ESPALIER_DATA": "/dev/null/x"}, "ESPALIER_DATA"),
        ({"ESPALIER_LOG": "loud"}, "ESPALIER_LOG"),
    ],
)
def test_nonsense_stops_the_start(tmp_path, environment, said):
    done = run("check", **({"ESPALIER_DATA": str(tmp_path)} | environment))
    assert done.returncode != 0
    assert said in done.stderr


def test_migrations_are_complete(tmp_path):
    done = run("makemigrations", "--check", "--dry-run", ESPALIER_DATA=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
