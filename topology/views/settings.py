"""A team's settings: members and roles, invitations, API tokens, share links, the node registry, the audit log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from .. import services
from ..access import get_topology, membership
from ..core.graph import REGISTRY_FIELDS
from ..forms.numbers import whole
from ..models import ApiToken, AuditEntry, Invitation, Membership, Role, Share, Topology
from ..services import Actor, Rejected, audit, shares, teams, tokens
from ..services.reading import registry_of

PER_PAGE = 100


@never_cache
@require_safe
def page(request: HttpRequest, team: str) -> HttpResponse:
    """All settings of a team (owners)."""
    return _page(request, membership(request.user, team, at_least="owner"))


def _page(request: HttpRequest, member: Membership, status: int = 200, **more: Any) -> HttpResponse:
    team = member.team
    context: dict[str, Any] = {
        "team": team,
        "membership": member,
        "members": team.memberships.select_related("user"),
        "roles": Role.choices,
        "invitations": [each for each in team.invitations.select_related("created_by") if each.open],
        "tokens": [each for each in team.tokens.select_related("created_by") if each.open],
        "shares": [each for each in team.shares.select_related("topology", "created_by") if each.open],
        "topologies": Topology.objects.live().filter(team=team).only("slug", "name"),
        "registry_names": len(registry_of(team)),
        "registry_text": bytes(team.registry).decode("utf-8", "replace"),
        "registry_fields": REGISTRY_FIELDS,
        "share_of": request.GET.get("share", ""),
    }
    return render(request, "settings.html", context | more, status=status)


Deed = Callable[[HttpRequest, Actor, Membership], dict[str, Any] | None]


def _deed(deed: Deed) -> Callable[..., HttpResponse]:
    """A view for one change: a secret that it answers with is shown once; a refusal shows the page with its reason."""

    @never_cache
    @require_POST
    def view(request: HttpRequest, team: str) -> HttpResponse:
        member = membership(request.user, team, at_least="owner")
        try:
            shown = deed(request, Actor(request.user), member)
        except Rejected as rejected:
            more: dict[str, Any] = {"refused": rejected, "refused_at": deed.__name__}
            return _page(request, member, rejected.status, **more, given=request.POST)
        return _page(request, member, 201, **shown) if shown else redirect("settings", team=team)

    return view


def _one(rows: Any, request: HttpRequest, field: str) -> Any:
    """The row of this team that a form names; Http404 for any other."""
    found = rows.filter(pk=whole(request.POST.get(field, ""), 0)).first()
    if found is None:
        raise Http404("no such thing in this team")
    return found


def _until(request: HttpRequest) -> datetime | None:
    """When something made now expires: `days` of the form, empty for never."""
    days = request.POST.get("days", "").strip()
    if not days:
        return None
    if not 1 <= whole(days, 0) <= 3660:
        raise Rejected(422, "the number of days is 1 to 3660", "leave it empty for no end")
    return timezone.now() + timedelta(days=whole(days, 0))


def _link(request: HttpRequest, name: str, secret: str) -> str:
    return request.build_absolute_uri(reverse(name, args=(secret,)))


@_deed
def rename(request: HttpRequest, actor: Actor, member: Membership) -> None:
    """Give the team another name."""
    teams.rename_team(actor, member.team, request.POST.get("name", ""))


@_deed
def role(request: HttpRequest, actor: Actor, member: Membership) -> None:
    """Change a member's role."""
    teams.set_role(actor, _one(member.team.memberships, request, "member"), request.POST.get("role", ""))


@_deed
def remove(request: HttpRequest, actor: Actor, member: Membership) -> None:
    """Take a person out of the team."""
    gone = _one(member.team.memberships.select_related("user"), request, "member")
    teams.remove_member(actor, gone)
    messages.info(request, f"{gone.user.get_username()} is no longer in the team.")


