"""What is stored: bytes as given, revisions that never change, index rows that say what the head says."""

from __future__ import annotations

import hashlib

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st
from people import BROKEN_GRAPH, BROKEN_RIG, GRAPH, RIG, stored

from topology.models import AuditEntry, ContainerRow, EdgeRow, Frozen, NodeRow, Revision, Topology, escaped
from topology.services import Rejected, apply_ops, import_topology, save_source

pytestmark = pytest.mark.django_db

ADD = {"op": "add_edge", "kind": "delegates_to", "from": "orch.lead", "to": "dev.qa"}


def test_an_import_keeps_the_bytes_and_describes_them(rig, editor):
    revision = rig.revision()
    assert bytes(revision.data) == RIG.encode()
    assert revision.sha256 == rig.digest == hashlib.sha256(RIG.encode()).hexdigest()
    assert (rig.slug, rig.name, rig.kind, rig.head, rig.published) == ("crew-rig", "crew-rig", "rig", 1, None)
    assert (rig.valid, rig.errors, rig.node_count, rig.edge_count, rig.off_canvas) == (True, 0, 3, 2, 1)
    assert (revision.author, revision.author_name, revision.via, revision.step) == (editor, "emil", "page", "import")
    assert rig.updated_by == editor


def test_a_revision_cannot_be_changed_by_the_program(rig):
    revision = rig.revision()
    revision.operation = "something else"
    for deed in (revision.save, revision.delete, Revision.objects.all().delete):
        with pytest.raises(Frozen):
            deed()
    with pytest.raises(Frozen):
        Revision.objects.update(operation="something else")


@pytest.mark.parametrize("column", ["data", "sha256", "number", "operation", "splices", "author_name", "created"])
def test_a_revision_cannot_be_changed_in_the_database_either(rig, column):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE topology_revision SET {column} = {column}")


def test_the_rows_are_the_index_of_the_head(rig):
    assert list(ContainerRow.objects.filter(topology=rig).order_by("key").values_list("key", "label")) == [
        ("dev", "Development"),
        ("orch", "Orchestration"),
    ]
    nodes = NodeRow.objects.filter(topology=rig).order_by("key").values_list("key", "container", "session")
    assert list(nodes) == [
        ("dev.impl", "dev", "dev-impl@crew-rig"),
        ("dev.qa", "dev", "dev-qa@crew-rig"),
        ("orch.lead", "orch", "orch-lead@crew-rig"),
    ]
    edges = EdgeRow.objects.filter(topology=rig).order_by("kind").values_list("kind", "source", "target", "status")
    assert list(edges) == [
        ("can_observe", "dev.qa", "dev.impl", "ok"),
        ("delegates_to", "orch.lead", "dev.impl", "ok"),
        ("escalates_to", "dev.qa", "review-advisor@coord", "ok"),
    ]
    assert list(EdgeRow.objects.filter(deferred=True).values_list("target", flat=True)) == ["review-advisor@coord"]


def test_a_graphs_rows_have_stages_and_verdicts(broken_graph):
    wrong = EdgeRow.objects.get(topology=broken_graph, status="forbidden")
    assert (wrong.source, wrong.target, wrong.row, wrong.code) == ("answer", "decide", 4, "G204")
    assert (wrong.from_stage, wrong.to_stage) == ("synthesize", "tool-loop")
    assert not NodeRow.objects.filter(topology=broken_graph, key__in=("START", "END")).exists()


def test_an_edit_touches_only_the_rows_that_differ(actor, rig):
    before = set(EdgeRow.objects.filter(topology=rig).values_list("pk", flat=True))
    nodes = set(NodeRow.objects.filter(topology=rig).values_list("pk", flat=True))
    apply_ops(actor, rig, 1, [ADD])
    after = set(EdgeRow.objects.filter(topology=rig).values_list("pk", flat=True))
    assert before < after and len(after - before) == 1
    assert set(NodeRow.objects.filter(topology=rig).values_list("pk", flat=True)) == nodes


def test_rows_follow_every_kind_of_change(actor, rig):
    save_source(actor, rig, 1, RIG.replace("label: Development", "label: Makers").encode())
    assert ContainerRow.objects.get(topology=rig, key="dev").label == "Makers"
    assert ContainerRow.objects.filter(topology=rig).count() == 2


def test_equal_edges_are_as_many_rows_as_edges(actor, team):
    twice = RIG.replace(
        "      - {kind: can_observe, from: qa, to: impl}\n", "      - {kind: can_observe, from: qa, to: impl}\n" * 2
    )
    topology = stored(actor, team, twice)
    assert EdgeRow.objects.filter(topology=topology, kind="can_observe").count() == topology.edge_count - 1 == 2


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("plain", "plain"),
        ("a\x00b", "a\\u0000b"),
        ("\ud800x", "\\ud800x"),
        ("n" * 600, "n" * 499 + "…"),
        (None, ""),
    ],
)
def test_rows_hold_what_a_database_cannot_in_an_escaped_form(text, held):
    assert escaped(text) == held


@given(st.text(alphabet=st.characters(codec=None), max_size=700))
def test_escaped_text_can_always_be_stored(text):
    held = escaped(text)
    assert len(held) <= 500
    assert "\x00" not in held
    held.encode("utf-8")


