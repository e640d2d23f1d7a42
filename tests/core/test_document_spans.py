"""Where every part of a text stands: exact spans of keys and values, lines and columns, and splices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topology.core.diagnostics import Finding, Severity
from topology.core.document import Document, Mapping, Sequence, Splice, apply_splices, parse

#: text, path, the text of the key's span (None for list items), the text of the value's span
SPANS: list[tuple[str, tuple[Any, ...], str | None, str]] = [
    ("a: 1\nb: 2 # c\n", ("b",), "b", "2"),
    ("'a' : \"x y\"\n", ("a",), "'a'", '"x y"'),
    ("a:\n  b: 1\n\n  # comment\n\nc: 2\n", ("a",), "a", "b: 1"),
    ("a:\n- x\n- y\n\n# end\n", ("a",), "a", "- x\n- y"),
    ("a:\n- x\n- y: 1\n  z: 2\n# end\n", ("a", 1), None, "y: 1\n  z: 2"),
    ("a: [x, {y: 1}] # c\n", ("a",), "a", "[x, {y: 1}]"),
    ("a: [x, {y: 1}] # c\n", ("a", 1), None, "{y: 1}"),
    ("a: [x, {y: 1}]\n", ("a", 1, "y"), "y", "1"),
    ("a: |\n  x\n  y\n\n# end\nb: 1\n", ("a",), "a", "|\n  x\n  y"),
    ("a: |+ # why\n  x\n\n\nb: 1\n", ("a",), "a", "|+ # why\n  x"),
    ("a: |\n\nb: 1\n", ("a",), "a", "|"),
    ("a: >-\r\n  x\r\n\r\nb: 1\r\n", ("a",), "a", ">-\r\n  x"),
    ("a: x\n  y\n\nb: 1\n", ("a",), "a", "x\n  y"),
    ("a: &n !t x # c\n", ("a",), "a", "&n !t x"),
    ("a: &n\n  b: 1\n", ("a",), "a", "&n\n  b: 1"),
    ("a: &n x\nb: *n # c\n", ("b",), "b", "*n"),
    ("&k a: b\n", ("a",), "&k a", "b"),
    ("? a\n: b\n", ("a",), "a", "b"),
    ("\ufeffa: x\n", ("a",), "a", "x"),
    ("a: '\U0001f600' \nb: x\n", ("b",), "b", "x"),
    ("a: \x07y\x00 \nb: x\n", ("b",), "b", "x"),
    ("- - a\n  - b\n- c\n", (0,), None, "- a\n  - b"),
]

#: text, path, offset of a missing value
MISSING = [
    ("a:\nb: 1\n", ("a",), 2),
    ("a:   # c\n\nb: 1\n", ("a",), 2),
    ("a: \nb: 1\n", ("a",), 2),
    ("-\n- b\n", (0,), 1),
    ("- # c\n- b\n", (0,), 1),
    ("{a, b: 1}\n", ("a",), 2),
    ("{a: , b: 1}\n", ("a",), 3),
    ("? a\n", ("a",), 3),
    (": x\n", ("",), 0),
]


@pytest.mark.parametrize(("text", "path", "key", "value"), SPANS)
def test_spans_hold_the_part_and_nothing_else(text: str, path: tuple[Any, ...], key: str | None, value: str) -> None:
    document = parse(text)
    start, end = document.offsets(path)
    assert text[start:end] == value
    if key is not None:
        start, end = document.offsets(path, "key")
        assert text[start:end] == key


@pytest.mark.parametrize(("text", "path", "at"), MISSING)
def test_a_missing_value_stands_behind_its_sign(text: str, path: tuple[Any, ...], at: int) -> None:
    document = parse(text)
    owner = document.get(path[:-1])
    if path == ("",):
        assert owner.marks[""][:2] == (at, at)
    else:
        assert owner.marks[path[-1]][-2:] == (at, at)
        assert document.get(path) is None


def test_containers_know_where_they_begin_and_end() -> None:
    text = "# head\na: &n\n  b: [1]\n  c: 2\n\n# tail\n"
    root = parse(text).root
    assert (text[root.start : root.end], text[root["a"].start : root["a"].end]) == (
        "a: &n\n  b: [1]\n  c: 2",
        "b: [1]\n  c: 2",
    )
    assert (root.flow, root["a"]["b"].flow) == (False, True)


def test_merged_pairs_point_at_their_merge_key() -> None:
    text = "%YAML 1.1\n---\na: &n {x: 1}\nb:\n  <<: *n\n"
    document = parse(text)
    start, end = document.offsets(("b", "x"))
    assert text[start:end] == "*n"


@pytest.mark.parametrize(
    ("text", "path", "place"),
    [
        ("a: 1\nb: x\n", ("b",), (2, 4, 2, 5)),
        ("\ufeffa: x\n", ("a",), (1, 4, 1, 5)),
        ("a: 1\r\nb: x\r\n", ("b",), (2, 4, 2, 5)),
        ("a: 'y\rz'\nb: x\n", ("b",), (2, 4, 2, 5)),
        ("a: 'y\u2028\x85'\nb: x\n", ("b",), (2, 4, 2, 5)),
        ("\U0001f600: x\n", ("\U0001f600",), (1, 4, 1, 5)),
        ("a: |\n  x\n  y\nb: 1\n", ("a",), (1, 4, 3, 4)),
    ],
)
def test_lines_and_columns_count_characters_from_one(text: str, path: Any, place: tuple[int, ...]) -> None:
    span = parse(text).span(path)
    assert (span.line, span.column, span.end_line, span.end_column) == place


def test_a_path_that_ends_early_points_at_the_nearest_part() -> None:
    document = parse("a:\n  b: 1\n")
    assert document.text[slice(*document.offsets(("a", "x", 3)))] == "b: 1"
    found = document.diagnose(Finding("R1", ("a", "b"), "m", "h"), Severity.ERROR)
    assert (found.line, found.column, found.path, found.keys) == (2, 6, "a.b", ("a", "b"))


# Properties

_WORDS = st.text(st.sampled_from("abcxyz01-_ .:#'\"\\\u00e9\U0001f600\u2028"), max_size=12)
_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), _WORDS)
_KEYS = st.text(st.sampled_from("abcdefgh"), min_size=1, max_size=4)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_KEYS, inner, max_size=4)),
    max_leaves=12,
)


def _quoted(text: str, style: int) -> str:
    if style % 2 and all(char.isprintable() for char in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(char if char not in '"\\' else "\\" + char for char in text) + '"'


def _scalar(value: Any, style: int) -> str:
    if isinstance(value, str):
        return value if value.isalpha() and value not in ("y",) and style % 3 == 0 else _quoted(value, style)
    return (
        {None: "null", True: "true", False: "False"}[value] if value is None or isinstance(value, bool) else str(value)
    )


def _written(value: Any, indent: int, styles: Iterator[int], flow: bool) -> str:
    """A text for a value, in a style of chance: block or brackets, comments and blank lines between."""
    style = next(styles)
    if not isinstance(value, dict | list):
        return " " + _scalar(value, style)
    if flow or not value or style % 4 == 0:
        pairs = value.items() if isinstance(value, dict) else ((None, item) for item in value)
        inner = [
            (f"{_quoted(k, style)}:" if k is not None else "") + _written(v, indent, styles, True) for k, v in pairs
        ]
        return " " + ("{%s}" if isinstance(value, dict) else "[%s]") % ",".join(inner)
    pad = "\n" + ("\n" if style % 5 == 0 else "") + (" " * indent + "# note\n" if style % 7 == 0 else "") + " " * indent
    deeper = indent + 1 + style % 3
    if isinstance(value, dict):
        return "".join(f"{pad}{k}:{_written(v, deeper, styles, False)}" for k, v in value.items())
    return "".join(f"{pad}-{_written(v, deeper, styles, False)}" for v in value)


@st.composite
def _texts(draw: st.DrawFn) -> tuple[str, Any]:
    value = draw(_VALUES)
    chances = draw(st.randoms(use_true_random=False))
    styles = iter(lambda: chances.randrange(420), -1)
    text = _written(value, 0, styles, False).lstrip(" ") + draw(st.sampled_from(["", "\n", "\n\n# end\n"]))
    return text if draw(st.booleans()) else text.replace("\n", "\r\n"), value


def _parts(value: Any) -> Iterator[tuple[int, int, Any]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            key_start, key_end, start, end = value.marks[key]
            yield key_start, key_end, key
            yield start, end, item
            yield from _parts(item)
    elif isinstance(value, Sequence):
        for (start, end), item in zip(value.marks, value, strict=True):
            yield start, end, item
            yield from _parts(item)


def _dedented(text: str, start: int, end: int) -> str:
    """The text of a span, with its first line put at the column it stood at."""
    line = text.rfind("\n", 0, start) + 1
    return " " * (start - line) + text[start:end]


@given(_texts())
def test_a_written_value_is_read_again_and_so_is_every_span(written: tuple[str, Any]) -> None:
    text, value = written
    document = parse(text)
    assert document.root == value
    for start, end, item in _parts(document.root):
        assert 0 <= start < end <= len(text)
        assert parse(_dedented(text, start, end)).root == item


@given(_texts())
def test_spans_lie_within_their_containers_in_order(written: tuple[str, Any]) -> None:
    document = parse(written[0])

    def check(value: Any) -> None:
        if not isinstance(value, Mapping | Sequence):
            return
        last = value.start
        for start, end, _ in _own(value):
            assert last <= start < end <= value.end
            last = end
        for item in value.values() if isinstance(value, Mapping) else value:
            check(item)

    check(document.root)
    for start, end, _ in _parts(document.root):
        span = document.lines.span(start, end)
        assert span.line == written[0].count("\n", 0, start) + 1
        assert span.column == start - (written[0].rfind("\n", 0, start) + 1) + 1


def _own(value: Mapping | Sequence) -> Iterator[tuple[int, int, Any]]:
    if isinstance(value, Sequence):
        for start, end in value.marks:
            yield start, end, None
        return
    for key_start, key_end, start, end in value.marks.values():
        yield key_start, key_end, None
        yield start, end, None


@given(
    st.text(max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5), st.text(max_size=5)), max_size=4)
)
def test_splices_can_be_taken_back(text: str, cuts: list[tuple[int, int, str]]) -> None:
    at, splices = 0, []
    for wanted, width, new in sorted(cuts):
        start = min(max(wanted, at), len(text))
        at = min(start + width, len(text))
        splices.append(Splice(start, at, new))
    after = apply_splices(text, splices)
    back, shift = [], 0
    for splice in splices:
        inverse = splice.inverse(text)
        back.append(Splice(inverse.start + shift, inverse.end + shift, inverse.new))
        shift += len(splice.new) - (splice.end - splice.start)
    assert apply_splices(after, back) == text


def test_overlapping_splices_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply_splices("abcdef", [Splice(0, 3, ""), Splice(2, 4, "")])
    with pytest.raises(ValueError, match="leave"):
        apply_splices("abc", [Splice(2, 9, "")])


def test_documents_are_looked_up_by_path() -> None:
    document: Document = parse("a: [1, {b: 2}]\n")
    assert document.get(("a", 1, "b")) == 2
    for path in (("x",), ("a", 5), ("a", "b"), (0,)):
        with pytest.raises(KeyError):
            document.get(path)