@_deed
def invite(request: HttpRequest, actor: Actor, member: Membership) -> dict[str, Any]:
    """Make an invitation; its link is shown once."""
    days = request.POST.get("days", "7").strip()
    if not days.isdecimal() or len(days) > 4:
        raise Rejected(422, "an invitation works for 1 to 90 days")
    wanted = request.POST.get("role", "")
    _, secret = teams.invite(actor, member.team, wanted, note=request.POST.get("note", ""), days=int(days))
    return {"made": "invitation", "secret": _link(request, "join", secret)}


@_deed
def revoke_invitation(request: HttpRequest, actor: Actor, member: Membership) -> None:
    """End an invitation."""
    teams.revoke_invitation(actor, _one(Invitation.objects.filter(team=member.team), request, "invitation"))


@_deed
def token(request: HttpRequest, actor: Actor, member: Membership) -> dict[str, Any]:
    """Make an API token; its secret is shown once."""
    name, scope = request.POST.get("name", ""), request.POST.get("scope", "read")
    _, secret = tokens.make_token(actor, member.team, name, scope, expires=_until(request))
    return {"made": "token", "secret": secret}


@_deed
def revoke_token(request: HttpRequest, actor: Actor, member: Membership) -> None:
    """End an API token."""
    tokens.revoke_token(actor, _one(ApiToken.objects.filter(team=member.team), request, "token"))


@_deed
def share(request: HttpRequest, actor: Actor, member: Membership) -> dict[str, Any]:
    """Make a share link; its address is shown once."""
    slug = request.POST.get("topology", "")
    topology = Topology.objects.live().filter(team=member.team, slug=slug).first() if slug else None
    if slug and topology is None:
        raise Rejected(404, "no such topology")
    made, secret = shares.make_share(
        actor,
        member.team,
        topology,
        shows=request.POST.get("shows", "published"),
        embed="embed" in request.POST,
        frames=request.POST.get("frames", ""),
        expires=_until(request),
        note=request.POST.get("note", ""),
    )
    shown = {"made": "share", "secret": _link(request, "share", secret)}
    return shown | ({"embed_link": _link(request, "share-embed", secret)} if made.embed else {})


@_deed
def revoke_share(request: HttpRequest, actor: Actor, member: Membership) -> None:
    """End a share link."""
    shares.revoke_share(actor, _one(Share.objects.filter(team=member.team), request, "share"))


@_deed
def registry(request: HttpRequest, actor: Actor, member: Membership) -> None:
    """Put a node registry in force, from the form or a file; empty means the documented one."""
    upload = request.FILES.get("file")
    data = upload.read() if upload else request.POST.get("text", "").encode("utf-8", "surrogatepass")
    documented = "documented" in request.POST or not data.strip()
    changed = services.set_registry(actor, member.team, None if documented else data)
    messages.info(request, f"The registry is in force; {changed} graph{'' if changed == 1 else 's'} changed verdict.")


@require_safe
def shares_of(request: HttpRequest, team: str, slug: str) -> HttpResponse:
    """Where a topology's share links are made: the settings, with the topology chosen (owners)."""
    get_topology(request.user, team, slug, at_least="owner")
    return redirect(f"{reverse('settings', args=(team,))}?share={slug}#s-shares")


@require_safe
def audit_log(request: HttpRequest, team: str) -> HttpResponse:
    """Who did what, newest first (owners); `?action=`, `?person=`, `?topology=` narrow it."""
    member = membership(request.user, team, at_least="owner")
    chosen = {name: request.GET.get(name, "") for name in ("action", "person", "topology")}
    pages = Paginator(audit.entries(member.team, **chosen), PER_PAGE)
    kinds = AuditEntry.objects.filter(team=member.team).order_by("action").values_list("action", flat=True).distinct()
    context = {
        "team": member.team,
        "membership": member,
        "entries": pages.get_page(request.GET.get("page")),
        "actions": sorted({kind.split(".")[0] for kind in kinds}),
        "chosen": chosen,
    }
    return render(request, "audit.html", context)
