"""The pages' addresses. Sign-in, health, the admin and the API are in `webapp.urls`."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from .views import appearance, dashboard, importing, lattice, rules, seats
from .views.topology import exports, history, inspect, operate, source, tabs, verdicts

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
    path("inspect/", inspect.page, name="topology-inspect"),
    path("fields/", inspect.check_fields, name="topology-fields"),
    path("edge-verdict/", verdicts.page, name="topology-edge-verdict"),
    path("ops/", operate.ops, name="topology-ops"),
    path("undo/", operate.undo, name="topology-undo"),
    path("redo/", operate.redo, name="topology-redo"),
    path("publish/", operate.publish, name="topology-publish"),
    path("unpublish/", operate.unpublish, name="topology-unpublish"),
    path("tidy/", operate.tidy, name="topology-tidy"),
    path("version/", operate.version, name="topology-version"),
    path("rename/", operate.rename, name="topology-rename"),
    path("delete/", operate.delete, name="topology-delete"),
    path("export.<str:form>", exports.download, name="topology-export"),
]

#: Pages of one team, below `/t/<team>/`.
TEAM: list[URLPattern | URLResolver] = [
    path("", dashboard.page, name="dashboard"),
    path("import/", importing.page, name="import"),
    path("undelete/", dashboard.undelete, name="undelete"),
    path("lattice/", lattice.page, name="team-lattice"),
    path("seats/", seats.page, name="seats"),
    path("topologies/<slug:slug>/", include(TOPOLOGY)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", dashboard.home, name="home"),
    path("theme/", appearance.theme, name="theme"),
    path("rules/", rules.index, name="rules"),
    path("rules/<str:code>/", rules.one, name="rule"),
    path("t/<slug:team>/", include(TEAM)),
]
