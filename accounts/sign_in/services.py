"""Ending of sessions from another browser, and e-mails about sign-ins from new devices.

A browser knows its users by a signed cookie; the site keeps no list. The first sign-in of an
account since this was introduced is recorded silently, so that no user is alarmed by their usual
browser.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.common.hooks import access_revoked, signed_in_on_new_device
from accounts.common.transactions import on_commit
from accounts.i18n.time_zones import city
from accounts.models import User
from accounts.notifications import services as notifications
from accounts.notifications.services import address_of
from accounts.sign_in.user_agents import browser_and_system


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Adapter that ends sessions together with their push subscriptions and sockets."""

    @transaction.atomic
    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """Delete the sessions, and close their sockets in every process."""
        for session in sessions:
            notifications.unsubscribe(session_key=session.session_key)
            session.end()
            access_revoked.send(User, user=session.user)


TASK = "accounts.tasks.tell_of_device"


@transaction.atomic
def note_sign_in(*, user: User, is_known: bool, agent: str, now: datetime) -> None:
    """Record a sign-in; notify the person if the browser is new to them."""
    first = User.objects.filter(pk=user.pk, devices_noted=False).update(devices_noted=True)
    if not (first or is_known) and settings.SENDS_MAIL:
        on_commit(partial(signed_in_on_new_device.send, User, user=user, agent=agent, now=now))


def email_new_device(*, user_id: int, agent: str, at: datetime) -> None:
    """Send the person an e-mail with the browser, in their language and time zone."""
    user = User.objects.filter(pk=user_id).first()
    address = user and address_of(user)
    if user is None or not address:
        return
    link = f"{settings.SITE_URL}{reverse('usersessions_list')}" if settings.SITE_URL else ""
    with translation.override(user.language), timezone.override(ZoneInfo(user.zone)):
        context = {
            "person": user,
            "browser": browser_and_system(agent),
            "at": at,
            "city": city(user.zone),
            "link": link,
        }
        subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + gettext("Entraste desde otro navegador")
        text = render_to_string("accounts/mail/new_device.txt", context)
    EmailMessage(subject, text.strip() + "\n", to=[address]).send()


LIFE = 400 * 24 * 60 * 60  # the longest lifetime that browsers permit for a cookie
PEOPLE = 8  # per browser; the oldest is dropped
SIGNER = Signer(salt="accounts.access.devices")  # older than this module: cookies depend on it


class DeviceMiddleware:
    """Middleware that sets a device cookie and reports sign-ins from browsers without it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Compare the signed-in user before and after the request."""
        before = request.session.get(SESSION_KEY)
        response = self.get_response(request)
        user = _person(request)
        if user is None:
            return response
        people = known_people(request)
        if str(user.pk) != before:
            note_sign_in(
                user=user,
                is_known=user.pk in people,
                agent=request.headers.get("User-Agent", ""),
                now=timezone.now(),
            )
        if user.pk not in people:
            _remember(response, [*people, user.pk])
        return response


def known_people(request: HttpRequest) -> list[int]:
    """Return the ids of people who signed in from this browser before."""
    try:
        noted = SIGNER.unsign(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""))
    except BadSignature:
        return []
    return [int(number) for number in noted.split(".")]


def _person(request: HttpRequest) -> User | None:
    """Return the signed-in user if they have an account."""
    user = request.user
    if not user.is_authenticated or user.is_guest or user.is_link:
        return None
    return user if SESSION_KEY in request.session else None


def _remember(response: HttpResponse, people: list[int]) -> None:
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        SIGNER.sign(".".join(map(str, people[-PEOPLE:]))),
        max_age=LIFE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
