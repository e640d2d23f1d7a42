"""What a judged rig tells: picture, show, identity, verdicts on possible edges, vocabulary."""

from __future__ import annotations

import pytest
from rigs import Edge, a_rig, rig_text

from topology.core.document import parse
from topology.core.rig import (
    EDGE_KINDS,
    EDGES_DO_NOT,
    FIELDS,
    QUESTIONS,
    RELEASES,
    choose_kind,
    judge,
    plan_command,
)

TEAM: dict[str, list[str]] = {"orch": ["lead"], "dev": ["impl", "qa"]}
EDGES: list[Edge] = [
    ("dev.impl", "delegates_to", "dev.qa"),
    ("dev.qa", "can_observe", "dev.qa"),
    ("orch.lead", "delegates_to", "dev.impl"),
    ("orch.lead", "escalates_to", "review-advisor@coord"),
]


def test_show_is_the_promised_json() -> None:
    shown = a_rig(TEAM, EDGES, "my-rig").show()
    assert (shown["kind"], shown["name"], shown["valid"]) == ("rig", "my-rig", True)
    assert shown["containers"] == [{"id": "orch", "label": "orch"}, {"id": "dev", "label": "dev"}]
    assert shown["nodes"][1] == {
        "id": "dev.impl",
        "container": "dev",
        "label": None,
        "runtime": "codex",
        "session": "dev-impl@my-rig",
        "wave": 2,
    }
    assert shown["edges"][2] == {
        "source": "orch.lead",
        "target": "dev.impl",
        "kind": "delegates_to",
        "scope": "cross-pod",
        "status": "ok",
        "code": None,
        "effects": ["launch-order", "queue-escalation"],
    }
    assert [edge["scope"] for edge in shown["edges"]] == ["pod-local", "pod-local", "cross-pod"]
    assert shown["deferred"] == [{"source": "orch.lead", "kind": "escalates_to", "target": "review-advisor@coord"}]
    assert shown["launch"]["order"] == ["orch.lead", "dev.impl", "dev.qa"]
    assert shown["launch"]["waves"] == [["orch.lead"], ["dev.impl"], ["dev.qa"]]
    assert shown["launch"]["cycle"] is None
    assert shown["escalation"]["dev.impl"]["orchestrators"] == ["orch.lead"]
    assert shown["escalation"]["dev.impl"]["fallback"] is None
    assert shown["escalation"]["orch.lead"]["fallback"] == "review-advisor@coord"


def test_show_of_a_cycle() -> None:
    shown = a_rig(TEAM, [*EDGES, ("dev.qa", "delegates_to", "orch.lead")]).show()
    assert shown["valid"] is False
    assert shown["launch"]["order"] is None and shown["launch"]["waves"] is None
    assert shown["launch"]["cycle"] == ["orch.lead", "dev.impl", "dev.qa", "orch.lead"]
    assert [e["status"] for e in shown["edges"]] == ["cycle", "ok", "cycle", "cycle"]
    assert {e["code"] for e in shown["edges"]} == {None, "R301"}


def test_show_of_a_flat_spec() -> None:
    text = "name: r01-x\nversion: '1'\nnodes: [{id: a.b, runtime: pi}, {id: c, runtime: pi}]\n"
    shown = judge(parse(text + "edges: [{from: c, to: a.b, kind: delegates_to}]\n")).show()
    assert shown["kind"] == "rig-legacy" and shown["containers"] == []
    assert shown["nodes"][0]["id"] == "a.b" and shown["nodes"][0]["container"] is None
    assert shown["nodes"][0]["session"] == "r01-x-a_b"
    assert shown["edges"][0]["scope"] == "legacy"
    assert judge(parse(text.replace("r01-x", "x"))).show()["nodes"][0]["session"] == "r00-x-a_b"
    assert judge(parse(text.replace("r01-x", "r012"))).show()["nodes"][0]["session"] == "r00-r012-a_b"


def test_a_broken_end_keeps_its_name_and_says_why() -> None:
    model = a_rig(TEAM, [("orch.lead", "delegates_to", "dev.qaa"), ("dev.impl", "can_observe", "dev.qaa")])
    inner, outer = model.diagram().edges
    assert (outer.status, outer.target, outer.reason, outer.code) == (
        "invalid",
        "dev.qaa",
        "no member `dev.qaa`",
        "R203",
    )
    assert (inner.status, inner.target, inner.reason) == ("invalid", "qaa", "no member `dev.qaa`")
    assert outer.effects == ()
    assert "did you mean `dev.qa`?" in [d.help for d in model.report.diagnostics]


def test_picture_of_what_is_off_the_canvas() -> None:
    picture = a_rig(TEAM, EDGES).diagram()
    assert [(o.source, o.target) for o in picture.off_canvas] == [("orch.lead", "review-advisor@coord")]
    assert [node.off_canvas for node in picture.nodes] == [1, 0, 0]
    assert all(edge.target != "review-advisor@coord" for edge in picture.edges)


