"""Numbers of a picture as SVG attributes: short, never localised, and in one step per box."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

register = template.Library()


def _short(value: float) -> str:
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


@register.filter
def n(value: float) -> SafeString:
    """A number with at most one decimal."""
    return SafeString(_short(value))


@register.filter
def xywh(box: Any) -> SafeString:
    """A box as the attributes of a `rect`."""
    return SafeString(f'x="{_short(box.x)}" y="{_short(box.y)}" width="{_short(box.w)}" height="{_short(box.h)}"')


@register.filter
def xy(item: Any) -> SafeString:
    """A text's place as attributes."""
    return SafeString(f'x="{_short(item.x)}" y="{_short(item.y)}"')


@register.filter
def move(item: Any) -> SafeString:
    """A thing's place as the value of `transform`."""
    return SafeString(f"translate({_short(item.x)} {_short(item.y)})")


@register.filter
def view(box: Any) -> SafeString:
    """A box as a `viewBox` with `width` and `height`, in whole pixels."""
    x, y, w, h = (round(number) for number in (box.x, box.y, box.w, box.h))
    return SafeString(f'viewBox="{x} {y} {w} {h}" width="{w}" height="{h}"')
