"""The shape of what the sign-in, join and account pages send."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm


class SignInForm(AuthenticationForm):
    """Name and password."""

    error_messages = {  # noqa: RUF012 - Django's own shape
        "invalid_login": "This name and password do not go together.",
        "inactive": "This name and password do not go together.",
    }


class JoinForm(forms.Form):
    """A new account by an invitation."""

    username = forms.CharField(
        label="Name",
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label="Password",
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least 10 characters; nothing common, nothing like your name.",
    )


class ChangePasswordForm(forms.Form):
    """A new password, twice; the old one where there is one."""

    old = forms.CharField(
        label="Present password",
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label="New password",
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least 10 characters; nothing common, nothing like your name.",
    )
    again = forms.CharField(
        label="New password again",
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["old"]

    def clean_old(self) -> str:
        old = self.cleaned_data["old"]
        if not self.user.check_password(old):
            raise forms.ValidationError("This is not your present password.")
        return old

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("new") and data.get("again") and data["new"] != data["again"]:
            self.add_error("again", "The two new passwords differ.")
        return data
