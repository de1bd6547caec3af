"""Whether the site runs: some operations need it stopped."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils import timezone

from games.models import Heartbeat
from truco_site.process_lock import AlreadyServedError, only_process

FRESH = timedelta(seconds=10)  # a heart that beat so lately beats


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
    """Whether a heart of the site beats; an empty database has none."""
    try:
        return Heartbeat.objects.filter(at__gt=timezone.now() - FRESH).exists()
    except DatabaseError:
        return False
