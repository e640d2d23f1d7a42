"""Small words for templates: backticks as code, patches line by line, links that keep a selection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince

register = template.Library()

_TICKED = re.compile(r"`([^`\n]+)`")
_LINE_CLASSES = {"+": "add", "-": "del", "@": "hunk"}


@register.filter
def ticks(text: Any) -> SafeString:
    """Text with everything between backticks as `<code>`; all of it escaped."""
    return mark_safe(_TICKED.sub(r"<code>\1</code>", escape(str(text or ""))))  # noqa: S308 (escaped just here)


@register.filter
def breakable(name: Any) -> SafeString:
    """A field's name that may break behind an underscore or before a capital, as the code it is written in does."""
    return mark_safe(re.sub(r"(?<=_)|(?<=[a-z])(?=[A-Z])", "<wbr>", escape(str(name))))  # noqa: S308 (escaped just here)


@register.filter
def patch_lines(patch: str) -> Iterator[tuple[str, str]]:
    """The lines of a unified diff with the class each is shown in; file headers are left out."""
    for line in patch.splitlines():
        if not line.startswith(("---", "+++")):
            yield _LINE_CLASSES.get(line[:1], ""), line


@register.filter
def line_code(line: Any) -> SafeString:
    """A line of a comparison without its break, the words that differ marked; a carriage return is shown as a sign."""
    parts = [escape(part.removesuffix("\n").replace("\r", "\u240d")) for part in line.parts or (line.text,)]
    if len(parts) == 3:
        parts[1] = f"<mark>{parts[1]}</mark>"
    return mark_safe("".join(parts))  # noqa: S308 (escaped just here)


@register.filter
def items(mapping: Any) -> Any:
    """A mapping's pairs, also where a key is called `items`; none of anything else."""
    return mapping.items() if isinstance(mapping, Mapping) else ()


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """A mapping's value, or None."""
    return mapping.get(key) if isinstance(mapping, Mapping) else None


@register.simple_tag
def query(**pairs: Any) -> str:
    """A query string of the pairs that are set, with its question mark."""
    found = {name: value for name, value in pairs.items() if value not in (None, "")}
    return "?" + urlencode(found, errors="surrogatepass") if found else ""


@register.filter
def ago(moment: datetime) -> str:
    """How long ago a moment was: "3 minutes ago", or "just now" within the first one."""
    return "just now" if timezone.now() - moment < timedelta(minutes=1) else f"{timesince(moment)} ago"


@register.filter
def verdict_class(thing: Any) -> str:
    """`bad`, `warn` or `ok`, from anything with `errors` and `warnings`."""
    if thing.errors:
        return "bad"
    return "warn" if thing.warnings else "ok"


@register.filter
def verdict_words(thing: Any) -> str:
    """The verdict in words: "2 errors", "valid, 1 warning", "valid"."""
    if thing.errors:
        return f"{thing.errors} error{'' if thing.errors == 1 else 's'}"
    return f"valid, {thing.warnings} warning{'' if thing.warnings == 1 else 's'}" if thing.warnings else "valid"
