"""The channels page of a graph: who writes and who reads each, the reactive schedule, and colliding siblings."""

from __future__ import annotations

from typing import Any

from .frame import Frame


def context(frame: Frame) -> dict[str, Any]:
    """Channels, reactions of plugin nodes and collisions of the compiled graph."""
    model = frame.judgement.model
    return {"channels": model.channels(), "reactions": model.reactions(), "collisions": model.collisions()}
