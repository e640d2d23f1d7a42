"""Members: their plain fields (OpenRig `rigspec-schema.ts`). Terminals and session sources have their own modules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ..fields import allowed
from ..javascript import fields_of, filled, is_text
from .found import Check, Found, choice, error, missing_text, quoted, unknown_keys
from .policy import check_policy
from .sessions import check_session_source, check_starter_ref
from .startup import check_startup
from .terminal import TERMINAL_REF, check_terminal

_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_SEAT = re.compile(r"[A-Za-z0-9\-_.@]+")
#: Keys that need no look of their own: required ones are seen to apart, the others are never checked.
_FREE = frozenset({"id", "label", "agent_ref", "profile", "runtime", "cwd", "model"})
_TEXTS = (("profile", "R128"), ("runtime", "R129"), ("cwd", "R130"))
_RESTORE = allowed("member", "restore_policy")
_COMPACTION = allowed("member", "compaction_strategy")
OLD_COMPACTION = {"harness_native": "default-compaction", "pod_continuity": "managed-compaction"}
#: OpenRig looks the name up in a plain object, so what every JavaScript object inherits passes by accident.
_INHERITED = frozenset(
    [
        "constructor",
        "toString",
        "toLocaleString",
        "valueOf",
        "hasOwnProperty",
        "isPrototypeOf",
        "propertyIsEnumerable",
        "__proto__",
        "__defineGetter__",
        "__defineSetter__",
        "__lookupGetter__",
        "__lookupSetter__",
    ]
)

RULES = (
    error(
        "R121",
        "null-member",
        "a member is empty",
        "An item of `members` is null: a `- ` with nothing behind it. OpenRig's validator fails on it as a whole. "
        "Remove the item or write the member.",
    ),
    error(
        "R122",
        "unknown-member-key",
        "a member has a key that OpenRig does not know",
        "Since 0.5 unknown keys are refused on members. Correct the name (keys are written with underscores: "
        "`agent_ref`, not `agentRef`) or remove the key.\n\n`advisor_model` is written by newer builds, but no "
        "released schema knows it yet.",
    ),
    error(
        "R123",
        "member-id",
        "a member has no id",
        "`id` must be a non-empty text, for numbers in quotes. It is unique in its pod; `pod.member` is the seat.",
    ),
    error(
        "R124",
        "member-id-dot",
        "a member's id contains a dot",
        "The dot separates pod and member in `pod.member`, so it cannot stand inside either. Use `-` or `_`.",
    ),
    error(
        "R125",
        "member-id-twice",
        "two members of a pod have the same id",
        "Member ids are unique within their pod; the same id in another pod is fine. Rename one of them.",
    ),
    error(
        "R126",
        "agent-ref",
        "a member does not say which agent it is",
        "`agent_ref` must be a non-empty text: `local:RELATIVE/PATH` or `path:/ABSOLUTE/PATH` to an agent's folder, or "
        "`builtin:terminal` for a plain terminal.",
    ),
    error(
        "R127",
        "agent-ref-shape",
        "`agent_ref` has a form OpenRig does not know",
        "A reference starts with `local:` and goes on with a path that does not begin with `/`, or starts with `path:` "
        "and goes on with `/`. Case matters. `..` is allowed here.",
    ),
    error(
        "R128",
        "profile",
        "a member has no profile",
        "`profile` must be a non-empty text: a profile of the agent, often `default`; `none` on a terminal.",
    ),
    error(
        "R129",
        "runtime",
        "a member has no runtime",
        "`runtime` must be a non-empty text. Any text loads; preflight, before a launch, knows a list of runtimes.",
    ),
    error(
        "R130",
        "cwd",
        "a member has no working directory",
        "`cwd` must be a non-empty text; `.` is the folder of the rig.",
    ),
    error(
        "R131",
        "codex-config-profile",
        "`codex_config_profile` cannot stand here or is not a plain name",
        "It names a profile of Codex's own configuration: letters, digits, `_`, `.` and `-`, and only on a member "
        "whose runtime is exactly `codex`. Null is refused: leave the key out.",
    ),
    error(
        "R132",
        "role",
        "`role` is not a plain name",
        "A role is a name of letters, digits, `_`, `.` and `-`. Null is refused: leave the key out.",
    ),
    error(
        "R133",
        "restore-policy",
        "`restore_policy` is not known",
        "One of resume_if_possible, relaunch_fresh, checkpoint_only. It may only narrow what the agent itself says. "
        "Missing or null means: as the agent says.",
    ),
    error(
        "R134",
        "compaction-strategy",
        "`compaction_strategy` is not known",
        "One of default-compaction, managed-compaction, handover, apprentice-handover. The old names harness_native "
        "and pod_continuity are still read, with an advice. Null is refused: leave the key out.",
    ),
    error(
        "R135",
        "mechanic",
        "`mechanic` is not a seat's address",
        "The mechanic is a seat written `seat@rig`: letters, digits, `-`, `_`, `.` and `@`, something on both sides of "
        "the first `@`. Destinations that end in `@external` cannot mend a seat.",
        "OpenRig rigspec-schema.ts, session-name.ts",
    ),
)


def check_members(members: list[Any], path: Path, found: Found) -> None:
    """Every member of one pod."""
    seen: set[str] = set()
    checks = _STRICT_CHECKS if found.release.strict else _CHECKS
    known = found.known["member"]
    for index, member in enumerate(members):
        if member is None:
            found.add("R121", (*path, index), "the member is empty", "remove the item, or write the member")
            continue
        fields = fields_of(member)
        if not _complete(fields, seen):
            _required(fields, (*path, index), seen, found)
        if fields.keys() <= _FREE:
            continue
        if not fields.keys() <= known:
            unknown_keys(fields, (*path, index), found, "R122", "member")
        for key in fields:
            check = checks.get(key)
            if check is not None:
                check(fields[key], fields, (*path, index, key), found)


def _complete(member: Mapping[str, Any], seen: set[str]) -> bool:
    """Whether a member has all that is required and is no terminal, as nearly all; if so, its id is noted."""
    get = member.get
    own, ref, profile, runtime, cwd = get("id"), get("agent_ref"), get("profile"), get("runtime"), get("cwd")
    texts = own.__class__ is ref.__class__ is profile.__class__ is runtime.__class__ is cwd.__class__ is str
    if not (texts and own and ref and profile and runtime and cwd) or "." in own or own in seen:
        return False
    if runtime == "terminal" or ref == TERMINAL_REF or profile == "none" or not _good_ref(ref):
        return False
    seen.add(own)
    return True


def _required(member: Mapping[str, Any], path: Path, seen: set[str], found: Found) -> None:
    ref, runtime = member.get("agent_ref"), member.get("runtime")
    _member_id(member, path, seen, found)
    if not is_text(ref) or not _good_ref(ref):
        _agent_ref(member, path, found)
    for key, code in _TEXTS:
        if not is_text(member.get(key)):
            _missing(member, key, code, path, found)
    if runtime == "terminal" or ref == TERMINAL_REF or member.get("profile") == "none":
        check_terminal(member, path, found)


def _missing(member: Mapping[str, Any], key: str, code: str, path: Path, found: Found) -> None:
    message, remedy = missing_text(member, key)
    found.add(code, (*path, key), message, remedy)


def _member_id(member: Mapping[str, Any], path: Path, seen: set[str], found: Found) -> None:
    own = member.get("id")
    if not is_text(own):
        _missing(member, "id", "R123", path, found)
        return
    where = (*path, "id")
    if "." in own:
        found.add("R124", where, f"the member id {quoted(own)} contains a dot", "use `-` or `_` instead")
    if own in seen:
        found.add("R125", where, f"the member id {quoted(own)} stands twice in this pod", "rename one of the two")
    seen.add(own)


def _good_ref(ref: str) -> bool:
    if ref.startswith("local:"):
        return len(ref) > 6 and ref[6] != "/"
    return ref == TERMINAL_REF or ref.startswith("path:/")


def _agent_ref(member: Mapping[str, Any], path: Path, found: Found) -> None:
    ref = member.get("agent_ref")
    if not is_text(ref):
        _missing(member, "agent_ref", "R126", path, found)
        if ref != "":
            return
    message, remedy = f"the agent reference is {quoted(ref)}", "`local:RELATIVE/PATH` or `path:/ABSOLUTE/PATH`"
    if ref.startswith("local:/"):
        remedy = f"`local:` takes a relative path; write `path:{ref[6:]}` for an absolute one"
    elif ref.startswith("path:"):
        remedy = f"`path:` takes an absolute path; write `local:{ref[5:]}` for a relative one"
    elif ref and ":" not in ref and not ref.startswith("/"):
        remedy = f"write `local:{ref}`"
    found.add("R127", (*path, "agent_ref"), message, remedy)


def _codex_profile(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    if not filled(value):
        found.add("R131", path, f"`codex_config_profile` is {quoted(value)}", "a name, or no such key")
    elif not _NAME.fullmatch(value):
        found.add("R131", path, f"the profile name {quoted(value)} is not plain", "letters, digits, `_`, `.` and `-`")
    elif member.get("runtime") != "codex":
        message = f"`codex_config_profile` stands on a member of runtime {quoted(member.get('runtime'))}"
        found.add("R131", path, message, "remove it, or set `runtime: codex`", at="key")


def _role(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    if not filled(value):
        found.add("R132", path, f"`role` is {quoted(value)}", "a name, or no such key")
    elif not _NAME.fullmatch(value):
        found.add("R132", path, f"the role {quoted(value)} is not a plain name", "letters, digits, `_`, `.` and `-`")
    elif member.get("runtime") == "terminal":
        found.add("R140", path, "a terminal has no `role`", "remove it: no agent runs there", at="key")


def _policy(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    if check_policy(value, path, found) and member.get("runtime") == "terminal":
        found.add("R140", path, "a terminal has no `permission_policy`", "remove it: no agent runs there", at="key")


def _restore_policy(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    if value is not None:
        choice(value, _RESTORE, path, found, "R133", "`restore_policy`")


def _compaction(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    if not isinstance(value, str) or (value not in OLD_COMPACTION and value not in _INHERITED):
        choice(value, _COMPACTION, path, found, "R134", "`compaction_strategy`")


def _mechanic(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    good = isinstance(value, str) and _SEAT.fullmatch(value) and not value.endswith("@external")
    seat, at, rig = value.partition("@") if good else ("", "", "")
    if not (seat and at and rig):
        found.add("R135", path, f"the mechanic is {quoted(value)}", "a seat of a rig: `seat@rig`")


def _startup(value: Any, member: Mapping[str, Any], path: Path, found: Found) -> None:
    check_startup(value, path, found)


_CHECKS: dict[str, Check] = {
    "codex_config_profile": _codex_profile,
    "role": _role,
    "restore_policy": _restore_policy,
    "startup": _startup,
    "session_source": check_session_source,
    "starter_ref": check_starter_ref,
}
_STRICT_CHECKS: dict[str, Check] = _CHECKS | {
    "compaction_strategy": _compaction,
    "mechanic": _mechanic,
    "permission_policy": _policy,
}
