"""`manage.py backup FILE`: a whole, consistent copy of the database while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from topology.backups import BackupError, backup


class Command(BaseCommand):
    """SQLite is copied by its own backup interface, PostgreSQL by `pg_dump`."""

    help = "Write the whole database into one file, while the server runs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to write."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="replace the file where it is there already")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 2 where it could not be made; a half-written file never gets the name."""
        try:
            size = backup(options["file"], overwrite=options["overwrite"])
        except BackupError as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(
            f"{options['file']}: {size:,} bytes. The secret key is not in it: keep a copy of it elsewhere."
        )
