"""The launch page of a rig: waves, order, why each member waits, the loops that prevent a launch, the restore."""

from __future__ import annotations

from typing import Any

from ...core.rig.launch import restore_notes
from .frame import Frame


def context(frame: Frame) -> dict[str, Any]:
    """Waves with the reasons to wait of each member; loops with the fewest edges to cut."""
    model = frame.judgement.model
    launch = model.launch
    waits: dict[str, list[Any]] = {}
    for wait in launch.waits:
        waits.setdefault(wait.member, []).append(wait)
    waves = [[(member, waits.get(member, [])) for member in wave] for wave in launch.waves or ()]
    return {"launch": launch, "waves": waves, "waits": waits, "notes": restore_notes(model.spec, launch)}
