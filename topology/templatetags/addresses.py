"""Django's `urlencode` filter, also for text that UTF-8 cannot hold; a builtin of the site's templates."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django import template

register = template.Library()


@register.filter(is_safe=False)
def urlencode(value: Any, safe: str = "/") -> str:
    """A value escaped for use in an address; a lone surrogate becomes the three bytes that it would have."""
    return quote(str(value), safe=safe, errors="surrogatepass")
