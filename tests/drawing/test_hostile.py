"""Text that means harm: always well-formed XML, never active, never huge."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topology.core.diagram import Container, Diagram, Edge, Filter, Node
from topology.drawing import draw, engine, export, render, thumbnail

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "&#106;avascript:alert(1)",
    "a:b:n",
    "<b>bold</b>",
    "ends in a backslash\\",
    "\x00\x01\x08\x0b\x1f\x7f\x9f",
    "\ufffe\uffff\ud800",
    "\u202eright to left\u202c",
    "line\nbreak\r\ttab\u2028sep",
    "]]>",
    "--><!--",
    "%%{init: {}}%% end",
    "x" * 100_000,
    "𝕏" * 50_000,
    "",
    " ",
    "字" * 300,
    "{{ 7|add:7 }}{% now 'Y' %}",
    '|"end" --> n0',
]
ELEMENTS = {"svg", "g", "title", "desc", "rect", "path", "text", "circle"}
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def check(svg: str) -> None:
    """Well-formed, only harmless elements and attributes, nothing shown or read that turns the direction of text."""
    for element in ET.fromstring(svg).iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in ELEMENTS
        assert not any(re.match(r"on|style$|id$|.*href$", name) for name in element.attrib)
        assert not TURNING.search((element.text or "") + element.attrib.get("aria-label", ""))


def diagram_of(text: str, kind: str = "rig") -> Diagram:
    pod = f"pod {text}"
    ids = [f"{text} one", f"{text} two"]
    nodes = tuple(
        Node(i, pod, text, text, text, (), 1, seam=text, marks=(text,), group=text, off_canvas=2, status=text)
        for i in ids
    )
    edges = (
        Edge(f"k {text}", ids[0], ids[1], text, text, label=text, reason=text),
        Edge(f"w {text}", ids[0], ids[1], "arm", "forbidden", label=text, reason=text),
        Edge(f"m {text}", ids[1], text, "can_observe", "invalid", label=text, reason=text),
        Edge(f"l {text}", ids[1], ids[1], "arm", "allowed", label=text),
    )
    return Diagram(kind, text, (Container(pod, text, summary=text),), nodes, edges, (), (Filter(text, 1, text),))


def documents(diagram: Diagram) -> list[str]:
    picture = draw(diagram, marks={"node:x": diagram.name}, highlight={diagram.name})
    return [render(picture), export.to_svg(diagram), export.to_svg(diagram, "dark"), thumbnail(diagram)]


@pytest.mark.parametrize("kind", ["rig", "graph"])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:24]))
def test_hostile_text_is_harmless(text: str, kind: str) -> None:
    for svg in documents(diagram_of(text, kind)):
        svg.encode("utf-8")
        check(svg)
        assert len(svg) < 60_000


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_harmless(text: str) -> None:
    diagram = diagram_of(text)
    for svg in (render(draw(diagram)), thumbnail(diagram)):
        check(svg)


def test_text_shown_is_the_text_given() -> None:
    root = ET.fromstring(render(draw(diagram_of("<b>&amp;"))))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>&amp;" in texts


def test_no_text_reaches_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    begin = engine.begin

    def listening(dot: str, **more: object) -> engine.Run:
        asked.append(dot)
        return begin(dot, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "begin", listening)
    draw(diagram_of("secretword"))
    assert asked
    assert not any("secretword" in dot for dot in asked)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:24]))
def test_hostile_text_does_not_break_dot(text: str, engine_name: str) -> None:
    answer = engine.run(
        export.to_dot(diagram_of(text)).encode("ascii", "xmlcharrefreplace").decode(), engine="dot", form="json0"
    )
    assert '"URL"' not in answer.output
    assert "syntax" not in answer.warnings
    assert "_gvid" in answer.output


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:24]))
def test_hostile_text_does_not_break_mermaid(text: str) -> None:
    for line in export.to_mermaid(diagram_of(text)).splitlines()[1:]:
        bare = re.sub(r'"[^"]*"', '""', line)
        assert re.fullmatch(
            r'\s*(subgraph c\d+\[""\]|end|[nm]\d+\[""\]|[nm]\d+ [-.<>ox]+(\|""\|)? [nm]\d+'
            r"|linkStyle [\d,]+ stroke:#\w+,stroke-width:3px,color:#\w+|classDef missing \S+ 3|class [m\d,]+ missing)",
            bare,
        ), line
        for quoted in re.findall(r'"([^"]*)"', line):
            assert re.fullmatch(r"(?:[\w .,/-]|#\d+;|<br/>)*", quoted)
