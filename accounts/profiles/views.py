"""Views of a user's own account: profile, language, data export and deletion."""

import time
from functools import partial
from typing import Any, cast

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.login import get_authentication_records
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.common.errors import RefusedError, answers_refusals
from accounts.common.page_meta import PageMeta
from accounts.common.requests import login_required_keep_post
from accounts.i18n.languages import supported_or_default
from accounts.models import User
from accounts.names.display import FACES, avatar_symbol
from accounts.profiles import services as profiles
from accounts.profiles.forms import ProfileForm, UsernameForm
from accounts.profiles.validators import limit_passwords


class LeavingForm(forms.Form):
    """Form that asks for the password again before an account is anonymised."""

    password = forms.CharField(
        label=_("Tu contraseña"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_passwords(self)


class LeavingWithoutPasswordForm(forms.Form):
    """Form that asks for the username before an account without a password is anonymised."""

    username = forms.CharField(
        label=_("Tu nombre de usuario"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


YEAR = 365 * 24 * 60 * 60


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change the user's own settings."""
    user = cast("User", request.user)
    if request.method == "POST":
        form = _save_profile(request, user)
    else:
        form = ProfileForm(instance=User.objects.get(pk=user.pk))
    if form.is_valid():
        with translation.override(form.cleaned_data["language"]):
            messages.success(request, gettext("Listo, guardamos tus cambios."))
        return redirect("profile")
    status = 422 if form.errors else 200
    context = {
        "form": form,
        "memberships": user.memberships.select_related("club"),
        "avatars": [str(number) for number in range(FACES)],
        "face": avatar_symbol(user.avatar, user.pk),
    }
    return render(request, "accounts/profiles/profile.html", context, status=status)


@transaction.atomic
def _save_profile(request: HttpRequest, user: User) -> ProfileForm:
    """Save a valid form. The row is locked first, so that it undoes nothing that commits meanwhile.

    An account that was suspended or deleted a moment ago is not changed.
    """
    accounts = User.objects.select_for_update(no_key=True).filter(is_active=True)
    own = get_object_or_404(accounts, pk=user.pk)
    before, form = str(own), ProfileForm(request.POST or None, instance=own)
    if form.is_valid():
        renamed = form.save()
        if not renamed.is_guest:
            profiles.note_rename(user=renamed, before=before, now=timezone.now())
    return form


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # of allauth
def username(request: HttpRequest) -> HttpResponse:
    """Show and change the user's own username."""
    user, now = cast("User", request.user), timezone.now()
    form = UsernameForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        try:
            chosen = form.cleaned_data["username"]
            profiles.change_username(user_id=user.pk, username=chosen, now=now)
        except RefusedError as error:
            form.add_error("username", error.message)
        except IntegrityError:  # two people chose it at once
            form.add_error("username", gettext("Ese nombre ya está tomado."))
        else:
            messages.success(request, gettext("Listo, guardamos tus cambios."))
            return redirect("profile")
    due = profiles.next_username_change(user)
    context = {
        "form": form,
        "due": due if due is not None and due > now else None,
        "former": user.former_usernames.all(),
    }
    status = 422 if form.errors else 200
    return render(request, "accounts/profiles/username.html", context, status=status)


@require_POST
@login_required_keep_post
@answers_refusals
def avatar(request: HttpRequest) -> HttpResponse:
    """Choose the user's avatar."""
    value = request.POST.get("avatar", "")
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 3 else -1
    profiles.choose_avatar(user=cast("User", request.user), avatar=number)
    return redirect("profile")


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of the pages, for the account and for this browser."""
    chosen = supported_or_default(request.POST.get("language", ""))
    if chosen is None:
        return HttpResponseBadRequest()
    if request.user.is_authenticated:
        profiles.set_language(user=request.user, language=chosen)
    response = redirect(own_page(request, request.POST.get("next", "")))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def own_page(request: HttpRequest, url: str) -> str:
    """Return `url` if it is a page of this site, else the front page."""
    safe = url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if safe and url.startswith("/") else "/"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@answers_refusals
def goodbye(request: HttpRequest) -> HttpResponse:
    """Anonymise the user's own account, after checking the password or a fresh sign-in."""
    user = cast("User", request.user)
    has_password = user.has_usable_password()
    form = (LeavingForm if has_password else LeavingWithoutPasswordForm)(request.POST or None)
    is_sure = _knows_password if has_password else partial(_just_signed_in, request)
    if request.method == "POST" and form.is_valid() and is_sure(form, user):
        profiles.anonymise(user_id=user.pk, now=timezone.now())
        logout(request)
        messages.success(request, gettext("Tu cuenta ya no existe. Gracias por jugar."))
        return redirect("account_login")
    status = 422 if form.errors else 200
    return render(request, "accounts/profiles/goodbye.html", {"form": form}, status=status)


def _knows_password(form: forms.Form, user: User) -> bool:
    """Check the password under the same limits as a sign-in."""
    try:
        if get_adapter().reauthenticate(user, form.cleaned_data["password"]):
            return True
        form.add_error("password", gettext("Esa no es tu contraseña."))
    except ValidationError as limit:
        form.add_error("password", limit)
    return False


def _just_signed_in(request: HttpRequest, form: forms.Form, user: User) -> bool:
    """Check the typed username, and that the session was opened a moment ago."""
    if form.cleaned_data["username"].strip().lower() != user.username:
        form.add_error("username", gettext("Ese no es tu nombre de usuario."))
        return False
    at = max((record["at"] for record in get_authentication_records(request, user)), default=0)
    if time.time() - at > app_settings.REAUTHENTICATION_TIMEOUT:
        message = gettext(
            "Por seguridad, tenés que salir de la cuenta, volver a entrar y borrarla enseguida."
        )
        form.add_error(None, message)
        return False
    return True


@require_safe
@login_required_keep_post
def data(request: HttpRequest) -> HttpResponse:
    """Download the person's data as a file."""
    user_data = profiles.gather(user=cast("User", request.user))
    answer = JsonResponse(user_data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="truco.json"'
    return answer


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what the site keeps of people, how long, and who sees it."""
    description = _("Qué guarda el sitio de cada persona, por cuánto tiempo y quién lo ve.")
    meta = PageMeta((_("Privacidad"), _("Club de truco")), (description,))
    return render(request, "accounts/profiles/privacy.html", {"meta": meta})
