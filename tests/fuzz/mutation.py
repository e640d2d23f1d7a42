"""Broken YAML out of good YAML: lines moved, tokens changed, the hostile spliced in. The same seed gives the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
#: Inputs are cut here; the product takes 4 MiB.
LONGEST = 256 * 1024

TOKENS = [
    b": ", b"- ", b"? ", b"#", b" # c", b"&a ", b"*a", b"<<: *a", b"|", b">-", b"|2+", b"!!str ", b"!x ", b"!<tag:x> ",
    b"%YAML 1.1\n---\n", b"---\n", b"...\n", b"'", b'"', b"\t", b"\r\n", b"\r", b"\x00", b"\xef\xbb\xbf", b"\xc2\x85",
    b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xff", b"\x1b[2J", b'"\\ud800"', b'"\\0"', b"{", b"}", b"[", b"]", b",",
    b"null", b"~", b"0x1f", b"0o17", b".inf", b".nan", b"-0", b"1e999", b"true", b"__proto__", b"2001-12-14",
    b"[" * 400, b"{a: " * 300, b"- " * 300, b"? " * 200, b"x" * 5000, b"a: &a [*a]\n", b"&a [x, x]", b"[*a, *a, *a]",
    b"pods:\n", b"nodes:\n", b"edges:\n", b"chains:\n", b"members:\n", b"kind: agent-graph\n", b"version: '1'\n",
    b"delegates_to", b"escalates_to", b"x-y@z", b"stageId: synthesize", b"acceptsSeam: utility", b"START", b"END",
    b"path: [a, b]", b"arms: {a: b}", b"omit: [a]", b"aliases: {a: [b]}", b"a.b", b"..", b"/", b"${X}", b"~/x",
    b"\xe2\x80\xae", b"<script>", b"&amp;", b"javascript:alert(1)", b"\xf0\x9d\x95\x8f", b"e\xcc\x81",
]  # fmt: skip


def corpus(*more: Path) -> list[bytes]:
    """The repository's own documents, and those of more folders."""
    folders = (ROOT / "tests" / "cases", ROOT / "topology" / "samples", ROOT / "topology" / "core" / "graph", *more)
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*.yaml"))]
    return [path.read_bytes()[:LONGEST] for path in files]


def pieces(documents: list[bytes], random: Random) -> list[bytes]:
    """Some lines of each document on their own, moved to the left: small, so that many can be tried."""
    found = []
    for document in documents:
        lines = document.split(b"\n")
        for _ in range(6):
            at = random.randrange(len(lines))
            some = lines[at : at + random.choice((1, 2, 3, 5, 8))]
            margin = min((len(line) - len(line.lstrip()) for line in some if line.strip()), default=0)
            found.append(b"\n".join(line[margin:] for line in some) + b"\n")
    return found


def mutate(data: bytes, random: Random, others: list[bytes]) -> bytes:
    """One to six changes."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 6))):
        data = random.choice(_WAYS)(data, random, others)[:LONGEST]
    return data


def _token(data: bytes, random: Random, others: list[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + random.choice((0, 0, 1, 2, 8, 40)))
    return data[:at] + random.choice(TOKENS) + data[end:]


def _byte(data: bytes, random: Random, others: list[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + bytes((random.randrange(256),)) + data[at + 1 :]


def _lines(data: bytes, random: Random, others: list[bytes]) -> bytes:
    """Lines taken out, doubled, moved, or turned round."""
    lines = data.split(b"\n")
    first = random.randrange(len(lines))
    last = min(len(lines), first + random.choice((1, 1, 2, 5, 20)))
    block = lines[first:last]
    rest = lines[:first] + lines[last:]
    to = random.randrange(len(rest) + 1)
    way = random.randrange(4)
    if way == 0:
        return b"\n".join(rest)
    if way == 1:
        return b"\n".join(lines[:to] + block * random.choice((1, 2, 30)) + lines[to:])
    if way == 2:
        return b"\n".join(rest[:to] + block + rest[to:])
    return b"\n".join(lines[:first] + block[::-1] + lines[last:])


def _indent(data: bytes, random: Random, others: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    first = random.randrange(len(lines))
    for n in range(first, min(len(lines), first + random.choice((1, 3, 50)))):
        lines[n] = (
            random.choice((b" ", b"  ", b"\t")) + lines[n] if random.random() < 0.6 else lines[n].removeprefix(b" ")
        )
    return b"\n".join(lines)


def _splice(data: bytes, random: Random, others: list[bytes]) -> bytes:
    """Lines of another document."""
    lines, theirs = data.split(b"\n"), random.choice(others).split(b"\n") if others else [b""]
    start = random.randrange(len(theirs))
    at = random.randrange(len(lines) + 1)
    return b"\n".join(lines[:at] + theirs[start : start + random.choice((1, 3, 10, 40))] + lines[at:])


def _word(data: bytes, random: Random, others: list[bytes]) -> bytes:
    """One word of the document in the place of another."""
    words = data.split(b" ")
    words[random.randrange(len(words))] = random.choice(words)
    return b" ".join(words)


def _cut(data: bytes, random: Random, others: list[bytes]) -> bytes:
    return data[: random.randrange(len(data) + 1)]


_WAYS = (_token, _token, _token, _byte, _lines, _lines, _indent, _splice, _word, _word, _cut)
