"""What a client sends."""

from __future__ import annotations

from typing import Annotated, Any

from ninja import Field, Schema
from pydantic import ConfigDict, StrictBool

from topology.core import graph, rig

#: As many as the service takes at once.
MAX_OPERATIONS = 200
#: Revision numbers, in a range that every database holds.
Number = Annotated[int, Field(ge=1, le=2_147_483_647, strict=True)]


class Given(Schema):
    """What a client sends: a name that is not documented is refused."""

    model_config = ConfigDict(extra="forbid")


class OperationsIn(Given):
    """Operations on a base revision, applied in order, all or none."""

    base: Number = Field(description="The revision that the operations were made on.", examples=[3])
    ops: list[dict[str, Any]] = Field(
        min_length=1,
        max_length=MAX_OPERATIONS,
        description=f"Operations by name. Rigs: {', '.join(rig.EDITS)}. Graphs: {', '.join(graph.EDITS)}.",
        examples=[[{"op": "add_edge", "kind": "delegates_to", "from": "orch.lead", "to": "dev.impl"}]],
    )
    dry_run: StrictBool = Field(False, description="Answer what would become of it, and store nothing.")


class RestoreIn(Given):
    """The revision whose text becomes the head again."""

    revision: Number = Field(examples=[1])
