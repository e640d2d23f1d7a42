"""The shape of what the API takes and gives. No rules here: what a document must obey lives in the core."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict, StrictBool

#: Revision numbers, in a range that every database holds.
Number = Annotated[int, Field(ge=1, le=2_147_483_647, strict=True)]
State = Literal["resolved", "missing", "ambiguous", "self", "cycle", "unknown"]
Kind = Literal["rig", "rig-legacy", "graph", "unknown"]


class Given(Schema):
    """What a client sends: a name that is not documented is refused."""

    model_config = ConfigDict(extra="forbid")


class OperationsIn(Given):
    """Operations on a base revision, applied in order, all or none."""

    base: Number = Field(description="The revision that the operations were made on.", examples=[3])
    ops: list[dict[str, Any]] = Field(
        min_length=1,
        max_length=500,
        description="Operations by name, as in the list of operations.",
        examples=[[{"op": "add_edge", "kind": "delegates_to", "from": "orch.lead", "to": "dev.impl"}]],
    )
    dry_run: StrictBool = Field(False, description="Answer what would become of it, and store nothing.")


class RestoreIn(Given):
    """The revision whose text becomes the head again."""

    revision: Number = Field(examples=[1])


class DiagnosticOut(Schema):
    """One thing said about a document; lines and columns count from 1."""

    code: str = Field(examples=["R203"])
    severity: Literal["error", "warning", "info"]
    path: str = Field(examples=["pods[0].edges[1].to"])
    line: int
    column: int
    endLine: int
    endColumn: int
    message: str
    help: str


class Fault(Schema):
    """One fault in a request's own shape."""

    where: str = Field(examples=["body.ops"])
    message: str


class Problem(Schema):
    """A problem document (RFC 9457). `title` says what is wrong, `detail` what to do."""

    type: str = Field(examples=["about:blank"])
    title: str
    status: int
    detail: str
    diagnostics: list[DiagnosticOut] | None = Field(None, description="Where the document is at fault.")
    errors: list[Fault] | None = Field(None, description="Where the request is at fault.")
    code: str | None = Field(None, description="The code of a refused operation.", examples=["E101"])


class ConflictProblem(Problem):
    """Both sides of a conflict. `yours` is null where operations were sent."""

    base: int
    head: int
    reasons: list[str]
    base_text: str
    theirs: str
    yours: str | None


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

    diagnostics: list[DiagnosticOut] | None = None


class JudgedTopologyOut(TopologyOut):
    """A topology with everything that is said about its head."""

    diagnostics: list[DiagnosticOut]


class TopologyPage(Schema):
    """One page of a team's topologies, by name. `next` is the address of the next page."""

    items: list[TopologyOut]
    total: int
    limit: int
    offset: int
    next: str | None


class VerdictOut(Schema):
    """What is said about a text."""

    kind: Kind
    valid: bool
    errors: int
    warnings: int
    diagnostics: list[DiagnosticOut]


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


class CheckedFileOut(Schema):
    """The verdict on one document. `file` is `-`, for it has no name here."""

    file: str
    kind: Kind
    valid: bool
    diagnostics: list[DiagnosticOut]


class CheckSummaryOut(Schema):
    checked: int
    valid: int
    errors: int
    warnings: int
    skipped: int


class CheckOut(Schema):
    """What `topology check --format json` prints."""

    files: list[CheckedFileOut]
    summary: CheckSummaryOut


class RegistryEntryOut(Schema):
    """A name that the registry knows."""

    name: str = Field(examples=["llmDecision"])
    stageId: str = Field(examples=["tool-loop"])
    gated: str | None = Field(None, description="`always`, the config field that registers it, or absent: not known.")


class RegistryOut(Schema):
    """The node registry in force, in the form that `--registry` takes."""

    kind: Literal["node-registry"]
    version: str
    name: str
    capacities: dict[str, int]
    names: list[RegistryEntryOut]
    retired: dict[str, str]


class Peer(Schema):
    """A seat by its address in the rig and its session."""

    logicalId: str = Field(examples=["dev.impl"])
    sessionName: str = Field(examples=["dev-impl@my-rig"])


class Outgoing(Schema):
    """An edge that leaves the seat."""

    kind: str
    to: Peer


class Incoming(Schema):
    """An edge that reaches the seat."""

    kind: str
    from_: Peer = Field(alias="from")


class SeatEdges(Schema):
    """Edges between seats of this rig; deferred ones are not among them."""

    outgoing: list[Outgoing]
    incoming: list[Incoming]


class WhoamiOut(Schema):
    """Who a seat is, as `rig whoami --json` projects it."""

    rig: str
    pod: str | None
    member: str
    runtime: str | None
    logicalId: str
    sessionName: str
    edges: SeatEdges
    peers: list[Peer]


class MentionOut(Schema):
    """An edge that names an address, and how the address resolves for its seat."""

    topology: str
    url: str
    source: str = Field(examples=["work.lead"])
    kind: str = Field(examples=["escalates_to"])
    state: State
    why: str


class SeatRef(Schema):
    """A seat of one of the team's rigs."""

    topology: str
    url: str
    member: str = Field(examples=["review.advisor"])


class SeatOut(Schema):
    """How a cross-rig address resolves among the team's rigs."""

    address: str = Field(examples=["review-advisor@coord"])
    state: State
    why: str
    seats: list[SeatRef] = Field(description="The seats that it could mean.")
    path: list[SeatRef] = Field(description="The declared cycle that it lies on.")
    named_by: list[MentionOut]


class DiffOut(Schema):
    """What differs between two revisions."""

    from_: int = Field(alias="from")
    to: int
    patch: str
