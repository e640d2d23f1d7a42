"""Publishing, deleting and bringing back, OpenRig versions, registries, renaming."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from people import GRAPH, RIG, stored

from topology.models import AuditEntry, EdgeRow, NodeRow, PictureCache, Revision, Topology
from topology.services import (
    Rejected,
    delete,
    publish,
    purge,
    rename,
    save_source,
    set_openrig,
    set_registry,
    sweep,
    undelete,
    unpublish,
)

pytestmark = pytest.mark.django_db


def test_publishing_marks_a_revision_while_editing_goes_on(actor, rig):
    publish(actor, rig)
    save_source(actor, rig, 1, RIG.replace("Development", "Makers").encode())
    rig.refresh_from_db()
    assert (rig.published, rig.head) == (1, 2)
    publish(actor, rig, 2)
    unpublish(actor, rig)
    assert rig.published is None
    actions = AuditEntry.objects.filter(topology=rig).order_by("pk").values_list("action", flat=True)
    assert list(actions)[1:] == ["topology.publish", "topology.source", "topology.publish", "topology.unpublish"]


def test_only_a_valid_revision_can_be_published(actor, broken_rig):
    with pytest.raises(Rejected) as rejected:
        publish(actor, broken_rig)
    assert rejected.value.status == 422 and rejected.value.diagnostics
    broken_rig.refresh_from_db()
    assert broken_rig.published is None


def test_the_revision_that_a_person_saw_is_published_and_no_other(actor, rig):
    save_source(actor, rig, 1, RIG.replace("to: dev.impl", "to: dev.nobody").encode())
    publish(actor, rig, 1)
    assert rig.published == 1 and not rig.valid
    with pytest.raises(Rejected) as rejected:
        publish(actor, rig, 5)
    assert rejected.value.status == 404


def test_a_deleted_topology_is_gone_and_can_be_brought_back(actor, rig):
    delete(actor, rig)
    assert not Topology.objects.live().exists()
    assert Topology.objects.deleted().get() == rig
    undelete(actor, rig)
    assert Topology.objects.live().get().slug == "crew-rig"


def test_an_address_taken_meanwhile_makes_the_returning_one_move(actor, team, rig):
    delete(actor, rig)
    other = stored(actor, team, RIG)
    assert other.slug == "crew-rig"
    undelete(actor, rig)
    assert rig.slug == "crew-rig-2"


def test_what_was_deleted_long_ago_is_removed_and_its_history_of_deeds_kept(actor, rig, graph):
    delete(actor, rig)
    delete(actor, graph)
    Topology.objects.filter(pk=rig.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    entries = AuditEntry.objects.count()
    assert purge() == 1
    assert Topology.objects.get() == graph
    assert Revision.objects.count() == 1
    assert not NodeRow.objects.exclude(topology=graph).exists()
    assert AuditEntry.objects.count() == entries + 1
    assert AuditEntry.objects.filter(target="crew-rig", topology=None).count() == 3
    with pytest.raises(Rejected):
        undelete(actor, rig)


def test_the_sweep_removes_what_has_had_its_time(db):
    PictureCache.keep("old", "<svg/>")
    PictureCache.keep("new", "\ud800")
    PictureCache.objects.filter(pk="old").update(created=timezone.now() - timedelta(days=40))
    assert sweep() == 0
    assert PictureCache.fetch("old") is None
    assert PictureCache.fetch("new") == "\ud800"


def test_another_openrig_version_gives_another_verdict(actor, rig):
    assert rig.valid
    set_openrig(actor, rig, "0.4.6")
    assert not rig.valid and rig.errors and rig.head == 1
    set_openrig(actor, rig, "0.6.6")
    assert rig.valid
    with pytest.raises(Rejected, match="no OpenRig version"):
        set_openrig(actor, rig, "9.9")


def test_renaming_changes_the_address_only(actor, rig, graph):
    rename(actor, rig, "our-rig")
    assert Topology.objects.get(pk=rig.pk).slug == "our-rig"
    assert rig.revision().text == RIG
    with pytest.raises(Rejected) as rejected:
        rename(actor, rig, "small-graph")
    assert rejected.value.status == 409
    for bad in ("", "Our Rig", "a/b", "-x", "x" * 100):
        with pytest.raises(Rejected) as rejected:
            rename(actor, rig, bad)
        assert rejected.value.status == 422
    rig.refresh_from_db()
    assert rig.slug == "our-rig"


def test_a_registry_re_judges_every_graph_of_the_team_and_no_other(actor, team, other_team):
    text = GRAPH.replace("builder: custom\n", "").replace("answer", "synthesizer")
    ours, theirs = stored(actor, team, text), stored(actor, other_team, text)
    assert ours.valid and theirs.valid
    changed = set_registry(actor, team, b"[{name: plan, stageId: tool-loop}]")
    ours.refresh_from_db()
    theirs.refresh_from_db()
    assert changed == 1 and not ours.valid and theirs.valid
    assert set_registry(actor, team, None) == 1
    ours.refresh_from_db()
    assert ours.valid and ours.head == 1


def test_what_is_no_registry_is_refused_and_changes_nothing(actor, team, graph):
    for bad in (b"[", b"just text", b"\xff", b"nodes: 7"):
        with pytest.raises(Rejected) as rejected:
            set_registry(actor, team, bad)
        assert rejected.value.status == 422
    team.refresh_from_db()
    assert bytes(team.registry) == b""


def test_rows_of_stages_follow(actor, broken_graph):
    assert EdgeRow.objects.filter(topology=broken_graph, status="forbidden", row=4).count() == 1
