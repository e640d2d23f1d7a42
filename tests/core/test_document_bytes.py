"""From bytes to text and back, and texts that no file could hold."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.core.document import DocumentError, encode, parse, quiet_collector, read

#: bytes, and what OpenRig's runtime makes of them
REPLACED = [
    (b"a\xffb", "a\ufffdb"),
    (b"\xe2\x82", "\ufffd"),
    (b"\xe2\x82\xac", "\u20ac"),
    (b"\xe2\x82A", "\ufffdA"),
    (b"\xf0\x9f\x98", "\ufffd"),
    (b"\xc0\xaf", "\ufffd\ufffd"),
    (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
    (b"\xf4\x90\x80\x80", "\ufffd" * 4),
    (b"\xff\xfea\x00", "\ufffd\ufffda\x00"),
    (b"\xef\xbb\xbfa: 1\r\n", "\ufeffa: 1\r\n"),
]


@pytest.mark.parametrize(("data", "text"), REPLACED)
def test_bad_bytes_are_replaced_as_openrig_does(data: bytes, text: str) -> None:
    assert read(data, strict=False) == text


@pytest.mark.parametrize(
    ("data", "at", "line", "column"), [(b"a: \xff", 3, 1, 4), ("é\nb: ".encode() + b"\xe2\x82", 6, 2, 4)]
)
def test_strict_reading_names_the_byte(data: bytes, at: int, line: int, column: int) -> None:
    with pytest.raises(DocumentError, match=f"byte {at} ") as caught:
        read(data, strict=True)
    (found,) = caught.value.diagnostics
    assert (found.code, found.line, found.column) == ("D130", line, column)


@given(st.text(st.characters(exclude_categories=["Cs"])).map(lambda text: text.encode()))
def test_encoding_gives_back_what_was_read(data: bytes) -> None:
    assert encode(read(data, strict=True)) == data


def test_half_a_character_is_refused() -> None:
    for refuse in (encode, parse):
        with pytest.raises(DocumentError) as caught:
            refuse("a: 1\nb: \ud800\n")
        (found,) = caught.value.diagnostics
        assert (found.code, found.line, found.column) == ("D131", 2, 4)


def test_the_collector_is_quietened_and_stays_on() -> None:
    before = gc.get_threshold()
    try:
        quiet_collector()
        assert gc.get_threshold()[0] > 10_000 and gc.isenabled()
    finally:
        gc.set_threshold(*before)
