"""References to permission policies (OpenRig `policy-ref.ts`), on the rig and on members."""

from __future__ import annotations

import re
from typing import Any

from ...diagnostics import Path
from ..fields import BUILTIN_POLICIES
from ..javascript import filled
from .found import Found, error, quoted
from .paths import fault_of

_SEGMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_WAYS = (
    "`none`, `builtin:` with one of " + ", ".join(BUILTIN_POLICIES) + ", or a relative path such as `policies/dev.md`"
)

RULES = (
    error(
        "R108",
        "permission-policy",
        "a permission policy is not a known name or a plain relative path",
        "A policy reference is `none`, `builtin:NAME` (locked, standard, open, yolo, auto), or a relative path to a "
        "policy file whose every segment begins with a letter or digit and has only letters, digits, `.`, `_` and "
        "`-`.\n\nA built-in name without `builtin:` is refused on purpose, so that it is never taken for a file. "
        "`./p.md` and `.p.md` are refused too: write `p.md`. Whether the file exists is not checked here.",
        "OpenRig policy-ref.ts",
    ),
)


def check_policy(value: Any, path: Path, found: Found) -> bool:
    """One reference; the first fault only. True where it is fine."""
    message = _fault(value)
    if message is None:
        return True
    bare = isinstance(value, str) and value in BUILTIN_POLICIES
    found.add("R108", path, message, f"write `builtin:{value}`" if bare else _WAYS)
    return False


def _fault(value: Any) -> str | None:
    if not filled(value):
        return f"the permission policy is {quoted(value)}"
    if value == "none":
        return None
    if value.startswith("builtin:"):
        return None if value[8:] in BUILTIN_POLICIES else f"there is no built-in policy {quoted(value[8:])}"
    if value in BUILTIN_POLICIES:
        return f"the built-in policy `{value}` is named without `builtin:`"
    fault = fault_of(value)
    if fault:
        return f"the policy path {quoted(value)} {fault}"
    if all(_SEGMENT.fullmatch(segment) for segment in value.replace("\\", "/").split("/")):
        return None
    return f"the policy path {quoted(value)} has a segment that is not plain"
