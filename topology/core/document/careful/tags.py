"""Tags: their handles and names, and what they make of scalars and collections."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

from ..faults import Fault, excerpt
from ..scalars import typed
from ..schema_11 import TIMESTAMP, typed_11
from ..values import Mapping
from .nodes import LIST_NODE, MAP_NODE, OMAP_NODE, PAIRS_NODE, SCALAR_NODE, SET_NODE, Node, spell_out
from .tokens import Token

CORE = "tag:yaml.org,2002:"
_TYPED = frozenset(("null", "bool", "int", "float"))
#: Which collection a known tag is for.
_FOR = {"map": MAP_NODE, "seq": LIST_NODE, "set": MAP_NODE, "omap": LIST_NODE, "pairs": LIST_NODE}


class Directives:
    """What stands before the document: its version, and the handles of tags."""

    def __init__(self, warn: Callable[[Fault], None]) -> None:
        self.handles = {"!!": CORE}
        self.old = False
        self.warn = warn

    def read(self, line: str, start: int) -> None:
        """Take one directive line; an unknown one is only warned of."""
        name, *parts = re.split(r"[ \t]+", line.strip())
        shown = excerpt(name)
        end = start + len(line)
        if name == "%TAG":
            if len(parts) != 2:
                message = "a `%TAG` line needs a handle and a prefix"
                raise Fault("D119", start, message, "for example `%TAG !e! x:`", end)
            self.handles[parts[0]] = parts[1]
        elif name == "%YAML":
            if len(parts) != 1:
                raise Fault("D119", start, "a `%YAML` line needs one version", "write `%YAML 1.2`", end)
            self._version(parts[0], start, end)
        else:
            self.warn(Fault("D151", start, f"there is no directive `{shown}`", "remove the line", end))

    def _version(self, version: str, start: int, end: int) -> None:
        if version in ("1.1", "1.2"):
            self.old = version == "1.1"
            return
        fault = Fault("D119", start, f"there is no YAML version `{excerpt(version)}`", "write `%YAML 1.2`", end)
        if not re.fullmatch(r"[0-9]+\.[0-9]+", version):
            raise fault
        self.warn(Fault("D151", start, fault.message, fault.help, end))


class Tags:
    """Resolves scalars and tags of one document."""

    def __init__(self, text: str, directives: Directives) -> None:
        self.text = text
        self.directives = directives
        self.warn = directives.warn

    def name(self, token: Token) -> str:
        """The full name of a tag: `!` alone, a local one such as `!boat`, or one with its prefix."""
        _, start, end, _ = token
        source = self.text[start:end]
        if source == "!":
            return "!"
        if source.startswith("!<"):
            return self._verbatim(source, start, end)
        shown = excerpt(source)
        handle, suffix = source[: source.rindex("!") + 1], source[source.rindex("!") + 1 :]
        if not suffix:
            raise Fault("D118", start, f"the tag `{shown}` has no name", "name it, or quote the text", end)
        prefix = self.directives.handles.get(handle)
        if prefix:
            return prefix + self._unescaped(suffix, start, end)
        if handle == "!":
            return source
        help = f"declare `{excerpt(handle)}` with a `%TAG` line, or use another tag"
        raise Fault("D118", start, f"the tag `{shown}` has an unknown handle", help, end)

    def _printed(self, name: str, token: Token) -> str:
        """A tag as OpenRig's library prints it."""
        source = self.text[token[1] : token[2]]
        if name.startswith(CORE):
            return "!!" + name.removeprefix(CORE)
        return name if source.startswith("!<!") else source

    def _verbatim(self, source: str, start: int, end: int) -> str:
        name = source[2:-1]
        if name in ("!", "!!") or not source.endswith(">"):
            raise Fault("D118", start, f"the tag `{excerpt(source)}` is not complete", "write it as `!<name>`", end)
        return name

    def _unescaped(self, suffix: str, start: int, end: int) -> str:
        try:
            return unquote_to_bytes(suffix).decode("utf-8")
        except UnicodeDecodeError:
            raise Fault("D118", start, "a tag holds a bad percent escape", "write the character", end) from None

    def scalar(self, text: str, token: Token | None, *, plain: bool, at_key: bool, span: tuple[int, int]) -> Node:
        """The node of a scalar with its text, after its tag or (plain ones) its looks."""
        node = Node(SCALAR_NODE, *span, text)
        if token is None:
            if plain:
                self._by_looks(node, text, at_key)
            return node
        name = self.name(token)
        node.tag = self._printed(name, token)
        if name != "!":
            self._by_tag(node, text, name, token)
        if self.directives.old and plain and at_key and text == "<<":
            node.merges = True
        return node

    def _by_looks(self, node: Node, text: str, at_key: bool) -> None:
        if not self.directives.old:
            node.value = typed(text)[1]
            return
        kind, node.value = typed_11(text)
        if kind == "timestamp":
            node.value = opaque("date", node)
        elif at_key and text == "<<":
            node.merges = True

    def _by_tag(self, node: Node, text: str, name: str, token: Token) -> None:
        short = name.removeprefix(CORE) if name.startswith(CORE) else ""
        old = self.directives.old
        kind, value = typed_11(text) if old else typed(text)
        if short == "str":
            return
        if short in _TYPED and kind == short:
            node.value = value
        elif short == "binary":
            node.value = opaque("binary", node)
        elif short == "timestamp" and (not old or kind == "timestamp"):
            if not TIMESTAMP.fullmatch(text):
                help = "write it as `2026-01-31` or `2026-01-31 12:00:00`"
                raise Fault("D125", token[1], "the tag `!!timestamp` stands before what is no date", help, token[2])
            node.value = opaque("date", node)
        elif short == "merge" and (not old or text == "<<"):
            node.merges = True
            node.value = opaque("symbol", node)
        else:
            self.unresolved(name, token)

    def unresolved(self, name: str, token: Token) -> None:
        """Warn of a tag that does nothing here."""
        shown = excerpt(self.text[token[1] : token[2]])
        known = name.startswith(CORE)
        message = f"the tag `{shown}` does not fit this value" if known else f"the tag `{shown}` is unknown"
        self.warn(Fault("D150", token[1], message, "the value is read without it; remove the tag", token[2]))

    def collection(self, node: Node, token: Token | None) -> None:
        """Apply a collection's tag to it."""
        if token is None:
            return
        name = self.name(token)
        node.tag = self._printed(name, token)
        short = name.removeprefix(CORE) if name.startswith(CORE) else ""
        if name == "!":
            return
        if _FOR.get(short) != node.kind:
            self.unresolved(name, token)
        elif short == "set":
            spell_out(node, self.text)
            _check_set(node, token)
        elif short in ("omap", "pairs"):
            spell_out(node, self.text)
            for item in node.items:
                spell_out(item, self.text)
            _make_pairs(node, token, ordered=short == "omap")


