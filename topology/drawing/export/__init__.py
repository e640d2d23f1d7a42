"""Pictures that stand alone: SVG and PNG with every colour resolved, DOT and Mermaid for other tools."""

from .mermaid import to_mermaid
from .notation import to_dot
from .raster import to_png
from .small import thumbnail
from .vector import to_svg

__all__ = ["thumbnail", "to_dot", "to_mermaid", "to_png", "to_svg"]
