"""The `services` block: a compose project (OpenRig `rigspec-schema.ts`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ..fields import allowed
from ..javascript import fields_of, is_text
from .found import Found, choice, error, passes_as_object, quoted
from .paths import check_path

_PROJECT = re.compile(r"[a-z0-9][a-z0-9_-]*")
_DOWN = allowed("services", "down_policy")
_TARGETS = ("service", "url", "tcp")
_SURFACES = {"urls": ("name", "url"), "commands": ("name", "command")}

RULES = (
    error(
        "R501",
        "services",
        "`services` is not a mapping",
        "`services` describes the compose project a rig needs: `kind: compose` and a `compose_file`. Null is refused: "
        "leave the key out.",
    ),
    error("R502", "services-kind", "the kind of services is not known", "`kind` is exactly `compose`."),
    error(
        "R503",
        "compose-file",
        "the services have no compose file",
        "`compose_file` is a relative path below the rig's folder.",
    ),
    error(
        "R504",
        "project-name",
        "the project name is not one compose accepts",
        "Lower case letters, digits, `_` and `-`, beginning with a letter or digit. Without it a name is derived from "
        "the rig (0.4.6: from its name; 0.6.6: one unique to the rig). Null is refused.",
    ),
    error("R505", "profiles", "`profiles` is not a list of texts", "A list of non-empty texts. Null is refused."),
    error(
        "R506",
        "down-policy",
        "the down policy is not known",
        "leave_running, down (also when missing) or down_and_volumes. Null is refused.",
    ),
    error(
        "R507",
        "wait-for",
        "`wait_for` does not say what to wait for",
        "A list; every item names exactly one of `service`, `url` and `tcp` with a non-empty text. Null is refused.",
    ),
    error(
        "R508",
        "wait-condition",
        "a wait condition is not possible",
        "A `service` must have `condition: healthy`; `url` and `tcp` have no condition.",
    ),
    error(
        "R509",
        "surfaces",
        "`surfaces` does not say what to show",
        "A mapping of `urls` (items with `name` and `url`) and `commands` (items with `name` and `command`), all "
        "non-empty texts. Null is refused.",
    ),
    error(
        "R510",
        "checkpoints",
        "a checkpoint is incomplete",
        "A list; every item has `id` and `export`, non-empty texts, and if it can be read back `import`, a text.",
    ),
)


def check_services(value: Any, path: Path, found: Found) -> None:
    """The whole block; unknown keys are ignored in it."""
    if not passes_as_object(value):
        found.add("R501", path, f"`services` is {quoted(value)}, not a mapping", "`kind: compose` and a `compose_file`")
        return
    fields = fields_of(value)
    if fields.get("kind") != "compose":
        said = f"`kind` is {quoted(fields['kind'])}" if "kind" in fields else "`kind` is missing"
        found.add("R502", (*path, "kind"), said, "write `kind: compose`")
    check_path(fields.get("compose_file"), (*path, "compose_file"), found, "R503", "`compose_file`")
    _project_name(fields, path, found)
    if "profiles" in fields:
        _profiles(fields["profiles"], (*path, "profiles"), found)
    if "down_policy" in fields:
        choice(fields["down_policy"], _DOWN, (*path, "down_policy"), found, "R506", "`down_policy`")
    for key, code, check in (("wait_for", "R507", _wait), ("checkpoints", "R510", _checkpoint)):
        if key in fields:
            _list(fields[key], (*path, key), found, code, check)
    if "surfaces" in fields:
        _surfaces(fields["surfaces"], (*path, "surfaces"), found)


def _project_name(fields: Mapping[str, Any], path: Path, found: Found) -> None:
    if "project_name" not in fields:
        return
    name = fields["project_name"]
    if not (isinstance(name, str) and _PROJECT.fullmatch(name)):
        message = f"the project name is {quoted(name)}"
        found.add("R504", (*path, "project_name"), message, "lower case letters, digits, `_` and `-`")


def _profiles(value: Any, path: Path, found: Found) -> None:
    if not isinstance(value, list):
        found.add("R505", path, f"`profiles` is {quoted(value)}, not a list", "a list of texts, or no such key")
        return
    for index, item in enumerate(value):
        if not is_text(item):
            found.add("R505", (*path, index), f"a profile is {quoted(item)}", "a non-empty text")


def _list(value: Any, path: Path, found: Found, code: str, check: Any) -> None:
    if not isinstance(value, list):
        found.add(code, path, f"`{path[-1]}` is {quoted(value)}, not a list", "a list, or no such key")
        return
    for index, item in enumerate(value):
        if item is None:
            found.add(code, (*path, index), f"an item of `{path[-1]}` is empty", "remove it, or write it")
        else:
            check(fields_of(item), (*path, index), found)


def _wait(item: Mapping[str, Any], path: Path, found: Found) -> None:
    named = [target for target in _TARGETS if is_text(item.get(target))]
    if len(named) != 1:
        said = "nothing to wait for is named" if not named else "several targets are named at once"
        found.add("R507", path, said, "exactly one of `service`, `url` and `tcp`", at="item")
    where = (*path, "condition")
    service = "service" in named
    if service and item.get("condition") != "healthy":
        found.add("R508", where, "waiting for a service needs `condition: healthy`", "write `condition: healthy`")
    elif "condition" in item and item["condition"] != "healthy":
        found.add(
            "R508", where, f"the condition is {quoted(item['condition'])}", "only `healthy`, and only for a `service`"
        )
    elif "condition" in item and not service:
        found.add("R508", where, "a condition without a `service`", "remove it: only a `service` has a condition")


def _checkpoint(item: Mapping[str, Any], path: Path, found: Found) -> None:
    for key in ("id", "export"):
        _text(item, key, path, found, "R510")
    if "import" in item and not isinstance(item["import"], str):
        found.add("R510", (*path, "import"), f"`import` is {quoted(item['import'])}", "a text, or no such key")


def _text(item: Mapping[str, Any], key: str, path: Path, found: Found, code: str) -> None:
    if not is_text(item.get(key)):
        said = f"`{key}` is {quoted(item[key])}" if key in item else f"`{key}` is missing"
        found.add(code, (*path, key), said, "a non-empty text")


def _surfaces(value: Any, path: Path, found: Found) -> None:
    if not passes_as_object(value):
        found.add(
            "R509", path, f"`surfaces` is {quoted(value)}, not a mapping", "`urls` and `commands`, or no such key"
        )
        return
    fields = fields_of(value)
    for key, wanted in _SURFACES.items():
        if key not in fields:
            continue

        def check(item: Mapping[str, Any], where: Path, found: Found, wanted: tuple[str, ...] = wanted) -> None:
            for name in wanted:
                _text(item, name, where, found, "R509")

        _list(fields[key], (*path, key), found, "R509", check)
