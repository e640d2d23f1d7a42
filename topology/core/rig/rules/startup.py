"""Startup blocks of rigs, pods and members (OpenRig `startup-validation.ts`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ..fields import allowed
from ..javascript import fields_of, is_text
from .found import Found, choice, choices, error, passes_as_object, quoted
from .paths import check_path

_SOURCE = "OpenRig startup-validation.ts"
_HINTS = allowed("file", "delivery_hint")
_WHEN = allowed("file", "applies_on")
_PHASES = allowed("action", "phase")
_PROOFS = ("authenticated", "none")

RULES = (
    error(
        "R401",
        "startup",
        "`startup` is not a mapping",
        "`startup` is a mapping with `files` and `actions`, both lists. Missing or null is fine.",
        _SOURCE,
    ),
    error(
        "R402",
        "startup-files",
        "`files` or `actions` is not a list",
        "Both are lists. Leave the key out where there are none: null is refused.",
        _SOURCE,
    ),
    error(
        "R403",
        "startup-null-file",
        "a startup file is empty",
        "An item of `files` is null. OpenRig's validator fails on it as a whole. Remove the item or give it a `path`.",
        _SOURCE,
    ),
    error(
        "R404",
        "file-kind",
        "the kind of a startup file is not known",
        "`kind` is `file`, which is also what holds when the key is missing or null.",
        _SOURCE,
    ),
    error(
        "R405",
        "context-pack",
        "context packs are no longer read",
        "Since 0.5 a startup file of kind `context_pack` is refused. Name the files themselves by `path`.",
        _SOURCE,
    ),
    error(
        "R406",
        "file-orientation",
        "a file's orientation is not known",
        "`orientation` can only be `role`. Null is refused: leave the key out.",
        _SOURCE,
    ),
    error(
        "R407",
        "delivery-hint",
        "a file's delivery hint is not known",
        "One of auto, guidance_merge, skill_install, send_text; auto when missing. Null is refused.",
        _SOURCE,
    ),
    error(
        "R408",
        "applies-on",
        "`applies_on` is not a list of fresh_start and restore",
        "`applies_on` is a list; both hold when it is missing. An empty list means never. Null is refused.",
        _SOURCE,
    ),
    error(
        "R409",
        "file-path",
        "a startup file has no path",
        "`path` is a relative path below the rig's folder.",
        _SOURCE,
    ),
    error(
        "R410",
        "startup-action",
        "a startup action is not a mapping",
        "An action is a mapping with `type`, `value` and `idempotent`.",
        _SOURCE,
    ),
    error(
        "R411",
        "action-type",
        "the type of a startup action is not known",
        "slash_command and send_text; since 0.5 also startup_proof. Shell commands are refused on purpose: a rig does "
        "not run programs at startup. Send the text to a terminal member instead.",
        _SOURCE,
    ),
    error(
        "R412",
        "action-value",
        "a startup action has no value",
        "`value` is the text that is sent. For a startup_proof it is `authenticated` or `none`.",
        _SOURCE,
    ),
    error(
        "R413",
        "action-phase",
        "the phase of a startup action is not known",
        "after_files (also when missing) or after_ready. Null is refused.",
        _SOURCE,
    ),
    error(
        "R414",
        "action-idempotent",
        "a startup action does not say whether it is idempotent",
        "`idempotent` must be true or false, unquoted: whether running the action twice does no harm. A startup_proof "
        "must say true.",
        _SOURCE,
    ),
    error(
        "R416",
        "restore-safety",
        "an action that is not idempotent would run again on restore",
        "A restore replays what applies to it. An action that is not idempotent must therefore say "
        "`applies_on: [fresh_start]`; without `applies_on` both hold.",
        _SOURCE,
    ),
    error(
        "R417",
        "context-pack-name",
        "a context pack has no name or an odd version",
        "At 0.4.6 a startup file of kind `context_pack` needs a `name`; `version` is a text or a number.",
        _SOURCE,
    ),
)


def check_startup(value: Any, path: Path, found: Found) -> None:
    """One startup block; unknown keys are ignored in it."""
    if value is None:
        return
    if not passes_as_object(value):
        found.add("R401", path, f"`startup` is {quoted(value)}, not a mapping", "`files` and `actions`, both lists")
        return
    fields = fields_of(value)
    for key, check in (("files", _file), ("actions", _action)):
        if key not in fields:
            continue
        items = fields[key]
        if isinstance(items, list):
            for index, item in enumerate(items):
                check(item, (*path, key, index), found)
        else:
            found.add("R402", (*path, key), f"`{key}` is {quoted(items)}, not a list", "a list, or no such key")


def _file(item: Any, path: Path, found: Found) -> None:
    if item is None:
        found.add("R403", path, "the startup file is empty", "remove the item, or write `path:`")
        return
    fields = fields_of(item)
    kind = fields.get("kind")
    if kind == "context_pack":
        if not found.release.context_packs:
            remedy = "name the files themselves by `path`"
            found.add("R405", (*path, "kind"), "context packs are no longer read", remedy, shown=path)
            return
        _context_pack(fields, path, found)
    else:
        if kind is not None and kind != "file":
            found.add("R404", (*path, "kind"), f"the file's kind is {quoted(kind)}", "`file`, or no such key")
        check_path(fields.get("path"), (*path, "path"), found, "R409", "`path`")
    if found.release.strict and "orientation" in fields and fields["orientation"] != "role":
        message = f"`orientation` is {quoted(fields['orientation'])}"
        found.add("R406", (*path, "orientation"), message, "`role`, or no such key")
    if "delivery_hint" in fields:
        choice(fields["delivery_hint"], _HINTS, (*path, "delivery_hint"), found, "R407", "`delivery_hint`")
    _applies_on(fields, path, found)


def _context_pack(fields: Mapping[str, Any], path: Path, found: Found) -> None:
    if not is_text(fields.get("name")):
        found.add("R417", (*path, "name"), "a context pack needs a `name`", "a non-empty text")
    if "version" in fields:
        version = fields["version"]
        if isinstance(version, bool) or not isinstance(version, (str, int, float)):
            found.add("R417", (*path, "version"), f"`version` is {quoted(version)}", "a text or a number")


def _applies_on(fields: Mapping[str, Any], path: Path, found: Found) -> None:
    if "applies_on" not in fields:
        return
    value, where = fields["applies_on"], (*path, "applies_on")
    if not isinstance(value, list):
        found.add(
            "R408", where, f"`applies_on` is {quoted(value)}, not a list", "a list of `fresh_start` and `restore`"
        )
        return
    choices(value, _WHEN, where, found, "R408", "an item of `applies_on`")


def _action(item: Any, path: Path, found: Found) -> None:
    if item is None or (found.release.strict and not isinstance(item, dict)):
        found.add("R410", path, f"the action is {quoted(item)}, not a mapping", "`type`, `value` and `idempotent`")
        return
    fields = fields_of(item)
    _action_type(fields, path, found)
    _action_value(fields, path, found)
    if "phase" in fields:
        choice(fields["phase"], _PHASES, (*path, "phase"), found, "R413", "`phase`")
    _idempotent(fields, path, found)
    _applies_on(fields, path, found)
    if _runs_again(fields):
        remedy = "add `applies_on: [fresh_start]`, or `idempotent: true` if running it twice does no harm"
        found.add("R416", path, "the action is not idempotent and would run again on restore", remedy, at="item")


def _action_type(fields: Mapping[str, Any], path: Path, found: Found) -> None:
    kind, types = fields.get("type"), found.release.action_types
    where = (*path, "type")
    if kind == "shell":
        found.add("R411", where, "shell actions are refused", "send the text to a terminal member with `send_text`")
    elif not (isinstance(kind, str) and kind in types):
        said = f"the action's type is {quoted(kind)}" if "type" in fields else "`type` is missing"
        found.add("R411", where, said, found.choose(kind, types))


def _action_value(fields: Mapping[str, Any], path: Path, found: Found) -> None:
    value, where = fields.get("value"), (*path, "value")
    if not is_text(value):
        said = f"`value` is {quoted(value)}" if "value" in fields else "`value` is missing"
        found.add("R412", where, said, "a non-empty text")
    elif _is_proof(fields, found) and value not in _PROOFS:
        found.add("R412", where, f"the proof is {quoted(value)}", found.choose(value, _PROOFS))


def _idempotent(fields: Mapping[str, Any], path: Path, found: Found) -> None:
    value, where = fields.get("idempotent"), (*path, "idempotent")
    if value is None:
        found.add(
            "R414", where, "`idempotent` is missing", "`true` if running the action twice does no harm, else `false`"
        )
    elif not isinstance(value, bool):
        found.add("R414", where, f"`idempotent` is {quoted(value)}", "`true` or `false`, unquoted")
    elif _is_proof(fields, found) and value is not True:
        found.add("R414", where, "a startup proof must be idempotent", "write `idempotent: true`")


def _is_proof(fields: Mapping[str, Any], found: Found) -> bool:
    return found.release.strict and fields.get("type") == "startup_proof"


def _runs_again(fields: Mapping[str, Any]) -> bool:
    """Not idempotent (false or missing; null is another fault) and applied on restore (so by default)."""
    if "idempotent" in fields and fields["idempotent"] is not False:
        return False
    applies = fields.get("applies_on")
    return "restore" in applies if isinstance(applies, list) else True
