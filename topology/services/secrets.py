"""Secrets that open something: made here, shown once, kept as SHA-256 only.

They carry 256 random bits, so a plain fast hash is enough: there is nothing to guess from.
"""

from __future__ import annotations

import hashlib
import secrets


def mint(prefix: str = "") -> str:
    """A new secret that is safe in a URL; the prefix says what it is for to people and secret scanners."""
    return prefix + secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored of a secret, and what it is looked up by."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
