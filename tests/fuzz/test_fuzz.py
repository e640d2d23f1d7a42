"""A short, fixed run of every fuzz target; `bench/fuzz.py` runs them long and guided by coverage."""

from __future__ import annotations

import time
from random import Random

import pytest

from . import running, targets
from .mutation import corpus, mutate

SEEDS = corpus()


@pytest.fixture(autouse=True)
def no_engine(monkeypatch):
    """Pictures are laid out without the engine: it is a process of its own, with limits of its own."""
    monkeypatch.setenv("ESPALIER_DOT", "/nowhere/dot")


def fixed_run(target, count):
    run = running.Run(target)
    with running.limits():
        for number in range(count):
            random = Random(number)
            run(random.randbytes(8) * (target.__name__ not in PLAIN) + mutate(random.choice(SEEDS), random, SEEDS))
    assert not run.faults, run.seen
    assert run.count == count


PLAIN = ("document", "judging", "drawing")


@pytest.mark.parametrize(
    ("name", "count"), [("document", 400), ("judging", 300), ("editing", 150), ("merging", 60), ("drawing", 40)]
)
def test_no_input_breaks_the_core(name, count):
    fixed_run(targets.CORE[name], count)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "count"), [("api", 80), ("forms", 60), ("pages", 30)])
def test_no_input_breaks_the_site(name, count, settings):
    settings.ESPALIER_API_RATE = 1_000_000
    fixed_run(targets.Site().targets()[name], count)


def test_a_fault_a_hang_and_a_growth_are_noticed():
    """The net itself holds: each way of failing is found, with the input that did it."""

    def faulty(data):
        if b"hang" in data:
            while True:
                pass
        if b"grow" in data:
            bytearray(400 << 20)
        assert b"wrong" not in data
        time.monotonic()

    run = running.Run(faulty)
    with running.limits():
        for data in (b"fine", b"hang", b"grow", b"wrong", b"so wrong"):
            run(data)
    assert run.count == 5 and len(run.faults) == 3
    assert {where.split()[0] for where in run.faults} == {"TooSlow", "MemoryError", "AssertionError"}
    assert b"wrong" in run.faults.values()
