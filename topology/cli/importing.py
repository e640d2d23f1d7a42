"""`topology import`: files stored as topologies of a team."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from .options import tell
from .streams import STDIN, Unusable, complain, print_text, read, visible, walk


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of `import`."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, or - for standard input")
    parser.add_argument("--team", required=True, metavar="SLUG")
    parser.add_argument("--draft", action="store_true", help="keep an invalid document as a draft")


def run(options: dict[str, Any]) -> int:
    """Store each file; 1 where one is refused (the others are stored), 2 where one cannot be read."""
    team = find_team(options["team"])
    code = 0
    for path in _files(options["paths"]):
        try:
            data = read(path)
        except Unusable as error:
            complain(f"error: {error.message}", error.help)
            code = 2
            continue
        code = max(code, _store(team, path, data, options["draft"]))
    return code


def find_team(slug: str) -> Any:
    """The team of that name; raises `Unusable` where there is none."""
    from topology.models import Team

    try:
        return Team.objects.get(slug=slug)
    except Team.DoesNotExist:
        known = ", ".join(f"`{name}`" for name in Team.objects.order_by("slug").values_list("slug", flat=True)[:12])
        raise Unusable(f"there is no team `{slug}`", f"the teams are {known}" if known else "make one first") from None


def _files(paths: list[str]) -> list[str]:
    out: list[str] = []
    for path in paths:
        out += walk(path) if path != STDIN and os.path.isdir(path) else [path]
    return out


def _store(team: Any, path: str, data: bytes, draft: bool) -> int:
    from topology.services import Actor, Rejected, import_topology

    name = "" if path == STDIN else os.path.basename(path)
    try:
        made = import_topology(Actor(via="cli"), team, data, filename=name, draft=draft)
    except Rejected as error:
        complain(f"{path}: refused: {error.detail or error.title}")
        for diagnostic in error.diagnostics:
            tell(path, diagnostic)
        return 1
    print_text(f"{visible(path)}: {team.slug}/{made.slug} revision {made.head}\n")
    return 0
