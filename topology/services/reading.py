"""From bytes to a judged text: size, encoding, and what the team's documents are judged against."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from ..core import graph
from ..core.diagnostics import Diagnostic, Severity
from ..core.document import MAX_BYTES, DocumentError, Lines, read
from ..core.document import encode as to_bytes
from ..core.kinds import DEFAULT_OPENRIG, OPENRIG_VERSIONS, Judgement, Options, judge
from ..models import Team
from .errors import Rejected


def decode(data: bytes) -> str:
    """The text of a document; `Rejected` where it is too large (413) or not UTF-8 (422, with the offset)."""
    if len(data) > MAX_BYTES:
        raise Rejected(413, f"the document has {len(data):,} bytes", f"at most {MAX_BYTES:,} bytes (4 MiB) are stored")
    try:
        return _without_nul(read(data, strict=True))
    except DocumentError as error:
        raise _unstorable(error) from None


def encode(text: str) -> bytes:
    """The bytes of a text; `Rejected` where it cannot be stored as UTF-8 (422) or is too large (413)."""
    try:
        data = to_bytes(_without_nul(text))
    except DocumentError as error:
        raise _unstorable(error) from None
    if len(data) > MAX_BYTES:
        raise Rejected(413, f"the document would have {len(data):,} bytes", f"at most {MAX_BYTES:,} (4 MiB) are stored")
    return data


def _without_nul(text: str) -> str:
    """The text, where no NUL byte is in it; raises `DocumentError` where one is."""
    at = text.find("\0")
    if at < 0:
        return text
    message, help = "the text holds a NUL byte", "remove it; between double quotes `\\0` writes the character"
    raise DocumentError([Diagnostic("D133", Severity.ERROR, "", Lines(text).span(at, at + 1), message, help)])


def _unstorable(error: DocumentError) -> Rejected:
    first = error.diagnostics[0]
    return Rejected(422, first.message, first.help, error.diagnostics)


def sha256(data: bytes) -> str:
    """The hash that a revision keeps."""
    return hashlib.sha256(data).hexdigest()


def openrig_version(version: str | None) -> str:
    """A known OpenRig version, the default where none is given; `Rejected` for any other."""
    if not version:
        return DEFAULT_OPENRIG
    if version not in OPENRIG_VERSIONS:
        raise Rejected(422, f"there is no OpenRig version `{version[:40]}`", "one of " + ", ".join(OPENRIG_VERSIONS))
    return version


@lru_cache(maxsize=32)
def _registry(data: bytes) -> graph.Registry:
    return graph.load_registry(data.decode("utf-8"))


def registry_of(team: Team) -> graph.Registry:
    """The node registry that the team's graphs are judged by."""
    return _registry(bytes(team.registry)) if team.registry else graph.documented_registry()


def read_registry(data: bytes) -> graph.Registry:
    """A registry document; `Rejected` with its diagnostics where it is none."""
    decode(data)
    try:
        return _registry(data)
    except DocumentError as error:
        raise Rejected(422, "this is not a node registry", str(error), error.diagnostics) from None


def judge_for(team: Team, text: str, openrig: str) -> Judgement:
    """The verdict on a text under the team's registry and a chosen OpenRig version."""
    return judge(text, options_for(team, openrig))


def options_for(team: Team, openrig: str) -> Options:
    """What a text of the team is judged against."""
    return Options(openrig=openrig, registry=registry_of(team))


def must_be_readable(judgement: Judgement) -> Judgement:
    """The judgement itself; `Rejected` where its text does not parse: such text is never stored."""
    if judgement.readable:
        return judgement
    raise Rejected(
        422, "this cannot be read as YAML", "mend the places named", judgement.report.diagnostics, judgement=judgement
    )
