"""Colours: one table, the same in the style sheet, readable in both themes; text widths."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from topology.drawing import measure
from topology.drawing.theme import COLOURS, resolve

ROOT = Path(__file__).resolve().parents[2]
SHEET = (ROOT / "static" / "picture.css").read_text(encoding="utf-8")


def blocks() -> list[dict[str, str]]:
    """The variables of each rule of the style sheet that sets any."""
    found = [
        dict(re.findall(r"--pic-([\w-]+):\s*(#[0-9a-f]{6});", body)) for body in re.findall(r"\{([^{}]*)\}", SHEET)
    ]
    return [block for block in found if block]


def test_the_style_sheet_has_the_table() -> None:
    light = {name: values[0] for name, values in COLOURS.items()}
    dark = {name: values[1] for name, values in COLOURS.items()}
    assert blocks() == [light, dark, dark, light]


def test_every_variable_in_templates_is_in_the_table() -> None:
    for path in (ROOT / "templates").glob("_picture*.html"):
        for name in re.findall(r"var\(--pic-([\w-]+)\)", path.read_text(encoding="utf-8")):
            assert name in COLOURS, path.name


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("column", [0, 1])
@pytest.mark.parametrize(
    ("text", "under"),
    [
        ("ink", "card"),
        ("ink", "frame"),
        ("mute", "card"),
        ("mute", "frame"),
        ("mute", "ground"),
        ("mute", "chip"),
        ("accent", "accent-chip"),
        ("wrong", "wrong-chip"),
        ("arm", "frame"),
        ("arm", "ground"),
    ],
)
def test_text_is_readable(text: str, under: str, column: int) -> None:
    assert contrast(COLOURS[text][column], COLOURS[under][column]) >= 4.5


@pytest.mark.parametrize("column", [0, 1])
@pytest.mark.parametrize(
    "kind", ["delegates_to", "spawned_by", "can_observe", "collaborates_with", "escalates_to", "chain"]
)
def test_lines_stand_out(kind: str, column: int) -> None:
    assert contrast(COLOURS[kind][column], COLOURS["frame"][column]) >= 3.0


def test_resolving_leaves_no_variable() -> None:
    written = "".join(f"var(--pic-{name})" for name in COLOURS)
    assert "var(" not in resolve(written, "dark")


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [("short", 100, "short"), ("", 10, ""), ("x" * 50, 60, None)],
)
def test_clipping_fits(text: str, room: float, shown: str | None) -> None:
    clipped = measure.clip(text, 12, room)
    assert measure.width(clipped, 12) <= room
    assert clipped == shown if shown is not None else clipped.endswith("…")


def test_wide_and_weightless_characters_are_measured() -> None:
    assert measure.width("字", 10) == 10
    assert measure.width("e\u0301", 10) == measure.width("e", 10)


def test_wrapping_keeps_words_and_room() -> None:
    lines = measure.wrap("one two three four five six seven eight nine ten", 12, 90, 3)
    assert len(lines) <= 3
    assert all(measure.width(line, 12) <= 90 for line in lines)
    assert lines[0] == "one two three"


def test_huge_ids_stay_apart() -> None:
    a, b = "x" * 1000 + "a", "x" * 1000 + "b"
    assert measure.identity(a) != measure.identity(b)
    assert len(measure.identity(a)) < 500
