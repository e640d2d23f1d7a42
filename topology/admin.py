"""The admin, for who runs the installation: people and teams; what is append-only can only be looked at."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from .models import AuditEntry, Invitation, Membership, Revision, SignInLink, Team, Topology


class Site(admin.AdminSite):
    """Django's admin behind our own sign-in; for a person who may not use it, it does not exist."""

    site_header = site_title = "Espalier"
    enable_nav_sidebar = False

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated and not self.has_permission(request):
                raise Http404
            return inner(request, *args, **kwargs)

        return guarded

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if request.user.is_authenticated and not self.has_permission(request):
            raise Http404
        return redirect_to_login(request.get_full_path())


class ReadOnly(admin.ModelAdmin):
    """To be looked at only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Members(admin.TabularInline):
    """Who belongs to a team."""

    model = Membership
    extra = 1
    autocomplete_fields = ("user",)


class TeamAdmin(admin.ModelAdmin):
    """Teams with their members."""

    list_display = ("name", "slug", "created")
    fields = ("name", "slug")
    inlines = (Members,)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class TopologyAdmin(ReadOnly):
    """Topologies: their texts change by services only."""

    list_display = ("slug", "team", "kind", "valid", "head", "published", "updated", "deleted_at")
    list_filter = ("kind", "valid", "team")
    search_fields = ("slug", "name")
    exclude = ("layout",)


class RevisionAdmin(ReadOnly):
    """Revisions without their texts."""

    list_display = ("topology", "number", "operation", "author_name", "via", "created")
    exclude = ("data", "ops", "splices")
    list_select_related = ("topology__team",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return Revision.objects.light()


class AuditAdmin(ReadOnly):
    """The audit log of all teams."""

    list_display = ("created", "team", "actor_name", "action", "words", "via")
    list_filter = ("action",)


class InvitationAdmin(ReadOnly):
    """Invitations, without their hashes."""

    list_display = ("team", "role", "note", "created", "expires", "accepted_at", "revoked_at")
    exclude = ("token_hash",)


class SignInLinkAdmin(ReadOnly):
    """One-time links, without their hashes."""

    list_display = ("user", "created", "expires", "used_at")
    exclude = ("token_hash",)


class PersonAdmin(UserAdmin):
    """People. They are made inactive, never deleted: histories name them."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


site = Site()
for _model, _admin in (
    (get_user_model(), PersonAdmin),
    (Team, TeamAdmin),
    (Topology, TopologyAdmin),
    (Revision, RevisionAdmin),
    (AuditEntry, AuditAdmin),
    (Invitation, InvitationAdmin),
    (SignInLink, SignInLinkAdmin),
):
    site.register(_model, _admin)
