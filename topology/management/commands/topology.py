"""`manage.py topology SUBCOMMAND`: topologies as files, without a server; import and export reach the database.

Each subcommand is a module of `topology.cli`, imported only when it is the one that was asked for.
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from topology import cli


class Command(BaseCommand):
    """Hands the arguments to one module of `topology.cli` and ends with the exit code it gives."""

    help = "Check, show, edit, compare and convert topologies; import and export them."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Fill in the arguments of the subcommand that stands on the command line, of all where none does."""
        subparsers = parser.add_subparsers(dest="subcommand", required=True, metavar="SUBCOMMAND")
        asked = [name for name in sys.argv[2:] if name in cli.SUBCOMMANDS][:1]
        for name, summary in cli.SUBCOMMANDS.items():
            subparser = subparsers.add_parser(name, help=summary, description=summary)
            if not asked or name in asked or sys.argv[1:2] != ["topology"]:
                cli.load(name).add_arguments(subparser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the subcommand; exit codes are those of `topology.cli`."""
        code = cli.run(options.pop("subcommand"), options)
        if code:
            sys.exit(code)
