"""The stage lattice: one table of the sixteen stage pairs, nine allowed and seven forbidden.

Source: agent-graph-edge-catalog.md, "The allowed-edge table", "The forbidden-edge table", "Removing an allowed
pattern" and "Adding an edge to the upstream canonical builder".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise

from .vocabulary import ANCHOR_PLAN, POST_TURN, STAGES, SYNTHESIZE, TOOL_LOOP

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One stage pair. `number` counts within its side (allowed 1-9, forbidden 1-7).

    `role` is what the pair is for, or, of a forbidden pair, its failure mode; `short` the same in a few words.
    """

    source: str
    target: str
    allowed: bool
    number: int
    short: str
    role: str

    @property
    def pair(self) -> Pair:
        return self.source, self.target

    @property
    def title(self) -> str:
        """The first line of a verdict: "allowed by row 7", "forbidden 4: post-synthesis tool dispatch"."""
        return f"allowed by row {self.number}" if self.allowed else f"forbidden {self.number}: {self.short}"

    @property
    def code(self) -> str | None:
        """The diagnostic code of a forbidden row of the documented lattice (G201 to G207), else None."""
        return None if self.allowed or self.number > 7 else f"G20{self.number}"


@dataclass(frozen=True, slots=True)
class WayRound:
    """A legal route between two stages: the `stages` passed, ends included, and the `rows` that allow each step."""

    stages: tuple[str, ...]
    rows: tuple[int, ...]

    @property
    def next_turn(self) -> bool:
        """Whether the route rolls over into the next turn (`post-turn` to `anchor-plan`)."""
        return (POST_TURN, ANCHOR_PLAN) in pairwise(self.stages)

    @property
    def words(self) -> str:
        """The route in words: "through `post-turn` and `anchor-plan` (rows 7, 9, 2)"."""
        through = " and ".join(f"`{stage}`" for stage in self.stages[1:-1])
        return f"through {through} (rows {', '.join(map(str, self.rows))})"


def _allowed(number: int, source: str, target: str, short: str, role: str) -> Row:
    return Row(source, target, True, number, short, role)


def _forbidden(number: int, source: str, target: str, short: str, role: str) -> Row:
    return Row(source, target, False, number, short, role)


#: The sixteen pairs, stage by stage.
TABLE: tuple[Row, ...] = (
    _allowed(1, ANCHOR_PLAN, ANCHOR_PLAN, "inside the plan", "The chain inside the stage, from anchor to plan."),
    _allowed(2, ANCHOR_PLAN, TOOL_LOOP, "entering the loop", "The pre-LLM chain enters the loop."),
    _forbidden(1, ANCHOR_PLAN, SYNTHESIZE, "skipping the tool loop", "Skipping the tool loop."),
    _forbidden(2, ANCHOR_PLAN, POST_TURN, "skipping loop and synthesis", "Skipping the loop and synthesis."),
    _forbidden(3, TOOL_LOOP, ANCHOR_PLAN, "re-planning mid-turn", "Re-planning mid-turn."),
    _allowed(3, TOOL_LOOP, TOOL_LOOP, "inside the loop", "The chains inside the loop: tools, inspection, decision."),
    _allowed(4, TOOL_LOOP, SYNTHESIZE, "escalation to synthesis", "Forced or natural escalation to synthesis."),
    _allowed(5, TOOL_LOOP, POST_TURN, "recovery dispatch", "Recovery dispatch: shaping a recovery is post-turn work."),
    _forbidden(5, SYNTHESIZE, ANCHOR_PLAN, "post-synthesis re-planning", "Post-synthesis re-planning."),
    _forbidden(
        4,
        SYNTHESIZE,
        TOOL_LOOP,
        "post-synthesis tool dispatch",
        "Post-synthesis tool dispatch, the headline risk surface.",
    ),
    _allowed(6, SYNTHESIZE, SYNTHESIZE, "synthesis retry", "The synthesis retry self-loop, guarded by `messageId`."),
    _allowed(7, SYNTHESIZE, POST_TURN, "entering post-turn", "The terminal chain enters post-turn cleanup."),
    _allowed(9, POST_TURN, ANCHOR_PLAN, "next-turn rollover", "Next-turn rollover, the only legal cross-turn edge."),
    _forbidden(6, POST_TURN, TOOL_LOOP, "re-entering an active turn", "Post-turn re-entering an active turn."),
    _forbidden(7, POST_TURN, SYNTHESIZE, "re-entering synthesis", "Post-turn re-entering synthesis."),
    _allowed(8, POST_TURN, POST_TURN, "inside post-turn", "The chain inside the stage: citation, memory, costs."),
)

#: What else may be said beside the computed way round of a documented forbidden pair.
ADVICE: dict[Pair, str] = {
    (ANCHOR_PLAN, POST_TURN): "row 5 is meant for recovery dispatch",
    (SYNTHESIZE, TOOL_LOOP): "or move the tool call before synthesis",
}

#: What a change of the lattice takes upstream, step by step.
REMOVING_STEPS: tuple[str, ...] = (
    "Remove the row from `ALLOWED_EDGE_PATTERNS` in `topology.ts`.",
    "Add the same pair to `FORBIDDEN_EDGE_PATTERNS`, so that the two tables stay symmetric.",
    "Update the four-stage diagram in the Graph, Nodes and Edge catalog pages.",
    "Append a `Changed` row to the changelog that names the row and the topologies it breaks.",
)
ADDING_STEPS: tuple[str, ...] = (
    "Add the row to `ALLOWED_EDGE_PATTERNS` in `topology.ts`.",
    "Remove the same pair from `FORBIDDEN_EDGE_PATTERNS`, so that the two tables stay symmetric.",
    "Update the four-stage diagram in the Graph, Nodes and Edge catalog pages.",
    "Append a `Changed` row to the changelog, and say why the broader lattice is the right call.",
)


