"""Topologies and their revisions."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from ninja import Field, Schema

from .problem import Diagnostics, Kind, VerdictOut


class TopologyOut(Schema):
    """A topology as it stands: its verdict is that of the head."""

    slug: str
    name: str
    kind: Kind
    openrig: str = Field(description="The OpenRig release that a rig is judged by.", examples=["0.6.6"])
    valid: bool
    errors: int
    warnings: int
    head: int
    published: int | None
    nodes: int
    edges: int
    off_canvas: int
    sha256: str = Field(description="Of the head's bytes.")
    created: datetime
    updated: datetime
    updated_by: str
    url: str
    export: str


class SummaryOut(TopologyOut):
    """A topology as it stands; with `diagnostics=1` everything that is said about its head."""

    diagnostics: Diagnostics | None = None


class JudgedTopologyOut(TopologyOut):
    """A topology with everything that is said about its head."""

    diagnostics: Diagnostics


class TopologyPage(Schema):
    """One page of a team's topologies, by name. `next` is the address of the next page."""

    items: list[TopologyOut]
    total: int
    limit: int
    offset: int
    next: str | None


class AppliedOut(Schema):
    """What operations did. `patch` is a unified diff; `revision` is null where nothing was stored."""

    revision: int | None
    base: int = Field(description="The revision that the operations were applied to.")
    rebased: bool = Field(description="Whether that was a newer one than the base named in the request.")
    head: int
    dry_run: bool
    words: list[str]
    also: list[str] = Field(description="What was removed along with it.")
    patch: str
    verdict: VerdictOut


class RevisionOut(Schema):
    """One revision of the text."""

    number: int
    author: str
    via: Literal["page", "api", "cli", "admin", "system"]
    step: Literal["import", "ops", "source", "undo", "redo", "restore"]
    operation: str = Field(description="What was done, in words.")
    created: datetime
    sha256: str
    kind: Kind
    valid: bool
    errors: int
    warnings: int
    base: int | None
    origin: int | None
    published: bool
    export: str


class RevisionDetailOut(RevisionOut):
    """A revision with the operations that made it, where operations did, and its patch against the one before."""

    ops: list[dict[str, Any]]
    patch: str


class RevisionPage(Schema):
    """One page of revisions, newest first."""

    items: list[RevisionOut]
    total: int
    limit: int
    offset: int
    next: str | None


class Pair(Schema):
    """A value before and after."""

    before: Any
    after: Any


class ChangedOut(Schema):
    """A thing that stands on both sides and is not the same."""

    id: str = Field(examples=["delegates_to:orch.lead>dev.impl"])
    before_id: str
    fields: dict[str, Pair]


class DifferenceOut(Schema):
    """One sort of thing: what was added, removed, changed."""

    added: list[dict[str, Any]]
    removed: list[dict[str, Any]]
    changed: list[ChangedOut]


class DiagnosticsDifference(Schema):
    """Diagnostics that only one side has."""

    new: Diagnostics
    fixed: Diagnostics


class DiffOut(Schema):
    """What differs between two revisions: in the picture, in what is said about them, and in the text (`patch`)."""

    from_: int = Field(alias="from")
    to: int
    same: bool = Field(description="Whether nothing differs that a picture or a report shows.")
    facts: dict[str, Pair] = Field(description="Differences of the whole: its kind, its name, fields of its own.")
    containers: DifferenceOut
    nodes: DifferenceOut
    edges: DifferenceOut
    off_canvas: DifferenceOut
    filters: DifferenceOut
    diagnostics: DiagnosticsDifference
    patch: str
