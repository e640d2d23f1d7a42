"""What a text means: values that OpenRig's parser gives, and texts that it refuses, with our words for why.

Every expectation here was compared with npm `yaml` 2.8.3 under its default options.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from topology.core.document import RULES, DocumentError, Mapping, parse

INF = math.inf
READ: list[Any] = [
    # Nothing there
    ("", None),
    ("# only a comment\n", None),
    ("\n\n", None),
    ("\t\n", None),
    ("---\n", None),
    ("...\n", None),
    # Markers, marks and line ends
    ("--- a\n", "a"),
    ("a: 1\n...\n", {"a": 1}),
    ("a: 1\n... # c\n", {"a": 1}),
    ("%YAML 1.2\n---\na: 1\n", {"a": 1}),
    ("\ufeffa: 1\n", {"a": 1}),
    ("\ufeff# c\n- a: 1\n  b: 2\n", [{"a": 1, "b": 2}]),
    ("\ufeff\ufeffa: 1\n", {"\ufeffa": 1}),
    ("a: \ufeffb\n", {"a": "\ufeffb"}),
    ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
    ("a: x\ry\n", {"a": "x\ry"}),
    ('a: "x\u2028y\x85z"\n', {"a": "x\u2028y\x85z"}),
    ("a: x\u2029y\n", {"a": "x\u2029y"}),
    ('a: "\x07"\n', {"a": "\x07"}),
    ("a: \x00\n", {"a": "\x00"}),
    ("a: \ue000\x01\ue001\n", {"a": "\ue000\x01\ue001"}),
    # Tabs separate
    ("a:\tb\n", {"a": "b"}),
    ("a: b\tc\n", {"a": "b\tc"}),
    ("- a\n-\tb\n", ["a", "b"]),
    ("a: b\t# c\n", {"a": "b"}),
    # Brackets
    ("a: [a:b, ::x]\n", {"a": ["a:b", "::x"]}),
    ("a: {b:c}\n", {"a": {"b:c": None}}),
    ('a: {"b":c}\n', {"a": {"b": "c"}}),
    ("a: [b: c]\n", {"a": [{"b": "c"}]}),
    ("a: [b\n]\n", {"a": ["b"]}),
    ("[[a]\n]: v\n", {"[ [ a ] ]": "v"}),
    ("{a: {}\n}: v\n", {"{ a: {} }": "v"}),
    ("[[]\n ,b]: v\n", {"[ [], b ]": "v"}),
    ("a: [b, c, ]\n", {"a": ["b", "c"]}),
    ("a: {b, c: }\n", {"a": {"b": None, "c": None}}),
    ("[? a : b, ? c]\n", [{"a": "b"}, {"c": None}]),
    # Quotes
    ("a: 'it''s'\n", {"a": "it's"}),
    ("a: 'x\n\n  y'\n", {"a": "x\ny"}),
    ('a: "x\n  y"\n', {"a": "x y"}),
    ('a: "x\\\n   y"\n', {"a": "xy"}),
    ('a: "x \t\n  y"\n', {"a": "x y"}),
    ('a: "\\x41\\u00e9\\U0001F600\\/\\_"\n', {"a": "A\xe9\U0001f600/\xa0"}),
    ('a: "\\ud83d\\ude00"\n', {"a": "\U0001f600"}),
    ('a: "\\ud800"\n', {"a": "\ud800"}),
    # Plain scalars of the 1.2 core schema
    ("[~, null, NULL, nUll]\n", [None, None, None, "nUll"]),
    ("[true, TRUE, tRue, on, yes, No]\n", [True, True, "tRue", "on", "yes", "No"]),
    ("[012, 0o17, 0x1F, 0b11, 1_000, 12:30]\n", [12, 15, 31, "0b11", "1_000", "12:30"]),
    ("[1e3, 1e, .5, 5., ., +5, 0.2.0]\n", [1000.0, "1e", 0.5, 5.0, ".", 5, "0.2.0"]),
    ("[.inf, -.INF, 1e400]\n", [INF, -INF, INF]),
    ("2001-01-01\n", "2001-01-01"),
    ("9007199254740993\n", 9007199254740992),
    ("123456789012345678901234567890\n", 1.2345678901234568e29),
    ("a: x#c\n", {"a": "x#c"}),
    ("a:b\n", "a:b"),
    ("a: b\n  c\n\n  d\n", {"a": "b c\nd"}),
    ("- a\n - b\n", ["a - b"]),
    # Block scalars
    ("a: |\n  x\n  y\n", {"a": "x\ny\n"}),
    ("a: |-\n  x\n\n", {"a": "x"}),
    ("a: |+\n  x\n\n", {"a": "x\n\n"}),
    ("a: >\n  x\n  y\n\n  z\n   w\n", {"a": "x y\nz\n w\n"}),
    ("a: |2\n   x\n", {"a": " x\n"}),
    ("a:\n  b: |\n    x\n  [c]: d\n", {"a": {"b": "x\n", "[ c ]": "d"}}),
    ("a:\n  b: |\n    x\n  &x [c]: d\n", {"a": {"b": "x\n", "[ c ]": "d"}}),
    ("a:\n  b: |\n\n  {c: d}: e\n", {"a": {"b": "", "{ c: d }": "e"}}),
    ("- |\n  x\n- [c]: d\n", ["x\n", {"[ c ]": "d"}]),
    ("a: |\n  x", {"a": "x\n"}),
    ("|\nx\n", "x\n"),
    ("a:\n    |\n  b\n", {"a": "b\n"}),
    # Blocks
    ("- - a\n  - b\n- c\n", [["a", "b"], "c"]),
    ("a:\n- b\n- c\n", {"a": ["b", "c"]}),
    ("a:\n-\n", {"a": [None]}),
    ("a:\n# todo\n  some text\nb: 1\n", {"a": "some text", "b": 1}),
    ("? a\n", {"a": None}),
    ("? a\n: b\n", {"a": "b"}),
    # Keys become text
    ("7: x\ntrue: y\n~: z\n", {"7": "x", "true": "y", "": "z"}),
    (": x\n", {"": "x"}),
    ("[a, b]: x\n", {"[ a, b ]": "x"}),
    ("[0xFF, 0o17, 1E3, -1.50e3, 0e0, 012]: x\n", {"[ 0xff, 0o17, 1e+3, -1.5e+3, 0e+0, 12 ]": "x"}),
    ("[1.20, -1.20, -0, -0.0, 0.0]: x\n", {"[ 1.20, -1.2, -0, -0, 0.0 ]": "x"}),
    ("!!binary aGk=: x\n", {"hi": "x"}),
    ("{a: b}: x\n", {"{ a: b }": "x"}),
    ("1e21: x\n0.1: y\n1e-7: z\n", {"1e+21": "x", "0.1": "y", "1e-7": "z"}),
    ("12345678901234567890: x\n", {"12345678901234567000": "x"}),
    ('1: a\n"1": b\n', {"1": "b"}),
    ("__proto__: x\nconstructor: y\n", {"__proto__": "x", "constructor": "y"}),
    ("<<: {a: 1}\n", {"<<": {"a": 1}}),
    # Anchors, aliases, tags
    ("a: &x 1\nb: *x\n", {"a": 1, "b": 1}),
    ("a: &x 1\nb: &x 2\nc: *x\n", {"a": 1, "b": 2, "c": 2}),
    ("a: &x 1\n*x : 2\n", {"a": 1, "1": 2}),
    ("a: &x\n", {"a": None}),
    ("a: !boat x\n", {"a": "x"}),
    ("a: ! 7\nb: !!str 7\nc: !!int '7'\nd: !!float 7\n", {"a": "7", "b": "7", "c": 7, "d": "7"}),
    (
        "a: !!null ''\nb: !!bool 'true'\nc: !!seq [1]\nd: !!map {e: 1}\n",
        {"a": None, "b": True, "c": [1], "d": {"e": 1}},
    ),
    ("a: !!pairs [x: 1, x: 2]\n", {"a": [{"x": 1}, {"x": 2}]}),
    ("%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1\n", {"a": "1"}),
    # YAML 1.1
    ("%YAML 1.1\n---\n[yes, No, on, y, OFF]\n", [True, False, True, True, False]),
    ("%YAML 1.1\n---\n[012, 08, 0b11, 1_000, 0x1F, 0o7]\n", [10, 8, 3, 1000, 31, "0o7"]),
    ("%YAML 1.1\n---\n[1:30, -1:30, 1:30.5, 1_0.5_0]\n", [90, -90, 90.5, 10.5]),
    ("%YAML 1.1\n---\n[190:20:30:59:59:59:59:59:59]\n", [31970137536000000]),
    pytest.param(f"%YAML 1.1\n---\n[{'1' * 5000}:1, -1{':1' * 5000}]\n", [INF, -INF], id="beyond all numbers"),
    ("%YAML 1.1\n---\nd: &d {a: 1, b: 2}\nc: {b: 3, <<: *d}\n", {"d": {"a": 1, "b": 2}, "c": {"b": 3, "a": 1}}),
    ("%YAML 1.1\n---\n'<<': {a: 1}\n", {"<<": {"a": 1}}),
]

#: text, code, line and column of the fault
REFUSED: list[tuple[str, str, int, int]] = [
    ("a: [b, ,c]\n", "D101", 1, 8),
    ("a: [, b]\n", "D101", 1, 5),
    ("a: 1\n---\n", "D104", 2, 1),
    ("---\na: 1\n--- # c\n", "D104", 3, 1),
    ("a: 1\n... x\n", "D104", 2, 4),
    ("a: 1\na: 2\n", "D105", 2, 1),
    ("a:\n  b: 1\n  'b': 2\n", "D105", 3, 3),
    ("1: a\n1.0: b\n", "D105", 2, 1),
    ("{a: 1, a: 2}\n", "D105", 1, 8),
    ("a: 'x\n", "D107", 1, 4),
    ('a: "x\ny"\n', "D107", 1, 4),
    ("a: [x\n", "D108", 1, 4),
    ("a: [b,\nc]\n", "D108", 1, 4),
    ("a: ]\n", "D108", 1, 4),
    ("a: {x]\n", "D108", 1, 6),
    ("\ta: 1\n", "D109", 1, 1),
    ("a:\n\tb: 1\n", "D109", 2, 1),
    ("a: 1\n b: 2\n", "D110", 2, 2),
    ("a:\n    b: 1\n  c: 2\n", "D110", 3, 3),
    ("a: - b\n", "D110", 1, 4),
    ("a:\n#todo\n  some text\nb: 1\n", "D110", 2, 1),
    ("--- a: 1\n", "D110", 1, 5),
    ("- a: 1\n - b: 1\n", "D110", 2, 2),
    ("a: |\n   \n  x\n", "D110", 3, 3),
    ("a: |\nx\n", "D111", 2, 1),
    ('version: "1"\nname "x"\nb: 1\n', "D111", 2, 1),
    ('a: ["b" "c"]\n', "D111", 1, 9),
    ("a: b: c\n", "D112", 1, 4),
    ("a: {b: c: d}\n", "D112", 1, 8),
    ("b: *x\n", "D113", 1, 4),
    ("a: *x\nb: &x 1\n", "D113", 1, 4),
    ("a: *\n", "D113", 1, 4),
    ('a: "C:\\dir"\n', "D115", 1, 7),
    ('a: "\\ud8"\n', "D115", 1, 5),
    ("a: @x\n", "D116", 1, 4),
    ("a: `x`\n", "D116", 1, 4),
    ("```yaml\na: 1\n```\n", "D116", 1, 1),
    ('a: "v"# c\n', "D117", 1, 7),
    ("a: [v]# c\n", "D117", 1, 7),
    ("a: &\n", "D118", 1, 4),
    ("a: &x &y b\n", "D118", 1, 7),
    ("a: !e!x 1\n", "D118", 1, 4),
    ("a: !!str[b]\n", "D118", 1, 9),
    ("a: &x - b\n", "D110", 1, 7),
    ("%x\n", "D119", 1, 1),
    ("%YAML 1.2\na: 1\n", "D119", 1, 1),
    ("%YAML\n---\n", "D119", 1, 1),
    ("a: | x\n", "D122", 1, 6),
    ("a: |0\n  x\n", "D122", 1, 5),
    ('"a\n b": 1\n', "D123", 1, 1),
    ("k" * 1030 + ": 1\n", "D123", 1, 1),
    ("a: b\n" + "k" * 1030 + ": 1\n", "D123", 2, 1),
    ("a: b\n" + '"' + "k" * 1030 + '": 1\n', "D123", 2, 1),
    ("a:\n- " + "k" * 1030 + ": 1\n", "D123", 2, 3),
    ("a: b\nk" + " " * 1030 + ": 1\n", "D123", 2, 1),
    ("a: [\n  ]: c\n }\n", "D108", 3, 2),
    ("%YAML 1.1\n---\n- &a {<<: *a}\n", "D103", 3, 7),
    ("%YAML 1.1\n---\n- &a {x: {<<: *a}}\n", "D103", 3, 11),
    ("'x' y\n", "D124", 1, 5),
    ("- a\nb: 1\n", "D124", 2, 1),
    ("\ufeff- a: 1\n  b: 2\n", "D132", 1, 1),
    ("\ufeff- a\n- [\n", "D124", 1, 3),
    ("a: !!timestamp x\n", "D125", 1, 4),
    ("a: !!set {b: 1}\n", "D125", 1, 4),
    ("a: !!omap [b: 1, b: 2]\n", "D125", 1, 18),
    ("%YAML 1.1\n---\n<<: 1\n", "D125", 3, 1),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_texts_mean_what_openrig_reads(text: str, value: Any) -> None:
    assert _typed(parse(text).root) == _typed(value)


@pytest.mark.parametrize(("text", "code", "line", "column"), REFUSED)
def test_unreadable_texts_say_what_is_wrong_and_where(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(DocumentError) as caught:
        parse(text)
    (found,) = caught.value.diagnostics
    assert (found.code, found.line, found.column) == (code, line, column)
    assert found.help and not found.message[0].isupper() and not found.message.endswith(".")


def test_every_code_has_a_rule_with_a_reason() -> None:
    by_code = {rule.code: rule for rule in RULES}
    assert {code for _, code, _, _ in REFUSED} <= set(by_code)
    assert len(by_code) == len(RULES)
    assert all(len(rule.explanation) > 40 and rule.summary and rule.source for rule in RULES)


def test_not_a_number_is_read_as_one() -> None:
    assert all(math.isnan(value) for value in parse("[.nan, .NaN]").root)
    assert all(math.isnan(value) for value in parse("%YAML 1.1\n---\n[., +., e5]").root)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a: !!set {x, y}\n", "set"),
        ("a: !!omap [x: 1]\n", "omap"),
        ("a: !!timestamp 2001-01-01\n", "date"),
        ("a: !!binary aGk=\n", "binary"),
        ("%YAML 1.1\n---\na: 2001-01-01\n", "date"),
    ],
)
def test_objects_of_javascripts_own_are_empty_mappings_with_a_name(text: str, name: str) -> None:
    value = parse(text).root["a"]
    assert isinstance(value, Mapping) and value == {} and value.opaque == name


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("a: !boat x\nb: !!float 7\n", ["D150", "D150"]),
        ("%FOO x\n---\na\n", ["D151"]),
        ("%YAML 1.3\n---\na\n", ["D151"]),
        ("a: &b: c\n", ["D152"]),
        ("? a\n b\n", []),
        ("? 'a'\n b: c\n", ["D153"]),
        ("a: b\n", []),
    ],
)
def test_odd_texts_are_read_with_warnings(text: str, codes: list[str]) -> None:
    assert [warning.code for warning in parse(text).warnings] == codes


def test_a_duplicate_key_names_the_line_of_the_first() -> None:
    with pytest.raises(DocumentError, match="first on line 2"):
        parse("# x\na: 1\nb: 2\na: 3\n")


@pytest.mark.parametrize(("uses", "passes"), [(99, True), (100, False)])
def test_ninety_nine_uses_of_a_scalar_pass(uses: int, passes: bool) -> None:
    text = "a: &x 1\nb: [" + ", ".join(["*x"] * uses) + "]\n"
    if passes:
        assert parse(text).root["b"] == [1] * uses
        return
    with pytest.raises(DocumentError) as caught:
        parse(text)
    assert caught.value.diagnostics[0].code == "D114"


def test_empty_collections_may_be_used_without_end() -> None:
    assert len(parse("a: &x []\nb: [" + ", ".join(["*x"] * 500) + "]\n").root["b"]) == 500


def test_an_alias_may_hold_itself() -> None:
    document = parse("a: &x\n  b: *x\n")
    assert document.cyclic and document.root["a"]["b"] is document.root["a"]
    assert not parse("a: &x [1]\nb: *x\n").cyclic


def _typed(value: Any) -> Any:
    """The value with its types told apart: JavaScript has one kind of number, but no boolean is one."""
    if isinstance(value, dict):
        return {key: _typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_typed(item) for item in value]
    return ("number", float(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9007199254740993", 9007199254740992),
        ("-9007199254740993", -9007199254740992),
        ("0x20000000000001", 9007199254740992),
        ("0o400000000000000001", 9007199254740992),
        ("1" + "0" * 310, INF),
        ("-1" + "0" * 310, -INF),
        ("9" * 5000, INF),
        ("%YAML 1.1\n---\n9_007_199_254_740_993", 9007199254740992),
    ],
)
def test_integers_are_as_exact_as_javascripts_numbers(text: str, value: float) -> None:
    assert parse(text).root == value
