"""`topology export`: a team's topologies written to a folder, the stored bytes exactly."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from .importing import find_team
from .streams import Unusable, print_text, refuse_odd, visible, write_apart


def add_arguments(parser: ArgumentParser) -> None:
    """Arguments of `export`."""
    parser.add_argument("--team", required=True, metavar="SLUG")
    parser.add_argument("--to", default=".", metavar="DIR", help="the folder to write to (made where missing)")
    parser.add_argument(
        "--revision",
        choices=("published", "head"),
        default="published",
        help="published (the default; the head where nothing is published) or always the head",
    )


def run(options: dict[str, Any]) -> int:
    """Write each topology to `SLUG.yaml`; none where one of these is a link or no plain file."""
    from topology.models import Topology

    team = find_team(options["team"])
    try:
        os.makedirs(options["to"], exist_ok=True)
    except OSError as error:
        raise Unusable(f"`{options['to']}` cannot be made: {(error.strerror or '').lower()}") from None
    found = Topology.objects.filter(team=team, deleted_at=None).order_by("slug")
    paths = [os.path.join(options["to"], f"{topology.slug}.yaml") for topology in found]
    for path in paths:
        refuse_odd(path)
    for topology, path in zip(found, paths, strict=True):
        number = topology.head if options["revision"] == "head" else topology.published or topology.head
        write_apart(path, bytes(topology.revisions.get(number=number).data))
        print_text(f"{visible(path)}: revision {number}\n")
    return 0
