"""`manage.py samples`: the sample team, so that a first look shows something real."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from topology.core import graph
from topology.models import Membership, Role, Team
from topology.services import Actor, accounts, import_topology, publish, teams

_FOLDER = Path(__file__).resolve().parents[2] / "samples"
_DEFAULT_GRAPH = Path(graph.__file__).with_name("default_agent.yaml")


class Command(BaseCommand):
    """Loads the shipped default graph and the sample files; what is there already stays as it is."""

    help = "Load the sample team (only once; a second call changes nothing)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the team and the first owner where they are missing."""
        if Team.objects.filter(slug="sample").exists():
            return
        actor = Actor(via="system", named="espalier")
        team = teams.create_team(actor, "Sample team", "sample")
        owner = accounts.first_owner()
        Membership.objects.get_or_create(team=team, user=owner, defaults={"role": Role.OWNER})
        for path in (_DEFAULT_GRAPH, *sorted(_FOLDER.glob("*.yaml"))):
            topology = import_topology(actor, team, path.read_bytes(), filename=path.name, draft=True)
            if topology.valid:
                publish(actor, topology)
