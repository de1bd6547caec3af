"""Sign-in by an external account: Google, Apple or an OpenID Connect provider of the operator.

allauth runs the protocol; its requests leave by the site's one pinned client. The site stores
which provider vouched for a person and the number by which it knows them, no token, name or
picture. A provider's word that an address is confirmed creates an account with it, but never opens
an existing one: that is linked after its owner has signed in to it (`LINK_KEY`).
"""

import time
from dataclasses import dataclass
from typing import Any, Final

import requests
from allauth.account.adapter import get_adapter as account_adapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.common.security_log import log_security_event
from accounts.guests import services as guests
from accounts.guests.views import guest_of
from accounts.models import User
from truco_site.outbound import OutboundError, fetch

LINK_SECONDS: Final = 15 * 60
LINK_KEY: Final = "provider_link"  # in the session


@dataclass(frozen=True)
class SignInProvider:
    """A configured provider: its key in rows, its name, and the address of its sign-in."""

    key: str
    name: str
    url: str


def configured_providers() -> list[SignInProvider]:
    """Return the providers of the environment, in the order in which pages show them."""
    return [
        SignInProvider(app.provider_id or app.provider, app.name, _login_url(app))
        for app in _apps()
    ]


def offered_providers(request: HttpRequest) -> list[SignInProvider]:
    """Return the providers for this request's host: none at the host of a club.

    A provider sends people back to one registered address, that of the site. `host_club` is set by
    `accounts.clubs.hosts`.
    """
    return [] if hasattr(request, "host_club") else configured_providers()


def provider_name(key: str) -> str:
    """Return the name of a provider; one that is no longer configured has its key."""
    return next((each.name for each in configured_providers() if each.key == key), key)


def _apps() -> list[SocialApp]:
    return [
        SocialApp(provider=kind, **app)
        for kind, options in settings.SOCIALACCOUNT_PROVIDERS.items()
        for app in options["APPS"]
    ]


def _login_url(app: SocialApp) -> str:
    if app.provider == "apple":
        return reverse("apple_login")
    return reverse("openid_connect_login", args=[app.provider_id])


class PinnedTransport(requests.adapters.BaseAdapter):
    """Transport of `requests` by the site's pinned client: https, public addresses, five seconds.

    allauth's own timeout and proxies of the environment do not count.
    """

    def send(
        self, request: requests.PreparedRequest, *args: Any, **kwargs: Any
    ) -> requests.Response:
        """Send a request whose body, if it has one, is the text of a form."""
        body, url = request.body or b"", request.url or ""
        assert isinstance(body, bytes | str), "allauth sends forms"
        headers = {name: str(value) for name, value in request.headers.items()}
        for name in ("Accept-Encoding", "Connection", "Content-Length"):
            headers.pop(name, None)
        try:
            answer = fetch(
                url,
                method=request.method or "GET",
                headers=headers,
                body=body.encode() if isinstance(body, str) else body,
            )
        except OutboundError as error:
            raise requests.ConnectionError(error.code, request=request) from error
        response = requests.Response()
        response.status_code, response.url, response.request = answer.status, url, request
        response.headers.update(answer.headers)
        response._content, response.encoding = answer.body, "utf-8"
        return response

    def close(self) -> None:
        """Keep nothing open: each request has a connection of its own."""


def pinned_session() -> requests.Session:
    """Return a session of `requests` that reaches public https addresses, without redirects."""
    session = requests.Session()
    session.trust_env, session.max_redirects = False, 0
    session.adapters.clear()
    session.mount("https://", PinnedTransport())
    return session


class ProviderAdapter(DefaultSocialAccountAdapter):
    """Adapter of external sign-in providers."""

    error_messages = {  # noqa: RUF012 (allauth's own attribute)
        "email_taken": _("Ya hay una cuenta con ese correo: entrá con ella."),
        "invalid_token": _("No pudimos comprobar quién sos."),
        "no_password": _("Antes de separarla elegí una contraseña: es tu único modo de entrar."),
        "no_verified_email": _("Antes de separarla confirmá tu correo."),
        "disconnect_last": _("Es tu único modo de entrar."),
        "connected_other": _("Esa cuenta ya está unida a otra persona."),
    }

    def get_requests_session(self) -> requests.Session:
        """Return the only way by which allauth reaches another server."""
        return pinned_session()

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return the providers of the environment; none are stored in the database."""
        return [
            app
            for app in _apps()
            if provider in (None, app.provider, app.provider_id)
            and client_id in (None, app.client_id)
        ]

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> User:
        """Return an empty account; a guest's row is reused when it is saved."""
        return User()

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> User:
        """Keep the address alone: the person chooses their names, and nothing else is stored."""
        sociallogin.account.extra_data = {}
        for address in sociallogin.email_addresses:
            address.verified = address.verified is True  # some providers send the text "false"
        user: User = sociallogin.user
        user.email = data.get("email") or ""
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Send the owner of a known address to sign in to their account first.

        Not an enumeration of accounts: the provider has confirmed that the address is theirs.
        """
        sociallogin.token = None
        if sociallogin.is_existing or sociallogin.state.get("process") != AuthProcess.LOGIN:
            return
        owner = _owner_of_address(sociallogin)
        if owner is None:
            return
        request.session[LINK_KEY] = {
            "login": sociallogin.serialize(),
            "user": owner,
            "until": time.time() + LINK_SECONDS,
        }
        name = provider_name(sociallogin.account.provider)
        message = gettext(
            "Ya hay una cuenta con tu correo. Entrá a ella una vez y queda unida a %(provider)s."
        )
        messages.info(request, message % {"provider": name})
        raise ImmediateHttpResponse(redirect("account_login"))

    def save_user(
        self, request: HttpRequest, sociallogin: SocialLogin, form: BaseForm | None = None
    ) -> User:
        """Save a new account, in a guest's row if there is one; the form's transaction is open.

        Raises RefusedError `guest-gone` as the sign-up does.
        """
        guest = guest_of(request)
        user: User = sociallogin.user if guest is None else guests.lock_guest(guest.pk)
        user.email = sociallogin.user.email
        sociallogin.user = user
        user.set_unusable_password()
        account_adapter().save_user(request, user, form)
        sociallogin.save(request)
        log_security_event("provider-linked", user=user.pk, provider=sociallogin.account.provider)
        return user


def _owner_of_address(sociallogin: SocialLogin) -> int | None:
    """Return the account that has confirmed an address which the provider confirms, too."""
    confirmed = [each.email.lower() for each in sociallogin.email_addresses if each.verified]
    addresses = EmailAddress.objects.filter(email__in=confirmed, verified=True)
    owner: int | None = addresses.values_list("user", flat=True).first()
    return owner


def link_after_sign_in(request: HttpRequest, user: User) -> None:
    """Link the provider that waits in this session, if its owner is who has just signed in."""
    pending = request.session.pop(LINK_KEY, None)
    if pending is None or pending["user"] != user.pk or pending["until"] < time.time():
        return
    sociallogin = SocialLogin.deserialize(pending["login"])
    account = sociallogin.account
    if SocialAccount.objects.filter(provider=account.provider, uid=account.uid).exists():
        return
    sociallogin.connect(request, user)
    message = gettext("Desde ahora entrás también con %(provider)s.")
    messages.success(request, message % {"provider": provider_name(account.provider)})
