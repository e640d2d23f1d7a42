"""The rig's own fields (OpenRig `rigspec-schema.ts`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ..javascript import fields_of, is_text, truthy
from .found import Check, Found, error, missing_text, passes_as_object, quoted, ticked, unknown_keys
from .paths import check_path
from .policy import check_policy
from .services import check_services
from .startup import check_startup
from .workspace import check_workspace

_MANAGED = ("CLAUDE.md", "CLAUDE.local.md")

RULES = (
    error(
        "R101",
        "not-a-rig",
        "the document is not a mapping",
        "A rig is a mapping with `name`, `version` and `pods` (or, in the older flat form, `nodes`). An empty file, "
        "a list or a single value is neither a rig nor an agent graph.\n\n"
        "A topology manifest (a list under `rigs`) names other files: judge those files one by one.",
    ),
    error(
        "R102",
        "unknown-rig-key",
        "the rig has a key that OpenRig does not know",
        "Since 0.5 OpenRig refuses unknown keys on the rig, on pods, on members and on edges, so that a slip of the "
        "hand does not silently switch something off. Blocks below them (startup, services, workspace ...) ignore "
        "what they do not know.\n\nCorrect the name or remove the key. `<<` is not a merge key here: YAML 1.2 has "
        "none.",
    ),
    error(
        "R103",
        "rig-name",
        "the rig has no name",
        "`name` must be a non-empty text. Numbers, booleans and null do not count as text: quote them. Seats are "
        "addressed `pod-member@name`, so the name is how other rigs reach this one.",
    ),
    error(
        "R104",
        "rig-version",
        "the rig has no version",
        "`version` must be a non-empty text; any text will do. Unquoted, `0.2` is a number and is refused: write "
        '`version: "0.2"`.',
    ),
    error(
        "R105",
        "culture-file",
        "`culture_file` is not a relative path",
        "`culture_file` is a relative path to a file below the rig's folder. Missing or null is fine; an empty text "
        "is not.",
    ),
    error(
        "R106",
        "docs",
        "`docs` is not a list of items with a path",
        "`docs` is a list; every item is a mapping whose `path` is a relative path below the rig's folder. Leave the "
        "key out where there are none: null is refused.",
    ),
    error(
        "R107",
        "managed-blocks",
        "`managed_blocks` says something OpenRig does not know",
        "`managed_blocks` is a mapping that knows one key, `claude-code`, with the value `CLAUDE.md` or "
        "`CLAUDE.local.md`: the file in which OpenRig keeps its own block. An empty mapping is fine, null is not.",
    ),
    error(
        "R109",
        "no-pods",
        "the rig has no pods",
        "`pods` is a list with at least one pod. Pods group members; even a rig of one member has one pod.",
    ),
)


def check_rig(root: Mapping[str, Any], found: Found) -> None:
    """Everything on the rig's own level except its pods and edges."""
    unknown_keys(root, (), found, "R102", "rig")
    _required(root, found)
    for key, check in _OPTIONAL:
        if key in root:
            check(root[key], root, (key,), found)
    if found.release.strict:
        for key, check in _OPTIONAL_STRICT:
            if key in root:
                check(root[key], root, (key,), found)
    if not root["pods"]:
        found.add("R109", ("pods",), "`pods` is empty", "add a pod with `id`, `label` and `members`")


def _required(root: Mapping[str, Any], found: Found) -> None:
    for key, code in (("name", "R103"), ("version", "R104")):
        if not is_text(root.get(key)):
            message, remedy = missing_text(root, key)
            found.add(code, (key,), message, remedy)


def _culture_file(value: Any, root: Mapping[str, Any], path: Path, found: Found) -> None:
    if value is not None:
        check_path(value, path, found, "R105", "`culture_file`")


def _docs(value: Any, root: Mapping[str, Any], path: Path, found: Found) -> None:
    if not isinstance(value, list):
        found.add(
            "R106", path, f"`docs` is {quoted(value)}, not a list", "a list of items such as `- path: docs/guide.md`"
        )
        return
    for index, item in enumerate(value):
        if passes_as_object(item):
            check_path(fields_of(item).get("path"), (*path, index, "path"), found, "R106", "`path`")
        else:
            found.add("R106", (*path, index), f"a docs item is {quoted(item)}", "write it as `- path: docs/guide.md`")


def _managed_blocks(value: Any, root: Mapping[str, Any], path: Path, found: Found) -> None:
    if not isinstance(value, dict):
        found.add("R107", path, f"`managed_blocks` is {quoted(value)}, not a mapping", "`claude-code: CLAUDE.md`")
        return
    for key, target in value.items():
        if key != "claude-code":
            remedy = found.meant(key, ("claude-code",)) or "only `claude-code` is known"
            found.add("R107", (*path, key), f"`managed_blocks` has no key {ticked(key)}", remedy, at="key")
        elif not (isinstance(target, str) and target in _MANAGED):
            found.add("R107", (*path, key), f"the managed file is {quoted(target)}", found.choose(target, _MANAGED))


def _policy(value: Any, root: Mapping[str, Any], path: Path, found: Found) -> None:
    check_policy(value, path, found)


def _startup(value: Any, root: Mapping[str, Any], path: Path, found: Found) -> None:
    check_startup(value, path, found)


def _services(value: Any, root: Mapping[str, Any], path: Path, found: Found) -> None:
    check_services(value, path, found)


def _workspace(value: Any, root: Mapping[str, Any], path: Path, found: Found) -> None:
    if value is not None:
        check_workspace(value, path, found)


_OPTIONAL: tuple[tuple[str, Check], ...] = (
    ("culture_file", _culture_file),
    ("docs", _docs),
    ("startup", _startup),
    ("services", _services),
    ("workspace", _workspace),
)
_OPTIONAL_STRICT: tuple[tuple[str, Check], ...] = (
    ("permission_policy", _policy),
    ("managed_blocks", _managed_blocks),
)


def check_root_value(value: Any, found: Found, *, manifest: bool = False) -> bool:
    """Whether there is anything to check at all; says R101 where there is not."""
    if isinstance(value, dict):
        if not manifest:
            return True
        remedy = "judge the files it names, one by one"
        found.add("R101", (), "the document is a topology manifest, not a rig", remedy, at="item")
        return False
    what = "the document is empty" if value is None else f"the document is {quoted(value)}, not a mapping"
    if isinstance(value, list) and truthy(value):
        what = "the document is a list, not a mapping"
    found.add("R101", (), what, "a rig is a mapping with `name`, `version` and `pods`", at="item")
    return False
