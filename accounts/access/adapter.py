"""How allauth fits this site: who asks, what a user name may be, what a new account starts with."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.access.network import client_address
from accounts.models import User
from accounts.values.names import tidy
from accounts.values.skeletons import skeleton


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Signing up and in."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that rate limits count by."""
        return client_address(request)

    def is_safe_url(self, url: str) -> bool:
        """Go on only to a page of this site, named by its path."""
        return url.startswith("/") and super().is_safe_url(url)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Accept a name by the rules of `values.names`, unless its skeleton is taken."""
        name: str = super().clean_username(tidy(username).lower(), shallow)
        if not shallow and User.objects.filter(skeleton=skeleton(name)).exists():
            raise self.validation_error("username_taken")
        return name

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Let the account start with the language and zone its owner was reading in."""
        user.language = translation.get_language() or user.language
        user.zone = timezone.get_current_timezone_name()
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failures by account and address, so that nobody can lock another person out."""
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}:{client_address(request)}"
