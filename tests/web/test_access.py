"""Every address of the project, with every kind of caller and every method; the table is `access_table`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from access_table import ADMIN_OPEN, API, NOWHERE, PAGES, admin_lines, lines
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from people import GRAPH, PASSWORD, RIG, signed_in, stored

from topology import services
from topology.models import SignInLink
from topology.services import Actor, accounts, shares, teams, tokens

pytestmark = pytest.mark.django_db

#: Those that change something last: some of them sign their browser out.
METHODS = ("GET", "PUT", "PATCH", "DELETE", "POST")
#: Tabs that only a graph has.
OF_GRAPHS = {"topology-lattice", "topology-channels"}


def named(patterns: Any, route: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """Every route of the project with its name; a route without a name goes by its address."""
    for pattern in patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from named(pattern.url_patterns, here, space + (f"{pattern.namespace}:" if pattern.namespace else ""))
        elif isinstance(pattern, URLPattern):
            yield here, space + pattern.name if pattern.name else here


ROUTES = {name: route for route, name in named(get_resolver().url_patterns)}
TABLE = {(name, method): told for table in (PAGES, API) for name, method, told in lines(table)}
ADMIN_TABLE = {(name, method): status for name, method, status in admin_lines()}
PAGE_NAMES = sorted({name for name, _, _ in lines(PAGES)})
API_NAMES = sorted({name for name, _, _ in lines(API)})
ADMIN_NAMES = sorted({name for name, _ in ADMIN_TABLE})


def test_every_address_has_a_line() -> None:
    known = {*PAGE_NAMES, *API_NAMES, *ADMIN_NAMES, *ADMIN_OPEN, *NOWHERE}
    assert sorted(set(ROUTES) - known) == [], "add lines to tests/web/access_table.py"
    assert sorted(known - set(ROUTES)) == [], "remove lines from tests/web/access_table.py"


def test_below_a_team_a_stranger_finds_nothing_and_nobody_gets_in() -> None:
    for (name, method), told in TABLE.items():
        if ROUTES[name].startswith("t/"):
            assert (told["anonymous"], told["stranger"]) == (302, 404), (name, method)
        if "<slug:team>" in ROUTES[name] and name in API_NAMES:
            assert (told["nobody"], told["other"]) == (401, 404), (name, method)


def test_whoever_may_less_may_nothing_more() -> None:
    for told in TABLE.values():
        may = [status < 400 for status in told.values()][1:]
        assert may == sorted(may)


@pytest.fixture
def things(team: Any, rig: Any, graph: Any, owner: Any, editor: Any, viewer: Any, stranger: Any, actor: Any) -> Any:
    """One of everything that an address or a form can name. The rig has been changed once and undone once."""
    boss = Actor(owner)
    services.apply_ops(actor, rig, 1, [{"op": "set_field", "path": "name", "value": "other"}])
    services.apply_ops(actor, rig, 2, [{"op": "set_field", "path": "name", "value": "third"}])
    services.undo(actor, rig)
    services.publish(actor, rig, 4)
    gone = stored(actor, team, RIG.replace("crew-rig", "gone-rig"))
    services.delete(actor, gone)
    other = get_user_model().objects.create_user("nora", password=PASSWORD)
    return SimpleNamespace(
        rig=rig,
        graph=graph,
        gone=gone,
        membership=teams.accept(teams.invite(boss, team, "viewer")[0], other),
        link=accounts.sign_in_link(other),
        invitation=teams.invite(boss, team, "editor"),
        token=tokens.make_token(boss, team, "ci", "read"),
        share=shares.make_share(boss, team, rig, shows="head", embed=True),
        board=shares.make_share(boss, team, None, shows="head"),
    )


def address(name: str, things: Any) -> str:
    """An address with its parameters filled in."""
    slug = (things.graph if name in OF_GRAPHS else things.rig).slug
    secrets = {"sign-in-link": things.link, "join": things.invitation[1]}
    secrets |= {each: (things.board if "-of" in each else things.share)[1] for each in PAGE_NAMES if "share" in each}
    known = {
        "team": "crew",
        "slug": slug,
        "token": secrets.get(name, ""),
        "code": "R203",
        "form": "json" if name.startswith("api:") else "yaml",
        "number": 1,
        "member": "dev.impl",
        "address": "review-advisor@coord",
        "app_label": "topology",
        "content_type_id": 1,
        "object_id": 1,
        "id": 1,
        "url": "nothing",
    }
    return reverse(name, kwargs={key: value for key, value in known.items() if f":{key}>" in _marked(name)})


def _marked(name: str) -> str:
    """A route in which every parameter stands as `:name>`."""
    return ROUTES[name].replace("<id>", "<:id>").replace("<form>", "<:form>").replace("(?P<", "(:")


def forms(things: Any) -> dict[str, dict[str, Any]]:
    """What each write sends. Passwords and names are good ones; what is named is there."""
    base = {"base": 4}
    edge = {"op": "add_edge", "kind": "can_observe", "from": "orch.lead", "to": "dev.qa"}
    return {
        "change-password": {"old": PASSWORD, "new": "another pass phrase", "again": "another pass phrase"},
        "join": {"username": "newcomer", "password": "a long pass phrase"},
        "import": {"text": RIG.replace("crew-rig", "new-rig")},
        "undelete": {"topology": things.gone.pk},
        "settings-rename": {"name": "The crew"},
        "settings-role": {"member": things.membership.pk, "role": "editor"},
        "settings-remove": {"member": things.membership.pk},
        "settings-invite": {"role": "viewer"},
        "settings-revoke-invitation": {"invitation": things.invitation[0].pk},
        "settings-token": {"name": "another", "scope": "read"},
        "settings-revoke-token": {"token": things.token[0].pk},
        "settings-share": {"shows": "head"},
        "settings-revoke-share": {"share": things.share[0].pk},
        "settings-registry": {"documented": "1"},
        "topology-source-save": {**base, "text": RIG.replace("crew-rig", "saved")},
        "topology-source-check": {"text": RIG},
        "topology-source-draw": {"text": RIG},
        "topology-restore": {**base, "revision": 1},
        "topology-diff": {"text": RIG},
        "topology-fields": {"node": "dev.impl"},
        "topology-ops": {**base, **edge},
        "topology-undo": base,
        "topology-redo": base,
        "topology-publish": base,
        "topology-unpublish": base,
        "topology-tidy": base,
        "topology-version": {**base, "openrig": "0.4.6"},
        "topology-rename": {**base, "slug": "renamed"},
        "topology-delete": base,
    }


def answer(client: Client, method: str, url: str, body: Any = None, **more: Any) -> int:
    """The status of a request, whose writes are taken back. A mapping as body is a form's."""
    client.raise_request_exception = False
    with transaction.atomic():
        sent = {} if method == "GET" or body is None else {"data": body}
        status = getattr(client, method.lower())(url, **sent, **more).status_code
        transaction.set_rollback(True)
    return int(status)


