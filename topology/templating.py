"""Django's templates, for documents that may hold what no page can: lone surrogates (`"\\ud800"` in YAML)."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates, Template
from django.utils.safestring import SafeString, mark_safe

_LONE = re.compile("[\ud800-\udfff]")


class Page(Template):
    """A template whose text can always be sent: what UTF-8 cannot hold is shown as U+FFFD."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        text = super().render(context, request)
        return mark_safe(_LONE.sub("\ufffd", text)) if _LONE.search(text) else text  # noqa: S308 - as safe as before


class Pages(DjangoTemplates):
    """The template backend of the site."""

    def get_template(self, template_name: str) -> Page:
        return Page(super().get_template(template_name).template, self)
