"""Texts of up to 4 MiB made to be slow to read or to check: a small piece of YAML repeated, and documents blown up.

In a piece `#N#` stands for a number that counts the repetitions, so that keys and names differ.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from topology.core.document import MAX_BYTES, parse  # noqa: E402

Text = Callable[[], str]
DEEP = 498
BLOCK_DEEP = "".join(" " * depth + "a:\n" for depth in range(DEEP))


def pairs(number: int) -> str:
    """Pairs of a mapping in braces."""
    return "".join(f"a{n}: b," for n in range(number))


#: Head, repeated piece, tail. The piece is repeated up to the size.
REPEATED: dict[str, tuple[str, str, str]] = {
    "ordinary items, error at the end": ("", "- a\n", "b"),
    "ordinary pairs, error at the end": ("", "a#N#: b\n", "b"),
    "anchored items": ("", "- &a b\n", ""),
    "anchors by number": ("", "- &a#N# b\n", ""),
    "anchored keys": ("", "&a k#N#: b\n", ""),
    "unknown tags": ("", "- !t b\n", ""),
    "string tags": ("", "- !!str b\n", ""),
    "verbatim tags": ("", "- !<x> b\n", ""),
    "tagged and anchored": ("", "- !!str &a b\n", ""),
    "tagged empties": ("", "- !\n", ""),
    "set tags": ("", "- !!set {a}\n", ""),
    "omap tags": ("", "- !!omap [a: b]\n", ""),
    "one omap": ("a: !!omap [", "a#N#: b,", "]\n"),
    "timestamps": ("", "- !!timestamp 2001-01-01\n", ""),
    "binaries as keys": ("", "? !!binary aGk#N#=\n", ""),
    "question marks": ("", "? a#N#\n: b\n", ""),
    "question marks alone": ("", "? a#N#\n", ""),
    "question marks over lists": ("", "? - #N#\n: - b\n", ""),
    "passed over values": ("", "? a#N#\n b\n", ""),
    "passed over faults": ("? a # c\n b:\n", "  - [b: @]\n", ""),
    "passed over repeated keys": ("? a # c\n b:\n", "  - {c: 1, c: 2}\n", ""),
    "passed over repeated keys on lines": ("? a # c\n b:\n", "  - c: 1\n    c: 2\n", ""),
    "passed over deep lines": ("? a # c\n b:\n", "  - c: d\n     e: f\n", ""),
    "lists of one on lines": ("", "a#N#: [b#N#]\n", ""),
    "unknown fields": ('version: "0.2"\nname: a\npods: []\n', "k#N#: v#N#\n", ""),
    "unknown fields, a tab at the end": ('version: "0.2"\nname: a\npods: []\n', "k#N#: v#N#\n", 'z: "a\tb"\t# c\n'),
    "passed over faults, deep": ("? a\n " + "? a\n " * 30 + "b:\n", " " * 64 + "- [@]\n", ""),
    "keys without names": ("", ": b\n", ""),
    "items without values": ("", "-\n", ""),
    "keys without values": ("", "a#N#:\n", ""),
    "numbers as keys": ("", "#N#: b\n", ""),
    "aliases as keys": ("- &a b\n", "- *a : b\n", ""),
    "aliases": ("- &a b\n", "- *a\n", ""),
    "aliases of an empty list": ("- &a []\n", "- *a\n", ""),
    "aliases of many empty lists": ("- &a [" + "[]," * 300_000 + "]\n", "- *a\n", ""),
    "aliases within themselves": ("- &a [*a, " + "[]," * 300_000 + "]\n", "- *a\n", ""),
    "unknown aliases": ("", "- *a\n", ""),
    "anchors within anchors": (
        "".join(f"&a{n} [" for n in range(DEEP)) + "x," * 300_000 + "]" * DEEP + ":\n",
        "- *a#N#\n",
        "",
    ),
    "anchored lists within lists": (
        "- " + "".join(f"&a{n} [" for n in range(DEEP)) + "[]," * 300_000 + "]" * DEEP + "\n",
        "- *a#N#\n",
        "",
    ),
    "quoted with control characters": ("", '- "a\x01b"\n', ""),
    "single quotes": ("", "- 'it''s'\n", ""),
    "double quotes": ("", '- "a"\n', "- &a b\n"),
    "quotes over two lines": ("", '- "a\n  b"\n', ""),
    "single quotes over two lines": ("", "- 'a\n  b'\n", ""),
    "escapes": ("", '- "\\x41\\n"\n', ""),
    "one text of escapes": ('a: "', "\\x41", '"\n'),
    "one text of short escapes": ('a: "', "\\n", '"\n'),
    "one text of surrogates": ('a: "', "\\ud83d\\ude00", '"\n'),
    "one text of spaces and tabs": ('a: "\\n', "a \t", '"\n'),
    "one text of line ends": ('a: "', "\n a", '"\n'),
    "one text of blank lines": ('a: "', "\n", '"\n'),
    "one text of escaped line ends": ('a: "', "\\\n ", '"\n'),
    "one text of apostrophes": ("a: '", "''", "'\n"),
    "a quote without end": ("a: '", "b\n c: ", "\n"),
    "backslashes without end": ('a: "', '\\"', "\n"),
    "plain texts over two lines": ("", "- a\n  b\n", ""),
    "plain texts on their own lines": ("", "a#N#:\n  b\n", ""),
    "one plain text of lines": ("", "a\n", ""),
    "one plain text of blank lines": ("a", "\n", "\nb"),
    "one plain text of colons": ("a: ", "b:", "\n"),
    "one plain text of spaces": ("a: b", " ", "b\n"),
    "a run-on text": ("", "a\n", "b: c\n"),
    "block texts": ("", "- |\n b\n", ""),
    "block texts with blank lines": ("", "- |\n\n b\n", ""),
    "block texts with indentation": ("", "- |2\n   b\n", ""),
    "folded texts": ("", "- >+\n  b\n\n", ""),
    "empty block texts": ("", "- |\n", ""),
    "one block text of lines": ("a: |1\n", " b\n", ""),
    "one block text of short lines": ("|0\n", "\n", "b"),
    "one folded text": ("a: >1\n", " b\n  c\n\n", ""),
    "one block text of blank lines": ("a: |+\n", "\n", ""),
    "one block text of spaces": ("a: |+\n", "  \n", ""),
    "block text of tabs": ("a: |\n b\n", "\t\n", ""),
    "blank lines": ("a: &b c\n", "\n", "d: e"),
    "blank lines, then comments": ("a:\n  - b\n  - c\n" + "\n" * 1_000_000, "    #\n", ""),
    "blank lines, then comments in a map": ("a:\n  b: []\n  c:\n" + "\n" * 1_000_000, "    #\n", "  d: e\n"),
    "lines of spaces": ("a: &b c\n", "  \n", "d: e"),
    "comments": ("a: &b c\n", "#\n", "d: e"),
    "comments behind spaces": ("a:\n  - &b c\n", "   #\n", ""),
    "comments at all depths": ("a:\n  b: &b c\n", "    #\n  #\n #\n", "  d: e"),
    "comments behind values": ("", "- &a b #\n", ""),
    "comments behind keys": ("", "a#N#: #\n  b\n", ""),
    "comments before values": ("a:\n", "  #\n", "  b"),
    "comments in brackets": ("[", "a, #\n", "]"),
    "tabs": ("", "-\ta\n", ""),
    "tabs in pairs": ("", "a#N#:\tb\t#\n", ""),
    "tabs as indentation": ("a:\n", "\t\n", "\tb: c\n"),
    "carriage returns": ("", "- a\rb\n", ""),
    "both line ends": ("", "- &a b\r\n", ""),
    "line separators": ("", "- a\u2028\n", ""),
    "next lines": ("", "- a\x85\n", ""),
    "wide characters": ("", "- \U0001f600\t\n", ""),
    "one wide character": ("a: \U0001f600\n", "b#N#: 'a\n  b'\n", ""),
    "a byte order mark": ("\ufeff", "- a\n", ""),
    "brackets": ("- &a b\n- [", "a,", "]\n"),
    "brackets on many lines": ("[", "a,\n", "]\n"),
    "brackets in brackets": ("[", "[],", "]\n"),
    "braces in brackets": ("[", "{},", "]\n"),
    "pairs in brackets": ("[", "a: b,", "]\n"),
    "pairs in braces": ("- &a b\n- {", "a#N#: b,", "}\n"),
    "keys in braces": ("{", "a#N#,", "}\n"),
    "quoted keys in braces": ("{", '"#N#":b,', "}\n"),
    "colons in braces": ("{", "? #N#,", "}\n"),
    "empty keys in brackets": ("[", ":,", "]\n"),
    "question marks in brackets": ("[", "? a : b,", "]\n"),
    "quotes in brackets": ("[", '"a",', "]\n"),
    "quotes over lines in brackets": ("[", '"a\n b",', "]\n"),
    "aliases in brackets": ("[&a [],", "*a,", "]\n"),
    "anchors in brackets": ("[", "&a b,", "]\n"),
    "tags in brackets": ("[", "!t b,", "]\n"),
    "small brackets": ("", "- [&a b]\n", ""),
    "small braces": ("", "- {a: &a b}\n", ""),
    "small brackets on lines": ("", "- [\n  a\n  ]\n", ""),
    "brackets as keys": ("", "[a#N#]: b\n", ""),
    "braces as keys": ("", "{a#N#: c}: b\n", ""),
    "one bracket as key": ("? [", "a,", "]\n: b\n"),
    "keys in keys": ("{? " * 39 + "[", "a,", "]" + "}" * 39 + "\n"),
    "quoted keys in keys": ("{? " * 39 + "[", '"a:",', "]" + "}" * 39 + "\n"),
    "deep brackets": ("[", "[" * DEEP + "]" * DEEP + ",", "]\n"),
    "deep braces": ("[", "{a: " * DEEP + "}" * DEEP + ",", "]\n"),
    "deep dashes": ("- &a b\n", "- " * DEEP + "a\n", ""),
    "deep maps": ("- &a b\n", "- " + BLOCK_DEEP.replace(" ", "  ").replace("a:\n", "a:\n  ") + "b\n", ""),
    "deep question marks": ("- &a b\n", "- " + "? " * DEEP + "a\n", ""),
    "deep items on lines": (BLOCK_DEEP, " " * DEEP + "- &a b\n", ""),
    "ends without beginnings": ("", "]", ""),
    "many documents": ("", "---\n", ""),
    "unknown directives": ("", "%X\n", "---\na\n"),
    "tag directives": ("", "%TAG !a#N#! b\n", "---\na\n"),
    "merge keys": ("%YAML 1.1\n---\n", "- <<: {a: b}\n", ""),
    "merged lists": ("%YAML 1.1\n---\n- &a {" + pairs(20_000) + "}\n", "- <<: *a\n", ""),
    "merges of one large value": ("%YAML 1.1\n---\n- &a {k: [" + "x," * 100_000 + "]}\n", "- <<: *a\n", ""),
    "merges of empty mappings": ("%YAML 1.1\n---\n- &l [" + "{}," * 60_000 + "]\n", "- <<: *l\n", ""),
    "merges of merges": ("%YAML 1.1\n---\n- &a {" + pairs(1000) + "}\n- <<: [", "*a,", "]"),
    "old numbers": ("%YAML 1.1\n---\n", "- 1:30\n", ""),
    "one old number": ("%YAML 1.1\n---\n1", ":1", "\n"),
    "one old number in one part": ("%YAML 1.1\n---\n", "1", ":1\n"),
    "one number": ("a: &a ", "1", "\n"),
    "one octal number": ("a: &a 0o", "7", "\n"),
    "one hexadecimal number": ("a: &a 0x", "f", "\n"),
    "one fraction": ("a: &a .", "1", "\n"),
    "one number as a key": ("? ", "1", "\n"),
    "one word": ("&a ", "a", "\n"),
    "one long tag": ("- !", "a", " b\n"),
    "one escaped tag": ("- !!", "%41", " b\n"),
    "one long anchor": ("- &", "a", " b\n"),
    "one long comment": ("- &a b #", "a", "\n"),
    "one long key": ("&a ", "a", ": b\n"),
    "one long header": ("- |", "-", "\n"),
}  # fmt: skip

#: Members that use what the line reader leaves to the careful one, and that anybody may write.
MEMBER = """\
      - id: m#N#
        label: Member #N#
        agent_ref: "local:crew/hand"
        profile: default
        runtime: codex
        cwd: "."
        model: who does the work of the crew, one of many
