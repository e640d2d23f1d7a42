"""`topology convert`: a file in another form."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from topology.core.diagram import Diagram
from topology.core.document import Document, parse
from topology.core.kinds import Judgement, judge
from topology.core.plain import as_json

from .options import add_judging, judging, tell
from .streams import complain, read, write_file, write_out

FORMS = ("yaml", "json", "dot", "mermaid", "svg", "png")


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of `convert`."""
    parser.add_argument("path", metavar="PATH", help="a file, or - for standard input")
    parser.add_argument("--to", choices=FORMS, required=True)
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="the colours of svg and png")
    parser.add_argument("--output", metavar="FILE", help="where to write; standard output where it is left out")
    add_judging(parser)


def run(options: dict[str, Any]) -> int:
    """Write the file in the other form; 1 where nothing could be produced."""
    data = read(options["path"])
    judgement = judge(data.decode("utf-8", "replace"), judging(options))
    document = judgement.document
    if document is None:
        for diagnostic in judgement.report.diagnostics:
            tell(options["path"], diagnostic)
        return 1
    try:
        made = _made(options, data, document, judgement)
    except (ValueError, RuntimeError) as error:
        complain(f"error: {error}")
        return 1
    if options["output"]:
        write_file(options["output"], made)
    else:
        write_out(made)
    return 0


def _made(options: dict[str, Any], data: bytes, document: Document, judgement: Judgement) -> bytes:
    form = options["to"]
    if form == "yaml":
        return _yaml(data, document)
    if form == "json":
        return as_json(document.root)
    from topology.drawing import export

    diagram = judgement.diagram() or Diagram(judgement.kind, judgement.name)
    theme = {"theme": options["theme"]} if form in ("svg", "png") else {}
    made: str | bytes = getattr(export, f"to_{form}")(diagram, **theme)
    return made.encode("utf-8") if isinstance(made, str) else made


def _yaml(data: bytes, document: Document) -> bytes:
    """The file's own bytes: every YAML file stays as written. A file of JSON is written in block style."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return data
    if not isinstance(value, (dict, list)) or not value:
        return data
    from .blocks import to_blocks

    text = to_blocks(document.root)
    return text.encode("utf-8") if parse(text).root == document.root else data
