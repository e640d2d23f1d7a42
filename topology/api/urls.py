"""The API's addresses below `/api/v1/`."""

from __future__ import annotations

from django.urls import include, path, re_path
from django.views.decorators.http import require_GET

from . import api
from .edge import edged, nowhere

_patterns, _app, _namespace = api.urls
for _pattern in _patterns:
    if _pattern.name in ("openapi-json", "openapi-view"):
        _pattern.callback = require_GET(_pattern.callback)
    _pattern.callback = nowhere if _pattern.name == "api-root" else edged(_pattern.callback)

urlpatterns = [
    path("", include((_patterns, _app), namespace=_namespace)),
    re_path(r"", nowhere, name="api-nowhere"),
]
