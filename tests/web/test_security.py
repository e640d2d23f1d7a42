"""What every answer carries, how large a request may be, who must be signed in, what logs and metrics say."""

from __future__ import annotations

import io
import json
import logging

import pytest
from django.conf import settings as django_settings
from django.db import OperationalError, connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from people import PASSWORD

from topology.access import allow_frames
from topology.services import Actor, accounts
from topology.services.shares import make_share

pytestmark = pytest.mark.django_db

PAGES = ["/sign-in/", "/account/", "/no/such/page/"]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_the_headers(as_editor, page):
    answer = as_editor.get(page)
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]
    assert "private" in answer["Cache-Control"] or "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("frames", "ancestors"),
    [("", "*"), ("https://wiki.example https://b.example:8443", "https://wiki.example https://b.example:8443")],
)
def test_an_embed_page_has_its_own_frame_policy_and_nothing_else_changes(rig, team, owner, frames, ancestors):
    from csp.middleware import CSPMiddleware
    from django.middleware.clickjacking import XFrameOptionsMiddleware

    share, _ = make_share(Actor(owner), team, rig, embed=True, frames=frames)

    def view(request):
        return allow_frames(HttpResponse("x"), share)

    answer = XFrameOptionsMiddleware(CSPMiddleware(view))(RequestFactory().get("/s/x/embed/"))
    assert f"frame-ancestors {ancestors}" in answer["Content-Security-Policy"].split("; ")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer


def test_no_template_of_ours_has_an_inline_script_or_style():
    for path in (django_settings.BASE_DIR / "templates").rglob("*.html"):
        text = path.read_text()
        assert "<style" not in text, path
        assert " style=" not in text, path
        assert " onclick=" not in text and " onload=" not in text and "hx-on" not in text and "js:" not in text, path
        for script in text.split("<script")[1:]:
            assert "src=" in script.split(">")[0] or 'type="application/json"' in script.split(">")[0], path


def test_a_form_without_its_token_is_refused(owner):
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/sign-in/", {"username": "olga", "password": PASSWORD})
    assert answer.status_code == 403
    assert b"out of date" in answer.content
    secret = accounts.sign_in_link(owner)
    assert strict.post(f"/sign-in/{secret}/").status_code == 403
    assert accounts.find_link(secret) is not None


@pytest.mark.parametrize(
    ("kind", "size", "status"),
    [
        ("application/yaml", 4 * 1024 * 1024 + 64 * 1024 + 1, 413),
        ("application/json", 13 * 1024 * 1024, 413),
        ("application/x-www-form-urlencoded", 13 * 1024 * 1024, 413),
        ("multipart/form-data; boundary=x", 33 * 1024 * 1024, 413),
        ("application/yaml", "many", 400),
    ],
)
@pytest.mark.parametrize("path", ["/sign-in/", "/api/v1/check"])
def test_too_large_a_request_is_refused_by_its_declared_length(anonymous, path, kind, size, status):
    gone = {"CONTENT_LENGTH": str(size), "wsgi.input": io.BytesIO()}
    answer = anonymous.generic("POST", path, b"", content_type=kind, **gone)
    assert answer.status_code == status
    if path.startswith("/api/"):
        assert answer["Content-Type"] == "application/problem+json"
        assert json.loads(answer.content)["status"] == status


@pytest.mark.parametrize(("size", "read"), [(5 * 1024 * 1024, 5 * 1024 * 1024), (33 * 1024 * 1024, 0)])
def test_what_is_somewhat_too_large_is_let_in_and_forgotten(anonymous, size, read):
    # Python's own client sends all before it listens: an answer over an unread body is a broken pipe to it.
    sent = io.BytesIO(b"#" * size)
    extra = {"CONTENT_LENGTH": str(size), "wsgi.input": sent}
    answer = anonymous.generic("POST", "/api/v1/check", b"", content_type="application/yaml", **extra)
    assert answer.status_code == 413
    assert sent.tell() == read


def test_too_many_fields_are_refused(anonymous):
    answer = anonymous.post("/sign-in/", {f"f{n}": "x" for n in range(300)})
    assert answer.status_code == 413


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example"])
def test_a_foreign_host_header_is_refused(anonymous, settings, host):
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    answer = anonymous.get("/sign-in/", headers={"Host": host})
    assert answer.status_code == 400
    assert b"evil" not in answer.content


def test_an_error_shows_nothing_but_its_id_and_logs_no_text(anonymous, monkeypatch, lines):
    from topology.views import auth

    def broken(*args, **kwargs):
        raise RuntimeError("secret document text")

    monkeypatch.setattr(auth.accounts, "find_link", broken)
    anonymous.raise_request_exception = False
    answer = anonymous.get("/sign-in/tok3n/")
    assert answer.status_code == 500
    assert b"secret" not in answer.content and b"Traceback" not in answer.content
    assert answer["X-Request-ID"].encode() in answer.content
    assert "Content-Security-Policy" in answer
    logged = json.dumps(lines)
    assert "RuntimeError" in logged and "secret" not in logged and "tok3n" not in logged


