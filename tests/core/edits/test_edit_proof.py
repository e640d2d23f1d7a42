"""Every edit is proved: the text is read again and must be exactly the document that was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from styled import few
from test_edit_fidelity import edited

from topology.core import rig
from topology.core.document import Splice, apply_splices, parse
from topology.core.document.edit_same import first_difference, same_value
from topology.core.document.edit_scalars import plain_ok, scalar
from topology.core.edits import Edit, Refused, apply_each, inverse_splices

NAN = float("nan")
ALIKE = [({"a": 1, "b": [NAN]}, {"a": 1, "b": [NAN]}), ([None, "", 0, False], [None, "", 0, False]), (1.0, 1.0)]
UNLIKE = [
    (1, 1.0),
    (1, True),
    (0, False),
    ("1", 1),
    (None, ""),
    (NAN, 1.0),
    ({"a": 1, "b": 1}, {"b": 1, "a": 1}),
    ([1, 2], [1]),
    ([], {}),
    ({"a": [1]}, {"a": [1.0]}),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_values_that_are_the_same(one, other):
    assert same_value(one, other) and same_value(other, one)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_values_that_are_not(one, other):
    assert not same_value(one, other) and not same_value(other, one)


def test_a_shared_part_is_compared_once():
    part = [1]
    for _ in range(60):
        part = [part, part]
    assert same_value(part, part)


RIG = 'version: "1"\nname: x\npods: []\n'


def test_an_edit_that_does_more_than_it_says_is_refused():
    def change(document, arguments):
        return Edit((Splice(0, 0, "a: 1\n"),), "nothing", document.root)

    with pytest.raises(Refused) as refused:
        apply_each(RIG, [{"op": "change"}], {"change": change})
    assert refused.value.code == "E109"


@pytest.mark.parametrize("new", ["a: [", "name: y\n", "- "])
def test_an_edit_that_breaks_the_text_is_refused(new):
    def change(document, arguments):
        return Edit((Splice(0, 0, new),), "nothing", document.root)

    with pytest.raises(Refused) as refused:
        apply_each(RIG, [{"op": "change"}], {"change": change})
    assert refused.value.code == "E109" and "readable" in refused.value.message


def test_an_edit_that_changes_a_type_is_refused():
    def change(document, arguments):
        return Edit((Splice(len(RIG), len(RIG), "n: 1\n"),), "nothing", {**document.root, "n": 1.0})

    with pytest.raises(Refused):
        apply_each(RIG, [{"op": "change"}], {"change": change})


def test_splices_that_meet_are_refused():
    def change(document, arguments):
        return Edit((Splice(0, 3, ""), Splice(2, 4, "")), "nothing", document.root)

    with pytest.raises(Refused) as refused:
        apply_each(RIG, [{"op": "change"}], {"change": change})
    assert refused.value.code == "E103"


def test_a_document_with_nan_and_numbers_can_be_edited():
    text = RIG + "x: [.nan, 1, 1.0, 0x1F, true, ~, -0.0, .inf]\n"
    assert edited(text, {"op": "set_field", "path": "name", "value": "z"}, rig.EDITS).text == text.replace(
        "x\n", "z\n", 1
    )


def test_what_is_the_same_already_changes_nothing():
    outcome = edited(RIG, {"op": "set_field", "path": "name", "value": "x"}, rig.EDITS)
    assert outcome.text == RIG and outcome.steps == ((),)


ALIASED = """\
version: "1"
name: x
pods:
  - id: a
    label: A
    members: &m
      - {id: one, agent_ref: "local:a", profile: p, runtime: codex, cwd: &c .}
  - id: b
    label: B
    members: *m
  - id: d
    label: &l D
    members: []
docs:
  - path: *c
  - path: *l
