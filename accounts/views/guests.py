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
def somebody(
    request: HttpRequest, allowance: Allowance | None = None, name: str = ""
) -> Iterator[User]:
    """Have the reader be somebody for what they do: a stranger becomes a guest once it is done.

    Guests are counted by what is allowed every day, or by an event's `allowance`. What is refused
    or fails leaves no guest behind. Raises RefusedError `too-many-guests`.
    """
    if request.user.is_authenticated:
        yield request.user
        return
    count_guest(client_address(request), allowance or everyday())
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
