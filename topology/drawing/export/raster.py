"""PNG through resvg: no root, no browser, the font from a package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import resvg_py

from topology.core.diagram import Diagram

from ..draw import draw
from ..theme import COLOURS
from .vector import write

#: The longest side of a PNG in pixels; larger pictures are scaled down to it.
LONGEST = 8000.0
_FAMILY = "Source Sans Pro"


def to_png(
    diagram: Diagram,
    scale: float = 2,
    theme: str = "light",
    *,
    remembered: Mapping[str, Any] | None = None,
) -> bytes:
    """The diagram as PNG bytes, `scale` pixels per unit (less where a side would be longer than LONGEST)."""
    picture = draw(diagram, remembered=remembered)
    scale = min(scale, LONGEST / max(picture.box.w, picture.box.h + 200, 1))
    made = resvg_py.svg_to_bytes(
        svg_string=write(picture, theme),
        zoom=scale,
        background=COLOURS["ground"][0 if theme == "light" else 1],
        font_files=list(_fonts()),
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
        skip_system_fonts=False,
    )
    return bytes(made)


@lru_cache(maxsize=1)
def _fonts() -> tuple[str, ...]:
    import font_source_sans_pro

    folder = Path(font_source_sans_pro.__file__).with_name("files")
    return tuple(str(folder / f"SourceSansPro-{weight}.ttf") for weight in ("Regular", "Semibold"))
