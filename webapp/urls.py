"""Where everything is found: sign-in, health, the admin, the API, and the pages (`topology.urls`)."""

from __future__ import annotations

from django.urls import include, path

from topology.admin import site
from topology.views import auth, health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("sign-in/", auth.SignIn.as_view(), name="sign-in"),
    path("sign-in/<str:token>/", auth.sign_in_link, name="sign-in-link"),
    path("sign-out/", auth.sign_out, name="sign-out"),
    path("join/<str:token>/", auth.join, name="join"),
    path("account/", auth.account, name="account"),
    path("account/password/", auth.change_password, name="change-password"),
    path("account/sessions/", auth.sign_out_everywhere, name="sign-out-everywhere"),
    path("admin/", site.urls),
    path("api/v1/", include("topology.api.urls")),
    path("", include("topology.urls")),
]

handler404 = "topology.views.auth.not_found"
handler500 = "topology.views.auth.broken"
handler403 = "topology.views.auth.forbidden"
