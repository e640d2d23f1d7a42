"""The one subprocess: it answers, or says what is wrong, and leaves nothing running."""

from __future__ import annotations

import os
import select
import threading
from pathlib import Path

import pytest

from topology.drawing import begin, cards, engine
from topology.drawing.engine import EngineError, engine_status

from . import samples

GRAPH = "digraph { n0 -> n1 }\n"


def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    program = tmp_path / "dot"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("ESPALIER_DOT", str(program))


def test_lays_out_several_graphs_in_one_run(engine_name: str) -> None:
    answer = engine.run(GRAPH + GRAPH, engine="dot", form="plain")
    assert answer.output.count("node n0") == 2
    assert answer.output.count("stop") == 2


def test_says_which_engine_it_is(engine_name: str) -> None:
    status = engine_status()
    assert status.ok
    assert "graphviz" in status.version.lower()


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("sleep 30", "timeout"),
        ("kill -SEGV $$", "crash"),
        ("exit 0", "output"),
        ("echo broken >&2; exit 3", "output"),
    ],
)
def test_each_failure_has_its_name_and_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, reason: str
) -> None:
    fake(tmp_path, monkeypatch, script)
    with pytest.raises(EngineError) as caught:
        engine.run(GRAPH, engine="dot", form="plain", seconds=0.4)
    assert caught.value.reason == reason
    assert caught.value.help


def test_a_missing_engine_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESPALIER_DOT", "/nowhere/dot")
    with pytest.raises(EngineError, match="graphviz-pure") as caught:
        engine.run(GRAPH, engine="dot", form="plain")
    assert caught.value.reason == "missing"
    assert not engine_status().ok


def test_something_else_than_graphviz_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, "echo something else")
    assert not engine_status().ok


def test_a_time_out_kills_the_children_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "child"
    fake(tmp_path, monkeypatch, f"sleep 300 & echo $! > {note}; wait")
    with pytest.raises(EngineError):
        engine.run(GRAPH, engine="dot", form="plain", seconds=0.5)
    child = int(note.read_text())
    assert _gone(child)


def _gone(pid: int) -> bool:
    """Whether the process ends: the signal has been sent, but the system may still be at it."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ended, _, _ = select.select([handle], [], [], 10)
    os.close(handle)
    return bool(ended)


def test_memory_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MEMORY_LIMIT", 256 << 20)
    # The shell reports its limit once it has been set from outside.
    fake(tmp_path, monkeypatch, 'while [ "$(ulimit -v)" = unlimited ]; do :; done; ulimit -v')
    assert engine.run(GRAPH, engine="dot", form="plain").output.strip() == str((256 << 20) // 1024)


def test_no_more_runs_at_once_than_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_slots", threading.BoundedSemaphore(1))
    monkeypatch.setattr(engine, "QUEUE_LIMIT", 0.05)
    engine._slots.acquire()
    with pytest.raises(EngineError) as caught:
        engine.run(GRAPH, engine="dot", form="plain")
    assert caught.value.reason == "busy"
    engine._slots.release()
    assert engine.run(GRAPH, engine="dot", form="plain").output


def test_no_zombie_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid; sleep 30")
    with pytest.raises(EngineError):
        engine.run(GRAPH, engine="dot", form="plain", seconds=0.4)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_run_that_nobody_waits_for_is_ended_and_gives_its_place_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_slots", threading.BoundedSemaphore(1))
    monkeypatch.setattr(engine, "QUEUE_LIMIT", 0.05)
    fake(tmp_path, monkeypatch, f"echo $$ > {tmp_path}/pid.new; mv {tmp_path}/pid.new {tmp_path}/pid; sleep 300")
    begun = engine.begin(GRAPH, engine="dot", form="plain")
    while not (tmp_path / "pid").exists():
        os.sched_yield()
    begun.drop()
    begun.drop()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    fake(tmp_path, monkeypatch, "echo stop")
    assert engine.run(GRAPH, engine="dot", form="plain").output == "stop\n"


def test_a_drawing_that_fails_on_the_way_gives_its_place_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_slots", threading.BoundedSemaphore(1))
    monkeypatch.setattr(engine, "QUEUE_LIMIT", 0.05)
    begun = begin(samples.harbor_rig())

    def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(cards, "card", fail)
        begun.finish()
    assert begin(samples.harbor_rig()).finish().links


def test_an_engine_that_reads_late_or_not_at_all_gets_a_long_source_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "digraph {" + " a -> b" * 60_000 + " }\n"
    fake(tmp_path, monkeypatch, "wc -c")
    begun = engine.begin(long, engine="dot", form="plain")
    assert int(begun.answer().output) == len(long)
    fake(tmp_path, monkeypatch, "exec <&-; echo stop")
    assert engine.run(long, engine="dot", form="plain").output == "stop\n"


def test_a_graph_that_is_too_much_does_not_bring_the_engine_into_disrepute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path, monkeypatch, 'read line; case "$line" in *heavy*) sleep 30;; *) echo stop;; esac')
    with pytest.raises(EngineError) as caught:
        engine.run("digraph { heavy }\n", engine="dot", form="plain", seconds=0.4)
    assert caught.value.reason == "timeout" and not caught.value.passing
    assert engine.run(GRAPH, engine="dot", form="plain").output == "stop\n"


def test_an_engine_that_fails_is_left_alone_for_a_while_and_then_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(engine.time, "monotonic", lambda: now[0])
    fake(tmp_path, monkeypatch, "exit 3")
    for reason in ("output", "down", "down"):
        with pytest.raises(EngineError) as caught:
            engine.run(GRAPH, engine="dot", form="plain")
        assert caught.value.reason == reason and caught.value.passing
    fake(tmp_path, monkeypatch, "echo stop")
    with pytest.raises(EngineError):
        engine.run(GRAPH, engine="dot", form="plain")
    now[0] += engine.REST + 1
    assert engine.run(GRAPH, engine="dot", form="plain").output == "stop\n"


def test_an_engine_that_is_installed_later_is_found_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESPALIER_DOT", str(tmp_path / "dot"))
    assert not engine_status().ok
    fake(tmp_path, monkeypatch, "echo 'dot - graphviz version 16' >&2")
    assert engine_status().ok
