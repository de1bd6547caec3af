"""How a stranger becomes a guest: by doing something that anybody may do, never by looking."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.access.guests import keep_session
from accounts.access.network import client_address
from accounts.access.strangers import Allowance, count_guest, everyday
from accounts.models import User
from accounts.services import guests


@contextmanager
def somebody(request: HttpRequest, *allowances: Allowance, name: str = "") -> Iterator[User]:
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
    count_guest(client_address(request), *(allowances or [everyday()]))
    with transaction.atomic():
        guest = guests.welcome(
            language=translation.get_language() or settings.LANGUAGE_CODE,
            zone=timezone.get_current_timezone_name(),
            name=name,
            now=timezone.now(),
        )
        yield guest
    login(request, guest)
    keep_session(request)
