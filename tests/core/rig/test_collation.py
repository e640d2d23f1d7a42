"""The order of `localeCompare`: that of the Unicode collation algorithm for any text, in time that grows with it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyuca import Collator  # type: ignore[import-untyped]

from topology.core.rig.collation import locale_key

FORCE = "\u00e9"


@lru_cache(maxsize=1)
def collator() -> Any:
    return Collator()


def contractions() -> list[str]:
    """Every sequence that the table of the algorithm weighs as one."""
    found: list[str] = []

    def walk(node: Any, before: str) -> None:
        for code, child in (node.children or {}).items():
            if child.value and before:
                found.append(before + chr(code))
            walk(child, before + chr(code))

    walk(collator().table.root, "")
    return found


PIECES = st.one_of(
    st.sampled_from(contractions()),
    st.characters(),
    st.characters(min_codepoint=0x300, max_codepoint=0x36F),
    st.sampled_from("aAzZ01-_. \u4e00\uac00\u0e40\u0e01\u0f71\u0f72"),
)


@given(st.lists(PIECES, max_size=10).map("".join))
def test_keys_are_those_of_the_whole_algorithm(text: str) -> None:
    assert tuple(map(ord, locale_key([text, FORCE])(text))) == collator().sort_key(text)


@pytest.mark.parametrize(
    "piece", ["\u00e9", "\u0e40\u0e01", "\u0301\u0323", "\u0301", "\U0001d4b3", "a\u0301", "\u2028", "\uac00"]
)
def test_a_long_name_takes_its_time_once(piece: str) -> None:
    """The algorithm as it is usually written would take hours here."""
    long = piece * 100_000
    key = locale_key([long])
    assert key(long + "a") < key(long + "b")
    assert key("a" + long) < key("b" + long)
