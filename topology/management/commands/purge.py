"""`manage.py purge`: remove for good what has had its time. Run it daily; the server does it when it starts."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from topology.services import sweep


class Command(BaseCommand):
    """Deleted topologies after 30 days, ended sessions, dead links, old counters and cached drawings."""

    help = "Remove deleted topologies after 30 days, ended sessions, dead links, old counters and cached drawings."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many topologies were removed."""
        self.stdout.write(f"{sweep()} topologies removed for good")
