"""What workers share of drawings: kept by content, bounded, and places that the first to look decides."""

from __future__ import annotations

import json
import zlib
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from topology.models import PictureCache, Topology
from topology.services import drawings, limits, tokens
from topology.services.drawings import find_drawing, keep_drawing, prune, remember

pytestmark = pytest.mark.django_db


def test_what_is_kept_is_found_again_with_every_character():
    keep_drawing("k", {"markup": "<svg>\ud800\x00ü</svg>"})
    assert find_drawing("k") == {"markup": "<svg>\ud800\x00ü</svg>"}
    assert find_drawing("other") is None


def test_the_first_of_two_workers_wins_and_neither_fails():
    keep_drawing("k", {"n": 1})
    keep_drawing("k", {"n": 2})
    assert find_drawing("k") == {"n": 1}


@pytest.mark.parametrize("body", [b"", b"<svg/>", zlib.compress(b"[1]"), zlib.compress(b"{")])
def test_a_damaged_drawing_counts_as_none(body):
    PictureCache.objects.create(key="k", body=body)
    assert find_drawing("k") is None


def test_too_many_drawings_lose_their_oldest(monkeypatch):
    monkeypatch.setattr(drawings, "_BATCH", 2)
    for n in range(6):
        PictureCache.objects.create(key=f"k{n}", body=b"x" * 100, created=timezone.now() - timedelta(hours=9 - n))
    assert prune(250) == 4
    assert sorted(PictureCache.objects.values_list("key", flat=True)) == ["k4", "k5"]
    assert prune(250) == 0


def test_a_worker_looks_now_and_then_whether_there_are_too_many(monkeypatch):
    monkeypatch.setattr(drawings, "EVERY", 1)
    monkeypatch.setattr(drawings, "MOST_BYTES", 0)
    keep_drawing("k", {})
    assert not PictureCache.objects.exists()


def test_places_are_kept_where_nobody_was_faster(rig):
    assert remember(rig, {"nodes": {"a": [1, 2]}})
    assert Topology.objects.get(pk=rig.pk).layout == rig.layout == {"nodes": {"a": [1, 2]}}
    assert remember(rig, {"nodes": {"a": [3, 4.5], "ü\ud800": [0, 0]}})


def test_of_two_that_look_at_once_the_second_gets_the_places_of_the_first(rig):
    mine, theirs = Topology.objects.get(pk=rig.pk), Topology.objects.get(pk=rig.pk)
    assert remember(theirs, {"nodes": {"a": [1, 2]}})
    assert not remember(mine, {"nodes": {"a": [9, 9]}})
    assert mine.layout == {"nodes": {"a": [1, 2]}}
    assert remember(mine, {"nodes": {"a": [1, 2], "b": [5, 5]}})


def _full(*args, **kwargs):
    raise OperationalError("database or disk is full")


def test_a_full_disk_takes_nothing_from_whoever_only_reads(monkeypatch, actor, team, rig):
    _, secret = tokens.make_token(actor, team, "ci")
    monkeypatch.setattr("django.db.models.query.QuerySet.bulk_create", _full)
    monkeypatch.setattr("django.db.models.query.QuerySet.update", _full)
    keep_drawing("k", {})
    assert remember(rig, {"nodes": {}})
    assert tokens.find_token(secret) is not None


def test_a_limit_holds_in_each_worker_where_the_database_takes_no_counts(monkeypatch):
    monkeypatch.setattr(limits, "_add", _full)
    answers = [limits.hit("someone", 5, 3600).allowed for _ in range(7)]
    assert answers == [True] * 5 + [False] * 2


def test_the_mark_of_the_release_is_that_of_its_files(tmp_path, monkeypatch, settings):
    before = drawings.release()
    drawings.release.cache_clear()
    assert drawings.release() == before
    drawings.release.cache_clear()
    settings.BASE_DIR = tmp_path
    assert drawings.release() != before
    drawings.release.cache_clear()


def test_keys_hold_plain_json(rig):
    keep_drawing("k", {"picture": {"legend": [{"heads": ({"d": "M0 0"},)}]}})
    assert json.dumps(find_drawing("k")) == '{"picture": {"legend": [{"heads": [{"d": "M0 0"}]}]}}'
