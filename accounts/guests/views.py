"""Middleware for guests, and functions that create and release them.

On a view that is not open to guests, a guest is anonymous. Views need not handle guests, so none
can forget to: a view that requires an account sends them to sign in, and public views stay
readable. Only an action creates a guest, never a read.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.common.client_address import client_address
from accounts.common.rate_limit import RateLimit
from accounts.guests import services as guests
from accounts.guests.services import everyday, guest_counted
from accounts.models import User

REPEATED = 60  # seconds; a browser whose answer was lost gives up before


class GuestMiddleware:
    """Middleware that sets `request.guest`; views outside `OPEN_TO_GUESTS` see no guest."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Find the guest; record the visit once a day, and extend the session."""
        user = request.user
        guest = user if user.is_authenticated and user.is_guest else None
        request.guest = guest  # type: ignore[attr-defined]  # read by `guest_of` and by pages
        if guest is not None and guests.note_visit(guest=guest, now=timezone.now()):
            keep_session(request)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> None:
        """Make the guest anonymous for a view that is not open to guests."""
        assert request.resolver_match is not None, "the view has just been found"
        if guest_of(request) and request.resolver_match.view_name not in settings.OPEN_TO_GUESTS:
            request.user = AnonymousUser()


def guest_of(request: HttpRequest) -> User | None:
    """Return the requesting guest, even if the view treats them as anonymous."""
    guest: User | None = getattr(request, "guest", None)
    return guest


def keep_session(request: HttpRequest) -> None:
    """Extend a guest's session to the lifetime of the guest, who has no other way to return."""
    request.session.set_expiry(guests.LIFE)


def release(request: HttpRequest) -> None:
    """Remove the guest from the session before a sign-in; keep its other data.

    Signing in to an anonymous session changes its key and keeps its data.
    """
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session.set_expiry(None)


def cycle_guest_session_key(request: HttpRequest, guest: User) -> None:
    """Change the key of a guest's session; their password may be new."""
    request.session[HASH_SESSION_KEY] = guest.get_session_auth_hash()
    request.session.cycle_key()


@contextmanager
def acting_user(
    request: HttpRequest, *allowances: RateLimit, name: str = "", is_invited: bool = False
) -> Iterator[User]:
    """Yield a user for the reader's action: an anonymous visitor becomes a guest if it succeeds.

    A guest without a name takes `name`. Guests count against the limits of the event or table they
    came for, or against the everyday one; whoever has a secret link to a place of their own is not
    counted. A refused or failed action creates and counts no guest and stores no name. A guest is
    remembered for `recall_guest`. Raises RefusedError `too-many-guests`.
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
    counted = () if is_invited else allowances or (everyday(),)
    with guest_counted(client_address(request), *counted), transaction.atomic():
        guest = guests.create_guest(
            language=translation.get_language() or settings.LANGUAGE_CODE,
            zone=timezone.get_current_timezone_name(),
            name=name,
            now=timezone.now(),
        )
        yield guest
    if key := _repetition_key(request):
        cache.set(key, guest.pk, timeout=REPEATED)
    _sign_in(request, guest)


def recall_guest(request: HttpRequest) -> None:
    """Sign in the guest that the same request created before, if its answer was lost.

    The browser repeats it with the cookies from before, and its former session is gone.
    """
    key = None if request.user.is_authenticated else _repetition_key(request)
    if key is not None and (guest_id := cache.get(key)) is not None:
        guest = User.objects.filter(pk=guest_id, is_guest=True, is_active=True).first()
        if guest is not None:
            _sign_in(request, guest)


def _repetition_key(request: HttpRequest) -> str | None:
    """Return the cache key of a request that can be repeated; only its browser knows it."""
    action_id = request.POST.get("action_id", "")
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    if not (action_id and secret):
        return None
    words = "\n".join((request.path, secret, action_id))
    return f"guest-of:{hashlib.sha256(words.encode()).hexdigest()}"


def _sign_in(request: HttpRequest, guest: User) -> None:
    login(request, guest)
    request.guest = guest  # type: ignore[attr-defined]  # as the middleware sets it
    keep_session(request)
