"""For programs: every diagnostic of every file, those that a baseline knows marked `known`."""

from __future__ import annotations

from topology.core.outcome import Outcome
from topology.core.plain import as_json


def render(outcome: Outcome) -> bytes:
    """One JSON object with `files` and `summary`."""
    return as_json(outcome.to_dict())
