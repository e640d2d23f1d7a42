"""A topology's life beside its revisions: which OpenRig judges it, deleting, bringing back, purging, the layout."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ..models import PictureCache, RateWindow, SignInLink, Topology, UserSession
from . import audit, drawings, store
from .actor import Actor
from .errors import Rejected
from .imports import free_slug
from .reading import judge_for, openrig_version


def set_openrig(actor: Actor, topology: Topology, version: str) -> Topology:
    """Judge the topology by another OpenRig version from now on."""
    version = openrig_version(version)
    head = topology.revision()
    registry, judgement = topology.team.registry, judge_for(topology.team, head.text, version)
    with store.locked(topology) as row:
        before, row.openrig = row.openrig, version
        if before != version:
            if (row.head, row.team.registry) != (head.number, registry):
                judgement = judge_for(row.team, row.revision().text, version)
            store.touch(actor, row)
            store.describe(row, judgement)
            words = f"check against OpenRig {version}"
            audit.record(actor, row.team, "topology.openrig", words, topology=row, before=before)
    store.carry(row, topology)
    return topology


def delete(actor: Actor, topology: Topology) -> Topology:
    """Delete a topology; it can be brought back for 30 days. Its shares stop working at once."""
    with store.locked(topology) as row:
        row.deleted_at = timezone.now()
        store.touch(actor, row)
        row.save()
        audit.record(actor, row.team, "topology.delete", f"delete {row.slug}", topology=row)
    store.carry(row, topology)
    return topology


def undelete(actor: Actor, topology: Topology) -> Topology:
    """Bring a deleted topology back, under another address where its own was taken meanwhile."""
    with transaction.atomic():
        row = Topology.objects.select_for_update(no_key=True).filter(pk=topology.pk).first()
        if row is None:
            raise Rejected(404, "this topology is gone", "deleted topologies are kept for 30 days")
        if row.deleted_at is not None:
            row.deleted_at = None
            row.slug = free_slug(row.team, row.slug)
            store.touch(actor, row)
            row.save()
            audit.record(actor, row.team, "topology.undelete", f"bring back {row.slug}", topology=row)
    store.carry(row, topology)
    return topology


def purge(actor: Actor | None = None) -> int:
    """Remove for good what was deleted more than 30 days ago; the audit log keeps its entries. Returns how many."""
    actor = actor or Actor(via="system", named="espalier")
    limit = timezone.now() - timedelta(days=settings.ESPALIER_KEEP_DELETED_DAYS)
    count = 0
    for pk in list(Topology.objects.filter(deleted_at__lt=limit).values_list("pk", flat=True)):
        with transaction.atomic():
            row = Topology.objects.select_for_update(no_key=True).filter(pk=pk, deleted_at__lt=limit).first()
            if row is not None:
                audit.record(actor, row.team, "topology.purge", f"remove {row.slug} for good", topology=row)
                row.delete()
                count += 1
    return count


def remember_layout(topology: Topology, positions: dict[str, Any]) -> None:
    """Keep the positions of a drawing. Not a change of the topology: no revision, no author, last one wins."""
    Topology.objects.filter(pk=topology.pk).update(layout=positions)
    topology.layout = positions


def sweep() -> int:
    """Remove what has had its time: deleted topologies, ended sessions, dead links, old counters and drawings."""
    now = timezone.now()
    month = now - timedelta(days=30)
    UserSession.objects.filter(expire_date__lt=now).delete()
    SignInLink.objects.filter(expires__lt=month).delete()
    RateWindow.objects.filter(expires__lt=now).delete()
    PictureCache.objects.filter(created__lt=month).delete()
    drawings.prune()
    return purge()
