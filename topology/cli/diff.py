"""`topology diff A B`: what differs between two documents, as pictures and as reports; not a comparison of lines."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from topology.core.diff import Comparison, Difference, compare
from topology.core.kinds import Judgement, judge
from topology.core.plain import as_json

from .options import add_judging, judging
from .streams import STDIN, Unusable, print_text, read_text, visible, write_out

PARTS = ("containers", "nodes", "edges", "off_canvas", "filters")
NOUNS = {
    "containers": {"graph": "stage", "rig": "pod"},
    "nodes": {"graph": "node", "rig": "member", "rig-legacy": "node"},
    "edges": {},
    "off_canvas": {},
    "filters": {},
}
PLAIN = {
    "containers": "container",
    "nodes": "node",
    "edges": "edge",
    "off_canvas": "off-canvas edge",
    "filters": "filter",
}


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of `diff`."""
    parser.add_argument("before", metavar="A", help="a file, or - for standard input")
    parser.add_argument("after", metavar="B", help="a file, or - for standard input")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_judging(parser)


def run(options: dict[str, Any]) -> int:
    """Print what differs; 0 where nothing does, 1 where something does."""
    if options["before"] == options["after"] == STDIN:
        raise Unusable("standard input can be one side only", "name a file for the other")
    against = judging(options)
    before, after = (judge(read_text(options[side]), against) for side in ("before", "after"))
    found = compared(before, after)
    if options["format"] == "json":
        write_out(as_json(found.to_dict()))
    else:
        print_text("".join(f"{line}\n" for line in lines(found, before.kind, after.kind)))
    return int(not found.empty)


def compared(before: Judgement, after: Judgement) -> Comparison:
    """Two judged documents, side by side."""
    roots = tuple(j.document.root if j.document else None for j in (before, after))
    return compare(before.diagram(), after.diagram(), before.report, after.report, (roots[0], roots[1]))


def lines(found: Comparison, before: str, after: str) -> list[str]:
    """The comparison in words: `+` added, `-` removed, `~` changed, then diagnostics. The kinds give the nouns."""
    out = [f"~ {name} {_value(old)} -> {_value(new)}" for name, (old, new) in found.facts.items()]
    for part in PARTS:
        old, new = (NOUNS[part].get(kind, PLAIN[part]) for kind in (before, after))
        out += _part(getattr(found, part), old, new, PLAIN[part])
    for sign, word, diagnostics in (("!", "new", found.new), ("✓", "fixed", found.fixed)):
        out += [f"{sign} {word} {d.severity.value}[{d.code}] {visible(d.message)}" for d in diagnostics]
    return out


def _part(difference: Difference, old: str, new: str, plain: str) -> list[str]:
    """What differs of one sort of thing: `old` is what one is called before, `new` after, `plain` in any kind."""
    out = [f"+ {new} {_name(thing)}" for thing in difference.added]
    out += [f"- {old} {_name(thing)}" for thing in difference.removed]
    noun = new if old == new else plain
    for change in difference.changed:
        fields = ", ".join(f"{name} {_value(old)} -> {_value(new)}" for name, (old, new) in change.fields.items())
        out.append(f"~ {noun} {visible(change.id)}: {fields}")
    return out


def _name(thing: Any) -> str:
    """A thing as a person would write it: an edge by its ends, anything else by its id."""
    if hasattr(thing, "target"):
        return visible(f"{thing.source} -> {thing.target} ({thing.kind})")
    return visible(str(getattr(thing, "id", None) or thing.name))


def _value(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(_value, value)) or "none"
    return "none" if value is None else visible(str(value))
