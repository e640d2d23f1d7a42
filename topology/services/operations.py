"""Applying named operations: to the revision they were made on, else to the head where that means the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.document import Document
from ..core.edits import operation_name
from ..core.kinds import (
    Edited,
    Judgement,
    Options,
    Refused,
    apply_operations,
    judge,
    judge_document,
    rebase_operations,
)
from ..core.renames import RENAMES, Names, followed
from ..models import Revision, Step, Topology
from . import store
from .actor import Actor
from .drawings import keep_places
from .errors import Conflict, Rejected
from .patch import unified
from .reading import encode, options_for

MAX_OPERATIONS = 200
MAX_LENGTH = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Applied:
    """What a list of operations came to. `revision` is None for a dry run, and where the text did not change.

    `patch` is a unified diff against the text it was applied to, `base` that text's revision number; `rebased` says
    that this was not the revision named. `also` lists what else was removed.
    """

    text: str
    patch: str
    judgement: Judgement
    revision: Revision | None
    words: tuple[str, ...]
    also: tuple[str, ...]
    base: int
    rebased: bool = False


def apply_ops(
    actor: Actor,
    topology: Topology,
    base: int,
    ops: list[Any],
    *,
    dry_run: bool = False,
    document: Document | None = None,
    judged: Callable[[Judgement], object] = lambda judgement: None,
) -> Applied:
    """Apply operations in order and store the outcome as one revision.

    `document` is what the caller has parsed already, most likely the head; it is used where it is the head's text.
    `judged` hears of the text that is about to be stored.
    `Rejected` (422) where one is refused or malformed; `Conflict` where the head moved on and one no longer means
    the same.
    """
    operations = _checked(ops)
    outcome: Applied | None = None

    def prepare(seen: Topology, head: Revision) -> store.Draft | None:
        nonlocal outcome
        edited = _edit(seen, head, base, operations, document)
        after = edited.text
        encode(after)
        options = options_for(seen.team, seen.openrig)
        judgement = _judged(edited, options)
        numbers = (f"r{head.number}", f"r{head.number + 1}")
        patch = unified(head.text, after, name=f"{seen.slug}.yaml", numbers=numbers)
        rebased = base != head.number
        outcome = Applied(after, patch, judgement, None, edited.words, edited.also, head.number, rebased)
        if dry_run or after == head.text:
            return None
        _keep_places(topology, head.text, operations, options)
        judged(judgement)
        return store.Draft(after, judgement, Step.OPS, "; ".join(edited.words), operations, edited.steps, base)

    revision = store.write(actor, topology, prepare)
    assert outcome is not None  # noqa: S101 - `prepare` ran
    return Applied(
        outcome.text,
        outcome.patch,
        outcome.judgement,
        revision,
        outcome.words,
        outcome.also,
        outcome.base,
        outcome.rebased,
    )


def _checked(ops: Any) -> list[dict[str, Any]]:
    """The operations as plain mappings; `Rejected` where they are too many, too large or something else."""
    if not isinstance(ops, list) or not ops or not all(isinstance(op, Mapping) for op in ops):
        raise Rejected(422, "operations come as a list of mappings", 'for example [{"op": "add_edge", ...}]')
    if len(ops) > MAX_OPERATIONS:
        raise Rejected(413, f"{len(ops)} operations are too many at once", f"send at most {MAX_OPERATIONS}")
    try:
        size = len(json.dumps(ops))
    except (TypeError, ValueError, RecursionError):
        raise Rejected(422, "operations hold text, numbers, lists and mappings only") from None
    if size > MAX_LENGTH:
        raise Rejected(413, "the operations are too large", "edit the source instead")
    return [dict(op) for op in ops]


def _edit(
    seen: Topology, head: Revision, base: int, operations: list[dict[str, Any]], document: Document | None
) -> Edited:
    """The edited text, of the head itself or of the head under operations made on an earlier revision."""
    options = options_for(seen.team, seen.openrig)
    if base == head.number:
        return _apply(head.text, operations, options, document)
    earlier = seen.revisions.filter(number=base).first()
    if earlier is None:
        raise Rejected(422, f"there is no revision {base}", f"the newest is {head.number}")
    return _on_head(earlier, head, operations)


def _apply(text: str, operations: list[dict[str, Any]], options: Options, document: Document | None) -> Edited:
    try:
        return apply_operations(text, operations, options, document)
    except Refused as refusal:
        raise _refused(refusal) from None


def _keep_places(topology: Topology, text: str, operations: list[dict[str, Any]], options: Options) -> None:
    """Let what the operations give another name stay where it is in the picture."""
    renames = [operation for operation in operations if operation_name(operation)[0] in RENAMES]
    diagram = judge(text, options).diagram() if renames else None
    if diagram is not None:
        keep_places(topology, followed(Names.of(diagram), renames))


def _judged(edited: Edited, options: Options) -> Judgement:
    """The verdict on the edited text, which was parsed when the edit was proved."""
    return judge_document(edited.document, options) if edited.document is not None else judge(edited.text, options)


def _on_head(earlier: Revision, head: Revision, operations: list[dict[str, Any]]) -> Edited:
    try:
        rebased = rebase_operations(earlier.text, head.text, operations)
    except Refused as refusal:
        raise _refused(refusal) from None
    if rebased.edited is not None:
        return rebased.edited
    assert rebased.conflict is not None  # noqa: S101 - one of the two is there
    title = f"revision {head.number} by {head.author_name} changed what this is about"
    raise Conflict(
        title,
        base=earlier.number,
        head=head.number,
        base_text=earlier.text,
        theirs=head.text,
        reasons=(rebased.conflict.reason,),
    )


def _refused(refusal: Refused) -> Rejected:
    return Rejected(422, refusal.message, refusal.help, code=refusal.code)
