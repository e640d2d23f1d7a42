"""What is said of a document, and of a request that failed."""

from __future__ import annotations

from typing import Annotated, Literal

from ninja import Field, Schema

Kind = Literal["rig", "rig-legacy", "graph", "unknown"]


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


#: What is said about a document.
Diagnostics = Annotated[
    list[DiagnosticOut],
    Field(description="In document order; of more than 1,000 the first errors. What counts errors counts all."),
]


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
    diagnostics: Diagnostics | None = None
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


class VerdictOut(Schema):
    """What is said about a text."""

    kind: Kind
    valid: bool
    errors: int
    warnings: int
    diagnostics: Diagnostics


class CheckedFileOut(Schema):
    """The verdict on one document. `file` is `-`, for it has no name here."""

    file: str
    kind: Kind
    valid: bool
    diagnostics: Diagnostics


class CheckSummaryOut(Schema):
    """Counts over all documents."""

    checked: int
    valid: int
    errors: int
    warnings: int
    skipped: int


class CheckOut(Schema):
    """What `topology check --format json` prints."""

    files: list[CheckedFileOut]
    summary: CheckSummaryOut
