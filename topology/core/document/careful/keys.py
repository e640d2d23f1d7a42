"""The text a JavaScript object gives a key: strings as they are, everything else printed."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from typing import Any

from ..faults import Fault
from ..scalars import exponential_text, number_text, typed
from .budget import Budget
from .nodes import ALIAS_NODE, LIST_NODE, SCALAR_NODE, Node, spell_out

_UNSAFE = re.compile(
    r"""^[\n\t ,\[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$|[\[\]{},]"""
)
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/_-]")
#: Such characters put a text in double quotes; there they are escaped.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_UNICODE_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|.)")
_ESCAPES = {"0000": "\\0", "0007": "\\a", "000b": "\\v", "001b": "\\e"}
#: How the library prints the numbers that are written with such a prefix.
_RADIX = {"0x": "x", "0o": "o", "0b": "b"}
_LINE_BREAKS = re.compile(r"\n+")
_BROKEN_SPACE = re.compile(r"[ \t]\n|\n[ \t]")
#: How deep a collection may be that is printed as a key.
_MAX_DEPTH = 100
#: Wider than this, a collection printed as a key goes over several lines.
_WIDTH = 80


def scalar_key(value: Any) -> str:
    """The key that a scalar makes: `7` is "7", `true` "true", null ""."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return number_text(value) if isinstance(value, int | float) else ""


def binary_key(source: str) -> str:
    """The key that `!!binary` text makes: its bytes, read as UTF-8."""
    digits = _NOT_BASE64.sub("", source.partition("=")[0]).replace("-", "+").replace("_", "/")
    if len(digits) % 4 == 1:
        digits = digits[:-1]
    return b64decode(digits + "=" * (-len(digits) % 4)).decode("utf-8", "replace")


def collection_key(node: Node, text: str, budget: Budget) -> str:
    """The key that a collection makes: its text in brackets, as OpenRig's library prints it (but for comments)."""
    return _Printer(text, budget).collection(node, "", 0)


class _Printer:
    """Prints collections; `indent` is that of the line that a node begins on, `depth` how deep it is in the key."""

    def __init__(self, text: str, budget: Budget) -> None:
        self.text = text
        self.budget = budget

    def collection(self, node: Node, indent: str, depth: int) -> str:
        """A collection in brackets, on one line or an item a line."""
        if depth > _MAX_DEPTH:
            message = f"a key is a collection of more than {_MAX_DEPTH} levels"
            raise Fault("D103", node.start, message, "use a plain word as the key")
        spell_out(node, self.text)
        is_list = node.kind == LIST_NODE
        self.budget.spend((len(node.items) + 2 * len(node.pairs)) * (2 + len(indent) // 8), node.start)
        items = self._items(node, indent + "    ", depth) if is_list else self._pairs(node, indent + "  ", depth)
        start, end = ("[", "]") if is_list else ("{", "}")
        if not items:
            return start + end
        items = [item + "," for item in items[:-1]] + items[-1:]
        length = sum(len(item) + 2 for item in items) + 2
        self.budget.spend(length // 8, node.start)
        if length > _WIDTH or any("\n" in item for item in items):
            return start + "".join(f"\n  {indent}{item}" for item in items) + f"\n{indent}{end}"
        return f"{start} {' '.join(items)} {end}"

    def _items(self, node: Node, indent: str, depth: int) -> list[str]:
        return [self.node(item, indent, depth) for item in node.items]

    def _pairs(self, node: Node, indent: str, depth: int) -> list[str]:
        shown, deeper = [], indent + "  "
        keys_only = all(value is None for _, value, _ in node.pairs)
        for key, value, _ in node.pairs:
            explicit = key.kind not in (SCALAR_NODE, ALIAS_NODE) or key.style in ("|", ">")
            name = self.node(key, deeper, depth, in_line=not explicit and not keys_only)
            if value is None:
                shown.append("?" if not name else f"? {name}" if explicit else name)
                continue
            other = self.node(value, deeper, depth)
            if explicit:
                shown.append(f"? {name}\n{indent}: {other}" if other else f"? {name}\n{indent}:")
            else:
                shown.append(f"{name}: {other}" if other else f"{name}:")
        return shown

    def node(self, node: Node, indent: str, depth: int, *, in_line: bool = False) -> str:
        """Any node, with its anchor and tag; `in_line` says that it must not go over several lines."""
        if node.kind == ALIAS_NODE:
            return f"*{node.value}"
        prefix = f"&{node.anchor} " if node.anchor else ""
        if node.tag:
            prefix += f"{node.tag} "
        if node.kind != SCALAR_NODE:
            return prefix + self.collection(node, indent, depth + 1)
        return prefix + _scalar_shown(node, indent, in_line)


def _scalar_shown(node: Node, indent: str, in_line: bool) -> str:
    value = node.value
    if isinstance(value, str):
        return _string_shown(value, node.style, indent, in_line)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number_shown(value, node.source)
    return node.source


def _number_shown(value: int | float, source: str) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return ".nan" if value != value else "-.inf" if value < 0 else ".inf"
    prefix = source.lstrip("+-")[:2]
    if prefix in _RADIX and isinstance(value, int):
        return ("-" if value < 0 else "") + prefix + format(abs(value), _RADIX[prefix])
    if "e" in source.lower():
        return exponential_text(value)
    shown = "-0" if value == 0 and source.startswith("-") else number_text(value)
    if "." in source and source.endswith("0") and value >= 0 and shown != "-0":
        places = len(source.partition(".")[2])
        whole, _, fraction = shown.partition(".")
        return f"{whole}.{fraction.ljust(places, '0')}"
    return shown


def _string_shown(value: str, style: str, indent: str, in_line: bool) -> str:
    if _CONTROL.search(value):
        return _double_quoted(value)
    if style == "'":
        return _single_quoted(value, indent, in_line)
    if style == "" and not (_UNSAFE.search(value) or (in_line and "\n" in value)) and typed(value)[0] == "str":
        return _LINE_BREAKS.sub(rf"\g<0>\n{indent}", value)
    if style != '"' and '"' in value and "'" not in value:
        return _single_quoted(value, indent, in_line)
    return _double_quoted(value)


def _single_quoted(value: str, indent: str, in_line: bool) -> str:
    if (in_line and "\n" in value) or _BROKEN_SPACE.search(value):
        return _double_quoted(value)
    return "'" + _LINE_BREAKS.sub(rf"\g<0>\n{indent}", value.replace("'", "''")) + "'"


def _double_quoted(value: str) -> str:
    return _UNICODE_ESCAPE.sub(_short_escape, json.dumps(value, ensure_ascii=False))


def _short_escape(found: re.Match[str]) -> str:
    """An escape such as YAML has it, for one that JSON has; an escaped backslash stays."""
    code = found[1]
    if code is None:
        return found.group()
    return _ESCAPES.get(code) or (f"\\x{code[2:]}" if code.startswith("00") else found.group())
