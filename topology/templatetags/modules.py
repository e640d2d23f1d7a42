"""The page's own scripts, asked for all at once: a browser that finds each module in another asks for them in turns."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.conf import settings
from django.templatetags.static import PrefixNode
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

#: The module that a page names itself; it imports the others under their plain names, never under hashed ones.
ENTRY = "js/app.js"


@register.simple_tag
def preloaded_modules() -> SafeString:
    """A `modulepreload` link for every module that the page's own imports."""
    prefix = PrefixNode.handle_simple("STATIC_URL")
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}{}">', ((prefix, path) for path in _modules()))


@lru_cache(maxsize=1)
def _modules() -> tuple[str, ...]:
    folder = settings.BASE_DIR / "static"
    found = sorted(path.relative_to(folder).as_posix() for path in (folder / "js").rglob("*.js"))
    return tuple(path for path in found if path != ENTRY)