@dataclass(frozen=True)
class Lattice:
    """The verdict on every stage pair: a complete, disjoint split of the 16 pairs into allowed and forbidden.

    Raises ValueError where rows are missing, doubled or numbered alike on one side. `forbid` and `allow` give
    what-if lattices; a row that changes sides takes the next free number there.
    """

    rows: tuple[Row, ...] = TABLE
    _by_pair: dict[Pair, Row] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_pair = {row.pair: row for row in self.rows}
        wanted = {(source, target) for source in STAGES for target in STAGES}
        numbers = {(row.allowed, row.number) for row in self.rows}
        if set(by_pair) != wanted or len(self.rows) != len(wanted) or len(numbers) != len(self.rows):
            raise ValueError("a lattice judges each of the 16 stage pairs exactly once")
        object.__setattr__(self, "_by_pair", by_pair)

    @property
    def allowed(self) -> tuple[Row, ...]:
        """The allowed rows by number."""
        return tuple(sorted((r for r in self.rows if r.allowed), key=lambda r: r.number))

    @property
    def forbidden(self) -> tuple[Row, ...]:
        """The forbidden rows by number."""
        return tuple(sorted((r for r in self.rows if not r.allowed), key=lambda r: r.number))

    def row(self, source: str, target: str) -> Row:
        """The row of a stage pair; raises KeyError where either is not a stage."""
        return self._by_pair[source, target]

    def get(self, source: str | None, target: str | None) -> Row | None:
        """The row of a stage pair, or None where either end has no known stage."""
        return self._by_pair.get((source, target))  # type: ignore[arg-type]

    def matrix(self) -> tuple[tuple[Row, ...], ...]:
        """The rows as a 4 x 4 table: a line per source stage, a cell per target stage, in stage order."""
        return tuple(tuple(self._by_pair[source, target] for target in STAGES) for source in STAGES)

    def forbid(self, number: int) -> Lattice:
        """This lattice with one allowed row forbidden; raises KeyError where there is no such row."""
        return self._moved(_numbered(self.allowed, number))

    def allow(self, number: int) -> Lattice:
        """This lattice with one forbidden row allowed; raises KeyError where there is no such row."""
        return self._moved(_numbered(self.forbidden, number))

    def toggle(self, source: str, target: str) -> Lattice:
        """This lattice with the verdict on one stage pair turned round; raises KeyError where either is no stage."""
        return self._moved(self.row(source, target))

    def _moved(self, row: Row) -> Lattice:
        home = next((r for r in TABLE if r.pair == row.pair and r.allowed is not row.allowed), None)
        if home is None:
            other_side = self.forbidden if row.allowed else self.allowed
            number = max(r.number for r in (*other_side, *(r for r in TABLE if r.allowed is not row.allowed))) + 1
            words = "Forbidden in this what-if" if row.allowed else "Allowed in this what-if"
            home = replace(row, allowed=not row.allowed, number=number, role=f"{words}. {row.role}")
        return Lattice(tuple(home if r is row else r for r in self.rows))

    def way_round(self, source: str, target: str) -> WayRound | None:
        """The shortest legal route of two steps or more; None where this lattice has none.

        Never through a new node in `synthesize`: the singleton admits none. Of equally short routes the one that
        stays in the turn wins.
        """
        routes = self._routes(source, target, barred=frozenset({SYNTHESIZE}))
        return min(routes, key=lambda way: (len(way.rows), way.next_turn, way.rows), default=None)

    def alternatives(self, source: str, target: str) -> tuple[WayRound, ...]:
        """Longer legal routes that stay in this turn and pass the one node that `synthesize` already has."""
        best = self.way_round(source, target)
        routes = [way for way in self._routes(source, target, barred=frozenset()) if way != best]
        return tuple(sorted((way for way in routes if not way.next_turn), key=lambda way: (len(way.rows), way.rows)))

    def _routes(self, source: str, target: str, barred: frozenset[str]) -> list[WayRound]:
        found: list[WayRound] = []
        queue: deque[tuple[str, ...]] = deque([(source,)])
        while queue:
            path = queue.popleft()
            for stage in STAGES:
                if not self._by_pair[path[-1], stage].allowed:
                    continue
                if stage == target and len(path) > 1:
                    found.append(self._way((*path, stage)))
                elif stage not in path and stage not in barred and stage != target:
                    queue.append((*path, stage))
        return found

    def _way(self, stages: tuple[str, ...]) -> WayRound:
        return WayRound(stages, tuple(self._by_pair[pair].number for pair in pairwise(stages)))

    def help(self, source: str, target: str) -> str:
        """What to do instead of a forbidden pair, in words."""
        way, advice = self.way_round(source, target), ADVICE.get((source, target))
        said = [f"go {way.words}" + (": it takes effect next turn" if way.next_turn else "")] if way else []
        said += [advice] if advice and way else []
        others = self.alternatives(source, target) if SYNTHESIZE not in (source, target) else ()
        said += [f"or {other.words}, by the node that `synthesize` already has" for other in others]
        return "; ".join(said).removeprefix("or ") or "this lattice has no legal way round"


def _numbered(rows: Iterable[Row], number: int) -> Row:
    for row in rows:
        if row.number == number:
            return row
    raise KeyError(number)


#: The lattice of the substrate.
LATTICE = Lattice()
