"""`topology edit`: operations applied to a file; outside the lines they mean to change, every byte stays."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from topology.core.kinds import Refused, apply_operations

from .options import add_judging, judging
from .streams import STDIN, Unusable, complain, read_exact, write_file, write_out


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of `edit`."""
    parser.add_argument("path", metavar="PATH", help="a file, or - for standard input")
    parser.add_argument(
        "--op", action="append", required=True, metavar="JSON", help='such as {"op": "add_edge", "kind": ...}'
    )
    parser.add_argument("--in-place", action="store_true", help="write the file instead of printing the new text")
    add_judging(parser)


def run(options: dict[str, Any]) -> int:
    """Apply the operations in order; 1 where one is refused, and then nothing is printed or written."""
    path, in_place = options["path"], options["in_place"]
    if in_place and path == STDIN:
        raise Unusable("standard input cannot be edited in place", "leave out --in-place")
    operations = [_operation(text) for text in options["op"]]
    try:
        edited = apply_operations(read_exact(path), operations, judging(options))
    except UnicodeDecodeError as error:
        complain(f"error: `{path}` is not UTF-8 at byte {error.start}", "mend the byte first: it could not be kept")
        return 1
    except Refused as error:
        complain(f"error[{error.code}]: {error.message}", error.help)
        return 1
    data = edited.text.encode("utf-8")
    for words in (*edited.words, *edited.also) if in_place else ():
        complain(words)
    if in_place:
        write_file(path, data)
    else:
        write_out(data)
    return 0


def _operation(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"--op is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Unusable("--op is not a JSON object", 'for example {"op": "add_edge", ...}')
    return value
