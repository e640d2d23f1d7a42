"""The text a JavaScript object gives a key: strings as they are, everything else printed."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from typing import Any

from ..scalars import exponential_text, number_text, typed
from .nodes import ALIAS_NODE, LIST_NODE, SCALAR_NODE, Node

_UNSAFE = re.compile(
    r"""^[\n\t ,\[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$|[\[\]{},]"""
)
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/_-]")
#: How the library prints the numbers that are written with such a prefix.
_RADIX = {"0x": "x", "0o": "o", "0b": "b"}
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


def collection_key(node: Node, indent: str = "") -> str:
    """The key that a collection makes: its text in brackets, as OpenRig's library prints it."""
    is_list = node.kind == LIST_NODE
    deeper = indent + ("    " if is_list else "  ")
    items = [_shown(item, deeper) for item in node.items] if is_list else _pairs_shown(node, deeper)
    start, end = ("[", "]") if is_list else ("{", "}")
    if not items:
        return start + end
    items = [item + "," for item in items[:-1]] + items[-1:]
    if any("\n" in item for item in items) or sum(len(item) + 2 for item in items) + 2 > _WIDTH:
        return start + "".join(f"\n  {indent}{item}" for item in items) + f"\n{indent}{end}"
    return f"{start} {' '.join(items)} {end}"


def _pairs_shown(node: Node, indent: str) -> list[str]:
    shown = []
    keys_only = all(value is None for _, value, _ in node.pairs)
    for key, value, _ in node.pairs:
        name = _shown(key, indent + "  ")
        explicit = "? " if key.kind not in (SCALAR_NODE, ALIAS_NODE) or key.style in ("|", ">") else ""
        if value is None or keys_only:
            shown.append("?" if not name else explicit + name)
        elif explicit:
            shown.append(f"? {name}\n{indent}: {_shown(value, indent + '  ')}")
        else:
            text = _shown(value, indent + "  ")
            shown.append(f"{name}: {text}" if text else f"{name}:")
    return shown


def _shown(node: Node, indent: str) -> str:
    if node.kind == ALIAS_NODE:
        return f"*{node.value}"
    prefix = f"&{node.anchor} " if node.anchor else ""
    return prefix + (_scalar_shown(node) if node.kind == SCALAR_NODE else collection_key(node, indent))


def _scalar_shown(node: Node) -> str:
    value = node.value
    if isinstance(value, str):
        return _string_shown(value, node.style)
    if value is None or isinstance(value, bool):
        return node.source
    if isinstance(value, int | float):
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


def _string_shown(value: str, style: str) -> str:
    if style == "'" and "\n" not in value:
        return "'" + value.replace("'", "''") + "'"
    if style == "" and not _UNSAFE.search(value) and typed(value)[0] == "str":
        return value
    if style != '"' and '"' in value and "'" not in value and "\n" not in value:
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)
