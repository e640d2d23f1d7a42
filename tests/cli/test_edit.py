"""`topology edit`: exact bytes, whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from people import RIG

from topology.core.document import MAX_BYTES

ADD = json.dumps({"op": "add_edge", "kind": "can_observe", "from": "orch.lead", "to": "dev.qa"})
REMOVE = json.dumps({"op": "remove_edge", "kind": "can_observe", "from": "orch.lead", "to": "dev.qa"})
IMPOSSIBLE = json.dumps({"op": "remove_edge", "kind": "spawned_by", "from": "dev.qa", "to": "dev.impl"})
ODD = b"\xef\xbb\xbf" + RIG.replace("\n", "\r\n").rstrip().encode() + b"  # the end"


def test_the_new_text_is_printed_and_the_file_stays(run: Any, write: Any) -> None:
    path = write("rig.yaml", RIG)
    ended = run("edit", "--op", ADD, path)
    assert ended.code == 0
    added = [line for line in ended.text.splitlines() if line not in RIG.splitlines()]
    assert added and "can_observe" in "".join(added)
    assert Path(path).read_text() == RIG


@pytest.mark.parametrize("text", [RIG.encode(), ODD])
def test_adding_and_removing_gives_the_same_bytes(run: Any, text: bytes) -> None:
    once = run("edit", "--op", ADD, "-", stdin=text)
    assert (once.code, once.out != text) == (0, True)
    assert run("edit", "--op", REMOVE, "-", stdin=once.out).out == text
    assert run("edit", "--op", ADD, "--op", REMOVE, "-", stdin=text).out == text


def test_in_place_keeps_mode_and_link_and_leaves_nothing_behind(run: Any, write: Any) -> None:
    path = Path(write("real/rig.yaml", RIG))
    path.chmod(0o640)
    Path("link.yaml").symlink_to(path)
    ended = run("edit", "--in-place", "--op", ADD, "link.yaml")
    assert (ended.code, ended.out) == (0, b"")
    assert ended.err
    assert Path("link.yaml").is_symlink()
    assert path.read_bytes() == run("edit", "--op", ADD, "-", stdin=RIG.encode()).out
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir("real") == ["rig.yaml"]


def test_a_refused_operation_changes_nothing(run: Any, write: Any) -> None:
    path = Path(write("rig.yaml", RIG))
    ended = run("edit", "--in-place", "--op", ADD, "--op", IMPOSSIBLE, path)
    assert (ended.code, ended.out) == (1, b"")
    assert ended.err.startswith("error[E")
    assert path.read_text() == RIG


@pytest.mark.parametrize("op", ["", "{", "[]", '"add_edge"', "[" * 5000])
def test_an_operation_that_is_no_json_object_ends_in_2(run: Any, op: str) -> None:
    assert run("edit", "--op", op, "-", stdin=RIG.encode()).code == 2


def test_wrong_calls_end_in_2(run: Any, write: Any) -> None:
    write("large.yaml", RIG.encode() + b"#" * MAX_BYTES)
    for arguments in (
        ["-"],
        ["--op", ADD],
        ["--op", ADD, "no.yaml"],
        ["--op", ADD, "large.yaml"],
        ["--op", ADD, "--in-place", "-"],
    ):
        assert run("edit", *arguments).code == 2, arguments


def test_what_cannot_be_kept_exactly_is_refused(run: Any) -> None:
    data = RIG.encode().replace(b"decides", b"d\xe9cides")
    ended = run("edit", "--op", ADD, "-", stdin=data)
    assert (ended.code, ended.out) == (1, b"")
    assert f"not UTF-8 at byte {data.index(0xE9)}" in ended.err
    assert run("edit", "--op", ADD, "-", stdin=b"a: [").code == 1


def test_a_file_that_cannot_be_written_stays_whole(run: Any, write: Any, monkeypatch: Any) -> None:
    path = Path(write("rig.yaml", RIG))

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    ended = run("edit", "--in-place", "--op", ADD, path)
    assert (ended.code, "no space left" in ended.err) == (2, True)
    assert path.read_text() == RIG
    assert os.listdir() == ["rig.yaml"]
