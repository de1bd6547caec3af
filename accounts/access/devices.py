"""Browsers in which a person has signed in before: a sign-in from another one is notified.

A browser knows its people by a signed cookie; the site keeps no list. An account's first sign-in
under this scheme is recorded silently, so that nobody is alarmed by their usual browser.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.services import devices

LIFE = 400 * 24 * 60 * 60  # browsers keep no cookie longer
PEOPLE = 8  # of one browser; the oldest is forgotten
SIGNER = Signer(salt="accounts.access.devices")


class DeviceMiddleware:
    """Gives each browser the cookie, and tells a person of a sign-in from one that has none."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Look at who is signed in before and after."""
        before = request.session.get(SESSION_KEY)
        response = self.get_response(request)
        user = _person(request)
        if user is None:
            return response
        people = known_people(request)
        if str(user.pk) != before:
            devices.note_sign_in(
                user=user,
                is_known=user.pk in people,
                agent=request.headers.get("User-Agent", ""),
                now=timezone.now(),
            )
        if user.pk not in people:
            _remember(response, [*people, user.pk])
        return response


def known_people(request: HttpRequest) -> list[int]:
    """Return the people whom this browser has signed in before."""
    try:
        noted = SIGNER.unsign(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""))
    except BadSignature:
        return []
    return [int(number) for number in noted.split(".")]


def _person(request: HttpRequest) -> User | None:
    """Return who has an account and is signed in now."""
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