@pytest.fixture
def browsers(owner: Any, editor: Any, viewer: Any, stranger: Any) -> Any:
    """A browser for each kind of person, new at every call."""
    people = {"stranger": stranger, "viewer": viewer, "editor": editor, "owner": owner}
    return lambda: {"anonymous": Client()} | {role: signed_in(person) for role, person in people.items()}


def test_each_person_may_do_what_the_table_says(things: Any, browsers: Any) -> None:
    sent, wrong = forms(things), []
    for name in PAGE_NAMES:
        url, there = address(name, things), browsers()
        for method in METHODS:
            told = TABLE.get((name, method))
            if told is None:
                wrong += _offered(there, name, method, url)
                continue
            for role, browser in there.items():
                got = answer(browser, method, url, sent.get(name, {}) if method == "POST" else None)
                if got != told[role]:
                    wrong.append(f"{name} {method}: {role} gets {got}, not {told[role]}")
    assert wrong == []


def _offered(there: dict[str, Client], name: str, method: str, url: str) -> list[str]:
    """What is wrong where a method without a line is answered."""
    got = {role: answer(there[role], method, url) for role in ("anonymous", "owner")}
    fine = got["owner"] == 405 and got["anonymous"] in (302, 405)
    return [] if fine else [f"{name} {method}: has no line in the table, and is answered {got}"]


def test_what_is_not_there_looks_the_same_as_what_is_not_shown(things: Any, browsers: Any) -> None:
    there = browsers()
    for name, method in TABLE:
        if name.startswith("topology"):
            url = address(name, things).replace(things.rig.slug, "nothing").replace(things.graph.slug, "nothing")
            assert answer(there["owner"], method, url) == 404, (name, method)
            assert answer(there["stranger"], method, url) == 404, (name, method)


def test_a_link_that_is_none_shows_nothing(things: Any, browsers: Any) -> None:
    for name in (name for name in PAGE_NAMES if name.startswith("share")):
        url = address(name, things)
        for secret in (things.share[1], things.board[1]):
            url = url.replace(secret, "nonsense")
        for role, browser in browsers().items():
            assert answer(browser, "GET", url) == 404, (name, role)


