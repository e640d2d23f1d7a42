"""What each OpenRig release knows: one row per release that a rig can be judged against."""

from __future__ import annotations

from dataclasses import dataclass

EVERY_KIND = ("delegates_to", "spawned_by", "can_observe", "collaborates_with", "escalates_to")


@dataclass(frozen=True, slots=True)
class Release:
    """The points on which releases differ.

    `strict` covers what came with 0.5: unknown keys are refused, and the keys that release added
    (`permission_policy`, `managed_blocks`, `compaction_strategy`, `mechanic`, `effort`, a file's `orientation`)
    are checked. `runtimes` and `at_sign_in_ids` are preflight matters.
    """

    name: str
    strict: bool
    deferred_targets: bool
    context_packs: bool
    action_types: tuple[str, ...]
    legacy_kinds: tuple[str, ...]
    runtimes: frozenset[str]
    at_sign_in_ids: bool


RELEASES: dict[str, Release] = {
    "0.4.6": Release(
        name="0.4.6",
        strict=False,
        deferred_targets=False,
        context_packs=True,
        action_types=("slash_command", "send_text"),
        legacy_kinds=EVERY_KIND[:3],
        runtimes=frozenset({"claude-code", "codex", "pi", "terminal"}),
        at_sign_in_ids=True,
    ),
    "0.6.6": Release(
        name="0.6.6",
        strict=True,
        deferred_targets=True,
        context_packs=False,
        action_types=("slash_command", "send_text", "startup_proof"),
        legacy_kinds=EVERY_KIND,
        runtimes=frozenset({"claude-code", "codex", "pi", "terminal", "stub", "omp", "cursor", "agy"}),
        at_sign_in_ids=False,
    ),
}

OPENRIG_VERSIONS: tuple[str, ...] = tuple(RELEASES)
DEFAULT_OPENRIG = "0.6.6"
