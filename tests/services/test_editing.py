"""Operations, source saves, undo, redo, restore: nothing is lost, and nobody is told of a clash that is none."""

from __future__ import annotations

import pytest
from people import RIG, stored

from topology.models import AuditEntry, Revision
from topology.services import Actor, Conflict, Rejected, apply_ops, redo, restore, save_source, steps_back, undo

pytestmark = pytest.mark.django_db

ADD = {"op": "add_edge", "kind": "delegates_to", "from": "orch.lead", "to": "dev.qa"}
ADD_OTHER = {"op": "add_edge", "kind": "can_observe", "from": "dev.impl", "to": "dev.qa"}
REMOVE = {"op": "remove_edge", "kind": "delegates_to", "from": "orch.lead", "to": "dev.qa"}


def test_operations_make_one_revision_with_patch_and_words(actor, rig):
    applied = apply_ops(actor, rig, 1, [ADD, ADD_OTHER])
    assert applied.revision is not None and applied.revision.number == rig.head == 2
    assert applied.text == rig.revision().text
    assert applied.judgement.valid and not applied.rebased and applied.base == 1
    assert len(applied.words) == 2
    assert applied.revision.ops == [ADD, ADD_OTHER]
    added = [line for line in applied.patch.splitlines() if line.startswith("+") and not line.startswith("+++")]
    removed = [line for line in applied.patch.splitlines() if line.startswith("-") and not line.startswith("---")]
    assert added and not removed


def test_adding_and_removing_again_gives_the_original_bytes(actor, rig):
    apply_ops(actor, rig, 1, [ADD])
    apply_ops(actor, rig, 2, [REMOVE])
    assert rig.revision().data == rig.revision(1).data


def test_a_dry_run_stores_nothing(actor, rig):
    applied = apply_ops(actor, rig, 1, [ADD], dry_run=True)
    assert applied.patch and applied.revision is None
    assert rig.revisions.count() == 1


@pytest.mark.parametrize(
    ("ops", "status"),
    [
        ([], 422),
        ({}, 422),
        ("add_edge", 422),
        (["add_edge"], 422),
        ([{"op": "no_such_thing"}], 422),
        ([{"op": "add_edge", "kind": "delegates_to", "from": "orch.lead"}], 422),
        ([{"op": "remove_edge", "kind": "delegates_to", "from": "dev.qa", "to": "orch.lead"}], 422),
        ([ADD] * 201, 413),
        ([{"op": "set_field", "path": "name", "value": "x" * 1_100_000}], 413),
        ([{"op": "set_field", "path": "pods[1].label", "value": "\ud800"}, {"op": "nope"}], 422),
    ],
)
def test_what_cannot_be_done_is_refused_whole(actor, rig, ops, status):
    with pytest.raises(Rejected) as rejected:
        apply_ops(actor, rig, 1, ops)
    assert rejected.value.status == status
    assert rejected.value.title
    assert rig.revisions.count() == 1


def test_an_unknown_base_is_refused(actor, rig):
    with pytest.raises(Rejected, match="no revision 7"):
        apply_ops(actor, rig, 7, [ADD])
    with pytest.raises(Rejected, match="no revision 7"):
        save_source(actor, rig, 7, RIG.encode())


def test_operations_on_an_earlier_revision_join_the_head(actor, rig):
    apply_ops(actor, rig, 1, [ADD])
    applied = apply_ops(actor, rig, 1, [ADD_OTHER])
    assert applied.rebased and applied.base == 2 and rig.head == 3
    text = rig.revision().text
    assert text.count("to: dev.qa") == 1 and "from: impl, to: qa" in text
    assert rig.revision().base == 1


def test_operations_on_what_is_gone_are_a_conflict_with_both_sides(actor, rig):
    apply_ops(actor, rig, 1, [{"op": "remove_member", "member": "dev.qa"}])
    with pytest.raises(Conflict) as conflict:
        apply_ops(actor, rig, 1, [ADD])
    assert (conflict.value.base, conflict.value.head) == (1, 2)
    assert conflict.value.base_text == RIG
    assert conflict.value.theirs == rig.revision(2).text
    assert conflict.value.reasons
    assert rig.head == 2


