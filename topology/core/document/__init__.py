"""YAML text with exact positions: parse, look up spans, splice."""

from .collector import quiet_collector
from .document import Document
from .encoding import encode, read
from .faults import DocumentError
from .limits import MAX_BYTES, MAX_DEPTH
from .parse import parse
from .rules import RULES
from .splice import Splice, apply_splices
from .text import Lines
from .values import Mapping, Sequence, Value

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "RULES",
    "Document",
    "DocumentError",
    "Lines",
    "Mapping",
    "Sequence",
    "Splice",
    "Value",
    "apply_splices",
    "encode",
    "parse",
    "quiet_collector",
    "read",
]
