"""Signing in and out, one-time links, invitations, and a person's own account."""

from __future__ import annotations

import sys
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ..forms.auth import ChangePasswordForm, JoinForm, SignInForm
from ..middleware.faults import fault_page, wants_page
from ..middleware.guards import DatabaseAway, refusal
from ..middleware.logs import request_id
from ..services import Rejected, accounts, teams

_BACKEND = "topology.sessions.Backend"


@method_decorator((login_not_required, require_http_methods(["GET", "HEAD", "POST"])), name="dispatch")
class SignIn(LoginView):
    """The sign-in form. A wrong name and a wrong password get the same answer."""

    template_name = "auth/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


@never_cache
@login_not_required
@require_http_methods(["GET", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link. Looking at it uses nothing up (mail scanners look); the button does."""
    if request.method == "POST":
        user = accounts.redeem(token)
        if user is not None:
            login(request, user, backend=_BACKEND)
            if not user.has_usable_password():
                messages.info(request, "Set a password in your account, to sign in without a link next time.")
            return redirect(settings.LOGIN_REDIRECT_URL)
    link = accounts.find_link(token)
    status = 200 if link else 410
    return render(request, "auth/link.html", {"link": link}, status=status)


@require_POST
@login_not_required
def sign_out(request: HttpRequest) -> HttpResponse:
    """End this session."""
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


@never_cache
@login_not_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation: a signed-in person joins, anybody else makes an account first."""
    invitation = teams.find_invitation(token)
    if invitation is None:
        return render(request, "auth/join.html", {"invitation": None}, status=410)
    form = JoinForm(request.POST or None)
    status = 200
    if request.method == "POST":
        try:
            return _joined(request, invitation, form)
        except Rejected as rejected:
            form.add_error(None, " ".join(filter(None, (rejected.title, rejected.detail))))
            status = rejected.status
    return render(request, "auth/join.html", {"invitation": invitation, "form": form, "token": token}, status=status)


def _joined(request: HttpRequest, invitation: Any, form: JoinForm) -> HttpResponse:
    if request.user.is_authenticated:
        teams.accept(invitation, request.user)
    else:
        if not form.is_valid():
            raise Rejected(422, "choose a name and a password")
        user = accounts.join_as_new(invitation, form.cleaned_data["username"], form.cleaned_data["password"])
        login(request, user, backend=_BACKEND)
    messages.success(request, f"You are in the team {invitation.team.name}.")
    return redirect(settings.LOGIN_REDIRECT_URL)


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """A person's teams, sessions and password."""
    return _account(request, ChangePasswordForm(request.user))


def _account(request: HttpRequest, form: ChangePasswordForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "memberships": request.user.memberships.select_related("team"),  # type: ignore[union-attr]
        "sessions": accounts.sessions_of(request.user),
        "session_key": request.session.session_key,
    }
    return render(request, "auth/account.html", context, status=status)


@require_POST
@sensitive_post_parameters("old", "new", "again")
def change_password(request: HttpRequest) -> HttpResponse:
    """Set a new password; every other session of the person ends."""
    form = ChangePasswordForm(request.user, request.POST)
    if not form.is_valid():
        return _account(request, form, status=422)
    try:
        accounts.set_password(request.user, form.cleaned_data["new"], current_session=request.session.session_key)
    except Rejected as rejected:
        form.add_error("new", rejected.title)
        return _account(request, form, status=422)
    update_session_auth_hash(request, request.user)  # type: ignore[arg-type]
    messages.success(request, "The password is changed; other browsers were signed out.")
    return redirect("account")


@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End every session of the person, this one too."""
    accounts.sign_out_everywhere(request.user)
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


def locked_out(request: HttpRequest, credentials: dict[str, Any] | None = None, *rest: Any) -> HttpResponse:
    """Too many wrong passwords; the same answer whether the name exists or not."""
    seconds = round(settings.AXES_COOLOFF_TIME * 3600)
    response = render(request, "auth/locked.html", {"minutes": seconds // 60}, status=429)
    response["Retry-After"] = str(seconds)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without a valid token: most often a page that stood open across a sign-in."""
    return _plain(request, 403, "This page is out of date", "Reload it and try again; nothing was saved.")


@login_not_required
def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """Nothing here, or nothing that this person may know of."""
    return _plain(request, 404, "Not found", "There is nothing here, or it is not shared with you.")


@login_not_required
def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """Too low a role."""
    said = str(exception or "")
    return _plain(request, 403, "Not allowed", said[:1].upper() + said[1:])


@login_not_required
def broken(request: HttpRequest) -> HttpResponse:
    """A fault of ours. Nothing is looked up for this answer: whatever failed could fail again."""
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError | InterfaceError):
        # Sessions and people are looked up before any view, where `DatabaseAway` does not see it fail.
        return DatabaseAway.away(request, error)
    status, said = HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong here; nothing of this request was saved."
    if wants_page(request):
        advice = "It is logged. If it happens again, tell whoever runs this installation the number below."
        page = fault_page(request, status, "The fault is on this side", said, advice)
        if page is not None:
            return page
    return refusal(request, status, f"{said} It is logged as {request_id.get()}.")


def _plain(request: HttpRequest, status: int, title: str, detail: str) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        problem = {"type": "about:blank", "title": title, "status": status, "detail": detail}
        return JsonResponse(problem, status=status, content_type="application/problem+json")
    return render(request, "auth/plain.html", {"title": title, "detail": detail}, status=status)
