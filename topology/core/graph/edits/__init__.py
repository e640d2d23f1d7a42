"""Edits of agent graphs, by operation name."""

from __future__ import annotations

from ...edits import EditTable

EDITS: EditTable = {}
