"""Texts made to hold up a server are refused before anything is built from them."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from topology.core.document import MAX_DEPTH, DocumentError, linewise, parse
from topology.core.document.careful import budget, within

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{here}: &{here} [{','.join(['*' + before] * 9)}]\n" for before, here in zip("abcdefgh", "bcdefghi", strict=True)
)

REFUSED = {
    "alias bomb": (BOMB, "D114"),
    "flow lists": ("a: " + "[" * 1000 + "]" * 1000, "D103"),
    "flow lists without end": ("[" * 1_000_000, "D103"),
    "flow mappings": ("{a: " * 1000, "D103"),
    "block mappings": ("\n".join(" " * depth + "a:" for depth in range(1000)), "D103"),
    "dashes": ("- " * 1_000_000 + "a", "D103"),
    "question marks": ("? " * 1000 + "a", "D103"),
    "five megabytes": ("a: " + "x" * 5_000_000, "D102"),
    "megabytes in other letters": ("a: " + "\u20ac" * 1_500_000, "D102"),
    "backslashes": ('"' + "\\" * 2_000_000, "D107"),
    "quotes": ('"' * 1_000_000, "D124"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_hostile_texts_are_refused_at_once(name: str) -> None:
    text, code = REFUSED[name]
    began = time.process_time()
    with pytest.raises(DocumentError) as caught:
        parse(text)
    assert caught.value.diagnostics[0].code == code
    assert time.process_time() - began < 1


def test_the_bomb_takes_little_memory() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(DocumentError):
            parse(BOMB)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("opened", ["[", "{a: "])
def test_the_depth_allowed_is_exact(opened: str) -> None:
    closing = {"[": "]", "{a: ": "}"}[opened]
    assert parse(opened * MAX_DEPTH + closing * MAX_DEPTH).root
    with pytest.raises(DocumentError):
        parse(opened * (MAX_DEPTH + 1) + closing * (MAX_DEPTH + 1))


def test_both_readers_allow_the_same_depth() -> None:
    block = "\n".join(" " * depth + "a:" for depth in range(MAX_DEPTH))
    assert parse(block).root == parse("%YAML 1.2\n---\n" + block).root
    for before in ("", "%YAML 1.2\n---\n"):
        with pytest.raises(DocumentError) as caught:
            parse(before + "\n".join(" " * depth + "a:" for depth in range(MAX_DEPTH + 1)))
        assert caught.value.diagnostics[0].code == "D103"


@pytest.mark.parametrize(
    "text", ["- a\n" * 400, "- &a b\n" * 400, "a: [" + "b, " * 400 + "]\n", "a: |\n" + " b\n" * 400 + "c: &d e\n" * 400]
)
def test_too_much_work_is_refused_with_how_far_it_came(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MAX_WORK", 700)
    monkeypatch.setattr(within, "_WORK", 700)
    monkeypatch.setattr(linewise, "MAX_LINES", 300)
    with pytest.raises(DocumentError) as caught:
        parse(text)
    (told,) = caught.value.diagnostics
    assert told.code == "D106" and told.help and told.span is not None
    assert 0 < told.span.start < len(text)


def test_what_the_line_reader_spends_is_not_taken_from_the_careful_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"k{number}: [a, b]\n" for number in range(30)) + 'z: "a\tb"\t# c\n'
    monkeypatch.setattr(within, "_WORK", 400)
    monkeypatch.setattr(budget, "MAX_WORK", 800)
    assert parse(text).root["k29"] == ["a", "b"]


@pytest.mark.parametrize(
    "text",
    [
        "%YAML 1.1\n---\n- &a {k: [" + "x," * 100_000 + "]}\n" + "- <<: *a\n" * 500,
        "%YAML 1.1\n---\n- &l [" + "{}," * 60_000 + "]\n" + "- <<: *l\n" * 300,
    ],
    ids=["one large value", "empty mappings"],
)
def test_merges_are_counted_by_what_they_bring(text: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse(text)
    assert caught.value.diagnostics[0].code == "D106"


def test_merge_keys_may_bring_in_merge_keys() -> None:
    links = "".join(f"- &a{n + 1} {{<<: *a{n}}}\n" for n in range(90))
    assert parse("%YAML 1.1\n---\n- &a0 {x: z}\n" + links).root[-1] == {"x": "z"}


def test_faults_that_are_passed_over_cost_no_more_than_others() -> None:
    began = time.process_time()
    parse("? a # c\n b:\n" + "  - {c: 1, c: 2}\n" * 6000)
    assert time.process_time() - began < 2


def test_a_single_long_value_is_fine() -> None:
    assert len(parse("a: " + "x" * 1_000_000).root["a"]) == 1_000_000
    assert len(parse("a: &n " + "x" * 1_000_000).root["a"]) == 1_000_000


def test_memory_stays_under_forty_times_the_text() -> None:
    pod = "  - id: p%d\n    label: Pod\n    members:\n      - {id: m, runtime: codex, cwd: '.'}\n"
    text = "pods:\n" + "".join(pod % number for number in range(400))
    tracemalloc.start()
    try:
        document = parse(text)
        assert tracemalloc.get_traced_memory()[1] < 40 * len(text)
        assert len(document.root["pods"]) == 400
    finally:
        tracemalloc.stop()
