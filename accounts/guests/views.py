"""Guests as they come in: to a view that is not open to them, a guest is a stranger.

So no view has to think of guests, and none can forget to: what demands an account sends them to
sign in, and what anybody may read they read.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.common.rate_limit import client_address
from accounts.guests import services as guests
from accounts.guests.services import GuestLimit, check_guest_limit, everyday
from accounts.models import User


class GuestMiddleware:
    """Knows who is a guest (`request.guest`), and lets them be one where `OPEN_TO_GUESTS` says."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Find the guest; that they came is noted once a day, and their session goes on."""
        user = request.user
        guest = user if user.is_authenticated and user.is_guest else None
        request.guest = guest  # type: ignore[attr-defined]  # read by `guest_of` and by pages
        if guest is not None and guests.note_visit(guest=guest, now=timezone.now()):
            keep_session(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> None:
        """Hide the guest from a view that is not open to guests."""
        assert request.resolver_match is not None, "the view has just been found"
        if guest_of(request) and request.resolver_match.view_name not in settings.OPEN_TO_GUESTS:
            request.user = AnonymousUser()


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest who asks, also where the view takes them for a stranger."""
    guest: User | None = getattr(request, "guest", None)
    return guest


def keep_session(request: HttpRequest) -> None:
    """Let a guest's session live as long as the guest does: nothing else leads back to them."""
    request.session.set_expiry(guests.LIFE)


def release(request: HttpRequest) -> None:
    """Take the guest out of their session before a sign-in; all else in it stays.

    Signing in to an anonymous session rotates its key and keeps its data.
    """
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session.set_expiry(None)


def cycle_guest_session_key(request: HttpRequest, guest: User) -> None:
    """Give a guest's session another key; their password may be new."""
    request.session[HASH_SESSION_KEY] = guest.get_session_auth_hash()
    request.session.cycle_key()


@contextmanager
def somebody(request: HttpRequest, *allowances: GuestLimit, name: str = "") -> Iterator[User]:
    """Yield a user for the reader's act: a stranger becomes a guest once it succeeds.

    A guest who chose no name takes the one given. Guests count against the allowances of the
    event or table they came for, or against the everyday one. What is refused or fails leaves
    no guest and no name behind.
    Raises RefusedError `too-many-guests`.
    """
    user = request.user
    if user.is_authenticated:
        if not (name and user.is_nameless):
            yield user
            return
        with transaction.atomic():
            guests.take_name(guest=user, name=name)
            yield user
        return
    check_guest_limit(client_address(request), *(allowances or [everyday()]))
    with transaction.atomic():
        guest = guests.create_guest(
            language=translation.get_language() or settings.LANGUAGE_CODE,
            zone=timezone.get_current_timezone_name(),
            name=name,
            now=timezone.now(),
        )
        yield guest
    login(request, guest)
    keep_session(request)
