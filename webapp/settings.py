"""Django's settings, all of them from the environment (see `docs/configuration.md`)."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from . import environment as env

BASE_DIR = env.BASE

DEBUG = env.switch("ESPALIER_DEBUG")
ESPALIER_DATA = env.data_folder()
ESPALIER_PORT = env.whole("ESPALIER_PORT", 8000, 1, 65535)
ESPALIER_ADDRESS = env.text("ESPALIER_ADDRESS", "127.0.0.1")
ESPALIER_WORKERS = env.whole("ESPALIER_WORKERS", env.workers(), 1, 64)
ESPALIER_THREADS = env.whole("ESPALIER_THREADS", 4, 1, 64)
ESPALIER_DOT = env.text("ESPALIER_DOT")
ESPALIER_PROXIES = env.whole("ESPALIER_PROXIES", 0, 0, 10)
ESPALIER_METRICS_TOKEN = env.text("ESPALIER_METRICS_TOKEN")
#: Requests a minute that one API token may send.
ESPALIER_API_RATE = env.whole("ESPALIER_API_RATE", 6000, 1, 1_000_000)
ESPALIER_KEEP_DELETED_DAYS = 30
SECRET_KEY = env.secret_key(ESPALIER_DATA)

# Addresses. Behind TLS the origins begin with https, and cookies, redirects and HSTS follow from that.
_HOSTS, _ORIGINS = env.hosts("ESPALIER_HOSTS"), env.origins("ESPALIER_ORIGINS")
LOCAL = not _HOSTS and not _ORIGINS
TLS = env.switch("ESPALIER_TLS", any(origin.startswith("https:") for origin in _ORIGINS))
ALLOWED_HOSTS = [
    *_HOSTS,
    *map(env.host_of, _ORIGINS),
    *(("127.0.0.1", "localhost", "[::1]") if LOCAL else ()),
]
CSRF_TRUSTED_ORIGINS = _ORIGINS

INSTALLED_APPS = [
    "topology",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_ace",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "topology.middleware.requests.RequestLog",
    "topology.middleware.health.Health",
    "topology.middleware.guards.BodyLimit",
    "topology.middleware.guards.DatabaseAway",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "topology.middleware.guards.Headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "topology.sessions.Accounts",
    "topology.middleware.guards.SignedIn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "webapp.urls"
WSGI_APPLICATION = "webapp.wsgi.application"
ASGI_APPLICATION = "webapp.asgi.application"


def _package_folder(package: str, folder: str) -> list[Path]:
    """A folder inside an installed package, found without importing it."""
    spec = find_spec(package)
    root = Path(spec.origin).parent if spec and spec.origin else None
    return [root / folder] if root and (root / folder).is_dir() else []


# django-ninja is no installed app (it costs every command 120 ms); its documentation page needs only these folders.
TEMPLATES = [
    {
        "BACKEND": "topology.templating.Pages",
        "DIRS": [BASE_DIR / "templates", *_package_folder("ninja", "templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["topology.templatetags.addresses"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
STATICFILES_DIRS = [BASE_DIR / "static", *_package_folder("ninja", "static")]
STATIC_URL = "/static/"
_STATIC = BASE_DIR / "staticfiles"
# Collected files carry their hash in the name and are cached for ever; without `collectstatic` (a checkout, tests)
# the finders serve them as they are.
_COLLECTED = ((_STATIC / "staticfiles.json").is_file() and not DEBUG) or sys.argv[1:2] == ["collectstatic"]
STATIC_ROOT = _STATIC if _COLLECTED else None
WHITENOISE_USE_FINDERS = not _COLLECTED
# Without collected files a file may change under the server (an upgrade in place), so each is looked at when asked for.
WHITENOISE_AUTOREFRESH = DEBUG or not _COLLECTED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if _COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

DATABASES = {"default": env.database(ESPALIER_DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

# People.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "topology.sessions.Backend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "CommonPasswordValidator", "NumericPasswordValidator")
] + [{"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}}]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"
SESSION_ENGINE = "topology.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_NAME = "__Host-espalier" if TLS else "espalier"
CSRF_COOKIE_NAME = "__Host-espalier-csrf" if TLS else "espalier-csrf"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = TLS
CSRF_FAILURE_VIEW = "topology.views.auth.csrf_failure"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

# Slow down guessing: five wrong passwords for one name from one address, then a quarter of an hour.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "topology.middleware.requests.client_address"
AXES_LOCKOUT_CALLABLE = "topology.views.auth.locked_out"
AXES_SENSITIVE_PARAMETERS = ["password", "new_password1", "new_password2"]
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True
SILENCED_SYSTEM_CHECKS: list[str] = []

# What the browser may do.
SECURE_SSL_REDIRECT = TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TLS and ESPALIER_PROXIES else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = TLS and env.switch("ESPALIER_HSTS_SUBDOMAINS", True)
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}

# What a request may carry. A document is at most 4 MiB; in a form each of its bytes may take three.
ESPALIER_MAX_BODY = 4 * 1024 * 1024 + 64 * 1024
ESPALIER_MAX_FORM = 3 * ESPALIER_MAX_BODY
ESPALIER_MAX_UPLOAD = 32 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = ESPALIER_MAX_FORM
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 50

# A person who tries it out at a terminal is spared a line for every request.
_LOG = "WARNING" if LOCAL and sys.stderr.isatty() else "INFO"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "topology.middleware.logs.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "espalier": {"level": env.choice("ESPALIER_LOG", _LOG, ("DEBUG", "INFO", "WARNING", "ERROR"))},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "axes": {"level": "ERROR"},
    },
}
