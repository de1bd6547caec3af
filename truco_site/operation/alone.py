"""One process at a time on the folder of the embedded way."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from truco_site.operation.locks import is_taken


class AlreadyServedError(Exception):
    """Another process has the folder."""


@contextmanager
def only_process() -> Iterator[None]:
    """Hold the folder while the block runs; raises AlreadyServedError."""
    settings.VAR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR / "serve.lock").open("w") as lock:
        if is_taken(lock.fileno()):
            raise AlreadyServedError
        yield
