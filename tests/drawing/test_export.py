"""Pictures that stand alone."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
import zlib

import pytest

from topology.drawing import draw, engine, export, thumbnail
from topology.drawing.theme import COLOURS

from . import samples

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("theme", "column"), [("light", 0), ("dark", 1)])
def test_svg_stands_alone(theme: str, column: int) -> None:
    svg = export.to_svg(samples.broken_graph(), theme)
    assert "var(" not in svg
    root = ET.fromstring(svg.encode())
    assert root.tag == f"{SVG}svg"
    assert (root.findtext(f"{SVG}title") or "").startswith("agent graph default-agent")
    assert "forbidden 4" in (root.findtext(f"{SVG}desc") or "")
    strokes = {element.attrib.get("stroke") for element in root.iter()}
    assert COLOURS["wrong"][column] in strokes
    assert "tabindex" not in svg
    assert "href" not in svg


def test_svg_shows_legend_and_filters() -> None:
    texts = [element.text for element in ET.fromstring(export.to_svg(samples.default_graph())).iter(f"{SVG}text")]
    assert "router arm" in texts
    assert "100 refusalHintFilter" in texts


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="not a theme"):
        export.to_svg(samples.harbor_rig(), "pink")


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of an 8-bit RGBA PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, wide, high = 8, b"", 0, 0
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            wide, high, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 6)
        data += body if kind == b"IDAT" else b""
        at += 12 + size
    return wide, high, _rows(zlib.decompress(data), wide, high)


def _rows(raw: bytes, wide: int, high: int) -> list[bytes]:
    step, rows = wide * 4, []
    before = bytearray(step)
    for number in range(high):
        start = number * (step + 1)
        form, row = raw[start], bytearray(raw[start + 1 : start + 1 + step])
        for i in range(step):
            left = row[i - 4] if i >= 4 else 0
            up, corner = before[i], before[i - 4] if i >= 4 else 0
            row[i] = (row[i] + _guess(form, left, up, corner)) & 255
        rows.append(bytes(row))
        before = row
    return rows


def _guess(form: int, left: int, up: int, corner: int) -> int:
    if form < 4:
        return (0, left, up, (left + up) // 2)[form]
    near = left + up - corner
    a, b, c = abs(near - left), abs(near - up), abs(near - corner)
    return left if a <= b and a <= c else up if b <= c else corner


def test_png_has_the_size_the_red_strokes_and_text() -> None:
    diagram = samples.cycle_rig()
    wide, high, rows = pixels(export.to_png(diagram, 1))
    assert abs(wide - draw(diagram).box.w) < 80
    assert high > draw(diagram).box.h - 2
    counts: dict[bytes, int] = {}
    for row in rows:
        for i in range(0, len(row), 4):
            counts[row[i : i + 3]] = counts.get(row[i : i + 3], 0) + 1
    assert counts[bytes.fromhex(COLOURS["wrong"][0][1:])] > 150
    assert counts[bytes.fromhex(COLOURS["ink"][0][1:])] > 100


def test_png_scales_and_is_bounded() -> None:
    (wide,) = struct.unpack(">I", export.to_png(samples.legacy_rig(3), 2)[16:20])
    (single,) = struct.unpack(">I", export.to_png(samples.legacy_rig(3), 1)[16:20])
    assert abs(wide - 2 * single) <= 2
    (huge,) = struct.unpack(">I", export.to_png(samples.legacy_rig(3), 500)[16:20])
    assert huge <= 8000


def test_dot_has_clusters_kinds_and_reasons(engine_name: str) -> None:
    text = export.to_dot(samples.harbor_rig())
    assert 'label="Development"' in text
    assert '"orch.lead" -> "dev.impl"' in text
    assert "no member" in text
    answer = engine.run(text, engine="dot", form="plain")
    assert answer.output.count("\nedge ") == 12


def test_mermaid_has_subgraphs_arms_and_red_links() -> None:
    text = export.to_mermaid(samples.broken_graph())
    assert text.startswith("flowchart LR\n")
    assert 'subgraph c1["tool-loop"]' in text
    assert '|"subagent"|' in text
    assert "--x" in text
    assert "linkStyle 38,39,41 stroke:#c8102e" in text


def test_thumbnails_need_no_engine_and_bear_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    diagram = samples.broken_graph()
    positions = draw(diagram).positions

    def never(*args: object, **more: object) -> engine.Answer:
        raise AssertionError("the engine was asked")

    monkeypatch.setattr(engine, "run", never)
    for made in (thumbnail(diagram), thumbnail(diagram, positions)):
        root = ET.fromstring(made)
        assert not list(root.iter(f"{SVG}text"))
        assert "--pic-wrong" in made
        assert len(made) < 12_000


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_every_sample_has_every_form(name: str) -> None:
    diagram = samples.SAMPLES[name]()
    ET.fromstring(thumbnail(diagram))
    assert export.to_dot(diagram).count("->") == len(diagram.edges)
    assert export.to_mermaid(diagram).count("\n") > len(diagram.edges)
