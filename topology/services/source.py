"""Saving a whole text: merged with what others saved meanwhile, with the line ends of the text it was made from."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.kinds import Judgement
from ..core.line_ends import keep_line_ends
from ..core.merge import merge as combine
from ..models import Revision, Step, Topology
from . import store
from .actor import Actor
from .errors import Conflict, Rejected
from .patch import splice_between
from .reading import decode, encode, judge_for, must_be_readable


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save came to. `revision` is None where nothing changed; `merged`: others' changes are in it too."""

    text: str
    judgement: Judgement
    revision: Revision | None
    merged: bool = False


def save_source(
    actor: Actor, topology: Topology, base: int, data: bytes, *, merge: bool = True, exact: bool = False
) -> Saved:
    """Store a text that was made from revision `base`.

    Where the head has moved on, both changes are merged; `Conflict` where they clash, or without `merge`. Browsers
    change line ends in forms, so unchanged lines keep those of the base; with `exact` (programs) the bytes stay.
    `Rejected` where the text is too large, not UTF-8, or not readable.
    """
    given = decode(data)
    outcome: Saved | None = None

    def prepare(seen: Topology, head: Revision) -> store.Draft | None:
        nonlocal outcome
        text = _combine(seen, head, base, given, merge, exact)
        encode(text)
        judgement = must_be_readable(judge_for(seen.team, text, seen.openrig))
        merged = base != head.number
        outcome = Saved(text, judgement, None, merged)
        if text == head.text:
            return None
        words = "edit the source" + (f", merged with r{head.number}" if merged else "")
        splices = ((splice_between(head.text, text),),)
        return store.Draft(text, judgement, Step.SOURCE, words, [], splices, base)

    revision = store.write(actor, topology, prepare)
    assert outcome is not None  # noqa: S101 - `prepare` ran
    return Saved(outcome.text, outcome.judgement, revision, outcome.merged)


def _combine(seen: Topology, head: Revision, base: int, given: str, merge: bool, exact: bool) -> str:
    """The text to store: the given one, with line ends restored, and merged where the head has moved on."""
    if base == head.number:
        return given if exact else keep_line_ends(head.text, given)
    earlier = seen.revisions.filter(number=base).first()
    if earlier is None:
        raise Rejected(422, f"there is no revision {base}", f"the newest is {head.number}")
    yours = given if exact else keep_line_ends(earlier.text, given)
    if earlier.sha256 == head.sha256 or yours == head.text:
        return yours
    merged = combine(earlier.text, head.text, yours)
    if merge and merged.text is not None:
        return merged.text
    raise Conflict(
        f"revision {head.number} by {head.author_name} came in between",
        base=base,
        head=head.number,
        base_text=earlier.text,
        theirs=head.text,
        yours=yours,
        regions=merged.regions,
        merged=merged.text,
    )
