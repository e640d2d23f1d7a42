"""Who may see and do what: every page fetches what it shows through here, and nothing else decides.

To a stranger a thing does not exist (404); a member with too low a role is refused (403).
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse

from .models import ApiToken, Membership, Share, Topology


def membership(user: Any, team_slug: str, at_least: str = "viewer") -> Membership:
    """The person's membership of a team, with its team loaded.

    Http404 for strangers, PermissionDenied for too low a role.
    """
    if not user.is_authenticated:
        raise Http404("no such team")
    found = Membership.objects.select_related("team", "user").filter(user=user, team__slug=team_slug).first()
    if found is None:
        raise Http404("no such team")
    if not found.at_least(at_least):
        raise PermissionDenied(f"this needs the role {at_least}; yours is {found.role}")
    return found


def get_topology(user: Any, team_slug: str, slug: str, at_least: str = "viewer", *, deleted: bool = False) -> Topology:
    """A topology of a team, with its team loaded and `topology.membership` set; errors as for `membership`.

    The topology is looked for before the role is weighed: a viewer learns no more by a refusal than by a page.
    """
    found = membership(user, team_slug)
    topology = _find(found.team_id, slug, deleted)
    if not found.at_least(at_least):
        raise PermissionDenied(f"this needs the role {at_least}; yours is {found.role}")
    topology.team, topology.membership = found.team, found  # type: ignore[attr-defined]
    return topology


def token_topology(token: ApiToken, slug: str) -> Topology:
    """A topology of the token's team; Http404 where there is none."""
    topology = _find(token.team_id, slug, deleted=False)
    topology.team = token.team
    return topology


def token_team(token: ApiToken, team_slug: str, *, write: bool = False) -> Any:
    """The token's team; Http404 for any other team, PermissionDenied where it may only read."""
    if token.team.slug != team_slug:
        raise Http404("no such team")
    if write and not token.can_write:
        raise PermissionDenied("this token may only read; make one with the scope `write`")
    return token.team


def allow_frames(response: HttpResponse, share: Share) -> HttpResponse:
    """Let an embed page be framed by the share's origins (any, where it names none); other pages refuse frames."""
    response.xframe_options_exempt = True  # type: ignore[attr-defined]
    response._csp_replace = {"frame-ancestors": share.frames.split() or ["*"]}  # type: ignore[attr-defined]
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _find(team_id: int, slug: str, deleted: bool) -> Topology:
    topologies = Topology.objects.filter(team_id=team_id, slug=slug)
    found = (topologies.deleted().order_by("-deleted_at") if deleted else topologies.live()).first()
    if found is None:
        raise Http404("no such topology")
    return found