def test_a_path_is_resolved_through_the_ids_it_had(actor, rig):
    apply_ops(actor, rig, 1, [{"op": "remove_pod", "pod": "orch"}])
    apply_ops(actor, rig, 1, [{"op": "set_field", "path": "pods[1].label", "value": "Makers"}])
    text = rig.revision().text
    assert "label: Makers" in text and "Development" not in text


def test_a_source_save_is_stored_as_it_came(actor, rig):
    text = RIG.replace("# decides", "# decides everything")
    saved = save_source(actor, rig, 1, text.encode())
    assert saved.revision is not None and saved.revision.number == 2 and not saved.merged
    assert rig.revision().text == text


def test_saving_the_same_text_makes_no_revision(actor, rig):
    assert save_source(actor, rig, 1, RIG.encode()).revision is None
    assert rig.head == 1


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_a_form_that_changes_line_ends_changes_no_line(actor, team, ends):
    text = RIG.replace("\n", ends).rstrip() + "   "
    topology = stored(actor, team, text)
    other = text.replace(ends, "\n" if ends == "\r\n" else "\r\n")
    assert save_source(actor, topology, 1, other.encode()).revision is None
    edited = other.replace("# decides", "# thinks")
    save_source(actor, topology, 1, edited.encode())
    assert topology.revision().text == text.replace("# decides", "# thinks")


def test_a_program_gets_its_bytes_stored_exactly(actor, rig):
    save_source(actor, rig, 1, RIG.replace("\n", "\r\n").encode(), exact=True)
    assert rig.revision().text == RIG.replace("\n", "\r\n")


def test_source_saves_in_different_places_are_merged(actor, rig):
    save_source(actor, rig, 1, RIG.replace("Orchestration", "Leads").encode())
    saved = save_source(actor, rig, 1, RIG.replace("Development", "Makers").encode())
    assert saved.merged
    assert "Leads" in rig.revision().text and "Makers" in rig.revision().text
    assert "merged with r2" in rig.revision().operation


def test_the_same_change_twice_is_no_clash(actor, rig):
    text = RIG.replace("Development", "Makers").encode()
    save_source(actor, rig, 1, text)
    assert save_source(actor, rig, 1, text).revision is None
    assert rig.head == 2


def test_source_saves_in_one_place_clash_and_keep_everything(actor, rig):
    save_source(actor, rig, 1, RIG.replace("Development", "Makers").encode())
    mine = RIG.replace("Development", "Builders")
    with pytest.raises(Conflict) as conflict:
        save_source(actor, rig, 1, mine.encode())
    assert conflict.value.base_text == RIG
    assert "Makers" in conflict.value.theirs and conflict.value.yours == mine
    assert rig.head == 2
    chosen = RIG.replace("Development", "Makers and Builders").encode()
    save_source(actor, rig, conflict.value.head, chosen)
    assert rig.revision().data == chosen


def test_without_merge_a_moved_head_is_a_conflict(actor, rig):
    save_source(actor, rig, 1, RIG.replace("Orchestration", "Leads").encode())
    with pytest.raises(Conflict):
        save_source(actor, rig, 1, RIG.replace("Development", "Makers").encode(), merge=False)


def labels(topology):
    return [r.text.split("id: dev\n    label: ")[1].split("\n")[0] for r in topology.revisions.order_by("number")]


def relabel(actor, topology, word):
    apply_ops(actor, topology, topology.head, [{"op": "set_field", "path": "pods[1].label", "value": word}])


def test_undo_and_redo_walk_through_revisions_and_say_what_they_did(actor, rig, owner):
    for word in ("B", "C"):
        relabel(actor, rig, word)
    somebody = Actor(owner)
    assert "pods[1].label" in undo(somebody, rig).operation or "label" in rig.revision().operation
    assert rig.revision().operation.startswith("undo: ") and "(by emil)" in rig.revision().operation
    undo(somebody, rig)
    assert labels(rig) == ["Development", "B", "C", "B", "Development"]
    with pytest.raises(Rejected, match="nothing to undo"):
        undo(somebody, rig)
    redo(actor, rig)
    redo(actor, rig)
    assert labels(rig)[-2:] == ["B", "C"]
    with pytest.raises(Rejected, match="nothing to redo"):
        redo(actor, rig)
    assert rig.revision().data == rig.revision(3).data


