"""Whatever a readable document holds, it is judged, drawn and shown; and every broken edge is explained."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from topology.core.diagnostics import Severity
from topology.core.document import parse
from topology.core.rig import FIELDS, OPENRIG_VERSIONS, RigModel, judge

KEYS = sorted({row.name for rows in FIELDS.values() for row in rows} | {"ref", "value", "condition", "urls", "x", ""})
WORDS = [
    "a", "b", "a.b", "a.a", "b.a", "x-y@z", "human@kernel", "delegates_to", "spawned_by", "escalates_to", "can_observe",
    "terminal", "builtin:terminal", "none", "codex", "fork", "rebuild", "compose", "", " ",
    ".", "..", "__proto__", "\ud800",
    "é", "context_pack", "shell", "restore", "builtin:",
]  # fmt: skip

scalars = st.one_of(st.none(), st.booleans(), st.integers(-2, 2), st.just(1.5), st.sampled_from(WORDS))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)),
    max_leaves=40,
)

WHOLE: dict[str, Any] = {
    "version": "0.2",
    "name": "rig",
    "startup": {"files": [{"path": "a"}], "actions": [{"type": "send_text", "value": "v", "idempotent": True}]},
    "services": {
        "kind": "compose",
        "compose_file": "c",
        "wait_for": [{"url": "u"}],
        "surfaces": {"urls": [{"name": "n", "url": "u"}]},
        "checkpoints": [{"id": "i", "export": "e"}],
    },
    "workspace": {"workspace_root": "w", "repos": [{"name": "n", "path": "p", "kind": "lab"}]},
    "pods": [
        {
            "id": "a",
            "label": "A",
            "continuity_policy": {"enabled": True, "sync_triggers": ["manual"]},
            "members": [
                {"id": "a", "agent_ref": "local:x", "profile": "p", "runtime": "codex", "cwd": ".", "role": "r"},
                {"id": "b", "agent_ref": "builtin:terminal", "profile": "none", "runtime": "terminal", "cwd": "."},
            ],
            "edges": [
                {"kind": "delegates_to", "from": "a", "to": "b"},
                {"kind": "escalates_to", "from": "a", "to": "q-r@s"},
            ],
        },
        {
            "id": "b",
            "label": "B",
            "members": [
                {
                    "id": "a",
                    "agent_ref": "path:/x",
                    "profile": "p",
                    "runtime": "pi",
                    "cwd": ".",
                    "session_source": {"mode": "rebuild", "ref": {"kind": "artifact_set", "value": ["v"]}},
                    "starter_ref": {"name": "s"},
                }
            ],
        },
    ],
    "edges": [{"kind": "spawned_by", "from": "a.a", "to": "b.a"}],
}
LEGACY: dict[str, Any] = {
    "name": "old",
    "version": "1",
    "nodes": [{"id": "a", "runtime": "pi"}, {"id": "a.b", "runtime": "codex", "package_refs": ["p"]}],
    "edges": [{"from": "a", "to": "a.b", "kind": "spawned_by"}],
}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path in a value."""
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


@st.composite
def mutants(draw: st.DrawFn, base: dict[str, Any]) -> Any:
    """The base with one to three values replaced, removed, or keys added."""
    value = copy.deepcopy(base)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(value)))
        if not path:
            continue
        owner = value
        for step in path[:-1]:
            owner = owner[step]
        way = draw(st.sampled_from(["replace", "remove", "add", "repeat"]))
        if way == "remove":
            del owner[path[-1]]
        elif way == "repeat" and isinstance(owner, list):
            owner.append(copy.deepcopy(owner[path[-1]]))
        elif way == "add" and isinstance(owner, dict):
            owner[draw(st.sampled_from(KEYS))] = draw(values)
        else:
            owner[path[-1]] = draw(values)
    return value


def used(value: Any, openrig: str) -> RigModel:
    """Judge a value (JSON is YAML) and ask everything a page or a program may ask."""
    model = judge(parse(json.dumps(value)), openrig)
    picture = model.diagram()
    json.dumps(model.show())
    assert model.restore_notes
    ids = [node.id for node in picture.nodes]
    assert len(set(ids)) == len(ids)
    assert len({edge.id for edge in picture.edges}) == len(picture.edges)
    assert len({c.id for c in picture.containers}) == len(picture.containers)
    assert {node.container for node in picture.nodes} <= {None, *(c.id for c in picture.containers)}
    for identity in ids[:3]:
        assert model.whoami(identity)["logicalId"] == identity
        for kind in ("delegates_to", "escalates_to", "nonsense", None):
            model.edge_verdict(identity, ids[-1], kind)
            model.edge_verdict(identity, "x-y@z", kind)
            model.edge_verdict("nobody", identity, kind)
    starts = [d.span.start for d in model.report.diagnostics]
    assert starts == sorted(starts)
    return model


def unsound_edges_are_explained(model: RigModel) -> None:
    faults = model.edge_faults
    for link in model.spec.links:
        assert link.sound or (link.pod, link.index) in faults, link
    for edge in model.diagram().edges:
        assert (edge.status == "invalid") == (edge.code is not None and edge.code != "R301")


@settings(max_examples=300)
@given(values, st.sampled_from(OPENRIG_VERSIONS))
def test_any_value(value: Any, openrig: str) -> None:
    unsound_edges_are_explained(used(value, openrig))


@settings(max_examples=250)
@given(mutants(WHOLE), st.sampled_from(OPENRIG_VERSIONS))
def test_mutated_rigs(value: Any, openrig: str) -> None:
    model = used(value, openrig)
    unsound_edges_are_explained(model)
    if model.kind == "rig" and model.report.valid:
        assert model.launch.order is not None and set(model.launch.order) == set(model.spec.members)


@settings(max_examples=200)
@given(mutants(LEGACY), st.sampled_from(OPENRIG_VERSIONS))
def test_mutated_flat_specs(value: Any, openrig: str) -> None:
    unsound_edges_are_explained(used(value, openrig))


@settings(max_examples=200)
@given(mutants(WHOLE))
def test_advice_never_changes_the_verdict(value: Any) -> None:
    report = used(value, "0.6.6").report
    assert report.valid == all(d.severity is not Severity.ERROR for d in report.diagnostics)
    assert all((d.severity is Severity.ERROR) == (d.code < "R8") for d in report.diagnostics)


def test_an_alias_that_holds_itself() -> None:
    model = judge(parse("version: '1'\nname: n\npods: &p\n  - id: a\n    label: *p\n    members: *p\n"))
    assert not model.report.valid and model.show()


def test_the_bases_are_valid() -> None:
    for base in (WHOLE, LEGACY):
        assert judge(parse(json.dumps(base))).report.valid
