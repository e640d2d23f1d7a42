"""`topology check`: judge files and folders, in text, JSON, SARIF or GitHub annotations, against a baseline."""

from __future__ import annotations

from argparse import ArgumentParser
from importlib import import_module
from typing import Any

from topology.core.kinds import Options, judge
from topology.core.outcome import Checked, Outcome, Unread

from .options import add_judging, judging
from .streams import STDIN, Unusable, complain, read_text, walk, write_out

FORMATS = ("text", "json", "sarif", "github")


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of `check`."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a file, a folder, or - for standard input")
    parser.add_argument("--format", choices=FORMATS, default="text")
    add_judging(parser)
    parser.add_argument("--baseline", metavar="FILE", help="fail only on what this file does not know")
    parser.add_argument("--write-baseline", metavar="FILE", help="accept what is found, and note it in this file")
    parser.add_argument("--explain", metavar="CODE", help="say why a rule exists, and stop")


def run(options: dict[str, Any]) -> int:
    """Judge every path; 1 where something is invalid (with a baseline: new), 2 where a path cannot be used."""
    if options.get("explain"):
        from .explain import explain

        return explain(options["explain"], options["format"])
    if not options["paths"]:
        raise Unusable("no path was given", "name a file or a folder, or - for standard input")
    against = judging(options)
    outcome = judge_all(options["paths"], against)
    _compare(outcome, options)
    write_out(import_module(f"topology.cli.formats.{options['format']}").render(outcome))
    _summarize(outcome)
    accepted = options.get("write_baseline") and not outcome.unread
    return 0 if accepted else outcome.exit_code


def judge_all(paths: list[str], against: Options) -> Outcome:
    """The outcome over files and folders; a path that could not be used is also said on standard error."""
    outcome, seen = Outcome(), set()
    for path, explicit in _expand(paths):
        if path in seen:
            continue
        seen.add(path)
        try:
            if isinstance(explicit, Unusable):
                raise explicit
            judgement = judge(read_text(path), against)
        except Unusable as error:
            complain(f"error: {error.message}", error.help)
            outcome.unread.append(Unread(path, error.message, error.help))
            continue
        if explicit or _is_topology(judgement.document):
            outcome.files.append(Checked(path, judgement))
        else:
            outcome.skipped += 1
    return outcome


def _expand(paths: list[str]) -> Any:
    """Each file with whether it was named itself; a folder that cannot be walked yields its error in that place."""
    from os.path import isdir

    for path in paths:
        if path == STDIN or not isdir(path):
            yield path, True
            continue
        try:
            for found in walk(path):
                yield found, False
        except Unusable as error:
            yield path, error


def _is_topology(document: Any) -> bool:
    """Whether a file met in a folder is meant as a topology: unreadable text and what is no mapping is not let off."""
    root = document.root if document is not None else None
    if not isinstance(root, dict):
        return True
    return "pods" in root or "nodes" in root or root.get("kind") == "agent-graph"


def _compare(outcome: Outcome, options: dict[str, Any]) -> None:
    if not (options.get("baseline") or options.get("write_baseline")):
        return
    from . import baseline

    if options.get("baseline"):
        baseline.compare(outcome, options["baseline"])
    if options.get("write_baseline"):
        baseline.write(outcome, options["write_baseline"])


def _summarize(outcome: Outcome) -> None:
    summary = outcome.summary()
    words = [f"{summary['valid']} valid", _count(summary["errors"], "error"), _count(summary["warnings"], "warning")]
    if outcome.compared:
        words.append(f"{_count(summary['new'], 'new error')}, {summary['known']} known")
    if outcome.skipped:
        words.append(f"{outcome.skipped} skipped as no topology")
    if outcome.unread:
        words.append(f"{len(outcome.unread)} not judged")
    complain(f"checked {_count(summary['checked'], 'file')}: " + ", ".join(words))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