"""
UNUSUAL = {
    "a tab before a comment": MEMBER.replace("runtime: codex", "runtime: codex\t# why"),
    "anchors and aliases": MEMBER.replace("cwd:", "cwd: &here#N#").replace("label:", "label: !!str"),
    "control characters": MEMBER.replace("who", '"\\x07 \x85 who').replace("many", 'many"'),
    "block texts with tabs": MEMBER.replace("who", "|\n          who\tand\n\n          what").replace("many", "\tmany"),
    "block texts with indentation": MEMBER.replace("who", ">2-\n            who\n          "),
    "quotes over lines": MEMBER.replace("who", '"who\n          and').replace("many", 'many"'),
    "plain texts over lines": MEMBER.replace("who", "\n          who\n          and"),
    "braces over lines": "      - {id: m#N#, label: Member #N#,\n"
    "         agent_ref: 'local:crew/hand', profile: default,\n"
    '         runtime: codex, cwd: ".",\n         model: "who does it: one"}\n',
    "comments everywhere": MEMBER.replace("\n", " # this is why\n").replace(
        "      - id", "\t\n      # next\n      - id"
    ),
    "both line ends": MEMBER.replace("\n", "\t\r\n"),
    "explicit keys": MEMBER.replace("runtime: codex", "? runtime\n        : codex"),
    "numbers": MEMBER.replace("codex", "5\n        7: 0x1f\n        1.5: .inf\n        ~: true\t"),
    "keys in quotes": MEMBER.replace("runtime:", '"runtime":\t').replace("cwd", "'cwd' "),
    "lists at the key's depth": MEMBER + "        startup:\n          files:\n          - {path: a, required: &y no}\n",
}


def repeated(head: str, piece: str, tail: str, size: int) -> str:
    """A text of at most `size` bytes."""
    room = size - len((head + tail).encode())
    if "#N#" not in piece:
        return head + piece * (room // len(piece.encode())) + tail
    out, extra = [], len(piece.encode()) - 3 * piece.count("#N#")
    for number in count():
        room -= extra + piece.count("#N#") * len(str(number))
        if room < 0:
            return head + "".join(out) + tail
        out.append(piece.replace("#N#", str(number)))
    raise AssertionError


def rig(member: str, size: int) -> str:
    """A rig of many pods of eight members."""
    pods = []
    for number in range(10_000 // 8):
        members = "".join(member.replace("#N#", str(8 * number + n)) for n in range(8))
        pods.append(f"  - id: crew{number}\n    label: Crew {number}\n    members:\n{members}")
        size -= len(pods[-1].encode())
        if size < 0:
            break
    return 'version: "0.2"\nname: big\npods:\n' + "".join(pods)


def blown_up(document: Any, path: tuple[Any, ...], numbered: bool, size: int) -> str:
    """The document with the list or mapping at a path filled up, a line for each item, in JSON's quotes."""
    copy = json.loads(json.dumps(document))
    place = copy
    for step in path:
        place = place[step]
    _fill(place, numbered, size)
    return json.dumps(copy, indent=0, ensure_ascii=False)