def test_picture_ids_of_repeats_are_numbered() -> None:
    picture = a_rig(TEAM, [("dev.qa", "can_observe", "dev.impl")] * 3).diagram()
    name = "can_observe:dev.qa>dev.impl"
    assert [edge.id for edge in picture.edges] == [name, f"{name}#2", f"{name}#3"]


def test_picture_of_odd_pods_and_members() -> None:
    text = """
name: x
version: "1"
pods:
  - null
  - id: dev
    label: 3
    members: [null, text, {id: a}, {id: a}, {id: [z]}]
  - {id: dev, members: [{id: a}]}
"""
    picture = judge(parse(text)).diagram()
    assert [c.id for c in picture.containers] == ["pods[0]", "dev", "dev#2"]
    assert [(n.id, n.container) for n in picture.nodes] == [
        ("dev.members[0]", "dev"),
        ("dev.members[1]", "dev"),
        ("dev.a", "dev"),
        ("dev.a#2", "dev"),
        ("dev.z", "dev"),
        ("dev.a#3", "dev#2"),
    ]
    assert {n.status for n in picture.nodes} == {"invalid"}


def test_many_equal_ids_stay_linear() -> None:
    members = ", ".join("{id: a}" for _ in range(4000))
    nodes = judge(parse(f"name: x\nversion: '1'\npods: [{{id: p, label: P, members: [{members}]}}]\n")).diagram().nodes
    assert nodes[-1].id == "p.a#4000"


def test_whoami() -> None:
    me = a_rig(TEAM, [*EDGES, ("dev.qa", "collaborates_with", "dev.impl")], "my-rig").whoami("dev.qa")
    assert me["logicalId"] == "dev.qa" and me["sessionName"] == "dev-qa@my-rig"
    impl = {"logicalId": "dev.impl", "sessionName": "dev-impl@my-rig"}
    itself = {"logicalId": "dev.qa", "sessionName": "dev-qa@my-rig"}
    assert me["edges"]["outgoing"] == [
        {"kind": "can_observe", "to": itself},
        {"kind": "collaborates_with", "to": impl},
    ]
    assert me["edges"]["incoming"] == [{"kind": "delegates_to", "from": impl}]
    assert [peer["logicalId"] for peer in me["peers"]] == ["orch.lead", "dev.impl"]


def test_whoami_leaves_out_deferred_targets_and_strangers() -> None:
    model = a_rig(TEAM, EDGES)
    assert [edge["kind"] for edge in model.whoami("orch.lead")["edges"]["outgoing"]] == ["delegates_to"]
    with pytest.raises(KeyError):
        model.whoami("dev.nobody")


@pytest.mark.parametrize(
    ("source", "target", "kind", "status", "code", "scope"),
    [
        ("dev.qa", "dev.impl", "can_observe", "ok", None, "pod-local"),
        ("orch.lead", "dev.qa", "delegates_to", "ok", "R803", "cross-pod"),
        ("dev.qa", "orch.lead", "delegates_to", "cycle", "R301", "cross-pod"),
        ("orch.lead", "dev.qa", "spawned_by", "cycle", "R301", "cross-pod"),
        ("dev.qa", "dev.qa", "delegates_to", "cycle", "R301", "pod-local"),
        ("dev.qa", "dev.qa", "can_observe", "ok", "R801", "pod-local"),
        ("dev.qa", "dev.qaa", "can_observe", "invalid", "R203", "cross-pod"),
        ("dev.qaa", "dev.qa", "can_observe", "invalid", "R203", "cross-pod"),
        ("dev.qa", "a-b@c", "escalates_to", "ok", "R804", "cross-pod"),
        ("dev.qa", "a-b@c", None, "ok", None, "cross-pod"),
        ("dev.qa", "a-b@c", "delegates_to", "invalid", "R207", "cross-pod"),
        ("dev.qa", "a b@c", "escalates_to", "invalid", "R208", "cross-pod"),
        ("a-b@c", "dev.qa", "escalates_to", "invalid", "R207", "cross-pod"),
        ("dev.qa", "dev.impl", "observes", "invalid", "R201", "pod-local"),
        ("dev.qa", "orch.lead", None, "ok", None, "cross-pod"),
    ],
)
def test_edge_verdicts(source: str, target: str, kind: str | None, status: str, code: str | None, scope: str) -> None:
    verdict = a_rig(TEAM, EDGES).edge_verdict(source, target, kind)
    assert (verdict.status, verdict.code, verdict.scope) == (status, code, scope)
    assert verdict.legal == (status == "ok")
    assert verdict.legal or verdict.reason
    assert bool(verdict.effects) == (kind in EDGE_KINDS and status != "invalid")


