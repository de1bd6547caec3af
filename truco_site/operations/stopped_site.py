"""Whether the site runs: some operations need it stopped."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import sleep
from typing import Final

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils import timezone

from games.models import Heartbeat
from truco_site.process_lock import AlreadyServedError, only_process

OLD: Final = timedelta(seconds=10)  # a running site has a newer heartbeat
WAIT: Final = 5.0  # seconds, in which a running site renews a heartbeat


@contextmanager
def require_stopped() -> Iterator[None]:
    """Keep the site from starting on this folder meanwhile; raise CommandError if it runs."""
    try:
        with only_process():
            if _is_running():
                raise CommandError("The site is running: stop all of its processes first.")
            yield
    except AlreadyServedError as error:
        raise CommandError("The site is served from this folder: stop it first.") from error


def _is_running() -> bool:
    """Return whether a heartbeat changes; an empty database has none.

    A recent one, or one in the future, may be of a site that has just stopped, or of a clock that
    was ahead.
    """
    before = _heartbeats()
    if all(at <= timezone.now() - OLD for at in before.values()):
        return False
    sleep(WAIT)
    return _heartbeats() != before


def _heartbeats() -> dict[str, datetime]:
    try:
        return dict(Heartbeat.objects.values_list("name", "at"))
    except DatabaseError:
        return {}
