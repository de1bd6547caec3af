"""Admin site of accounts, behind the site's own sign-in.

Almost everything is read-only: superusers can only change other users' `is_staff`.
"""

from importlib import import_module
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import Club, Measure, Membership, User

_login = admin.site.login


def _sign_in(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Redirect staff without a second factor to set one up."""
    user = request.user
    if user.is_authenticated and not user.has_second_factor:
        return redirect("mfa_index")
    return _login(request, extra_context)


def _may_operate(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.may_operate


# The admin's own form supports neither rate limits, nor e-mail addresses, nor second factors.
admin.site.login = secure_admin_login(_sign_in)  # type: ignore[method-assign]  # as documented
admin.site.has_permission = _may_operate  # type: ignore[method-assign]  # asked by every page


def _change_password(request: HttpRequest, extra_context: object = None) -> Any:
    """Redirect administrators to the site's own form, which limits the length before hashing."""
    return redirect("account_change_password")


admin.site.password_change = _change_password  # type: ignore[method-assign]  # as the login is


LONGEST_KEY = 18  # in digits


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy only
    """Rows that only services write."""

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Any:
        """Return None for a number that no key has.

        Some kinds of keys raise an error for it.
        """
        if len(object_id) > LONGEST_KEY:
            return None
        return super().get_object(request, object_id, from_field)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


# Factors and sessions are private, and the site uses no permissions beyond `is_staff`. A module
# imported here registers nothing later, whatever the order of the apps.
for _app in ("account", "mfa", "socialaccount", "usersessions"):
    import_module(f"allauth.{_app}.admin")
import_module("django.contrib.auth.admin")
import_module("oauth2_provider.admin")
admin.site.unregister([Authenticator, EmailAddress, Group, UserSession])
admin.site.unregister([SocialAccount, SocialApp, SocialToken])
_of_applications = apps.get_app_config("oauth2_provider").get_models()
admin.site.unregister(filter(admin.site.is_registered, list(_of_applications)))


@admin.register(EmailAddress)
class AddressAdmin(ReadOnlyAdmin):
    """A person's e-mail addresses, and whether they are confirmed."""

    list_display = ("email", "user", "primary", "verified")
    search_fields = ("email", "user__username")
    list_select_related = ("user",)


@admin.register(User)
class PersonAdmin(ReadOnlyAdmin):
    """A person's account; only a superuser makes others staff, never themselves.

    People sign up on their own. Accounts are anonymised, never deleted, because results refer to
    them. Operators suspend and rename them at `/operators/keeping/`, with a reason.
    """

    list_display = ("username", "display_name", "date_joined", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "is_robot", "is_guest", "is_link")
    search_fields = ("username", "display_name", "email")
    fields = ("username", "display_name", "email", "date_joined", "is_active", "is_staff")
    readonly_fields = ("username", "display_name", "email", "date_joined", "is_active")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Allow superusers, except for their own account, so that one superuser always remains."""
        return bool(request.user.is_superuser) and (obj is None or obj.pk != request.user.pk)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Store only the choice: the account may be suspended or deleted meanwhile."""
        obj.save(update_fields=["is_staff"])


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # generic for mypy only
    """The members of a club and their roles; roles change through the club's own page."""

    model = Membership
    extra = 0
    fields = readonly_fields = ("user", "role", "joined_at")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    """Clubs own their competitions, so they stay; operators rename them with a reason."""

    list_display = ("name", "slug", "zone", "created_at")
    search_fields = ("name", "slug")
    inlines = (MembershipInline,)


@admin.register(Measure)
class MeasureAdmin(ReadOnlyAdmin):
    """Sanctions, with their reasons."""

    list_display = ("at", "kind", "user", "club", "by", "until", "lifted_at")
    list_filter = ("kind",)
    list_select_related = ("user", "club", "by")
