"""The verdict on one possible edge, said before anything is saved."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class EdgeVerdict:
    """What would become of an edge `source` -> `target` of `kind`, in words.

    `title` is the first line ("allowed by row 7", "forbidden 4: post-synthesis tool dispatch", "cross-pod edge");
    `reason` explains it (a row's role or failure mode; a refusal's cause); `help` says what to do instead.
    `way_round` is the shortest legal route as stages or steps, `way_rows` its table rows, `next_turn` whether it
    takes effect only next turn. `effects` are sentences on what the edge does at run time today (rigs).
    `code` is the rule that refuses it or, where it is legal, that will warn of it. `cycle` is the launch cycle it would
    close, closed, in launch order.
    """

    source: str
    target: str
    kind: str | None
    legal: bool
    status: str
    title: str
    reason: str = ""
    help: str = ""
    code: str | None = None
    row: int | None = None
    scope: str | None = None
    way_round: tuple[str, ...] = ()
    way_rows: tuple[int, ...] = ()
    next_turn: bool = False
    effects: tuple[str, ...] = ()
    cycle: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """A JSON form with the same names."""
        return asdict(self)
