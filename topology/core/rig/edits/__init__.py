"""Operations on a rig's text."""

from __future__ import annotations

from ...edits import EditTable

EDITS: EditTable = {}
