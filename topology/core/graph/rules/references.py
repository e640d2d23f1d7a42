"""References: every name used is declared; aliases are sound; START and END stand where they may."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Finding, Path, one_of
from ..names import Meaning, alias_loops
from ..reading import shown
from ..spec import AliasSpec
from ..vocabulary import TERMINALS
from .subject import Subject, rows

RULES = (
    *rows(
        "agent-graph-format.md, Compiling",
        (
            "G251",
            "unknown-name",
            "a chain, an edge, an arm or an alias names a node that is declared nowhere",
            "Omission needs a declaration: a name that no node and no alias bears is taken for a typing error, never "
            "for an absent node.",
        ),
        (
            "G252",
            "unknown-omitted",
            "`omit` lists a name that no node bears",
            "`omit` leaves declared nodes unregistered. A name without a declaration has nothing to leave out; an "
            "alias cannot be omitted, only the nodes it may stand for.",
        ),
        (
            "G253",
            "alias-loop",
            "an alias leads back to itself",
            "An alias stands for the first registered candidate of its list. Aliases that name each other in a "
            "circle have no first; that an earlier candidate happens to be registered does not mend the circle.",
        ),
        (
            "G254",
            "alias-takes-name",
            "an alias takes a node's name, or START or END",
            "One name, one meaning: an alias with the name of a declared node would hide it in every edge.",
        ),
        (
            "G255",
            "alias-names-terminal",
            "an alias lists START or END among its candidates",
            "START and END are always there; an alias stands for a node that may be absent.",
        ),
        (
            "G256",
            "edge-into-start",
            "an edge leads into START",
            "START is where a turn begins. To begin the next turn, roll over from post-turn to anchor-plan (row 9).",
        ),
        (
            "G257",
            "edge-out-of-end",
            "an edge leaves END",
            "Nothing happens after END. To go on in the next turn, roll over from post-turn to anchor-plan (row 9).",
        ),
        (
            "G258",
            "start-to-end",
            "an edge leads from START to END",
            "A turn that ends as it begins runs no node. Where a chain makes the edge, all its members are omitted.",
        ),
    ),
)

_TERMINAL_FAULTS = {
    "into-start": ("G256", "an edge from `{source}` leads into START", "lead it to the node that should run next"),
    "out-of-end": ("G257", "an edge to `{target}` leaves END", "lead it from the node that runs last"),
    "start-to-end": ("G258", "an edge leads from START to END", "register at least one node between them"),
}


def check(subject: Subject) -> Iterator[Finding]:
    """Names in chains, edges, routers, aliases and `omit`; improper uses of START and END."""
    for name, path, what in _uses(subject):
        if subject.compiled.names.resolve(name).meaning is Meaning.UNKNOWN:
            yield _unknown(name, path, what, subject)
    for alias in subject.spec.aliases:
        yield from _alias(alias, subject)
    for alias, (name, path) in alias_loops(subject.spec.alias_table):
        message = f"alias `{shown(alias.name)}` leads back to itself by `{shown(name)}`"
        yield Finding("G253", path, message, "remove the candidate")
    yield from _omitted(subject)
    yield from _terminals(subject)


def _uses(subject: Subject) -> Iterator[tuple[str, Path, str]]:
    for chain in subject.spec.chains:
        for name, path in chain.members:
            yield name, path, f"chain `{shown(chain.name)}`"
    for edge in subject.spec.edges:
        yield edge.source, (*edge.path, "from"), "an edge"
        yield edge.target, (*edge.path, "to"), "an edge"
    for router in subject.spec.routers:
        yield router.source, (*router.path, "from"), f"router `{shown(router.route)}`"
        for arm in router.arms:
            yield arm.target, arm.path, f"arm `{shown(arm.name)}`"


def _unknown(name: str, path: Path, what: str, subject: Subject, scope: str = "addressable") -> Finding:
    retired = subject.registry.retired.get(name) if subject.spec.canonical else None
    near = None if retired else subject.near(name, scope)
    if retired:
        remedy = f"it is retired; the stream filter `{retired}` took over"
    elif near:
        remedy = f"did you mean `{near}`?"
    elif name in subject.registry:
        remedy = "the registry knows it; declare it under `nodes`"
    else:
        remedy = f"declare it under `nodes`, or name {_some(subject)}"
    return Finding("G251", path, f"{what} names `{shown(name)}`, which is declared nowhere", remedy)


def _some(subject: Subject) -> str:
    declared = subject.spec.declared
    return one_of(list(declared)) if len(declared) <= 12 else "one that stands there"


def _alias(alias: AliasSpec, subject: Subject) -> Iterator[Finding]:
    if alias.name in TERMINALS or alias.name in subject.spec.declared:
        owner = "is reserved" if alias.name in TERMINALS else "is a node's name"
        yield Finding("G254", alias.path, f"alias `{shown(alias.name)}` {owner}", "rename the alias", "key")
    for name, path in alias.candidates:
        if name in TERMINALS:
            yield Finding("G255", path, f"alias `{shown(alias.name)}` lists `{name}`", "name nodes or other aliases")
        elif name not in subject.spec.declared and name not in subject.spec.alias_table:
            yield _unknown(name, path, f"alias `{shown(alias.name)}`", subject, "candidates")


def _omitted(subject: Subject) -> Iterator[Finding]:
    for name, path in subject.spec.omit:
        if name in subject.spec.declared:
            continue
        if name in subject.spec.alias_table:
            remedy = "omit the nodes it may stand for"
            yield Finding("G252", path, f"`{shown(name)}` is an alias, not a node", remedy)
            continue
        near = subject.near(name, "declared")
        remedy = f"did you mean `{near}`?" if near else "declare the node first, or remove the name"
        yield Finding("G252", path, f"`omit` lists `{shown(name)}`, which is declared nowhere", remedy)


def _terminals(subject: Subject) -> Iterator[Finding]:
    for loose in subject.compiled.wiring.loose:
        if loose.fault in _TERMINAL_FAULTS:
            code, message, remedy = _TERMINAL_FAULTS[loose.fault]
            said = message.format(source=shown(loose.source), target=shown(loose.target))
            yield Finding(code, loose.wire.path, said, remedy)
