"""From a document's values to a `GraphSpec`; what is malformed is reported and left out."""

from __future__ import annotations

from typing import Any

from ..diagnostics import Finding, Path, one_of
from ..fields import Field
from .fields import FIELDS
from .reading import Codes, Placed, Reader, shown, type_words
from .spec import AliasSpec, ArmSpec, ChainSpec, EdgeSpec, FilterSpec, GraphSpec, NodeSpec, RouterSpec
from .vocabulary import BUILDERS, CANONICAL

KIND = "agent-graph"
CODES = Codes(missing="G101", wrong_type="G102", empty="G103", unknown_key="G801")
_TABLES: dict[str, dict[str, Field]] = {thing: {f.name: f for f in fields} for thing, fields in FIELDS.items()}


def claims(root: Any) -> bool:
    """Whether a document is an agent graph: a mapping whose `kind` is `agent-graph`."""
    return isinstance(root, dict) and root.get("kind") == KIND


def load(root: Any) -> tuple[GraphSpec, list[Finding]]:
    """Read a document's root value; never raises, whatever the value."""
    reader = Reader(CODES)
    read = reader.mapping(root, (), "the graph", _TABLES["graph"]) or {}
    spec = GraphSpec(
        name=read.get("name", ""),
        version=read.get("version"),
        summary=read.get("summary"),
        builder=_builder(reader, read.get("builder", CANONICAL)),
        omit=reader.names(read.get("omit"), ("omit",), "omit"),
        aliases=_aliases(reader, read.get("aliases")),
        nodes=tuple(_each(reader, read, "nodes", _node)),
        chains=tuple(_each(reader, read, "chains", _chain)),
        edges=tuple(_each(reader, read, "edges", _edge)),
        routers=tuple(_each(reader, read, "conditionalEdges", _router)),
        filters=tuple(_each(reader, read, "streamFilters", _filter)),
    )
    return spec, reader.findings


def _each(reader: Reader, read: dict[str, Any], key: str, make: Any) -> Any:
    for index, item in reader.items(read.get(key), (key,), key):
        made = make(reader, item, (key, index))
        if made is not None:
            yield made


def _builder(reader: Reader, given: str) -> str:
    if given in BUILDERS:
        return given
    remedy = reader.slips.meant(given, BUILDERS, one_of(BUILDERS))
    reader.say("G104", ("builder",), f"there is no builder `{shown(given)}`", remedy)
    return CANONICAL


def _aliases(reader: Reader, given: Any) -> tuple[AliasSpec, ...]:
    if given is None:
        return ()
    if not isinstance(given, dict):
        reader.say("G102", ("aliases",), f"`aliases` must be a mapping, not {type_words(given)}")
        return ()
    return tuple(_alias(reader, name, value) for name, value in given.items())


def _alias(reader: Reader, name: str, value: Any) -> AliasSpec:
    path = ("aliases", name)
    if value is None:
        reader.say("G101", path, f"alias `{shown(name)}` has no candidates", "list the names it may stand for", "key")
    elif value == []:
        reader.say("G815", path, f"alias `{shown(name)}` stands for nothing", "list the names it may stand for", "key")
    if not name:
        reader.say("G103", path, "an alias has no name", "name it", "key")
    return AliasSpec(name, reader.names(value, path, name), path)


def _node(reader: Reader, item: Any, path: Path) -> NodeSpec | None:
    read = reader.mapping(item, path, "a node", _TABLES["node"])
    if read is None:
        return None
    subscribes = reader.names(read.get("subscribes"), (*path, "subscribes"), "subscribes")
    writes = reader.names(read.get("writes"), (*path, "writes"), "writes")
    if "name" not in read:
        return None
    return NodeSpec(
        name=read["name"],
        path=path,
        stage_id=read.get("stageId"),
        seam=read.get("acceptsSeam"),
        subscribes=_texts(subscribes),
        writes=_texts(writes),
        gated=read.get("gated"),
        plugin=read.get("plugin"),
        summary=read.get("summary"),
    )


def _texts(placed: tuple[Placed, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name, _ in placed))


def _chain(reader: Reader, item: Any, path: Path) -> ChainSpec | None:
    read = reader.mapping(item, path, "a chain", _TABLES["chain"])
    if read is None:
        return None
    given, where = read.get("path"), (*path, "path")
    if isinstance(given, list) and len(given) < 2:
        name = shown(read.get("name", ""))
        reader.say("G813", where, f"chain `{name}` makes no edge", "a chain needs two members at least")
    return ChainSpec(read.get("name", ""), path, reader.names(given, where, "path"))


def _edge(reader: Reader, item: Any, path: Path) -> EdgeSpec | None:
    read = reader.mapping(item, path, "an edge", _TABLES["edge"])
    if read is None or "from" not in read or "to" not in read:
        return None
    return EdgeSpec(read["from"], read["to"], path)


def _router(reader: Reader, item: Any, path: Path) -> RouterSpec | None:
    read = reader.mapping(item, path, "a router", _TABLES["router"])
    if read is None:
        return None
    arms = _arms(reader, read.get("arms"), (*path, "arms"))
    if "from" not in read:
        return None
    return RouterSpec(read["from"], read.get("route", ""), arms, path)


def _arms(reader: Reader, given: Any, path: Path) -> tuple[ArmSpec, ...]:
    if given is None:
        return ()
    if not isinstance(given, dict):
        reader.say("G102", path, f"`arms` must be a mapping, not {type_words(given)}", "write `arm: node` lines")
        return ()
    if not given:
        reader.say("G232", path, "a router needs at least one arm", "write `arm: node` lines, or remove the router")
    return tuple(arm for name, target in given.items() if (arm := _arm(reader, name, target, (*path, name))))


def _arm(reader: Reader, name: str, target: Any, path: Path) -> ArmSpec | None:
    if not name:
        reader.say("G103", path, "an arm has no name", "name it", "key")
    if target is None:
        reader.say("G101", path, f"arm `{shown(name)}` leads nowhere", "name the node it leads to", "key")
    elif not isinstance(target, str):
        reader.say("G102", path, f"arm `{shown(name)}` must name a node, not be {type_words(target)}")
    else:
        return ArmSpec(name, target, path)
    return None


def _filter(reader: Reader, item: Any, path: Path) -> FilterSpec | None:
    read = reader.mapping(item, path, "a stream filter", _TABLES["filter"])
    if read is None or "name" not in read:
        return None
    return FilterSpec(read["name"], read.get("priority"), read.get("summary"), path)
