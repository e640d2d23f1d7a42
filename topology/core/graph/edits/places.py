"""Where the things of a graph stand in its document: nodes, chains, routers, aliases by name, edges by their ends."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...diagnostics import Path
from ...document import Document
from ...document.edit import Draft, Manner
from ...edits import Refused, no_such, shorten
from ..fields import FIELDS
from ..load import load
from ..names import Meaning, Names
from ..spec import AliasSpec, ChainSpec, NodeSpec, RouterSpec
from ..vocabulary import END, START, TERMINALS
from ..wiring import Wire, wire

#: How a graph is written where its own text gives no hint: as the format's annotated example is.
MANNER = Manner(
    made=frozenset((key,) for key in ("nodes", "chains", "edges", "conditionalEdges", "aliases", "omit")),
    filled=frozenset({("conditionalEdges", "*", "arms")}),
    written_out=frozenset({("nodes",)}),
    compact=frozenset({("edges",), ("streamFilters",)}),
    flow_lists=True,
)
ORDERS = {thing: tuple(field.name for field in fields) for thing, fields in FIELDS.items()}


class Places:
    """The nodes, names, chains, routers and edges of one graph document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        if not isinstance(document.root, dict):
            raise Refused("the document is not a mapping", "write a graph in the source first", "E104")
        self.root: dict[str, Any] = document.root
        self.spec, _ = load(document.root)
        self.names = Names(self.spec, frozenset(self.spec.omitted))

    def draft(self) -> Draft:
        return Draft(self.document, MANNER)

    @cached_property
    def wires(self) -> dict[tuple[str, str], list[Wire]]:
        """Every piece of text that makes an edge, by the edge's ends; dropped and loose ones by their names."""
        wiring = wire(self.spec, self.names)
        found = {pair: list(wires) for pair, wires in wiring.edges}
        for loose in wiring.loose:
            found.setdefault((loose.source, loose.target), []).append(loose.wire)
        return found

    def node(self, name: str) -> NodeSpec:
        """The one declared node of a name."""
        found = [node for node in self.spec.nodes if node.name == name]
        if not found:
            if name in self.spec.alias_table:
                raise Refused(f"`{shorten(name)}` is an alias, not a node", "name a node that it stands for", "E104")
            raise no_such("node", name, self.spec.declared)
        if len(found) > 1:
            raise Refused(f"{len(found)} nodes are called `{shorten(name)}`", "rename one in the source", "E106")
        return found[0]

    def known(self, name: str) -> str:
        """A name that may stand in a chain, an edge or an arm."""
        if self.names.resolve(name).meaning is Meaning.UNKNOWN:
            raise no_such("node or alias", name, [*self.spec.declared, *self.spec.alias_table, *TERMINALS])
        return name

    def source(self, name: str) -> str:
        """A name that may stand where an edge starts."""
        if name == END:
            raise Refused("no edge leaves `END`", "start the edge at a node or at `START`", "E108")
        return self.known(name)

    def target(self, name: str, source: str) -> str:
        """A name that may stand where an edge from `source` ends."""
        if name == START:
            raise Refused("no edge enters `START`", "end the edge at a node or at `END`", "E108")
        if name == END and source == START:
            raise Refused("an edge from `START` to `END` is none", "put a node between them", "E108")
        return self.known(name)

    def free(self, name: str, what: str) -> str:
        """A name that nothing bears yet."""
        if name in TERMINALS:
            raise Refused(f"`{name}` is reserved", "take another name", "E105")
        if name in self.spec.declared or any(alias.name == name for alias in self.spec.aliases):
            taken = "a node" if name in self.spec.declared else "an alias"
            raise Refused(f"there is {taken} called `{shorten(name)}` already", f"give the {what} another name", "E105")
        return name

    def resolved(self, name: str) -> str:
        """The node or terminal that a name stands for; the name itself where there is none."""
        return self.names.resolve(name).name or name

    def chain(self, name: str) -> ChainSpec:
        """The one chain of a name."""
        found = [chain for chain in self.spec.chains if chain.name == name]
        if not found:
            raise no_such("chain", name, [chain.name for chain in self.spec.chains])
        if len(found) > 1:
            raise Refused(f"{len(found)} chains are called `{shorten(name)}`", "rename one in the source", "E106")
        return found[0]

    def alias(self, name: str) -> AliasSpec | None:
        return next((alias for alias in self.spec.aliases if alias.name == name), None)

    def router(self, source: str, route: str) -> RouterSpec | None:
        """The router of a route name at a source, named as written or by the node it stands for."""
        found = [r for r in self.spec.routers if r.route == route and r.source == source]
        if not found:
            end = self.resolved(source)
            found = [r for r in self.spec.routers if r.route == route and self.resolved(r.source) == end]
        if len(found) > 1:
            message = f"{len(found)} routers `{shorten(route)}` start at `{shorten(source)}`"
            raise Refused(message, "make them one in the source", "E106")
        return found[0] if found else None

    def needed_router(self, source: str, route: str) -> RouterSpec:
        router = self.router(source, route)
        if router is None:
            at = [r.route for r in self.spec.routers if self.resolved(r.source) == self.resolved(source)]
            raise no_such(f"router at `{shorten(source)}` called", route, at)
        return router

    def statics(self, source: str, target: str, *, every: bool = False) -> list[Path]:
        """The static edges between two ends: one written just so, else (or with `every`) all that come to the same."""
        exact = [e.path for e in self.spec.edges if (e.source, e.target) == (source, target)]
        if exact and not every:
            return exact[-1:]
        ends = self.resolved(source), self.resolved(target)
        return [e.path for e in self.spec.edges if (self.resolved(e.source), self.resolved(e.target)) == ends]

    def others(self, source: str, target: str) -> list[Wire]:
        """The chains and arms that make an edge between two ends."""
        wires = self.wires.get((self.resolved(source), self.resolved(target)), [])
        return [wire for wire in wires if wire.kind != "edge"]
