"""`topology convert`: other forms of a file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people import BROKEN_RIG, GRAPH, RIG

from topology.cli.blocks import to_blocks
from topology.core.document import parse

STARTS = {"dot": b"digraph", "mermaid": b"flowchart", "svg": b"<", "png": b"\x89PNG"}


@pytest.mark.parametrize(
    "data", [RIG.encode(), b"\xef\xbb\xbf" + GRAPH.replace("\n", "\r\n").encode(), RIG.encode() + b"# \xe9"]
)
def test_yaml_stays_as_it_is(run: Any, data: bytes) -> None:
    ended = run("convert", "--to", "yaml", "-", stdin=data)
    assert (ended.code, ended.out) == (0, data)


def test_json_is_the_plain_value(run: Any, write: Any) -> None:
    assert json.loads(run("convert", "--to", "json", write("rig.yaml", RIG)).out) == parse(RIG).root


def test_json_comes_back_as_yaml(run: Any) -> None:
    there = run("convert", "--to", "json", "-", stdin=RIG.encode()).out
    back = run("convert", "--to", "yaml", "-", stdin=there)
    assert parse(back.text).root == parse(RIG).root
    assert back.text.startswith('version: "0.2"\nname: crew-rig\npods:\n  - id: orch\n')


@pytest.mark.parametrize("form", STARTS)
@pytest.mark.parametrize("text", [RIG, GRAPH, BROKEN_RIG])
def test_pictures(run: Any, write: Any, form: str, text: str) -> None:
    path = write("a.yaml", text)
    ended = run("convert", "--to", form, path)
    assert ended.code == 0, ended.err
    assert ended.out.lstrip().startswith(STARTS[form])
    assert run("convert", "--to", form, "--output", f"out.{form}", path).out == b""
    assert Path(f"out.{form}").read_bytes() == ended.out


def test_two_themes(run: Any) -> None:
    light, dark = (
        run("convert", "--to", "svg", "--theme", t, "-", stdin=GRAPH.encode()).out for t in ("light", "dark")
    )
    assert light != dark


def test_what_cannot_be_read_gives_nothing(run: Any, write: Any) -> None:
    for form in ("yaml", "json", "svg"):
        ended = run("convert", "--to", form, "--output", "out", write("a.yaml", "a: ["))
        assert (ended.code, ended.out, os.path.exists("out")) == (1, b"", False)
        assert "a.yaml:1:" in ended.err


def test_what_json_cannot_say(run: Any) -> None:
    ended = run("convert", "--to", "json", "-", stdin=b"kind: agent-graph\nx: .inf\n")
    assert (ended.code, ended.out, "no JSON form" in ended.err) == (1, b"", True)


@pytest.mark.parametrize(
    "arguments",
    [[], ["--to", "pdf", "-"], ["--to", "json", "no.yaml"], ["--to", "json", "--output", "no/such/dir", "-"]],
)
def test_wrong_calls_end_in_2(run: Any, write: Any, arguments: list[str]) -> None:
    write("x", "")
    assert run("convert", *arguments, stdin=RIG.encode()).code == 2


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(max_size=12)
    | st.floats(allow_nan=False, allow_infinity=False)
)
words = st.sampled_from(
    [
        "yes",
        "No",
        "null",
        "~",
        "1",
        "1e3",
        "0x1F",
        ".5",
        "-",
        "- a",
        "a: b",
        "#",
        "a #b",
        "a ",
        "",
        "é",
        "\u2028",
        "\x85",
        "\ufeff",
    ]
)
values = st.recursive(
    scalars | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | words, inner, max_size=4),
)


@given(values)
def test_blocks_mean_what_the_value_was(value: Any) -> None:
    assert parse(to_blocks(value)).root == value