def opaque(name: str, node: Node) -> Mapping:
    """The empty mapping that stands for an object of JavaScript's own."""
    value = Mapping(node.start, False)
    value.end = node.end
    value.opaque = name
    return value


def _check_set(node: Node, token: Token) -> None:
    for _, value, _ in node.pairs:
        if value is not None and (value.kind != SCALAR_NODE or value.value is not None or value.tag):
            raise Fault("D125", token[1], "a `!!set` has a key with a value", "remove the values or the tag", token[2])
    node.kind = SET_NODE


def _make_pairs(node: Node, token: Token, *, ordered: bool) -> None:
    """Turn a list into one of single pairs; in an ordered mapping no key may be repeated."""
    seen: set[Any] = set()
    for item in node.items:
        if item.kind == MAP_NODE and len(item.pairs) > 1:
            help = "begin each pair with its own `-`"
            raise Fault("D125", item.start, "an item of a list of pairs holds more than one pair", help, item.end)
        if item.kind == MAP_NODE and item.pairs:
            pair = item.pairs[0]
        elif item.kind == MAP_NODE:
            pair = (Node(SCALAR_NODE, item.end, item.end), None, item.end)
        else:
            pair = (item, None, item.end)
        node.pairs.append(pair)
        identity = pair[0].identity
        if ordered and identity is not None:
            if identity in seen:
                raise Fault("D125", pair[0].start, "a key of an `!!omap` is repeated", "rename one", pair[0].end)
            seen.add(identity)
    node.items = []
    node.kind = OMAP_NODE if ordered else PAIRS_NODE