def test_the_session_cookie_is_out_of_reach_of_scripts(anonymous, owner):
    answer = anonymous.post("/sign-in/", {"username": "olga", "password": PASSWORD})
    cookie = answer.cookies[django_settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


def routes(patterns, prefix=""):
    """Every URL pattern of the project with its view."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern), pattern.callback


#: What may be opened without being signed in; a page that is missing here must ask for a person.
OPEN = (
    "healthz", "readyz", "metrics", "sign-in/", "sign-in/<str:token>/", "sign-out/", "join/<str:token>/", "theme/",
    "rules/", "rules/<str:code>/", "s/", "api/v1/", "admin/login/", "admin/jsi18n/",
)  # fmt: skip


def test_every_other_page_needs_a_signed_in_person():
    """A new view that is open to the world must be named here."""
    for route, view in routes(get_resolver().url_patterns):
        if not getattr(view, "login_required", True):
            assert route in OPEN or route.startswith(("s/", "api/v1/", "admin/")), route


def test_the_database_away_is_a_clear_word(anonymous, monkeypatch):
    from topology.views import auth

    def away(*args, **kwargs):
        raise OperationalError("database is locked: /secret/path")

    monkeypatch.setattr(auth.accounts, "find_link", away)
    answer = anonymous.get("/sign-in/x/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert b"nothing was saved" in answer.content
    assert b"locked" not in answer.content and b"secret" not in answer.content


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a page limit is SQLite's")
def test_a_full_disk_is_a_clear_word_and_nothing_is_half_stored(owner, team, rig):
    from topology.models import AuditEntry, Revision
    from topology.services.tokens import make_token

    _, secret = make_token(Actor(owner), team, "ci", "write")
    client = Client(headers={"Authorization": f"Bearer {secret}", "If-Match": '"r1"'})
    text = rig.revision().text + "# " + "x" * 200_000 + "\n"
    entries = AuditEntry.objects.count()
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            with transaction.atomic():
                answer = client.put(
                    "/api/v1/teams/crew/topologies/crew-rig/source", text, content_type="application/yaml"
                )
                transaction.set_rollback(True)
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert answer.status_code == 503 and b"nothing was saved" in answer.content
    assert Revision.objects.filter(topology=rig).count() == 1
    assert AuditEntry.objects.count() == entries
    answer = client.put("/api/v1/teams/crew/topologies/crew-rig/source", text, content_type="application/yaml")
    assert answer.status_code == 200


def test_health_needs_no_database_and_no_known_host(anonymous, settings, django_assert_num_queries):
    settings.ALLOWED_HOSTS = ["t.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    with django_assert_num_queries(0):
        answer = anonymous.get("/healthz", headers={"Host": "10.0.0.7:8000"})
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_readiness_is_the_database_and_the_layout_engine(anonymous):
    answer = anonymous.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "database": "ok", "layout": "ok"})


@pytest.mark.parametrize("part", ["database", "layout"])
def test_not_ready_says_what_is_missing(anonymous, monkeypatch, part):
    from topology.views import health

    monkeypatch.setattr(health, f"_{part}", lambda: "does not answer")
    answer = anonymous.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()[part] == "does not answer"


def test_a_database_without_its_migrations_is_not_ready(anonymous, monkeypatch):
    from django.db.migrations.executor import MigrationExecutor

    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda self, targets: [1, 2])
    assert anonymous.get("/readyz").json()["database"].startswith("2 migrations are missing")


def test_metrics_are_prometheus_text_with_counts(anonymous, rig):
    anonymous.get("/sign-in/")
    anonymous.get("/no/such/page")
    answer = anonymous.get("/metrics")
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    text = answer.content.decode()
    assert 'view="sign-in",status="200"}' in text
    assert "espalier_topologies 1\n" in text and "espalier_database_up 1" in text
    assert "espalier_events_total{" in text
    for line in text.splitlines():
        assert line.startswith("#") or float(line.rsplit(" ", 1)[1]) >= 0


@pytest.mark.parametrize(
    ("extra", "token", "given", "status"),
    [
        ({"REMOTE_ADDR": "10.0.0.7"}, "", "", 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "10.0.0.7"}, "", "", 404),
        ({"REMOTE_ADDR": "::1"}, "", "", 200),
        ({"REMOTE_ADDR": "127.0.0.1"}, "t0ken", "", 404),
        ({"REMOTE_ADDR": "10.0.0.7"}, "t0ken", "Bearer t0ken", 200),
        ({"REMOTE_ADDR": "10.0.0.7"}, "t0ken", "Bearer wrong", 404),
    ],
)
def test_metrics_are_not_for_everybody(settings, extra, token, given, status):
    settings.ESPALIER_METRICS_TOKEN = token
    assert Client(**extra).get("/metrics", headers={"Authorization": given}).status_code == status


class Lines(logging.Handler):
    """Collects formatted lines."""

    def __init__(self):
        from topology.middleware.logs import JsonLines

        super().__init__()
        self.formatter = JsonLines()
        self.lines = []

    def emit(self, record):
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def lines():
    handler = Lines()
    logger = logging.getLogger("espalier")
    level, logger.level = logger.level, logging.INFO
    logging.getLogger().addHandler(handler)
    yield handler.lines
    logging.getLogger().removeHandler(handler)
    logger.setLevel(level)


def test_a_request_is_one_line_with_its_id_and_no_secret(anonymous, owner, lines):
    secret = accounts.sign_in_link(owner)
    answer = anonymous.get(f"/sign-in/{secret}/", headers={"X-Request-ID": "abc-1"})
    assert answer["X-Request-ID"] == "abc-1"
    (line,) = lines
    assert line["request"] == "abc-1" and line["status"] == 200 and line["route"] == "sign-in/<str:token>/"
    assert secret not in json.dumps(lines)


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "a\tb", "<script>"])
def test_an_id_that_is_none_is_replaced(anonymous, given):
    made = anonymous.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"]
    assert made != given and len(made) == 16


def test_an_exception_is_logged_without_its_text(anonymous, lines, monkeypatch):
    from topology.views import auth

    def away(*args, **kwargs):
        raise OperationalError("pods: [secret]")

    monkeypatch.setattr(auth.accounts, "find_link", away)
    anonymous.get("/sign-in/x/")
    fault = next(line for line in lines if line["level"] == "error")
    assert fault["exception"] == "OperationalError" and any("auth.py" in place for place in fault["at"])
    assert "secret" not in json.dumps(lines)
