"""A conflict over operations: what either side did, and the same operations on the newest revision all the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ... import services
from ...core.edit_fields import read_path
from ...core.kinds import Refused, apply_operations
from ...core.rebase import follow
from ...services import Conflict
from ...services.reading import options_for
from .frame import Frame, judged

_BY_PATH = frozenset({"set_field", "unset_field", "rename_key"})


def both_sides(frame: Frame, conflict: Conflict, operations: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The patches of a clash page: theirs, yours, and `again`, what yours would change now (`no_way` why it cannot)."""
    context: dict[str, Any] = {"theirs_patch": _patch(frame, conflict.base_text, conflict.theirs)}
    if not operations or not conflict.base_text:
        return context
    yours, _ = _applied(frame, conflict.base_text, operations)
    context["yours_patch"] = _patch(frame, conflict.base_text, yours) if yours is not None else ""
    moved = _followed(frame, conflict.base_text, conflict.theirs, operations)
    again, why = _applied(frame, conflict.theirs, moved) if moved is not None else (None, "what it changes is gone")
    if again is not None and again != conflict.theirs:
        return context | {"again": _patch(frame, conflict.theirs, again)}
    return context | {"no_way": why or "the newest revision says so already"}


def on_newest(frame: Frame, base: int, operations: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Operations made on revision `base` as operations on the head, whatever others have changed there."""
    revision = frame.topology.revisions.filter(number=base).first()
    moved = _followed(frame, revision.text, frame.judgement.text, operations) if revision else None
    if moved is None:
        raise services.Rejected(422, "what this changes is no longer there", "look at the newest revision")
    return moved


def _followed(frame: Frame, before: str, now: str, operations: Iterable[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """The operations with the paths that their parts have now; None where one is gone."""
    old, new = judged(frame.topology, before).document, judged(frame.topology, now).document
    if old is None or new is None:
        return None
    moved = []
    for operation in operations:
        if operation["op"] in _BY_PATH:
            path = follow(old.root, new.root, read_path(operation["path"]))
            if path is None:
                return None
            moved.append({**operation, "path": list(path)})
        else:
            moved.append(operation)
    return moved


def _applied(frame: Frame, text: str, operations: Iterable[dict[str, Any]]) -> tuple[str | None, str]:
    """The text after operations, or None and why not."""
    options = options_for(frame.topology.team, frame.topology.openrig)
    try:
        return apply_operations(text, operations, options).text, ""
    except Refused as refusal:
        return None, refusal.message


def _patch(frame: Frame, before: str, after: str) -> str:
    return services.unified(before, after, name=f"{frame.topology.slug}.yaml")
