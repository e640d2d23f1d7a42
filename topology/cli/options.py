"""Options that several subcommands take: what a document is judged against, and the judging itself."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from topology.core.diagnostics import Diagnostic
from topology.core.document import DocumentError
from topology.core.graph import load_registry
from topology.core.kinds import OPENRIG_VERSIONS, Options

from .streams import Unusable, complain, read_text


def add_judging(parser: ArgumentParser) -> None:
    """`--openrig` and `--registry`."""
    parser.add_argument("--openrig", choices=OPENRIG_VERSIONS, help="the OpenRig release whose rules hold for rigs")
    parser.add_argument("--registry", metavar="FILE", help="the node registry for graphs (YAML or JSON)")


def judging(options: dict[str, Any]) -> Options:
    """What the call asks to judge against; raises `Unusable` where the registry cannot be used."""
    chosen: dict[str, Any] = {}
    if options.get("openrig"):
        chosen["openrig"] = options["openrig"]
    if options.get("registry"):
        chosen["registry"] = _registry(options["registry"])
    return Options(**chosen)


def _registry(path: str) -> Any:
    try:
        return load_registry(read_text(path))
    except DocumentError as error:
        for diagnostic in error.diagnostics:
            tell(path, diagnostic)
        raise Unusable(f"the registry `{path}` cannot be used") from None


def tell(path: str, diagnostic: Diagnostic) -> None:
    """One diagnostic to standard error, in the text form of `check`."""
    where = f"{path}:{diagnostic.line}:{diagnostic.column}"
    complain(f"{where}: {diagnostic.severity}[{diagnostic.code}] {diagnostic.message}", diagnostic.help)
