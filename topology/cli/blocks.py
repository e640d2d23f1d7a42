"""A plain value written as YAML in block style; strings that a YAML reader could take for something else are quoted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

PLAIN = re.compile(r"[A-Za-z_][\w./@+-]*(?: [\w./@+-]+)*", re.ASCII)
#: Characters that JSON leaves as they are and some YAML readers take for a line break or refuse.
UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
#: Words that YAML 1.1 or 1.2 readers take for booleans or null.
RESERVED = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def to_blocks(value: Any) -> str:
    """The YAML text of dicts, lists and scalars."""
    return "".join(f"{line}\n" for line in _block(value, 0))


def _block(value: Any, depth: int) -> Iterator[str]:
    indent = "  " * depth
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _entry(f"{indent}{_scalar(str(key))}:", item, depth + 1)
    elif isinstance(value, list) and value:
        for item in value:
            yield from _item(indent, item, depth)
    else:
        yield indent + _scalar(value)


def _entry(head: str, item: Any, depth: int) -> Iterator[str]:
    if isinstance(item, (dict, list)) and item:
        yield head
        yield from _block(item, depth)
    else:
        yield f"{head} {_scalar(item)}"


def _item(indent: str, item: Any, depth: int) -> Iterator[str]:
    """A list's item: its first line follows the dash."""
    lines = _block(item, depth + 1)
    first = next(lines)
    yield f"{indent}- {first.lstrip(' ')}"
    yield from lines


def _scalar(value: Any) -> str:
    if isinstance(value, str) and PLAIN.fullmatch(value) and value.casefold() not in RESERVED:
        return value
    return UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
