"""Share links: who sees what, what never goes out, how a link ends, who may frame it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from people import RIG, poll, stored

from topology import services
from topology.models import Share
from topology.services.shares import make_share, revoke_share

pytestmark = pytest.mark.django_db

SECRETS = RIG.replace(
    "pods:\n",
    "services:\n  kind: compose\n  compose_file: stack.yaml\n  wait_for:\n"
    "    - {url: 'http://root:hunter2@db/'}\n  checkpoints:\n    - {id: dump, export: 'pg_dump --password=s3cret'}\n"
    "pods:\n",
    1,
).replace("label: Orchestration", "label: see https://olga:hunter2@wiki.example/?token=s3cret")


def link(actor: Any, topology: Any, **options: Any) -> str:
    _, secret = make_share(actor, topology.team, topology, **options)
    return f"/s/{secret}/"


@pytest.fixture
def published(actor: Any, rig: Any) -> Any:
    services.publish(actor, rig)
    rig.refresh_from_db()
    return rig


def test_anybody_with_the_link_looks_and_nobody_writes(published: Any, actor: Any, anonymous: Any) -> None:
    url = link(actor, published)
    page = anonymous.get(url)
    html = page.content.decode()
    assert page.status_code == 200 and 'data-node="dev.impl"' in html and "read only" in html
    assert "noindex" in page["X-Robots-Tag"] and "no-store" in page["Cache-Control"]
    assert 'name="op"' not in html and "data-can-edit" not in html
    assert anonymous.post(url).status_code == 405


def test_the_inspector_tells_what_the_picture_shows(published: Any, actor: Any, anonymous: Any) -> None:
    html = anonymous.get(link(actor, published) + "inspect/?node=dev.qa").content.decode()
    assert "codex" in html and "review-advisor@coord" in html
    assert "agents/qa" not in html and "<html" not in html


def test_the_inspector_lists_the_members_of_a_pod(published: Any, actor: Any, anonymous: Any) -> None:
    html = anonymous.get(link(actor, published) + "inspect/?container=dev").content.decode()
    assert 'data-selected="container" data-id="dev"' in html
    assert re.findall(r'data-select="node" data-id="([^"]+)"', html) == ["dev.impl", "dev.qa"]
    assert "Wrong edges" not in html


@pytest.mark.parametrize(
    "tail", ["", "?node=orch.lead", "inspect/", "inspect/?node=orch.lead", "inspect/?container=orch"]
)
def test_nothing_secret_goes_out(actor: Any, team: Any, anonymous: Any, tail: str) -> None:
    topology = stored(actor, team, SECRETS)
    html = anonymous.get(link(actor, topology, shows="head") + tail).content.decode()
    for secret in ("hunter2", "s3cret", "pg_dump", "stack.yaml", "local:agents", "emil"):
        assert secret not in html, secret
    assert "wiki.example" in html or tail.startswith("inspect")


def test_a_published_link_shows_no_draft(published: Any, actor: Any, anonymous: Any) -> None:
    url, head = link(actor, published), link(actor, published, shows="head")
    services.apply_ops(actor, published, 1, [{"op": "remove_member", "member": "dev.qa"}])
    assert 'data-node="dev.qa"' in anonymous.get(url).content.decode()
    assert 'data-node="dev.qa"' not in anonymous.get(head).content.decode()


def test_the_name_that_is_shown_is_the_revisions_own_and_masked(published: Any, actor: Any, anonymous: Any) -> None:
    url, head = link(actor, published, embed=True), link(actor, published, shows="head", embed=True)
    renamed = {"op": "set_field", "path": "name", "value": "postgres://root:hunter2@unheard"}
    services.apply_ops(actor, published, 1, [renamed])
    for tail in ("", "embed/"):
        shown, newest = (anonymous.get(each + tail).content.decode() for each in (url, head))
        assert "Picture of crew-rig" in shown and "unheard" not in shown
        assert "@unheard" in newest and "hunter2" not in newest


def test_before_anything_is_published_the_link_says_so(rig: Any, actor: Any, anonymous: Any) -> None:
    page = anonymous.get(link(actor, rig))
    assert page.status_code == 200 and "Nothing is published yet" in page.content.decode()
    assert "dev.impl" not in page.content.decode()


def test_a_link_ends(published: Any, actor: Any, anonymous: Any) -> None:
    urls = [link(actor, published) for _ in range(3)]
    shares = list(Share.objects.order_by("pk"))
    assert [anonymous.get(url).status_code for url in urls] == [200, 200, 200]
    revoke_share(actor, shares[0])
    Share.objects.filter(pk=shares[1].pk).update(expires=timezone.now() - timedelta(seconds=1))
    assert [anonymous.get(url).status_code for url in urls] == [404, 404, 200]
    services.delete(actor, published)
    assert anonymous.get(urls[2]).status_code == 404
    assert anonymous.get("/s/never-was/").status_code == 404


def test_a_dashboard_link_shows_published_ones_only(published: Any, actor: Any, team: Any, anonymous: Any) -> None:
    stored(actor, team, RIG.replace("crew-rig", "hidden-draft"))
    _, secret = make_share(actor, team)
    html = anonymous.get(f"/s/{secret}/").content.decode()
    assert "crew-rig" in html and "hidden-draft" not in html and "emil" not in html
    assert anonymous.get(f"/s/{secret}/of/crew-rig/").status_code == 200
    assert anonymous.get(f"/s/{secret}/of/hidden-draft/").status_code == 404
    assert anonymous.get(f"/s/{secret}/inspect/").status_code == 404


def test_a_dashboard_link_asks_for_changes_as_the_teams_own_does(
    published: Any, actor: Any, team: Any, anonymous: Any
) -> None:
    _, secret = make_share(actor, team)
    again = poll(anonymous.get(f"/s/{secret}/?kind=rig"))
    assert again.startswith(f"/s/{secret}/?state=") and again.endswith("&kind=rig")
    assert anonymous.get(again, headers={"HX-Request": "true"}).status_code == 204
    services.publish(actor, stored(actor, team, RIG.replace("crew-rig", "another")))
    fresh = anonymous.get(again, headers={"HX-Request": "true"})
    assert "another" in fresh.content.decode() and poll(fresh) != again


def test_a_topology_link_opens_no_other(published: Any, actor: Any, team: Any, anonymous: Any) -> None:
    stored(actor, team, RIG.replace("crew-rig", "another"))
    assert anonymous.get(link(actor, published) + "of/another/").status_code == 404


def test_who_may_frame(published: Any, actor: Any, anonymous: Any) -> None:
    plain = link(actor, published)
    open_, named = link(actor, published, embed=True), link(actor, published, embed=True, frames="https://wiki.example")
    assert anonymous.get(plain + "embed/").status_code == 404
    policies = [anonymous.get(url + "embed/")["Content-Security-Policy"] for url in (open_, named)]
    assert "frame-ancestors *" in policies[0] and "frame-ancestors https://wiki.example" in policies[1]
    framed = anonymous.get(named + "embed/")
    assert "X-Frame-Options" not in framed and "script-src 'self'" in policies[1]
    page = anonymous.get(named)
    assert page["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in page["Content-Security-Policy"]