def _paths(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        yield path
        for key, item in value.items():
            yield from _paths(item, (*path, key))
    elif isinstance(value, list) and value:
        yield path
        # The items of one list are alike in kind.
        yield from _paths(value[0], (*path, 0))


def _fill(place: Any, numbered: bool, size: int) -> None:
    if isinstance(place, dict):
        keys = list(place) or ["key"]
        pattern = place.get(keys[-1], "value")
        for number in range(size // (len(json.dumps(pattern)) + 16)):
            place[f"{keys[number % len(keys)]}{number}" if numbered else f"x{number}"] = pattern
        return
    patterns = [json.dumps(item) for item in place]
    for number in range(size // (max(map(len, patterns)) + 8)):
        item = json.loads(patterns[number % len(patterns)])
        place.append(_numbered(item, number) if numbered else item)


def _numbered(item: Any, number: int) -> Any:
    if isinstance(item, str):
        return f"{item}{number}"
    for key in ("id", "name", "from", "path"):
        if isinstance(item, dict) and isinstance(item.get(key), str):
            return item | {key: f"{item[key]}{number}"}
    return item


def documents() -> Iterator[tuple[str, Any]]:
    """The documents of the samples and cases, as plain values."""
    for folder in ("topology/samples", "tests/cases/rig", "tests/cases/graph"):
        for path in sorted((ROOT / folder).glob("*.yaml")):
            yield path.name, json.loads(json.dumps(parse(path.read_text("utf-8")).root))


def corpus(size: int = MAX_BYTES) -> Iterator[tuple[str, Text]]:
    """Every text by name; made only when called."""
    for name, (head, piece, tail) in REPEATED.items():
        yield f"repeat: {name}", partial(repeated, head, piece, tail, size)
    for name, member in UNUSUAL.items():
        yield f"members: {name}", partial(rig, member, size)
    for name, document in documents():
        for path in _paths(document, ()):
            for numbered in (False, True):
                where = f"{'.'.join(map(str, path)) or 'root'}, {'numbered' if numbered else 'same'}"
                yield f"{name}: {where}", partial(blown_up, document, path, numbered, size // 2)
