"""Bringing a file in: read, told apart by kind, judged, given a slug, and stored as the first revision."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from ..core.document import Splice
from ..core.masking import mask_text
from ..models import Step, Team, Topology, escaped
from . import store
from .actor import Actor
from .errors import Rejected
from .reading import decode, judge_for, must_be_readable, openrig_version

_LONGEST_SLUG = 80


def import_topology(
    actor: Actor, team: Team, data: bytes, *, filename: str = "", draft: bool = False, openrig: str | None = None
) -> Topology:
    """Store a document as a new topology; kind from its content, slug from its name or the file's.

    `Rejected` (nothing stored) where it cannot be read, or is invalid and no `draft`. The bytes are stored as given.
    """
    version = openrig_version(openrig)
    text = decode(data)
    while True:
        judgement = must_be_readable(judge_for(team, text, version))
        if not judgement.valid and not draft:
            found = judgement.report.errors
            title = f"{found} error{'s' if found != 1 else ''} in {_display(filename) or 'the document'}"
            detail = "mend what is named, or keep it as a draft"
            raise Rejected(422, title, detail, judgement.report.diagnostics, judgement=judgement)
        slug = slug_for(judgement.name, filename, judgement.kind)
        words = f"import {_display(filename)}" if filename else "import"
        made = store.Draft(text, judgement, Step.IMPORT, words, [], ((Splice(0, 0, text),),))
        topology = _create(actor, team, slug, version, made)
        if topology is not None:
            return topology


def _create(actor: Actor, team: Team, slug: str, openrig: str, draft: store.Draft) -> Topology | None:
    """Store under the first free slug; None where the registry changed meanwhile, so that the verdict is old."""
    with transaction.atomic():
        now = Team.objects.select_for_update(no_key=True).get(pk=team.pk)
        if now.registry != team.registry:
            team.registry = now.registry
            return None
        topology = Topology(team=team, openrig=openrig, slug=free_slug(team, slug), name=slug)
        topology.save()
        store.append(actor, topology, draft)
        return topology


def slug_for(name: str, filename: str, kind: str) -> str:
    """A slug from the document's name (no credential in it goes into an address), else the file's, else its kind."""
    stem = PurePosixPath(filename.replace("\\", "/")).name
    stem = re.sub(r"\.(ya?ml|json)$", "", stem, flags=re.IGNORECASE)
    for candidate in (mask_text(name), stem, kind):
        slug = slugify(candidate[:300])[: _LONGEST_SLUG - 6].strip("-_")
        if slug:
            return slug
    return "topology"


def free_slug(team: Team, slug: str) -> str:
    """The slug itself, or with `-2`, `-3` ... where it is taken among the team's live topologies."""
    taken = set(Topology.objects.live().filter(team=team, slug__startswith=slug).values_list("slug", flat=True))
    number = 2
    free = slug
    while free in taken:
        free = f"{slug}-{number}"
        number += 1
    return free


def rename(actor: Actor, topology: Topology, slug: str) -> Topology:
    """Give a topology another slug (its address); `Rejected` where it is malformed or taken."""
    wanted = slugify(slug)[:_LONGEST_SLUG].strip("-_")
    if not wanted or wanted != slug:
        detail = f"`{wanted}` would do" if wanted else "use lower-case letters, digits and hyphens"
        raise Rejected(422, f"`{_display(slug)}` cannot be an address", detail)
    from . import audit

    try:
        with store.locked(topology) as row:
            before, row.slug = row.slug, wanted
            store.touch(actor, row)
            row.save()
            words = f"rename {before} to {wanted}"
            audit.record(actor, row.team, "topology.rename", words, topology=row, before=before)
    except IntegrityError:
        raise Rejected(409, f"`{wanted}` is taken in this team", "choose another") from None
    store.carry(row, topology)
    return topology


def _display(filename: str) -> str:
    return escaped(PurePosixPath(filename.replace("\\", "/")).name, 120)
