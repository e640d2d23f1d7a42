"""Where a member's first session comes from: `session_source` and `starter_ref` (OpenRig `rigspec-schema.ts`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ...diagnostics import Path
from ..fields import allowed
from ..javascript import fields_of, filled
from .found import Found, choice, error, passes_as_object, quoted

_STARTER = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]*")
_MODES = allowed("session_source", "mode")
_REF_KIND = {"fork": "native_id", "rebuild": "artifact_set", "agent_image": "image_name"}
_FORK_REFUSES = {
    "artifact_path": "a fork starts from a live session; to start from artifacts use `mode: rebuild`",
    "artifact_set": "a fork starts from a live session; to start from artifacts use `mode: rebuild`",
    "name": "a fork needs the runtime's own id of the session: `kind: native_id`",
    "last": "a fork needs the runtime's own id of the session: `kind: native_id`",
}

RULES = (
    error(
        "R141",
        "session-source",
        "`session_source` is not a mapping",
        "`session_source` is a mapping with `mode` and `ref`. Null is refused: leave the key out for a fresh session.",
    ),
    error(
        "R142",
        "session-mode",
        "the session's mode is not known",
        "`mode` is fork (continue from a session's native id), rebuild (from a set of artifacts) or agent_image (from "
        "a "
        "saved image).",
    ),
    error(
        "R143",
        "session-ref",
        "the session source does not say what it refers to",
        "`ref` is a mapping with `kind` and `value`.",
    ),
    error(
        "R144",
        "session-ref-kind",
        "the reference's kind does not go with the mode",
        "fork takes `native_id`, rebuild takes `artifact_set`, agent_image takes `image_name`; nothing else.",
    ),
    error(
        "R145",
        "session-ref-value",
        "the reference has no value",
        "For fork and agent_image the value is a text that is not blank; for rebuild a list of such texts, at least "
        "one.",
    ),
    error(
        "R146",
        "session-image-version",
        "the image's version is not a text or a number",
        "`version` of an image is a text or a number; null and booleans are refused. Leave it out for the newest.",
    ),
    error(
        "R151",
        "starter-ref",
        "`starter_ref` is not a mapping",
        "`starter_ref` is a mapping with `name`. Null is refused: leave the key out.",
    ),
    error(
        "R152",
        "starter-name",
        "a starter's name is not plain",
        "The name begins with a letter or digit and goes on with letters, digits, `_` and `-`.",
    ),
    error(
        "R153",
        "starter-with-fork",
        "a starter and a forked session exclude each other",
        "A forked session already has its beginning, so no starter can be played into it. Remove `starter_ref`, or use "
        "another mode: rebuild and agent_image go with a starter.",
    ),
)


def check_session_source(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    """One member's `session_source`."""
    if not passes_as_object(value):
        found.add(
            "R141", path, f"`session_source` is {quoted(value)}, not a mapping", "`mode` and `ref`, or no such key"
        )
        return
    if member.get("runtime") == "terminal":
        found.add("R140", path, "a terminal has no `session_source`", "remove it: no agent runs there", at="key")
        return
    fields = fields_of(value)
    mode = fields.get("mode")
    if not (isinstance(mode, str) and mode in _MODES):
        choice(mode, _MODES, (*path, "mode"), found, "R142", "`mode`")
        return
    ref = fields.get("ref")
    if not passes_as_object(ref):
        message = f"`ref` is {quoted(ref)}, not a mapping" if "ref" in fields else "`ref` is missing"
        found.add("R143", (*path, "ref"), message, f"`kind: {_REF_KIND[mode]}` and a `value`")
        return
    _ref(mode, fields_of(ref), (*path, "ref"), found)


def _ref(mode: str, ref: Mapping[str, Any], path: Path, found: Found) -> None:
    kind, wanted = ref.get("kind"), _REF_KIND[mode]
    if kind != wanted:
        hint = f"write `kind: {wanted}`"
        if mode == "fork" and isinstance(kind, str):
            hint = _FORK_REFUSES.get(kind, hint)
        said = f"`{mode}` does not take the kind {quoted(kind)}" if "kind" in ref else "`kind` is missing"
        found.add("R144", (*path, "kind"), said, hint)
        return
    _VALUES[mode](ref, path, found)


def _text_value(ref: Mapping[str, Any], path: Path, found: Found) -> None:
    if not filled(ref.get("value")):
        said = f"`value` is {quoted(ref['value'])}" if "value" in ref else "`value` is missing"
        found.add("R145", (*path, "value"), said, "a text that is not blank")


def _artifacts(ref: Mapping[str, Any], path: Path, found: Found) -> None:
    value, where = ref.get("value"), (*path, "value")
    if not isinstance(value, list) or not value:
        said = "an empty list" if value == [] else quoted(value)
        found.add(
            "R145",
            where,
            f"`value` is {said}" if "value" in ref else "`value` is missing",
            "a list of artifacts, at least one",
        )
        return
    for index, item in enumerate(value):
        if not filled(item):
            found.add("R145", (*where, index), f"an artifact is {quoted(item)}", "a text that is not blank")


def _image(ref: Mapping[str, Any], path: Path, found: Found) -> None:
    _text_value(ref, path, found)
    if "version" in ref:
        version = ref["version"]
        if isinstance(version, bool) or not isinstance(version, (str, int, float)):
            found.add(
                "R146", (*path, "version"), f"`version` is {quoted(version)}", "a text or a number, or no such key"
            )


_VALUES: dict[str, Callable[[Mapping[str, Any], Path, Found], None]] = {
    "fork": _text_value,
    "rebuild": _artifacts,
    "agent_image": _image,
}


def check_starter_ref(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    """One member's `starter_ref`."""
    if not passes_as_object(value):
        found.add("R151", path, f"`starter_ref` is {quoted(value)}, not a mapping", "`name: NAME`, or no such key")
        return
    if member.get("runtime") == "terminal":
        found.add("R140", path, "a terminal has no `starter_ref`", "remove it: no agent runs there", at="key")
        return
    fields = fields_of(value)
    name = fields.get("name")
    where = (*path, "name")
    if not filled(name):
        found.add(
            "R152", where, f"`name` is {quoted(name)}" if "name" in fields else "`name` is missing", "a starter's name"
        )
    elif not _STARTER.fullmatch(name):
        found.add("R152", where, f"the starter name {quoted(name)} is not plain", "letters, digits, `_` and `-`")
    elif fields_of(member.get("session_source")).get("mode") == "fork":
        found.add("R153", path, "a starter cannot go with a forked session", "remove one of the two", at="key")