def test_a_verdict_agrees_with_what_the_written_edge_gets() -> None:
    model = a_rig(TEAM, EDGES)
    for kind in EDGE_KINDS:
        for source in model.spec.members:
            for target, verdict in model.edge_verdicts(source, kind).items():
                assert a_rig(TEAM, [*EDGES, (source, kind, target)]).report.valid == verdict.legal


def test_a_verdict_names_the_loop_it_would_close() -> None:
    verdict = a_rig(TEAM, EDGES).edge_verdict("dev.qa", "orch.lead", "delegates_to")
    assert verdict.cycle == ("orch.lead", "dev.impl", "dev.qa", "orch.lead")
    chain = [("p.a", "delegates_to", "p.b"), ("p.b", "delegates_to", "p.c")]
    late = a_rig({"p": ["c", "a", "b"]}, chain).edge_verdict("p.c", "p.a", "delegates_to")
    assert late.cycle == ("p.c", "p.a", "p.b", "p.c")
    assert "`orch.lead` before `dev.impl` before `dev.qa` before `orch.lead`" in verdict.reason
    assert not any("launches before" in effect or "escalate" in effect for effect in verdict.effects)


@pytest.mark.parametrize(
    ("source", "target", "kind", "said", "code"),
    [
        ("dev.qa", "dev.impl", "escalates_to", "never used", "R804"),
        ("orch.lead", "dev.qa", "escalates_to", "several `escalates_to`", "R805"),
        ("orch.lead", "dev.qa", "delegates_to", "already has the parent `dev.impl`", "R803"),
        ("orch.lead", "dev.impl", "delegates_to", "there already", "R801"),
        ("dev.impl", "dev.impl", "can_observe", "means nothing", "R802"),
    ],
)
def test_legal_edges_carry_their_advice(source: str, target: str, kind: str, said: str, code: str) -> None:
    verdict = a_rig(TEAM, EDGES).edge_verdict(source, target, kind)
    assert verdict.legal and said in verdict.reason and verdict.code == code
    added = a_rig(TEAM, [*EDGES, (source, kind, target)]).report
    assert code in [d.code for d in added.diagnostics]


def test_one_of_several_parents_is_not_called_the_orchestrator() -> None:
    alone = a_rig(TEAM, EDGES)
    assert (
        "is the default orchestrator of `dev.impl`"
        in alone.edge_verdict("orch.lead", "dev.impl", "delegates_to").effects[1]
    )
    both = a_rig(TEAM, [*EDGES, ("orch.lead", "delegates_to", "dev.qa")])
    for model, source in ((alone, "orch.lead"), (both, "orch.lead"), (both, "dev.impl")):
        effects = model.edge_verdict(source, "dev.qa", "delegates_to").effects
        assert f"`{source}` is one of several parents of `dev.qa`" in effects[1]
        assert "is the default orchestrator" not in " ".join(effects)


def test_an_address_is_refused_before_0_6_6() -> None:
    text = rig_text({"p": ["a"]})
    assert judge(parse(text), "0.4.6").edge_verdict("p.a", "x-y@z", "escalates_to").code == "R209"
    assert judge(parse(text), "0.6.6").edge_verdict("p.a", "x-y@z", "escalates_to").legal
    with pytest.raises(KeyError):
        judge(parse(text), "9.9")


def test_the_five_questions() -> None:
    assert [kind for _, kind in QUESTIONS] == [
        "delegates_to",
        "can_observe",
        "collaborates_with",
        "escalates_to",
        "spawned_by",
    ]
    for place, (_, kind) in enumerate(QUESTIONS):
        assert choose_kind(*[False] * place, True) == kind
    assert choose_kind() == choose_kind(False, False, False, False, False) == "can_observe"


def test_vocabulary_is_complete() -> None:
    assert {name for name, kind in EDGE_KINDS.items() if kind.before} == {"delegates_to", "spawned_by"}
    assert len(EDGES_DO_NOT) == 4
    for name, kind in EDGE_KINDS.items():
        assert kind.today and kind.summary and kind.intent, name
        text = " ".join(kind.today).format(source="A", target="B")
        assert "A" in text or "B" in text


def test_fields_and_releases_agree() -> None:
    runtimes = next(row.choices for row in FIELDS["member"] if row.name == "runtime")
    assert set(runtimes) == RELEASES["0.6.6"].runtimes
    for thing, rows in FIELDS.items():
        assert len({row.name for row in rows}) == len(rows), thing
        assert all(row.choices for row in rows if row.type == "choice"), thing


def test_the_plan_line_is_safe_to_paste() -> None:
    assert plan_command("my-rig", "a.b", "c-d@e", "escalates_to") == (
        "rig edge add my-rig a.b c-d@e --kind escalates_to --plan"
    )
    assert plan_command("x; rm -rf ~", "a b", "$(x)", "k") == "rig edge add 'x; rm -rf ~' 'a b' '$(x)' --kind k --plan"
