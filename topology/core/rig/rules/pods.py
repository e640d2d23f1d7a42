"""Pods and their continuity policy (OpenRig `rigspec-schema.ts`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ..fields import allowed
from ..javascript import fields_of, is_text
from .found import Found, choices, error, missing_text, passes_as_object, quoted, unknown_keys
from .members import check_members
from .startup import check_startup

_TRIGGERS = allowed("continuity_policy", "sync_triggers")
_SWITCHES = ("artifacts", "restore_protocol")

RULES = (
    error(
        "R111",
        "null-pod",
        "a pod is empty",
        "An item of `pods` is null: a `- ` with nothing behind it. OpenRig's validator fails on it as a whole. "
        "Remove the item or write the pod.",
    ),
    error(
        "R112",
        "unknown-pod-key",
        "a pod has a key that OpenRig does not know",
        "Since 0.5 unknown keys are refused on pods. Correct the name or remove the key. A permission policy belongs "
        "on the rig or on a member, not on a pod.",
    ),
    error(
        "R113",
        "pod-id",
        "a pod has no id",
        "`id` must be a non-empty text, for numbers in quotes. Members are addressed `pod.member`.",
    ),
    error(
        "R114",
        "pod-id-dot",
        "a pod's id contains a dot",
        "The dot separates pod and member in `pod.member`, so it cannot stand inside either. Use `-` or `_`.",
    ),
    error(
        "R115",
        "pod-id-twice",
        "two pods have the same id",
        "Pod ids are unique in a rig; upper and lower case differ. Rename one of them, and the edges that name it.",
    ),
    error(
        "R116",
        "pod-label",
        "a pod has no label",
        "`label` must be a non-empty text: the name people see.",
    ),
    error(
        "R117",
        "pod-members",
        "a pod has no list of members",
        "`members` must be a list; it may be empty (`members: []`). Without it the pod's edges cannot be judged.",
    ),
    error(
        "R541",
        "continuity-policy",
        "a continuity policy is not a mapping",
        "`continuity_policy` is a mapping with `enabled`. Leave it out where there is none: null is refused.",
    ),
    error(
        "R542",
        "continuity-enabled",
        "a continuity policy does not say whether it is enabled",
        "`enabled` must be true or false, unquoted. `yes`, `on` and 1 are not booleans in YAML 1.2.",
    ),
    error(
        "R543",
        "continuity-triggers",
        "a sync trigger is not known",
        "`sync_triggers` is a list of pre_compaction, pre_shutdown, manual and milestone; it may be empty.",
    ),
    error(
        "R544",
        "continuity-switches",
        "`artifacts` or `restore_protocol` is not a mapping of booleans",
        "Both are mappings: `artifacts` knows session_log, restore_brief and quiz, `restore_protocol` peer_driven and "
        "verify_via_quiz, each true or false. Other keys in them are ignored.",
    ),
)


def check_pods(pods: list[Any], found: Found) -> None:
    """Every pod with its members; edges are checked apart."""
    seen: set[str] = set()
    for index, pod in enumerate(pods):
        path: Path = ("pods", index)
        if pod is None:
            found.add("R111", path, "the pod is empty", "remove the item, or write `id`, `label` and `members`")
            continue
        _pod(fields_of(pod), path, seen, found)


def _pod(pod: Mapping[str, Any], path: Path, seen: set[str], found: Found) -> None:
    if not pod.keys() <= found.known["pod"]:
        unknown_keys(pod, path, found, "R112", "pod")
    _pod_id(pod, path, seen, found)
    if not is_text(pod.get("label")):
        message, remedy = missing_text(pod, "label")
        found.add("R116", (*path, "label"), message, remedy)
    if "continuity_policy" in pod:
        _continuity(pod["continuity_policy"], (*path, "continuity_policy"), found)
    if "startup" in pod:
        check_startup(pod["startup"], (*path, "startup"), found)
    members = pod.get("members")
    if isinstance(members, list):
        check_members(members, (*path, "members"), found)
    else:
        message = f"`members` is {quoted(members)}, not a list" if "members" in pod else "`members` is missing"
        found.add("R117", (*path, "members"), message, "a list of members; it may be empty: `members: []`")


def _pod_id(pod: Mapping[str, Any], path: Path, seen: set[str], found: Found) -> None:
    own = pod.get("id")
    where = (*path, "id")
    if not is_text(own):
        message, remedy = missing_text(pod, "id")
        found.add("R113", where, message, remedy)
        return
    if "." in own:
        found.add("R114", where, f"the pod id {quoted(own)} contains a dot", "use `-` or `_` instead")
    if own in seen:
        found.add("R115", where, f"the pod id {quoted(own)} stands twice", "rename one of the two pods")
    seen.add(own)


def _continuity(value: Any, path: Path, found: Found) -> None:
    if not passes_as_object(value):
        found.add(
            "R541", path, f"`continuity_policy` is {quoted(value)}, not a mapping", "`enabled: true`, or no such key"
        )
        return
    fields = fields_of(value)
    if not isinstance(fields.get("enabled"), bool):
        said = f"`enabled` is {quoted(fields['enabled'])}" if "enabled" in fields else "`enabled` is missing"
        found.add("R542", (*path, "enabled"), said, "`true` or `false`, unquoted")
    if "sync_triggers" in fields:
        _triggers(fields["sync_triggers"], (*path, "sync_triggers"), found)
    for key in _SWITCHES:
        if key in fields:
            _switches(fields[key], key, (*path, key), found)


def _triggers(value: Any, path: Path, found: Found) -> None:
    if not isinstance(value, list):
        found.add("R543", path, f"`sync_triggers` is {quoted(value)}, not a list", "a list; it may be empty")
        return
    choices(value, _TRIGGERS, path, found, "R543", "a sync trigger")


def _switches(value: Any, key: str, path: Path, found: Found) -> None:
    if not isinstance(value, dict):
        found.add(
            "R544", path, f"`{key}` is {quoted(value)}, not a mapping", "leave it out where there is nothing to say"
        )
        return
    for switch in allowed("continuity_policy", key):
        if switch in value and not isinstance(value[switch], bool):
            found.add("R544", (*path, switch), f"`{switch}` is {quoted(value[switch])}", "`true` or `false`, unquoted")
