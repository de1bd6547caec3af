"""The allauth adapter: client address, user names, and defaults of new accounts."""

from http import HTTPStatus
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation

from accounts.common.client_address import client_address
from accounts.common.errors import RefusedError
from accounts.guests import services as guests
from accounts.guests.views import cycle_guest_session_key, guest_of, release
from accounts.models import Measure, User
from accounts.names.validation import tidy
from accounts.notifications.outbox import is_possible_address
from accounts.profiles.services import is_username_taken
from accounts.sign_in.attempts import attempt_key
from accounts.sign_in.providers import link_after_sign_in


class AccountAdapter(DefaultAccountAdapter):
    """Adapter of sign-up and sign-in for this site."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that rate limits use."""
        return client_address(request)

    def is_safe_url(self, url: str) -> bool:
        """Accept only redirects to a path of this site."""
        return url.startswith("/") and super().is_safe_url(url)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Validate a username by the rules of `accounts.names`, unless its skeleton is taken."""
        name: str = super().clean_username(tidy(username).lower(), shallow)
        if not shallow and is_username_taken(name):
            raise self.validation_error("username_taken")
        return name

    def clean_email(self, email: str) -> str:
        """Refuse an address to which no e-mail can be sent."""
        if not is_possible_address(email):
            raise ValidationError(EmailValidator.message, EmailValidator.code)
        return email

    def new_user(self, request: HttpRequest) -> User:
        """Reuse a guest's row for the account, in the form's transaction; otherwise create one.

        Raises RefusedError `guest-gone` if another window did that already.
        """
        guest = guest_of(request)
        return User() if guest is None else guests.lock_guest(guest.pk)

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Save the account with the language and time zone of the current page.

        A guest stays one, with a new session key, until the account is signed in to: immediately,
        or after its address is confirmed. A second sign-up in between corrects a mistyped address.
        """
        user.language = translation.get_language() or user.language
        user.zone = timezone.get_current_timezone_name()
        if user.is_guest:
            EmailAddress.objects.filter(user=user).delete()
        saved: User = super().save_user(request, user, form, commit=False)
        if "password_hash" in form.cleaned_data:  # none if another provider vouches for them
            saved.password = form.cleaned_data["password_hash"]
        if commit:
            saved.save()
        if saved.is_guest:
            cycle_guest_session_key(request, saved)
        return saved

    def set_password(self, user: User, password: str) -> None:
        """Store only the password: while it is hashed the account may be suspended or deleted."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in; turn a guest into that account, or move a guest's games and entries to it."""
        guest = guest_of(request)
        try:
            if guest is not None and guest.pk != user.pk:
                guests.join_account(guest_id=guest.pk, user=user, now=timezone.now())
        except RefusedError as error:
            words = {"error": error}
            page = render(request, "accounts/refusal.html", words, status=HTTPStatus.CONFLICT)
            raise ImmediateHttpResponse(page) from error
        if user.is_guest:
            guests.become_account(user=user)
        if guest is not None:
            release(request)
            request.guest = None  # type: ignore[attr-defined]  # set by GuestMiddleware
        super().login(request, user)
        link_after_sign_in(request, user)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Show a suspended user the reason and the end of the suspension."""
        standing = Measure.objects.in_force(timezone.now()).suspensions(user, None).first()
        page, words = "account/account_inactive.html", {"suspension": standing}
        return render(request, page, words, status=HTTPStatus.FORBIDDEN)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures by account and origin, so that no one can lock out another person."""
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        login = credentials.get("email", credentials.get("username", ""))
        return f"{key}:{attempt_key(request, login)}"