def test_a_change_after_an_undo_ends_what_could_be_redone(actor, rig):
    for word in ("B", "C"):
        relabel(actor, rig, word)
    undo(actor, rig)
    relabel(actor, rig, "D")
    assert steps_back(rig)[1] == ""
    with pytest.raises(Rejected):
        redo(actor, rig)
    undo(actor, rig)
    undo(actor, rig)
    assert labels(rig)[-1] == "Development"
    assert steps_back(rig)[0] == ""


def test_a_restore_can_be_undone(actor, rig):
    for word in ("B", "C"):
        relabel(actor, rig, word)
    restore(actor, rig, 1)
    assert labels(rig)[-1] == "Development" and rig.revision().origin == 1
    undo(actor, rig)
    assert labels(rig)[-1] == "C"
    undo(actor, rig)
    assert labels(rig)[-1] == "B"
    redo(actor, rig)
    redo(actor, rig)
    assert labels(rig)[-1] == "Development"


def test_restoring_what_is_there_makes_no_revision_and_what_is_not_is_said(actor, rig):
    assert restore(actor, rig, 1) is None
    with pytest.raises(Rejected) as rejected:
        restore(actor, rig, 9)
    assert rejected.value.status == 404


def test_undo_of_what_one_has_not_seen_is_a_conflict(actor, rig):
    relabel(actor, rig, "B")
    relabel(actor, rig, "C")
    with pytest.raises(Conflict):
        undo(actor, rig, base=2)
    assert rig.head == 3


def test_an_edge_that_breaks_a_rule_can_be_saved_and_shows(actor, broken_graph):
    assert not broken_graph.valid
    apply_ops(actor, broken_graph, 1, [{"op": "remove_edge", "from": "answer", "to": "decide"}])
    assert broken_graph.valid and broken_graph.errors == 0
    undo(actor, broken_graph)
    assert not broken_graph.valid


def test_a_head_that_moves_in_between_is_written_upon_again(actor, rig, monkeypatch):
    """Another writer comes between reading and locking: the work is done again on what they left."""
    from topology.services import operations

    judge, raced = operations._judged, []

    def racing(*arguments):
        if not raced:
            raced.append(True)
            relabel(actor, rig, "Makers")
        return judge(*arguments)

    monkeypatch.setattr(operations, "_judged", racing)
    applied = apply_ops(actor, rig, 1, [ADD])
    assert applied.revision.number == 3
    assert "Makers" in applied.text and "to: dev.qa" in applied.text


def test_a_writer_among_many_gets_through_in_the_end(actor, rig, monkeypatch):
    """Every try outside the lock is beaten by another writer; the last is made inside it."""
    from topology.services import store

    monkeypatch.setattr(store, "_same", lambda row, seen: False)
    assert apply_ops(actor, rig, 1, [ADD]).revision.number == 2


def test_a_token_is_the_author_of_what_a_program_writes(team, rig, owner):
    from topology.services.tokens import make_token

    token, _ = make_token(Actor(owner), team, "ci", "write")
    apply_ops(Actor(token=token, via="api"), rig, 1, [ADD])
    revision = rig.revision()
    assert (revision.author, revision.author_name, revision.via) == (None, "token ci", "api")
    assert AuditEntry.objects.filter(topology=rig).order_by("-pk")[0].actor_name == "token ci"


def test_a_deleted_topology_takes_no_writes(actor, rig):
    from topology.services import delete

    delete(actor, rig)
    with pytest.raises(Rejected) as rejected:
        apply_ops(actor, rig, 1, [ADD])
    assert rejected.value.status == 404
    assert Revision.objects.count() == 1
