"""Structure and names: missing and mistyped values, unique names, reserved names, omission of what is structural."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Finding, Severity
from ..reading import shown
from ..vocabulary import ALWAYS, TERMINALS
from .subject import Subject, rows

RULES = (
    *rows(
        "agent-graph-format.md",
        (
            "G101",
            "missing-key",
            "a required key is missing or null",
            "`version` and `name` of the graph, `name` of a node, `name` and `path` of a chain, `from` and `to` of an "
            "edge, `from`, `route` and `arms` of a router, `name` and `priority` of a stream filter are required. A "
            "null counts as absent.",
        ),
        (
            "G102",
            "wrong-type",
            "a value has the wrong type",
            "Names, stages, seams, summaries and the version are texts; lists are lists of names; priorities are "
            "whole numbers. A number or a boolean where text is meant needs quotes. The value is left out of the "
            "compile, so that the rest can still be checked and drawn.",
        ),
        ("G103", "empty-name", "a name is empty", "Whatever is named here is addressed by its name later on."),
        (
            "G104",
            "unknown-builder",
            "`builder` is neither canonical nor custom",
            "A canonical graph is composed by the canonical builder: registry names carry their stage with them and "
            "the structural nodes must stay. A custom graph owns every node and edge, and still obeys the lattice.",
        ),
    ),
    *rows(
        "agent-graph-node-catalog.md, Plugin path; agent-graph-format.md, What the gate checks: names",
        (
            "G105",
            "name-taken",
            "two nodes have one name",
            "A node's name is its identity in edges, chains, arms and checkpoints, so it must be unique across all "
            "registrations. The second declaration is left out of the compile.",
        ),
        (
            "G106",
            "reserved-name",
            "a node is called START or END",
            "`START` and `END` are always there and have no stage; no node may take their names.",
        ),
        (
            "G107",
            "plugin-takes-registry-name",
            "a plugin node takes a name of the registry",
            "A plugin's registrations are additive: it may not replace a node that the substrate knows, whether or "
            "not this graph registers it. The collision throws at compile time.",
        ),
        (
            "G108",
            "chain-name-taken",
            "two chains have one name",
            "A chain's name is how its edges tell where they come from (`chain:NAME`) and how edits address it.",
        ),
        (
            "G109",
            "structural-omitted",
            "a canonical graph omits a node that is gated `always`",
            "Such a node is structural: the canonical builder registers it in every compile and no config field "
            "suppresses it. Only a custom builder may leave it out.",
        ),
    ),
    *rows(
        "agent-graph-format.md, What the gate checks: keys",
        (
            "G801",
            "unknown-key",
            "a key means nothing here",
            "The key is kept in the text and ignored by the compile. Most often it is a slip of the hand; the help "
            "names the nearest known key.",
        ),
        (
            "G802",
            "unknown-version",
            "the document names a version of the format that is not known",
            'The only version of the format is "1"; the document is judged by it.',
        ),
        (
            "G814",
            "omitted-twice",
            "`omit` lists a name twice",
            "Once is enough; the second mention changes nothing.",
        ),
        severity=Severity.WARNING,
    ),
)


def check(subject: Subject) -> Iterator[Finding]:
    """Names, builder-dependent omissions, the format's version."""
    yield from _version(subject)
    yield from _node_names(subject)
    yield from _chain_names(subject)
    yield from _omissions(subject)


def _version(subject: Subject) -> Iterator[Finding]:
    version = subject.spec.version
    if version is not None and version != "1":
        message = f"there is no version `{shown(version)}` of the format"
        yield Finding("G802", ("version",), message, 'the version is "1"; the graph is judged by it')


def _node_names(subject: Subject) -> Iterator[Finding]:
    for node in subject.spec.nodes:
        name, where = shown(node.name), (*node.path, "name")
        if node.name in TERMINALS:
            yield Finding("G106", where, f"`{name}` is reserved", "START and END are always there; rename the node")
            continue
        first = subject.spec.declared[node.name]
        if first is not node:
            message = f"a node named `{name}` is declared already (`nodes[{first.path[1]}]`)"
            yield Finding("G105", where, message, "rename one of the two, or remove it")
        if node.plugin and node.name in subject.registry:
            message = f"plugin `{shown(node.plugin)}` takes the registry name `{name}`"
            yield Finding("G107", where, message, "registrations of a plugin are additive; give the node its own name")


def _chain_names(subject: Subject) -> Iterator[Finding]:
    taken: dict[str, object] = {}
    for chain in subject.spec.chains:
        first = taken.setdefault(chain.name, chain)
        if chain.name and first is not chain:
            message = f"a chain named `{shown(chain.name)}` stands already"
            yield Finding("G108", (*chain.path, "name"), message, "rename one of the two")


def _omissions(subject: Subject) -> Iterator[Finding]:
    seen: set[str] = set()
    for name, path in subject.spec.omit:
        if name in seen:
            yield Finding("G814", path, f"`{shown(name)}` is omitted already", "remove the second mention")
        seen.add(name)
        node = subject.spec.declared.get(name)
        gate = (node.gated or subject.registry.gate(name)) if node else None
        if subject.spec.canonical and gate == ALWAYS:
            remedy = "only a custom builder may leave it out: keep the node, or set `builder: custom`"
            yield Finding("G109", path, f"`{shown(name)}` is structural (gated `always`)", remedy)
