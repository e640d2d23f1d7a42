"""Fixtures that tests of storage, pages and API share: a team, its people, their browsers, and two topologies."""

from __future__ import annotations

import re
from typing import Any

import pytest

RIG = """\
# the crew's rig
version: "0.2"
name: crew-rig
pods:
  - id: orch
    label: Orchestration
    members:
      - id: lead   # decides
        agent_ref: "local:agents/lead"
        profile: default
        runtime: claude-code
        cwd: .
    edges: []
  - id: dev
    label: Development
    members:
      - id: impl
        agent_ref: "local:agents/impl"
        profile: default
        runtime: claude-code
        cwd: .
      - id: qa
        agent_ref: "local:agents/qa"
        profile: default
        runtime: codex
        cwd: .
    edges:
      - {kind: can_observe, from: qa, to: impl}
edges:
  - kind: delegates_to
    from: orch.lead
    to: dev.impl
  - kind: escalates_to
    from: dev.qa
    to: review-advisor@coord   # another rig's seat
"""

BROKEN_RIG = RIG.replace("to: dev.impl", "to: dev.nobody").replace("crew-rig", "broken-rig")

GRAPH = """\
kind: agent-graph
version: "1"
name: small-graph
builder: custom
nodes:
  - {name: plan, stageId: anchor-plan}
  - {name: decide, stageId: tool-loop}
  - {name: answer, stageId: synthesize, acceptsSeam: synthesize}
chains:
  - name: main
    path: [START, plan, decide, answer, END]
"""

#: `answer -> decide` is forbidden row 4.
BROKEN_GRAPH = GRAPH.replace("small-graph", "broken-graph") + "edges:\n  - {from: answer, to: decide}\n"

PASSWORD = "correct horse battery"


@pytest.fixture
def team(db: None) -> Any:
    """The team `crew`."""
    from topology.models import Team

    return Team.objects.create(slug="crew", name="Crew")


@pytest.fixture
def other_team(db: None) -> Any:
    """The team `others`, whose owner is the stranger."""
    from topology.models import Team

    return Team.objects.create(slug="others", name="Others")


def _person(name: str, team: Any, role: str | None) -> Any:
    from django.contrib.auth import get_user_model

    from topology.models import Membership

    user = get_user_model().objects.create_user(name, password=PASSWORD)
    if role:
        Membership.objects.create(team=team, user=user, role=role)
    return user


@pytest.fixture(autouse=True)
def _fast(settings: Any) -> None:
    """Slow hashes are for attackers, not for tests; and no test client needs an index of every static file."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def _no_hits_yet() -> Any:
    """What this process counted for a limit belongs to the database of the test that counted it."""
    yield
    from topology.services import limits

    limits._tallies.clear()


@pytest.fixture
def owner(team: Any) -> Any:
    """An owner of `crew`."""
    return _person("olga", team, "owner")


@pytest.fixture
def editor(team: Any) -> Any:
    """An editor of `crew`."""
    return _person("emil", team, "editor")


@pytest.fixture
def viewer(team: Any) -> Any:
    """A viewer of `crew`."""
    return _person("vera", team, "viewer")


@pytest.fixture
def stranger(other_team: Any) -> Any:
    """A person with an account, but in another team."""
    return _person("sten", other_team, "owner")


def signed_in(user: Any) -> Any:
    """A browser in which this person is signed in (CSRF checks off, as usual in tests)."""
    from django.test import Client

    client = Client()
    client.force_login(user, backend="topology.sessions.Backend")
    return client


@pytest.fixture
def as_owner(owner: Any) -> Any:
    """The owner's browser."""
    return signed_in(owner)


@pytest.fixture
def as_editor(editor: Any) -> Any:
    """The editor's browser."""
    return signed_in(editor)


@pytest.fixture
def as_viewer(viewer: Any) -> Any:
    """The viewer's browser."""
    return signed_in(viewer)


@pytest.fixture
def as_stranger(stranger: Any) -> Any:
    """The stranger's browser."""
    return signed_in(stranger)


@pytest.fixture
def anonymous(db: None) -> Any:
    """A browser in which nobody is signed in."""
    from django.test import Client

    return Client()


@pytest.fixture
def actor(editor: Any) -> Any:
    """The editor at work on a page."""
    from topology.services import Actor

    return Actor(editor)


def stored(actor: Any, team: Any, text: str, **options: Any) -> Any:
    """A topology made from a text, invalid or not."""
    from topology.services import import_topology

    return import_topology(actor, team, text.encode(), draft=True, **options)


def poll(response: Any) -> str:
    """The address that a dashboard on show asks again."""
    found = re.search(r'hx-get="([^"]*state=[^"]*)"', response.content.decode())
    assert found, "the dashboard does not ask again"
    return found[1].replace("&amp;", "&")


@pytest.fixture
def rig(actor: Any, team: Any) -> Any:
    """The valid rig `RIG` at revision 1, slug `crew-rig`."""
    return stored(actor, team, RIG)


@pytest.fixture
def graph(actor: Any, team: Any) -> Any:
    """The valid graph `GRAPH` at revision 1, slug `small-graph`."""
    return stored(actor, team, GRAPH)


@pytest.fixture
def broken_rig(actor: Any, team: Any) -> Any:
    """A rig with an edge to a member that is not there."""
    return stored(actor, team, BROKEN_RIG)


@pytest.fixture
def broken_graph(actor: Any, team: Any) -> Any:
    """A graph with a forbidden edge (row 4)."""
    return stored(actor, team, BROKEN_GRAPH)


@pytest.fixture
def postgres_database(request: pytest.FixtureRequest) -> Any:
    """The address of an empty PostgreSQL database of the test's own, removed afterwards; use with `mark.postgres`."""
    import os
    import uuid
    from urllib.parse import urlsplit, urlunsplit

    import psycopg

    parts = urlsplit(os.environ["DATABASE_URL"])
    name = f"espalier_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    yield urlunsplit(parts._replace(path=f"/{name}"))
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
