"""Flat-node specs, the form before pods (OpenRig `rigspec-schema.ts`, legacy part). Unknown keys are ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...diagnostics import Path
from ..fields import allowed
from ..javascript import fields_of, is_text
from ..spec import Spec
from .found import Found, choice, error, missing_text, quoted, ticked

_RUNTIMES = allowed("node", "runtime")
_RESTORE = allowed("node", "restore_policy")
_SOURCE = "OpenRig rigspec-schema.ts (legacy)"

RULES = (
    error(
        "R601",
        "schema-version",
        "`schema_version` is not 1",
        "The schema version of a flat spec is the number 1, unquoted; missing or null means 1.",
        _SOURCE,
    ),
    error("R602", "legacy-text", "a flat spec has no name or version", "Both are non-empty texts.", _SOURCE),
    error(
        "R603",
        "legacy-nodes",
        "the document has neither pods nor nodes",
        "A rig has a list under `pods`; without one OpenRig judges the document as the older flat form, which needs a "
        "list under `nodes` (it may be empty).\n\nNew rigs use `pods`: check that the key is spelled so and holds a "
        "list.",
        _SOURCE,
    ),
    error(
        "R604",
        "null-node",
        "a node is empty",
        "An item of `nodes` is null: a `- ` with nothing behind it. OpenRig's validator fails on it as a whole.",
        _SOURCE,
    ),
    error("R605", "node-id", "a node has no id", "`id` is a non-empty text. Dots are fine here.", _SOURCE),
    error("R606", "node-id-twice", "two nodes have the same id", "Node ids are unique. Rename one.", _SOURCE),
    error(
        "R607",
        "node-runtime",
        "a node's runtime is not known",
        "A flat spec knows claude-code, codex and pi. A terminal needs the form with pods.",
        _SOURCE,
    ),
    error(
        "R608",
        "node-restore-policy",
        "a node's restore policy is not known",
        "One of resume_if_possible, relaunch_fresh, checkpoint_only; missing or null means resume_if_possible.",
        _SOURCE,
    ),
    error(
        "R609",
        "package-refs",
        "`package_refs` is not a list of texts",
        "A list of texts; missing or null means none.",
        _SOURCE,
    ),
    error(
        "R610",
        "legacy-edges",
        "`edges` is not a list",
        "`edges` is a list. Leave the key out where there are none: null is refused.",
        _SOURCE,
    ),
    error(
        "R611", "null-legacy-edge", "an edge is empty", "Remove the item, or write `from`, `to` and `kind`.", _SOURCE
    ),
    error(
        "R612",
        "legacy-edge-text",
        "an edge lacks an end or its kind",
        "`from`, `to` and `kind` are non-empty texts; the first that is not is reported.",
        _SOURCE,
    ),
    error(
        "R613",
        "legacy-self-edge",
        "an edge joins a node to itself",
        "The flat form refuses an edge from a node to itself.",
        _SOURCE,
    ),
    error(
        "R614",
        "no-such-node",
        "an edge names a node that does not exist",
        "Both ends are ids of nodes of this spec; addresses of other rigs need the form with pods.",
        _SOURCE,
    ),
    error(
        "R615",
        "legacy-edge-kind",
        "the kind of an edge is not known in a flat spec",
        "The five edge kinds are accepted; at 0.4.6 a flat spec knew three: delegates_to, spawned_by, can_observe.",
        "edge types reference, Edge Kinds",
    ),
)


def check_legacy(root: Mapping[str, Any], spec: Spec, found: Found) -> None:
    """A whole flat spec."""
    version = root.get("schema_version")
    if version is not None and (isinstance(version, bool) or not isinstance(version, (int, float)) or version != 1):
        found.add("R601", ("schema_version",), f"`schema_version` is {quoted(version)}", "the number 1, or no such key")
    for key in ("name", "version"):
        if not is_text(root.get(key)):
            message, remedy = missing_text(root, key)
            found.add("R602", (key,), message, remedy)
    _nodes(root, found)
    if "edges" in root:
        _edges(root["edges"], spec, found)


def _nodes(root: Mapping[str, Any], found: Found) -> None:
    nodes = root.get("nodes")
    if not isinstance(nodes, list):
        found.add("R603", ("nodes",), *_no_nodes(root))
        return
    seen: set[str] = set()
    for index, node in enumerate(nodes):
        if node is None:
            found.add("R604", ("nodes", index), "the node is empty", "remove the item, or write `id` and `runtime`")
        else:
            _node(fields_of(node), ("nodes", index), seen, found)


def _no_nodes(root: Mapping[str, Any]) -> tuple[str, str]:
    if "nodes" in root:
        return f"`nodes` is {quoted(root['nodes'])}, not a list", "a list of nodes; it may be empty"
    if "pods" in root:
        message = f"`pods` is {quoted(root['pods'])}, not a list, and there are no `nodes`"
        return message, "make `pods` a list with at least one pod"
    return "there are neither `pods` nor `nodes`", "add `pods:` with a list of pods"


def _node(node: Mapping[str, Any], path: Path, seen: set[str], found: Found) -> None:
    own = node.get("id")
    if not is_text(own):
        message, remedy = missing_text(node, "id")
        found.add("R605", (*path, "id"), message, remedy)
        return
    if own in seen:
        found.add("R606", (*path, "id"), f"the node id {quoted(own)} stands twice", "rename one of the two")
    seen.add(own)
    runtime = node.get("runtime")
    if not (isinstance(runtime, str) and runtime in _RUNTIMES):
        said = f"the runtime is {quoted(runtime)}" if "runtime" in node else "`runtime` is missing"
        found.add("R607", (*path, "runtime"), said, found.choose(runtime, _RUNTIMES))
    if node.get("restore_policy") is not None:
        choice(node["restore_policy"], _RESTORE, (*path, "restore_policy"), found, "R608", "`restore_policy`")
    _package_refs(node.get("package_refs"), (*path, "package_refs"), found)


def _package_refs(value: Any, path: Path, found: Found) -> None:
    if value is None:
        return
    if not isinstance(value, list):
        found.add("R609", path, f"`package_refs` is {quoted(value)}, not a list", "a list of texts, or no such key")
        return
    for index, item in enumerate(value):
        if not isinstance(item, str):
            found.add("R609", (*path, index), f"a package reference is {quoted(item)}", "a text")


def _edges(edges: Any, spec: Spec, found: Found) -> None:
    if not isinstance(edges, list):
        found.add("R610", ("edges",), f"`edges` is {quoted(edges)}, not a list", "a list, or no such key")
        return
    for place, edge in enumerate(edges):
        if edge is None:
            found.add("R611", ("edges", place), "the edge is empty", "remove it, or write `from`, `to` and `kind`")
        else:
            _edge(fields_of(edge), ("edges", place), spec, found)


def _edge(edge: Mapping[str, Any], path: Path, spec: Spec, found: Found) -> None:
    for key in ("from", "to", "kind"):
        if not is_text(edge.get(key)):
            message, remedy = missing_text(edge, key)
            found.add("R612", (*path, key), message, remedy)
            return
    source, target, kind = edge["from"], edge["to"], edge["kind"]
    if source == target:
        found.add("R613", path, f"the edge joins {ticked(source)} to itself", "remove it", at="item")
    for key, end in (("from", source), ("to", target)):
        if end not in spec.addressable:
            found.add(
                "R614", (*path, key), f"no node {ticked(end)}", found.meant(end, spec.addressable) or "the id of a node"
            )
    if kind not in found.release.legacy_kinds:
        said = f"there is no edge kind {quoted(kind)} in a flat spec at {found.release.name}"
        found.add("R615", (*path, "kind"), said, found.choose(kind, found.release.legacy_kinds))
