"""Exclusive file locks, and the lock that admits one process to the embedded site's folder.

A lock is held until the file is closed or the process ends.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_taken(file: int) -> bool:
    """Take the lock of an open file; return whether another process has it."""
    try:
        _lock(file)
    except OSError:
        return True
    return False


class AlreadyServedError(Exception):
    """Another process uses the folder."""


@contextmanager
def only_process() -> Iterator[None]:
    """Lock the folder while the block runs; raises AlreadyServedError."""
    settings.VAR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR / "serve.lock").open("w") as lock:
        if is_taken(lock.fileno()):
            raise AlreadyServedError
        yield
