"""The pages' addresses. Sign-in, health, the admin and the API are in `webapp.urls`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from .views import appearance, dashboard, importing, lattice, rules, seats, settings, share
from .views.topology import diff, exports, find, history, inspect, newer, operate, source, tabs, verdicts

#: Pages of one topology, below `/t/<team>/topologies/<slug>/`.
TOPOLOGY: list[URLPattern | URLResolver] = [
    path("", tabs.view("picture"), name="topology"),
    path("outline/", tabs.view("outline"), name="topology-outline"),
    path("source/", tabs.view("source"), name="topology-source"),
    path("source/save/", source.save, name="topology-source-save"),
    path("source/check/", source.check, name="topology-source-check"),
    path("source/draw/", source.draw_text, name="topology-source-draw"),
    path("checks/", tabs.view("checks"), name="topology-checks"),
    path("launch/", tabs.view("launch"), name="topology-launch"),
    path("lattice/", tabs.view("lattice"), name="topology-lattice"),
    path("channels/", tabs.view("channels"), name="topology-channels"),
    path("history/", tabs.view("history"), name="topology-history"),
    path("history/restore/", history.restore, name="topology-restore"),
    path("diff/", diff.page, name="topology-diff"),
    path("find/", find.page, name="topology-find"),
    path("inspect/", inspect.page, name="topology-inspect"),
    path("fields/", inspect.check_fields, name="topology-fields"),
    path("edge-verdict/", verdicts.page, name="topology-edge-verdict"),
    path("ops/", operate.ops, name="topology-ops"),
    path("undo/", operate.undo, name="topology-undo"),
    path("redo/", operate.redo, name="topology-redo"),
    path("publish/", operate.publish, name="topology-publish"),
    path("unpublish/", operate.unpublish, name="topology-unpublish"),
    path("newer/", newer.page, name="topology-newer"),
    path("tidy/", operate.tidy, name="topology-tidy"),
    path("version/", operate.version, name="topology-version"),
    path("rename/", operate.rename, name="topology-rename"),
    path("delete/", operate.delete, name="topology-delete"),
    path("export.<str:form>", exports.download, name="topology-export"),
    path("thumbnail/", dashboard.thumbnail, name="topology-thumbnail"),
    path("shares/", settings.shares_of, name="topology-shares"),
]

#: A team's settings, below `/t/<team>/settings/`.
SETTINGS: list[URLPattern | URLResolver] = [
    path("", settings.page, name="settings"),
    path("rename/", settings.rename, name="settings-rename"),
    path("role/", settings.role, name="settings-role"),
    path("remove/", settings.remove, name="settings-remove"),
    path("invite/", settings.invite, name="settings-invite"),
    path("revoke-invitation/", settings.revoke_invitation, name="settings-revoke-invitation"),
    path("token/", settings.token, name="settings-token"),
    path("revoke-token/", settings.revoke_token, name="settings-revoke-token"),
    path("share/", settings.share, name="settings-share"),
    path("revoke-share/", settings.revoke_share, name="settings-revoke-share"),
    path("registry/", settings.registry, name="settings-registry"),
]

#: Pages of one team, below `/t/<team>/`.
TEAM: list[URLPattern | URLResolver] = [
    path("", dashboard.page, name="dashboard"),
    path("import/", importing.page, name="import"),
    path("wall/", dashboard.wall, name="wall"),
    path("undelete/", dashboard.undelete, name="undelete"),
    path("lattice/", lattice.page, name="team-lattice"),
    path("seats/", seats.page, name="seats"),
    path("settings/", include(SETTINGS)),
    path("audit/", settings.audit_log, name="audit"),
    path("topologies/<slug:slug>/", include(TOPOLOGY)),
]

#: What share links show, below `/s/<token>/`.
SHARED: list[URLPattern | URLResolver] = [
    path("", share.page, name="share"),
    path("embed/", share.embed, name="share-embed"),
    path("inspect/", share.inspect, name="share-inspect"),
    path("of/<slug:slug>/", share.one, name="share-of"),
    path("of/<slug:slug>/inspect/", share.inspect, name="share-of-inspect"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", dashboard.home, name="home"),
    path("theme/", appearance.theme, name="theme"),
    path("rules/", rules.index, name="rules"),
    path("rules/<str:code>/", rules.one, name="rule"),
    path("s/<str:token>/", include(SHARED)),
    path("t/<slug:team>/", include(TEAM)),
]
