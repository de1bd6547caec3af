"""The administrators' pages: people and clubs, behind the site's own sign-in."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import Club, Membership, User
from accounts.signals import access_ended

_login = admin.site.login


def _sign_in(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Lead staff without a second factor to set one up."""
    user = request.user
    if user.is_authenticated and not user.has_second_factor:
        return redirect("mfa_index")
    return _login(request, extra_context)


def _may_operate(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.may_operate


# The admin's own form knows neither rate limits, nor e-mail addresses, nor second factors.
admin.site.login = secure_admin_login(_sign_in)  # type: ignore[method-assign]  # as documented
admin.site.has_permission = _may_operate  # type: ignore[method-assign]  # asked by every page


def _change_password(request: HttpRequest, extra_context: object = None) -> Any:
    """Send administrators to the site's own page, whose form hashes nothing of endless length."""
    return redirect("account_change_password")


admin.site.password_change = _change_password  # type: ignore[method-assign]  # as the login is


@admin.register(User)
class PersonAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy only
    """People sign up by themselves and are made anonymous, never deleted: results hang on them."""

    list_display = ("username", "display_name", "date_joined", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "is_robot", "is_guest", "is_link")
    search_fields = ("username", "display_name", "email")
    fields = ("username", "display_name", "email", "is_active", "is_staff", "groups")
    readonly_fields = ("username", "email")

    def save_model(
        self, request: HttpRequest, obj: User, form: "ModelForm[User]", change: bool
    ) -> None:
        """Bar a person at once: what they have open is closed."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            access_ended.send(User, user=obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: an account needs a password that only its owner knows."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Refuse: the person can make the account anonymous."""
        return False


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]  # generic for mypy only
    """Who is what in a club; roles change through the club's own page."""

    model = Membership
    extra = 0
    readonly_fields = ("user", "role", "joined_at")
    can_delete = False


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy only
    """Clubs keep their competitions, so they stay."""

    list_display = ("name", "slug", "zone", "created_at")
    search_fields = ("name", "slug")
    fields = ("name", "slug", "about", "zone")
    readonly_fields = ("name", "slug")
    inlines = (MembershipInline,)

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        """Refuse: results hang on clubs."""
        return False
