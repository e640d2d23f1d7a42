"""From text to a `Document`: the door to the two readers.

The line reader takes texts in ordinary block style. Where it is unsure, the careful reader decides: it follows
OpenRig's parser in everything that readers of YAML do differently, and it is the one that says what is wrong with a
text.
"""

from __future__ import annotations

from ..diagnostics import Severity
from .careful import read_carefully
from .document import Document
from .encoding import surrogate
from .faults import DocumentError, Fault, Unsure
from .limits import MAX_BYTES
from .linewise import read_linewise
from .text import Lines


def parse(text: str, like: Document | None = None) -> Document:
    """Parse a text as OpenRig's parser reads it (rig-rules, section 1).

    `like` is a document that shares most of its lines with the text, such as the one before an edit: what was read of
    them is used again.

    Raises `DocumentError` (codes `D1xx`) where the text is not exactly one readable YAML document within limits.
    Warnings, such as an unknown tag, are in `Document.warnings`.
    """
    known = {} if like is None else like.known
    try:
        _measure(text)
        try:
            return Document(text, *read_linewise(text, known), known=known)
        except Unsure:
            root, span, cyclic, faults = read_carefully(text)
            lines = Lines(text)
            warnings = tuple(fault.diagnostic(text, Severity.WARNING, lines) for fault in faults)
            return Document(text, root, span, warnings, cyclic)
    except Fault as fault:
        raise DocumentError([fault.diagnostic(text)]) from None


def _measure(text: str) -> None:
    try:
        size = len(text) if text.isascii() else len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise surrogate(text, error.start) from None
    if size > MAX_BYTES:
        raise Fault("D102", 0, f"the document is larger than {MAX_BYTES // 1024 // 1024} MiB", "split it")