BODIES: dict[str, Any] = {
    "api:create_topology": GRAPH.replace("small-graph", "new-graph"),
    "api:save": RIG.replace("crew-rig", "saved"),
    "api:check": RIG,
    "api:apply_operations": {"base": 4, "ops": [{"op": "set_field", "path": "name", "value": "again"}]},
    "api:restore_revision": {"revision": 1},
}


@pytest.fixture
def programs(team: Any, other_team: Any) -> dict[str, dict[str, str]]:
    """The headers of a program without a token, with another team's, and with one for reading and one for writing."""
    system = Actor(via="system")
    made = {"other": (other_team, "write"), "read": (team, "read"), "write": (team, "write")}
    secrets = {who: tokens.make_token(system, where, who, scope)[1] for who, (where, scope) in made.items()}
    return {"nobody": {}} | {who: {"Authorization": f"Bearer {secret}"} for who, secret in secrets.items()}


def test_each_token_may_do_what_the_table_says(things: Any, programs: Any) -> None:
    wrong = []
    taken = {(ROUTES[name], method) for name, method in TABLE if name in API_NAMES}
    for name in API_NAMES:
        for method in METHODS:
            told = TABLE.get((name, method))
            if told is None and (ROUTES[name], method) in taken:
                continue
            for who, headers in programs.items():
                got = call(name, method, headers, things)
                if got != (told[who] if told else 405):
                    wrong.append(f"{name} {method}: {who} gets {got}, not {told[who] if told else 405}")
    assert wrong == []


def call(name: str, method: str, headers: dict[str, str], things: Any, client: Client | None = None) -> int:
    """The status of a call of the API, with what the operation needs."""
    url = address(name, things) + ("?from=1&to=2" if name == "api:diff_revisions" else "")
    sent: dict[str, Any] = {"headers": {**headers, "If-Match": '"r4"'}}
    if method != "GET":
        body = BODIES.get(name, b"")
        sent["content_type"] = "application/json" if isinstance(body, dict) else "application/yaml"
        sent["body"] = json.dumps(body) if isinstance(body, dict) else body
    return answer(client or Client(), method, url, **sent)


def test_a_session_counts_for_nothing_at_the_api(things: Any, owner: Any) -> None:
    for (name, method), told in TABLE.items():
        if name in API_NAMES and told["nobody"] != 200:
            assert call(name, method, {}, things, signed_in(owner)) == 401, (name, method)


def test_where_the_api_has_nothing_there_is_nothing_for_anybody(programs: Any) -> None:
    for headers in programs.values():
        for method in METHODS:
            assert answer(Client(), method, "/api/v1/", headers=headers) == 404
            assert answer(Client(), method, "/api/v1/teams/crew", headers=headers) == 404


@pytest.fixture
def staff(db: None) -> Any:
    """Who runs the installation."""
    return get_user_model().objects.create_superuser("root", password=PASSWORD)


def admin_address(name: str, owner: Any, things: Any) -> str:
    """An address of the admin about a thing that is there."""
    if name == "admin/(?P<url>.*)$":
        return "/admin/nothing/"
    rows = {"user": owner, "team": things.rig.team, "topology": things.rig, "revision": things.rig.revision()}
    rows |= {"auditentry": things.rig.team.audit.first(), "invitation": things.invitation[0]}
    rows["signinlink"] = SignInLink.objects.first()
    model = name.replace("admin/", "").split("/")[1] if "/" in name else name.split("_")[1] if "_" in name else ""
    thing = rows.get(model)
    route = "/" + ROUTES[name]
    for mark in ("<path:object_id>", "<id>"):
        route = route.replace(mark, str(thing.pk if thing else 1))
    return route.replace("<path:content_type_id>", "1").replace("^(?P<app_label>auth|topology)/$", "topology/")


def test_the_admin_is_there_for_who_runs_the_installation(things: Any, owner: Any, staff: Any) -> None:
    wrong = []
    for (name, method), told in ADMIN_TABLE.items():
        got = answer(signed_in(staff), method, admin_address(name, owner, things))
        if got != told:
            wrong.append(f"{name} {method}: {got}, not {told}")
    assert wrong == []


def test_for_anybody_else_there_is_no_admin(things: Any, browsers: Any, owner: Any) -> None:
    there = browsers()
    for name in ADMIN_NAMES:
        url = admin_address(name, owner, things)
        for method in METHODS:
            assert answer(there["anonymous"], method, url) == 302, (name, method)
            assert answer(there["stranger"], method, url) == 404, (name, method)
            assert answer(there["owner"], method, url) == 404, (name, method)


def test_the_way_to_sign_in_is_open(browsers: Any) -> None:
    for name, told in ADMIN_OPEN.items():
        assert answer(browsers()["anonymous"], "GET", "/" + ROUTES[name]) == told, name
