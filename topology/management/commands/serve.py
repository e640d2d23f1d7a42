"""`manage.py serve`: the web server, its address, and the first person's way in."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections
from django.urls import reverse

from topology.services import accounts, sweep


class Command(BaseCommand):
    """Runs granian over the WSGI application; SIGTERM and SIGINT let requests in flight finish."""

    help = "Serve Espalier, and print its address and a one-time sign-in link."
    requires_system_checks = "__all__"

    def add_arguments(self, parser: CommandParser) -> None:
        """All have a setting in the environment; the command line wins."""
        parser.add_argument("--address", default=settings.ESPALIER_ADDRESS, help="to listen on (ESPALIER_ADDRESS)")
        parser.add_argument("--port", type=int, default=settings.ESPALIER_PORT, help="to listen on (ESPALIER_PORT)")
        parser.add_argument(
            "--workers", type=int, default=settings.ESPALIER_WORKERS, help="processes (ESPALIER_WORKERS)"
        )
        parser.add_argument(
            "--threads", type=int, default=settings.ESPALIER_THREADS, help="per process (ESPALIER_THREADS)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until told to stop. Exit code 2 where that cannot work, with the remedy."""
        address, port = options["address"], options["port"]
        self.be_free(address, port)
        self.be_reachable()
        self.be_migrated()
        sweep()
        greeting = self.greeting(address, port)
        connections.close_all()
        if hasattr(connection, "close_pool"):
            connection.close_pool()
        threading.Thread(target=announce, args=(greeting, address, port), daemon=True).start()
        run(address, port, max(1, options["workers"]), max(1, options["threads"]))

    def be_free(self, address: str, port: int) -> None:
        """Refuse a taken port before anything else happens."""
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
            except (OSError, OverflowError) as error:
                reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
                remedy = f"stop what listens there, or choose another port: ESPALIER_PORT={port + 1} make run"
                raise CommandError(f"cannot listen on {address}:{port} ({reason}): {remedy}", returncode=2) from None

    def be_reachable(self) -> None:
        """Refuse to redirect for ever: this server speaks plain HTTP, so a proxy must say what came by https."""
        if settings.TLS and not settings.ESPALIER_PROXIES:
            message = "the site is behind TLS, but no proxy is trusted to say so: set ESPALIER_PROXIES=1"
            raise CommandError(message, returncode=2)

    def be_migrated(self) -> None:
        """Refuse a database that is older than the program."""
        from django.db.migrations.executor import MigrationExecutor

        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if missing:
            message = f"{len(missing)} migrations are missing in the database: run `manage.py migrate` first"
            raise CommandError(message, returncode=2)

    def greeting(self, address: str, port: int) -> list[str]:
        """Where it is, and a one-time link for local runs and for the first start."""
        base = base_url(address, port)
        lines = [f"Espalier is at {base}/"]
        if settings.LOCAL and address in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
            names = ", ".join(settings.ALLOWED_HOSTS)
            lines.append(f"It answers only under these names: {names}. Set ESPALIER_HOSTS for others.")
        local = settings.LOCAL and address in ("127.0.0.1", "localhost", "::1")
        if local or not accounts.anybody_has_a_password():
            secret = accounts.sign_in_link(accounts.first_owner())
            lines.append(f"Sign in once with {base}{reverse('sign-in-link', args=[secret])}")
        return lines


def announce(lines: list[str], address: str, port: int) -> None:
    """Print the greeting once somebody can be let in: what is printed may be followed at once."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)  # noqa: S104 - compared, not bound
    for _ in range(600):
        try:
            socket.create_connection((host, port), timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    print("\n".join(lines), flush=True)


def base_url(address: str, port: int) -> str:
    """The address to give to people, without a slash at its end: the first origin, else where the server listens."""
    if settings.CSRF_TRUSTED_ORIGINS:
        return settings.CSRF_TRUSTED_ORIGINS[0]
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def run(address: str, port: int, workers: int, threads: int) -> None:
    """Hand over to granian until a signal comes."""
    from granian import Granian
    from granian.constants import Interfaces

    sys.stdout.flush()
    Granian(
        "webapp.wsgi:application",
        address=address,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=threads,
        backlog=1024,
        websockets=False,
        log_enabled=False,
        respawn_failed_workers=True,
        workers_kill_timeout=30,
    ).serve()
