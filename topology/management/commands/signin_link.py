"""`manage.py signin_link [NAME]`: a one-time link for somebody who cannot get in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from topology.management.commands.serve import base_url
from topology.services import accounts


class Command(BaseCommand):
    """Prints a link that signs one person in, once, within its time."""

    help = "Print a one-time sign-in link for a person, the first owner by default."

    def add_arguments(self, parser: CommandParser) -> None:
        """A name, the server's address, and for how long the link works."""
        parser.add_argument("username", nargs="?", help="whom it signs in; the first owner where left out")
        served = "where the server listens, as it was told to `serve`"
        parser.add_argument("--address", default=settings.ESPALIER_ADDRESS, help=f"{served} (ESPALIER_ADDRESS)")
        parser.add_argument("--port", type=int, default=settings.ESPALIER_PORT, help=f"{served} (ESPALIER_PORT)")
        parser.add_argument("--hours", type=int, default=24, choices=range(1, 169), metavar="1..168")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 2 where there is no such person."""
        name = options["username"]
        user = (
            get_user_model().objects.filter(username=name, is_active=True).first() if name else accounts.first_owner()
        )
        if user is None:
            raise CommandError(f"there is no active person called {name!r}", returncode=2)
        secret = accounts.sign_in_link(user, hours=options["hours"])
        base = base_url(options["address"], options["port"])
        self.stdout.write(base + reverse("sign-in-link", args=[secret]))
