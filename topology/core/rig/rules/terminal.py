"""The terminal triple: runtime `terminal`, agent `builtin:terminal` and profile `none` go together or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from .found import Found, error, quoted

TERMINAL_REF = "builtin:terminal"

RULES = (
    error(
        "R136",
        "terminal-agent",
        "a terminal does not use `builtin:terminal`",
        "A member of runtime `terminal` is a plain terminal without an agent: its `agent_ref` is exactly "
        "`builtin:terminal` and its `profile` exactly `none`.",
    ),
    error(
        "R137",
        "terminal-profile",
        "a terminal has a profile",
        "A member of runtime `terminal` has no agent and so no profile: write `profile: none`.",
    ),
    error(
        "R138",
        "terminal-agent-elsewhere",
        "`builtin:terminal` stands on a member that is not a terminal",
        "`builtin:terminal` only goes with `runtime: terminal` (exact case). Change the runtime, or name an agent.",
    ),
    error(
        "R139",
        "profile-none-elsewhere",
        "`profile: none` stands on a member that is not a terminal",
        "Only a terminal has no profile. Name a profile of the agent, often `default`.",
    ),
    error(
        "R140",
        "not-on-a-terminal",
        "a terminal carries a field that only an agent can have",
        "`role`, `permission_policy`, `session_source` and `starter_ref` speak to an agent; a terminal has none. "
        "`model`, `label`, `startup`, `restore_policy`, `mechanic` and `compaction_strategy` may stay.",
    ),
)


def check_terminal(member: Mapping[str, Any], path: Path, found: Found) -> None:
    """The triple of one member; OpenRig reports it at the member, the text at fault is the field."""
    ref, profile = member.get("agent_ref"), member.get("profile")
    if member.get("runtime") == "terminal":
        if ref != TERMINAL_REF:
            _at(
                found,
                "R136",
                path,
                "agent_ref",
                f"a terminal's `agent_ref` is {quoted(ref)}",
                f"write `{TERMINAL_REF}`",
            )
        if profile != "none":
            _at(found, "R137", path, "profile", f"a terminal's `profile` is {quoted(profile)}", "write `none`")
        return
    if ref == TERMINAL_REF:
        message = f"`{TERMINAL_REF}` stands on a member that is not a terminal"
        _at(found, "R138", path, "agent_ref", message, "set `runtime: terminal`, or name an agent")
    if profile == "none":
        message = "`profile: none` stands on a member that is not a terminal"
        _at(found, "R139", path, "profile", message, "name a profile of the agent, often `default`")


def _at(found: Found, code: str, path: Path, key: str, message: str, remedy: str) -> None:
    found.add(code, (*path, key), message, remedy, shown=path)
