"""Undo, redo and restore: each appends a revision that repeats an earlier text, so they survive reloads and people.

An undo or redo names in `origin` the revision whose text came back. What a head stands for is therefore its origin
(itself, for any other step); undoing it brings back what the head before that one stood for.
"""

from __future__ import annotations

from ..models import Revision, Step, Topology
from . import store
from .actor import Actor
from .errors import Conflict, Rejected
from .patch import splice_between
from .reading import judge_for

_WALKS = (Step.UNDO, Step.REDO)


def undo(actor: Actor, topology: Topology, *, base: int | None = None) -> Revision:
    """Bring back the text before the last change, whoever made it; `Rejected` (409) where there is none.

    With `base` it is a `Conflict` where the head has moved on: the person would undo what they have not seen.
    """
    return _walk(actor, topology, Step.UNDO, base)


def redo(actor: Actor, topology: Topology, *, base: int | None = None) -> Revision:
    """Bring back what the last undo took away; `Rejected` (409) where nothing was undone since the last change."""
    return _walk(actor, topology, Step.REDO, base)


def restore(actor: Actor, topology: Topology, number: int, *, base: int | None = None) -> Revision | None:
    """Make an earlier revision's text the newest; None where it already is. `Rejected` (404) where there is none."""

    def prepare(seen: Topology, head: Revision) -> store.Draft | None:
        _must_be(seen, head, base)
        wanted = seen.revisions.filter(number=number).first()
        if wanted is None:
            raise Rejected(404, f"there is no revision {number}", f"the newest is {head.number}")
        if wanted.sha256 == head.sha256:
            return None
        return _repeat(seen, head, wanted, Step.RESTORE, f"restore revision {number}")

    return store.write(actor, topology, prepare)


def steps_back(topology: Topology) -> tuple[str, str]:
    """What undo and redo would do now, in words; "" where there is nothing to undo or redo."""
    stands_for, undone = _timeline(topology)
    return _words(topology, stands_for) if stands_for > 1 else "", _words(topology, undone[-1]) if undone else ""


def _walk(actor: Actor, topology: Topology, step: Step, base: int | None) -> Revision:
    def prepare(seen: Topology, head: Revision) -> store.Draft:
        _must_be(seen, head, base)
        stands_for, undone = _timeline(seen)
        if step == Step.UNDO:
            changed, number = stands_for, _stood_for(seen, stands_for - 1) if stands_for > 1 else None
        else:
            changed = number = undone[-1] if undone else None
        if number is None or changed is None:
            raise Rejected(409, f"there is nothing to {step}")
        return _repeat(seen, head, seen.revision(number), step, f"{step}: {_words(seen, changed)}")

    revision = store.write(actor, topology, prepare)
    assert revision is not None  # noqa: S101 - `prepare` never makes None
    return revision


def _timeline(topology: Topology) -> tuple[int, list[int]]:
    """What the head stands for, and what has been undone since the last change (the next to redo last)."""
    steps = topology.revisions.values_list("number", "step", "origin")
    last = topology.revisions.exclude(step__in=_WALKS).order_by("-number").values_list("number", flat=True)[0]
    stands_for, undone = last, []
    if last == topology.head:
        return stands_for, undone
    for _, step, origin in steps.filter(number__gt=last).order_by("number"):
        if step == Step.UNDO:
            undone.append(stands_for)
        elif undone:
            undone.pop()
        stands_for = origin
    return stands_for, undone


def _stood_for(topology: Topology, number: int) -> int:
    step, origin = topology.revisions.values_list("step", "origin").get(number=number)
    return origin if step in _WALKS else number


def _words(topology: Topology, changed: int) -> str:
    """The words of the change that an undo takes back or a redo brings back, and whose it was."""
    words, author = topology.revisions.values_list("operation", "author_name").get(number=changed)
    return f"{words} (by {author})" if author else words


def _repeat(seen: Topology, head: Revision, wanted: Revision, step: Step, words: str) -> store.Draft:
    judgement = judge_for(seen.team, wanted.text, seen.openrig)
    splice = splice_between(head.text, wanted.text)
    return store.Draft(wanted.text, judgement, step, words, [], ((splice,),), head.number, wanted.number)


def _must_be(seen: Topology, head: Revision, base: int | None) -> None:
    if base is not None and base != head.number:
        raise Conflict(
            f"revision {head.number} by {head.author_name} came in between",
            base=base,
            head=head.number,
            theirs=head.text,
        )