"""


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "set_field", "path": "pods[0].members[0].cwd", "value": "src"},
        {"op": "set_field", "path": "pods[0].members[0].model", "value": "x"},
        {"op": "set_field", "path": "pods[1].members[0].model", "value": "x"},
        {"op": "set_field", "path": "pods[2].label", "value": "E"},
        {"op": "remove_member", "member": "a.one"},
        {"op": "remove_member", "member": "b.one"},
        {"op": "remove_pod", "pod": "a"},
        {"op": "remove_pod", "pod": "d"},
        {"op": "rename_member", "member": "a.one", "to": "two"},
        {"op": "move_member", "member": "a.one", "to_pod": "d"},
    ],
)
def test_an_edit_that_would_show_in_two_places_is_refused(operation):
    with pytest.raises(Refused) as refused:
        apply_each(ALIASED, [operation], rig.EDITS)
    assert refused.value.code in {"E103", "E109"} and refused.value.help


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "set_field", "path": "docs[0].path", "value": "x"},
        {"op": "set_field", "path": "pods[1].members", "value": []},
        {"op": "remove_pod", "pod": "b"},
        {"op": "rename_pod", "pod": "a", "to": "z"},
        {"op": "unset_field", "path": "docs"},
    ],
)
def test_an_edit_beside_anchors_and_of_an_alias_itself_is_made(operation):
    assert edited(ALIASED, operation, rig.EDITS).text != ALIASED


ODD = "on y No ~ null 1_000 0b1 12:30:45 2001-01-01 0o7 1e3 .5 = << #a a: {a} [a] *a &a !a %a @a `a 'a' --- ... ? - |"
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["", " ", "- a", "a: b", "a #b", "a, b", '"a"', "\ta", "a\n", *ODD.split(" ")]
)


@few
@given(TEXTS, st.sampled_from(["", "'", '"']), st.booleans())
def test_a_written_text_reads_back_as_itself(text, mark, flow):
    written = scalar(text, mark, '"', flow)
    assert parse(f"[{written}, x]" if flow else f"- {written}").root[0] == text
    assert parse(f"{{{written}: x}}" if flow else f"{written}: x").root == {text: "x"}


@pytest.mark.parametrize(
    "text", ["yes", "Off", "n", "012", "1:20", "0x1F", "1e3", "2020-02-02", "~", "", "a: b", "- x", "?"]
)
def test_what_some_reader_takes_for_something_else_is_quoted(text):
    assert not plain_ok(text)


@pytest.mark.parametrize("text", [".", "local:x", "a-b", "é", "0.2.0", "path:/x y", "1st", "claude-code", "it's"])
def test_what_every_reader_takes_for_text_is_not(text):
    assert plain_ok(text)


@few
@given(st.text(max_size=20), st.data())
def test_inverse_splices_undo(text, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    splices = [Splice(a, b, data.draw(st.text(max_size=3))) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    after = apply_splices(text, splices)
    assert apply_splices(after, inverse_splices(text, splices)) == text


SHARED = """\
name: r
pods:
  - id: a
    members:
      - {id: one, runtime: &rt codex}
      - {id: two, runtime: *rt}
"""


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (
            {"op": "set_field", "path": "pods[0].members[0].runtime", "value": "pi"},
            "`pods[0].members[1].runtime` would change too: it is the alias `*rt` on line 6",
        ),
        (
            {"op": "unset_field", "path": "pods[0].members[0].runtime"},
            "the text that would go is shared: the alias `*rt` names no anchor before it",
        ),
    ],
)
def test_a_refusal_names_the_alias_that_shares_the_text(operation, message):
    with pytest.raises(Refused) as refused:
        apply_each(SHARED, [operation], rig.EDITS)
    assert (refused.value.code, refused.value.message) == ("E109", message)
    assert "write that alias out" in refused.value.help


@pytest.mark.parametrize(
    ("one", "other", "path"),
    [
        ({"a": 1}, {"a": 2}, ("a",)),
        ({"a": [1, {"b": True}]}, {"a": [1, {"b": 1}]}, ("a", 1, "b")),
        ({"a": [1]}, {"a": [1, 2]}, ("a",)),
        ({"a": 1}, {"b": 1}, ()),
    ],
)
def test_where_two_values_differ_first(one, other, path):
    assert first_difference(one, other) == path