BOMB = b"a: &a0 [x, x]\n" + b"".join(
    b"a%d: &a%d [%s]\n" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 9)
)
NUL_RIG = RIG.replace("label: Development", 'label: "De\\0v"')


def test_nul_in_values_is_stored_and_found(actor, team):
    topology = stored(actor, team, NUL_RIG)
    assert topology.revision().text == NUL_RIG
    assert ContainerRow.objects.get(topology=topology, key="dev").label == "De\\u0000v"
    assert Topology.objects.matching("De\x00v").get() == topology


def test_operations_with_nul_come_back_exactly(actor, rig):
    operation = {"op": "set_field", "path": "pods[1].label", "value": "D\x00v"}
    try:
        apply_ops(actor, rig, 1, [operation])
    except Rejected:
        pytest.skip("the edit is refused, which is fine too")
    assert rig.revision(2).ops == [operation]


def test_a_refused_change_leaves_no_trace(actor, rig):
    entries = AuditEntry.objects.count()
    with pytest.raises(Rejected) as rejected:
        save_source(actor, rig, 1, b"pods: [")
    assert rejected.value.status == 422 and rejected.value.diagnostics
    assert Revision.objects.filter(topology=rig).count() == 1
    assert AuditEntry.objects.count() == entries


def test_a_revisions_splices_lead_from_the_text_before(actor, rig):
    from topology.core.document import Splice, apply_splices

    apply_ops(actor, rig, 1, [ADD, {"op": "remove_edge", "kind": "can_observe", "from": "dev.qa", "to": "dev.impl"}])
    save_source(actor, rig, 2, rig.revision().text.replace("Development", "Makers").encode())
    for number in (1, 2, 3):
        text = rig.revision(number - 1).text if number > 1 else ""
        for step in rig.revision(number).splices:
            text = apply_splices(text, [Splice(*splice) for splice in step])
        assert text == rig.revision(number).text


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        (b"pods: [", 422, "read as YAML"),
        (b"name: \xff", 422, "UTF-8"),
        (b"a" * (4 * 1024 * 1024 + 1), 413, "bytes"),
        (BOMB, 422, "read as YAML"),
        (b"[" * 1000 + b"]" * 1000, 422, ""),
    ],
)
def test_what_cannot_be_read_is_never_stored(actor, team, data, status, said):
    with pytest.raises(Rejected) as rejected:
        import_topology(actor, team, data, draft=True)
    assert rejected.value.status == status
    assert said in rejected.value.title
    assert not Topology.objects.exists()


@pytest.mark.parametrize("text", [BROKEN_RIG, BROKEN_GRAPH])
def test_an_invalid_document_is_refused_or_kept_as_a_draft(actor, team, text):
    with pytest.raises(Rejected) as rejected:
        import_topology(actor, team, text.encode(), filename="x.yaml")
    assert rejected.value.status == 422
    assert rejected.value.title.startswith("1 error in x.yaml")
    assert rejected.value.diagnostics[0].line > 1
    assert rejected.value.judgement is not None
    draft = import_topology(actor, team, text.encode(), draft=True)
    assert not draft.valid and draft.errors == 1


@pytest.mark.parametrize(
    ("name", "filename", "slug"),
    [
        ("Crew Rig!", "x.yaml", "crew-rig"),
        ("日本", "a/b/My Rig.yaml", "my-rig"),
        ("日本", "C:\\rigs\\Other.YML", "other"),
        ("日本", "", "rig"),
        ("x" * 200, "", "x" * 74),
    ],
)
def test_slugs_come_from_the_name_then_the_file_then_the_kind(actor, team, name, filename, slug):
    topology = stored(actor, team, RIG.replace("name: crew-rig", f"name: {name}"), filename=filename)
    assert topology.slug == slug


def test_slugs_are_unique_in_a_team_and_free_in_another(actor, team, other_team):
    slugs = [stored(actor, team, RIG).slug for _ in range(3)]
    assert slugs == ["crew-rig", "crew-rig-2", "crew-rig-3"]
    assert stored(actor, other_team, RIG).slug == "crew-rig"


def test_every_write_has_an_audit_entry(actor, rig, editor):
    apply_ops(actor, rig, 1, [ADD])
    entries = (
        AuditEntry.objects.filter(topology=rig).order_by("pk").values_list("action", "actor_name", "via", "target")
    )
    assert list(entries) == [
        ("topology.import", "emil", "page", "crew-rig"),
        ("topology.ops", "emil", "page", "crew-rig"),
    ]


def test_a_graph_without_layout_hints_in_its_text(graph):
    from topology.services import remember_layout

    remember_layout(graph, {"plan": [1, 2]})
    graph.refresh_from_db()
    assert graph.layout == {"plan": [1, 2]}
    assert graph.head == 1 and graph.revision().text == GRAPH


def test_a_nul_byte_is_refused_where_it_stands_and_nothing_is_stored(actor, team):
    with pytest.raises(Rejected) as caught:
        stored(actor, team, RIG.replace("label: Development", "label: Dev\x00"))
    (said,) = caught.value.diagnostics
    line = next(i for i, text in enumerate(RIG.splitlines(), 1) if "label: Development" in text)
    assert (caught.value.status, said.code, said.line, said.column) == (422, "D133", line, 15)
    assert not Topology.objects.exists()
