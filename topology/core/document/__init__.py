"""YAML text with exact positions: parse, look up spans, splice. The only package that imports the YAML library."""

from .parse import MAX_BYTES, MAX_DEPTH, MAX_NODES, Document, DocumentError, parse
from .rules import RULES
from .splice import Splice, apply_splices
from .text import Lines
from .values import Mapping, Sequence, Value

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_NODES",
    "RULES",
    "Document",
    "DocumentError",
    "Lines",
    "Mapping",
    "Sequence",
    "Splice",
    "Value",
    "apply_splices",
    "parse",
]
