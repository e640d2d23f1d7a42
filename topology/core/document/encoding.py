"""From bytes to text and back. Nothing is normalised: a byte order mark and every line end stay as they are."""

from __future__ import annotations

from .faults import DocumentError, Fault


def read(data: bytes, *, strict: bool) -> str:
    """The text of a file.

    Strict: bytes that are not UTF-8 raise `DocumentError` (D130) naming the byte offset; `encode` gives back exactly
    `data`. Lenient: each bad sequence becomes U+FFFD, as many as the WHATWG decoder of OpenRig's runtime makes.
    """
    if not strict:
        return data.decode("utf-8", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        message = f"byte {error.start} is not UTF-8 (0x{data[error.start]:02X})"
        fault = Fault("D130", len(before), message, "save the file as UTF-8")
        raise DocumentError([fault.diagnostic(before + "\ufffd")]) from None


def encode(text: str) -> bytes:
    """The bytes of a text, the inverse of a strict `read`. Raises `DocumentError` (D131) at a lone surrogate."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise DocumentError([surrogate(text, error.start).diagnostic(text)]) from None


def surrogate(text: str, at: int) -> Fault:
    """The fault of half a character: a lone surrogate, which no file can hold."""
    message = f"half a character (a lone surrogate, U+{ord(text[at]):04X}) cannot be stored as UTF-8"
    return Fault("D131", at, message, "remove it or write the whole character")
