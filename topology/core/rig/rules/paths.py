"""Safe relative paths (OpenRig `path-safety.ts`): no drive, no leading slash, no `..`; nothing else is refused."""

from __future__ import annotations

import re
from typing import Any

from ...diagnostics import Path
from ..javascript import is_text
from .found import Found, error, quoted

_DRIVE = re.compile(r"[A-Za-z]:[/\\]")

RULES = (
    error(
        "R160",
        "unsafe-path",
        "a path leaves the rig's own folder",
        "Paths in a rig are relative to the folder of the rig file, and stay inside it: OpenRig refuses a drive "
        "letter (`C:\\...`), a leading slash or backslash, and a segment `..` anywhere.\n\n"
        "Copy the file below the rig's folder and name it from there. `~/x` is taken literally: no home folder is "
        "put in its place.",
        "OpenRig path-safety.ts",
    ),
)


def fault_of(value: str) -> str | None:
    """Why a non-empty text is not a safe relative path; the first reason only."""
    if _DRIVE.match(value):
        return "starts with a drive letter"
    slashed = value.replace("\\", "/")
    if slashed.startswith("/"):
        return "is absolute"
    return "contains a `..` segment" if ".." in slashed.split("/") else None


def check_path(value: Any, path: Path, found: Found, code: str, what: str) -> None:
    """A required safe path: `code` where it is not a non-empty text, R160 where it is not safe."""
    if not is_text(value):
        found.add(code, path, f"{what} is missing or not a text", "a relative path, for example `docs/guide.md`")
        return
    fault = fault_of(value)
    if fault:
        found.add("R160", path, f"the path {quoted(value)} {fault}", "a path below the rig's own folder")
