"""Seats, addresses and the node registry."""

from __future__ import annotations

from typing import Literal

from ninja import Field, Schema

State = Literal["resolved", "missing", "ambiguous", "self", "cycle", "unknown"]


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
