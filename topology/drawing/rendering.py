"""Pictures written down by the Django templates; what comes by the hundred is filled in as ready markup."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.template import Context, Engine
from django.template.base import Template

from .picture import Picture
from .shapes import Shapes

_FOLDER = Path(__file__).resolve().parents[2] / "templates"


@lru_cache(maxsize=8)
def _template(name: str) -> Template:
    """A template compiled apart from the site's settings, so that files can be drawn without a configured site."""
    libraries = {"picture_numbers": "topology.templatetags.picture_numbers"}
    return Engine(dirs=[str(_FOLDER)], autoescape=True, libraries=libraries).get_template(name)


def render(picture: object, template: str = "_picture.html", **more: object) -> str:
    """A picture (or a thumbnail) as SVG text by one of the picture templates; `alone` as a file of its own."""
    if isinstance(picture, Picture):
        more["shapes"] = Shapes(picture, bool(more.get("alone")))
    return str(_template(template).render(Context({"picture": picture, **more}, use_l10n=False)))
