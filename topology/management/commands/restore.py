"""`manage.py restore FILE`: put a backup in the place of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from topology.backups import BackupError, restore


class Command(BaseCommand):
    """The backup is examined first; what stands in the database is kept in a file beside it."""

    help = "Replace the whole database by a backup, then migrate it to this version."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """What to restore."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace a database that is not empty")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 2 where the file is no backup or the database would be lost without `--yes`."""
        try:
            kept = restore(options["file"], replace=options["yes"])
        except BackupError as error:
            raise CommandError(str(error), returncode=2) from None
        call_command("migrate", verbosity=0, interactive=False, skip_checks=True)
        self.stdout.write(f"restored from {options['file']}" + (f"; what was there is in {kept}" if kept else ""))
