"""The keys of an agent-graph document, thing by thing: one table for the loader, the forms and the help.

Source: agent-graph-format.md, the annotated example and "Compiling".
"""

from __future__ import annotations

from ..fields import Field
from .vocabulary import ALWAYS, BUILDERS, SEAMS, STAGES

CHAIN = (
    Field("name", "text", True, help="The chain's name."),
    Field(
        "path",
        "list",
        True,
        help="Its members in order; each registered neighbouring pair is an edge.",
        of="ends",
        ordered=True,
    ),
)

EDGE = (
    Field("from", "address", True, help="The node, alias or `START` that the edge leaves.", of="ends"),
    Field("to", "address", True, help="The node, alias or `END` that the edge enters.", of="ends"),
)

ROUTER = (
    Field("from", "address", True, help="The node, alias or `START` whose output is routed.", of="ends"),
    Field("route", "text", True, help="The name of the route function."),
    Field("arms", "mapping", True, help="Arm names, each with the node it leads to.", of="ends", keyed="address"),
)

FILTER = (
    Field("name", "text", True, help="Unique among the filters."),
    Field("priority", "integer", True, help="Unique; filters fire from the lowest to the highest."),
    Field("summary", "multiline", help="What the filter fires on."),
)

ALIAS = (
    Field("name", "text", True, help="The alias; no node may bear the same name."),
    Field(
        "candidates",
        "list",
        True,
        help="Declared nodes or other aliases, in order; the first registered one is meant.",
        of="names",
        ordered=True,
    ),
)

GRAPH = (
    Field("kind", "choice", True, ("agent-graph",), help="How a graph is told from a rig."),
    Field("version", "text", True, ("1",), help="The version of the document's format, a text."),
    Field("name", "text", True, help="The graph's name."),
    Field("summary", "multiline", help="One line on what the graph is for."),
    Field("builder", "choice", choices=BUILDERS, default="canonical", help="Which builder composes the graph."),
    Field(
        "omit",
        "list",
        default="nothing omitted",
        help="Declared nodes that this compile leaves unregistered.",
        of="nodes",
    ),
    Field(
        "aliases",
        "mapping",
        help="Names that stand for the first registered name of a list.",
        of="names",
        ordered=True,
        keyed="list",
    ),
    Field("nodes", "mapping", help="The nodes that may be registered."),
    Field(
        "chains",
        "mapping",
        help="Ordered paths; absent members are skipped and their neighbours joined.",
        parts=CHAIN,
        many=True,
    ),
    Field("edges", "mapping", help="Single static edges."),
    Field("conditionalEdges", "mapping", help="Routers: one edge per arm.", parts=ROUTER, many=True),
    Field("streamFilters", "mapping", help="Recovery dispatch by stream filters; no edges.", parts=FILTER, many=True),
)

NODE = (
    Field("name", "text", True, help="Unique in the graph; `START` and `END` are reserved."),
    Field("stageId", "choice", choices=STAGES, default="the registry's stage, in a canonical graph", help="Its stage."),
    Field("acceptsSeam", "choice", choices=SEAMS, default="no seam", help="The provider seam it takes."),
    Field("subscribes", "list", default="no channels", help="Channels whose advance the node waits for."),
    Field("writes", "list", default="no channels", help="Channels the node writes."),
    Field("gated", "text", choices=(ALWAYS, "config."), default="not known", help="`always`, or its config field."),
    Field("plugin", "text", default="the builder's own", help="The plugin that registers the node."),
    Field("summary", "multiline", help="One line on what the node does."),
)

#: The document's things by the names that forms use.
FIELDS: dict[str, tuple[Field, ...]] = {
    "graph": GRAPH,
    "node": NODE,
    "edge": EDGE,
    "chain": CHAIN,
    "router": ROUTER,
    "filter": FILTER,
    "alias": ALIAS,
}
