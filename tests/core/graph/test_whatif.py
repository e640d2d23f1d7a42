"""What-ifs on configuration and on the lattice, channels, the reactive schedule, the new-node checklist."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from topology.core.document import parse
from topology.core.graph import (
    ADDING_STEPS,
    LATTICE,
    REMOVING_STEPS,
    documented_registry,
    judge,
    lattice_change,
    new_node_checklist,
)
from topology.samples import SAMPLES, sample

DEFAULT = judge(parse(sample("default-agent").read().decode()))
DECLARED = tuple(DEFAULT.spec.declared)


def model_of(slug: str):
    return judge(parse(sample(slug).read().decode()))


def test_turning_a_node_off() -> None:
    change = DEFAULT.whatif([*DEFAULT.spec.omitted, "safetyReview"])
    assert (change.nodes_off, change.nodes_on) == (("safetyReview",), ())
    assert change.added == change.joined == (("enrichment", "quality"),)
    assert set(change.removed) == {("enrichment", "safetyReview"), ("safetyReview", "quality")}
    before, after = change.counts
    assert (before.edges, after.edges, after.nodes) == (39, 38, 31)
    assert change.digests[0] == DEFAULT.compiled.digest != change.digests[1]
    assert change.arms_off == ()


def test_an_arm_led_elsewhere_is_new_but_joins_nothing() -> None:
    change = DEFAULT.whatif(["llm", "garbledContentGuard"])
    assert change.added == (("llmDecision", "repetitionGuard"),) and change.joined == ()
    assert change.arms_off == change.arms_on == ()
    ((before, after),) = change.arms_moved
    assert (before.arm, before.target, after.target) == ("enrich", "garbledContentGuard", "repetitionGuard")


def test_dropped_arms_are_named() -> None:
    change = DEFAULT.whatif(["llm", "subagent"])
    (arm,) = change.arms_off
    assert (arm.node, arm.route, arm.arm, arm.target) == ("llmDecision", "shouldContinue", "subagent", "subagent")
    back = model_of("canonical-omissions").whatif([])
    assert [arm.arm for arm in back.arms_on] == ["subagent"]
    assert "llmDecision" in back.nodes_on


@given(st.sets(st.sampled_from(DECLARED)))
def test_a_change_and_its_return_cancel(omit: set[str]) -> None:
    change = DEFAULT.whatif(omit)
    before, after = set(change.before.by_pair), set(change.after.by_pair)
    assert set(change.added) == after - before and set(change.removed) == before - after
    assert set(change.joined) <= set(change.added)
    assert DEFAULT.whatif(DEFAULT.spec.omitted).digests == (DEFAULT.compiled.digest,) * 2


def test_switches() -> None:
    switches = {switch.node: switch for switch in DEFAULT.switches()}
    assert list(switches) == list(DECLARED)
    assert switches["intentDetector"].gate == "config.intentDetector" and switches["intentDetector"].switchable
    assert switches["llm"].registered is False and switches["llm"].stage == "tool-loop"
    text = 'kind: agent-graph\nversion: "1"\nname: g\nnodes: [{name: llm, gated: always}]\n'
    (switch,) = judge(parse(text)).switches()
    assert not switch.switchable
    (switch,) = judge(parse(text + "builder: custom\n")).switches()
    assert switch.switchable


GRAPHS = {
    item.slug: model_of(item.slug).compiled for item in SAMPLES if "rig" not in item.slug and item.slug[0] in "bdp"
}


def test_forbidding_a_row_names_what_breaks() -> None:
    change = lattice_change(GRAPHS, LATTICE.forbid(7))
    assert {a.graph for a in change.breaks} == set(GRAPHS)
    assert {(a.source, a.target) for a in change.breaks} == {("synthesizer", "citation")}
    assert change.heals == () and change.steps == REMOVING_STEPS
    assert [row.number for row in change.turned] == [8]


def test_allowing_a_row_names_what_heals() -> None:
    change = lattice_change(GRAPHS, LATTICE.allow(4))
    (healed,) = change.heals
    assert (healed.graph, healed.source, healed.target) == ("broken-graph", "synthesizer", "tools")
    assert (healed.before.number, healed.after.allowed) == (4, True)
    assert change.breaks == () and change.steps == ADDING_STEPS


def test_rows_used() -> None:
    assert DEFAULT.compiled.rows_used == (1, 2, 3, 4, 7, 8)
    assert model_of("custom").compiled.rows_used == (2, 3, 4, 5, 6, 7, 9)


def test_channels_of_the_plugin_sample() -> None:
    model = model_of("plugins")
    channels = {channel.name: channel for channel in model.channels()}
    assert list(channels) == sorted(channels)
    assert channels["messages"].writers == ("llmDecision", "synthesizer")
    assert channels["messages"].readers == ("llmDecision", "costAuditWriter")
    assert channels["alarms"].readers == ()
    schedule = {reaction.node: reaction for reaction in model.reactions()}
    assert list(schedule) == ["costAuditWriter", "costAlarm", "vectorRetrieval"]
    assert schedule["costAuditWriter"].woken_by == {"messages": ("llmDecision", "synthesizer")}
    assert [r.wave for r in schedule.values()] == [1, 2, 1]
    assert [r.wired for r in schedule.values()] == [False, False, True]


def test_reactive_circles_have_no_wave() -> None:
    text = (
        'kind: agent-graph\nversion: "1"\nname: g\nbuilder: custom\nnodes:\n'
        "  - {name: a, stageId: post-turn, plugin: p, subscribes: [x], writes: [y]}\n"
        "  - {name: b, stageId: post-turn, plugin: p, subscribes: [y], writes: [x]}\n"
        "  - {name: c, stageId: post-turn, plugin: p, subscribes: [outside]}\n"
    )
    assert [(r.node, r.wave) for r in judge(parse(text)).reactions()] == [("a", None), ("b", None), ("c", 1)]


def test_parallel_siblings() -> None:
    text = sample("default-agent").read().decode()
    assert DEFAULT.collisions() == ()
    for name in ("sessionMemoryWrite", "costRollup", "contextSummarizer"):
        text = text.replace(f"  - name: {name}\n", f"  - name: {name}\n    writes: [memory]\n")
    (collision,) = judge(parse(text)).collisions()
    assert (collision.fork, collision.channel) == ("citation", "memory")
    assert set(collision.siblings) == {"sessionMemoryWrite", "costRollup"}, "the summarizer comes after both"


def test_siblings_that_loop_back_to_the_fork_are_still_parallel() -> None:
    text = (
        'kind: agent-graph\nversion: "1"\nname: g\nbuilder: custom\nnodes:\n  - {name: fork, stageId: tool-loop}\n'
        "  - {name: left, stageId: tool-loop, writes: [log]}\n  - {name: right, stageId: tool-loop, writes: [log]}\n"
        "chains:\n  - {name: a, path: [fork, left, fork]}\n  - {name: b, path: [fork, right]}\n"
    )
    (collision,) = judge(parse(text)).collisions()
    assert collision.siblings == ("left", "right")


def test_checklist_by_path() -> None:
    registry = documented_registry()
    plugins = model_of("plugins").spec.declared
    items = new_node_checklist(plugins["vectorRetrieval"], canonical=True, registry=registry)
    assert {item.title: item.done for item in items}["Stage"] is True
    assert new_node_checklist(plugins["guard"], canonical=True, registry=registry) == ()
    text = 'kind: agent-graph\nversion: "1"\nname: g\nnodes: [{name: new, stageId: post-turn, acceptsSeam: utility}]\n'
    node = judge(parse(text)).spec.declared["new"]
    upstream = new_node_checklist(node, canonical=True, registry=registry)
    assert [item.title for item in upstream] == ["Factory", "Stage map", "Registrar", "Wire check"]
    assert new_node_checklist(node, canonical=False, registry=registry)[0].title == "Node"
