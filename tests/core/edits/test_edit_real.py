"""Edits of rigs that people wrote: OpenRig's shipped ones, its documents and fixtures."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_edit_fidelity import MEMBER, changed_lines, edited, there_and_back

from topology.core import rig
from topology.core.document import parse
from topology.core.rig.edits.places import Places

ROOT = Path(__file__).resolve().parents[3]
REAL = Path(os.environ.get("ESPALIER_CONFORMANCE") or ROOT.parent / "shared" / "conformance") / "real"
FILES = sorted(REAL.glob("*.yaml"))

pytestmark = pytest.mark.conformance


def text_of(file: Path) -> str:
    return file.read_bytes().decode()


def test_there_are_real_rigs():
    assert len(FILES) > 30


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_adding_and_removing_gives_the_original_bytes(file):
    text = text_of(file)
    places = Places(parse(text))
    seats, random = sorted(places.seats), Random(file.stem)
    for _ in range(6 if seats else 0):
        ends = {"kind": random.choice(sorted(rig.EDGE_KINDS)), "from": random.choice(seats), "to": random.choice(seats)}
        there_and_back(text, {"op": "add_edge", **ends}, {"op": "remove_edge", **ends}, rig.EDITS, 4)
    for seat in seats[:3]:
        path = [*places.seats[seat][0].path, "x_note"]
        there_and_back(text, {"op": "set_field", "path": path, "value": "on"}, unset(path), rig.EDITS, 1)
    if places.legacy:
        return
    for pod in [pod["id"] for pod in places.pods]:
        add = {"op": "add_member", "pod": pod, "id": "fresh", **MEMBER}
        there_and_back(text, add, {"op": "remove_member", "member": f"{pod}.fresh"}, rig.EDITS, 5)
        add = {"op": "add_pod", "id": "fresh", "label": "Fresh", "after": pod}
        there_and_back(text, add, {"op": "remove_pod", "pod": "fresh"}, rig.EDITS, 4)


def unset(path: list[Any]) -> dict[str, Any]:
    return {"op": "unset_field", "path": path}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_renaming_back_gives_the_original_bytes(file):
    text = text_of(file)
    places = Places(parse(text))
    for seat in sorted(places.seats)[:6]:
        own = places.seats[seat][0]
        new = "fresh" if own.pod is None else f"{places.pod_name(own.pod)}.fresh"
        there = edited(text, {"op": "rename_member", "member": seat, "to": "fresh"}, rig.EDITS).text
        assert edited(there, {"op": "rename_member", "member": new, "to": own.id}, rig.EDITS).text == text
        gone, come = changed_lines(text, there)
        assert gone == come
    for pod in places.pods:
        there = edited(text, {"op": "rename_pod", "pod": pod["id"], "to": "fresh"}, rig.EDITS).text
        assert edited(there, {"op": "rename_pod", "pod": "fresh", "to": pod["id"]}, rig.EDITS).text == text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_member_can_be_moved_and_every_part_removed(file):
    text = text_of(file)
    places = Places(parse(text))
    for seat, (own,) in places.seats.items():
        for index, pod in enumerate(places.pods):
            if index != own.pod and f"{pod['id']}.{own.id}" not in places.seats:
                edited(text, {"op": "move_member", "member": seat, "to_pod": pod["id"]}, rig.EDITS)
        edited(text, {"op": "remove_member", "member": seat}, rig.EDITS)
    for pod in places.pods:
        edited(text, {"op": "remove_pod", "pod": pod["id"]}, rig.EDITS)
    for edge in places.edges:
        ends = {"kind": edge.kind, "from": edge.source, "to": edge.target}
        gone, come = changed_lines(text, edited(text, {"op": "remove_edge", **ends}, rig.EDITS).text)
        assert (gone, come) in {(3, 0), (1, 0), (4, 1), (4, 0)}
        changed = edited(text, {"op": "change_edge", **ends, "new_kind": "can_observe"}, rig.EDITS).text
        assert changed_lines(text, changed) in {(1, 1), (0, 0)}
