"""Every address of the project with every role: a new one without a row in the table fails here."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from people import signed_in

pytestmark = pytest.mark.django_db

ROLES = ("viewer", "editor", "owner")

#: The least role that may read (GET) and write (POST) each address below a team; None: the method is not offered.
TEAM = {
    "dashboard": ("viewer", None),
    "wall": ("viewer", None),
    "team-lattice": ("viewer", None),
    "seats": ("viewer", None),
    "import": ("editor", "editor"),
    "undelete": (None, "owner"),
    "settings": ("owner", None),
    "settings-rename": (None, "owner"),
    "settings-role": (None, "owner"),
    "settings-remove": (None, "owner"),
    "settings-invite": (None, "owner"),
    "settings-revoke-invitation": (None, "owner"),
    "settings-token": (None, "owner"),
    "settings-revoke-token": (None, "owner"),
    "settings-share": (None, "owner"),
    "settings-revoke-share": (None, "owner"),
    "settings-registry": (None, "owner"),
    "audit": ("owner", None),
    "topology": ("viewer", None),
    "topology-outline": ("viewer", None),
    "topology-source": ("viewer", None),
    "topology-source-save": (None, "editor"),
    "topology-source-check": (None, "viewer"),
    "topology-source-draw": (None, "viewer"),
    "topology-checks": ("viewer", None),
    "topology-launch": ("viewer", None),
    "topology-lattice": ("viewer", None),
    "topology-channels": ("viewer", None),
    "topology-history": ("viewer", None),
    "topology-restore": (None, "editor"),
    "topology-inspect": ("viewer", None),
    "topology-fields": (None, "editor"),
    "topology-edge-verdict": ("viewer", None),
    "topology-ops": (None, "editor"),
    "topology-undo": (None, "editor"),
    "topology-redo": (None, "editor"),
    "topology-publish": (None, "editor"),
    "topology-unpublish": (None, "editor"),
    "topology-tidy": (None, "editor"),
    "topology-version": (None, "editor"),
    "topology-rename": (None, "editor"),
    "topology-delete": (None, "editor"),
    "topology-export": ("viewer", None),
    "topology-thumbnail": ("viewer", None),
    "topology-shares": ("owner", None),
}
#: What belongs to no team: for every signed-in person, or for everybody (see `test_security`).
ELSEWHERE = {
    "healthz", "readyz", "metrics", "sign-in", "sign-in-link", "sign-out", "join", "account", "change-password",
    "sign-out-everywhere", "home", "theme", "rules", "rule",
}  # fmt: skip
#: Opened by a secret in the address; tried with one that is none.
SHARED = {"share", "share-embed", "share-inspect", "share-of", "share-of-inspect"}
#: Writes that name a thing in the form; who may do them is told that an empty form names nothing.
OF_A_THING = {
    "undelete", "settings-remove", "settings-revoke-invitation", "settings-revoke-share", "settings-revoke-token",
    "settings-role", "topology-restore",
}  # fmt: skip
#: Tabs that only a graph has.
OF_GRAPHS = {"topology-lattice", "topology-channels"}


def named(patterns, prefix=""):
    """Every route of the project but the admin's and the API's, which have tests of their own, with its name."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if not route.startswith(("admin/", "api/")):
                yield from named(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.name


def test_every_address_has_a_row_in_the_table():
    routes = dict(named(get_resolver().url_patterns))
    assert set(routes.values()) == set(TEAM) | ELSEWHERE | SHARED
    below_a_team = {name for route, name in routes.items() if route.startswith("t/")}
    assert below_a_team == set(TEAM)


def address(name, rig, graph):
    """An address of the team `crew`, where it is one of a topology: of its rig or graph."""
    arguments = {"team": "crew"}
    if name.startswith("topology"):
        arguments["slug"] = (graph if name in OF_GRAPHS else rig).slug
    if name == "topology-export":
        arguments["form"] = "yaml"
    return reverse(name, kwargs=arguments)


def answer(client, method, url):
    """The status of a request, whose writes are taken back."""
    client.raise_request_exception = False
    with transaction.atomic():
        status = client.generic(method, url, b"", content_type="application/x-www-form-urlencoded").status_code
        transaction.set_rollback(True)
    return status


@pytest.fixture
def browsers(owner, editor, viewer, stranger):
    """A browser for each kind of person."""
    people = {"stranger": stranger, "viewer": viewer, "editor": editor, "owner": owner}
    return {"anonymous": Client()} | {role: signed_in(person) for role, person in people.items()}


@pytest.mark.parametrize("name", sorted(TEAM))
def test_each_role_may_do_what_the_table_says(name, rig, graph, browsers):
    url = address(name, rig, graph)
    for method, least in zip(("GET", "POST"), TEAM[name], strict=True):
        assert answer(browsers["anonymous"], method, url) == 302, method
        stranger = answer(browsers["stranger"], method, url)
        assert stranger == (405 if least is None else 404), method
        for role in ROLES:
            status = answer(browsers[role], method, url)
            if least is None:
                assert status == 405, (method, role)
            elif ROLES.index(role) < ROLES.index(least):
                assert status == 403, (method, role)
            else:
                assert status < 500 and status not in (401, 403, 405), (method, role, status)
                assert (status == 404) == (name in OF_A_THING), (method, role, status)


@pytest.mark.parametrize("name", sorted(name for name in TEAM if name.startswith("topology")))
def test_what_is_not_there_looks_the_same_as_what_is_not_shown(name, rig, graph, browsers):
    url = address(name, rig, graph).replace(rig.slug, "nothing").replace(graph.slug, "nothing")
    for method, least in zip(("GET", "POST"), TEAM[name], strict=True):
        if least is not None:
            assert answer(browsers["owner"], method, url) == 404
            assert answer(browsers["stranger"], method, url) == 404


@pytest.mark.parametrize("name", sorted(SHARED))
def test_a_share_that_is_none_shows_nothing(name, rig, browsers):
    arguments = {"token": "nonsense"} | ({"slug": rig.slug} if "-of" in name else {})
    for browser in browsers.values():
        assert answer(browser, "GET", reverse(name, kwargs=arguments)) == 404
