"""One process at a time on the folder of the embedded way."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings


class AlreadyServedError(Exception):
    """Another process has the folder."""


@contextmanager
def only_process() -> Iterator[None]:
    """Hold the folder while the block runs; raises AlreadyServedError."""
    settings.VAR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyServedError from None
        yield
