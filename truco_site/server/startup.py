"""Checks of `manage.py serve` before it serves; each fault is one sentence."""

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from errno import EACCES, EADDRINUSE, EADDRNOTAVAIL
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, OperationalError, connection
from kombu import Connection

from truco_site.operations.upgrades import find_refusal

HIGHEST_PORT: Final = 65_535
PATIENCE: Final = 2  # seconds for a server that may be down
PRIVATE_FOLDER, PRIVATE_FILE, PRIVATE_MASK = 0o700, 0o600, 0o077


class StartError(Exception):
    """The site cannot start; the message is one sentence for the user."""


def bind(host: str, port: int) -> socket.socket:
    """Bind the port without listening; raises StartError."""
    if not 0 <= port <= HIGHEST_PORT:
        raise StartError(f"--port {port}: a port is a number from 0 to {HIGHEST_PORT}.")
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise StartError(f"--host {host}: no machine of that name is known.") from None
    sock = socket.socket(family, kind, number)
    if os.name != "nt":  # on Windows it would let two programs share a port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind(address)
    except OSError as error:
        sock.close()
        raise StartError(_why_not_bound(error, host, port)) from None
    sock.set_inheritable(True)  # several processes share it
    return sock


def _why_not_bound(error: OSError, host: str, port: int) -> str:
    if error.errno == EADDRINUSE:
        return (
            f"Port {port} is taken by another program, perhaps by this site:"
            f" stop that, or choose another port (--port {min(port + 1, HIGHEST_PORT)})."
        )
    if error.errno == EADDRNOTAVAIL:
        return f"--host {host}: this machine does not have that address."
    if error.errno == EACCES:
        return f"Port {port} is for administrators: choose one above 1023 (--port 8000)."
    return f"Port {port} of {host} cannot be used: {error.strerror}."


def check_folder(folder: Path) -> None:
    """Raise StartError unless the site's folder is writable."""
    probe = folder / f".writable-{os.getpid()}"
    try:
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise StartError(unwritable(folder, error)) from None


def unwritable(folder: Path, error: OSError) -> str:
    """Return the message for a folder that is not writable."""
    why = error.strerror or "it takes no files"
    return f"The site's folder {folder} cannot be written ({why}): set VAR_DIR to another one."


def make_private(folder: Path) -> None:
    """Make the folder readable by the owner only: it has sessions, keys and password hashes."""
    os.umask(PRIVATE_MASK)
    for path in (folder, *folder.rglob("*")):
        with suppress(OSError):  # another user's file, or deleted meanwhile
            if not path.is_symlink():
                path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)


def check_database() -> None:
    """Raise StartError if the database is down, damaged, or not one to upgrade."""
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA quick_check(1)")
                if (result := cursor.fetchone()[0]) != "ok":
                    raise StartError(damaged(result))
            else:
                cursor.execute("SELECT 1")
        if refusal := find_refusal():
            raise StartError(refusal)
    except (DatabaseError, ImproperlyConfigured) as error:
        raise StartError(_why_no_database(error)) from None


def _why_no_database(error: Exception) -> str:
    message = str(error).partition("\n")[0]
    if connection.vendor != "sqlite":
        place = connection.settings_dict
        return (
            f"The database {place['NAME']} at {place['HOST'] or 'this machine'} (DATABASE_URL)"
            f" cannot be reached: {message}."
        )
    if isinstance(error, OperationalError):  # locked, read-only, or cannot be opened
        return f"The database {connection.settings_dict['NAME']} cannot be used: {message}."
    return damaged(message)


def damaged(fault: str) -> str:
    """Return the message for an unreadable SQLite file, with the way to restore it."""
    program = "truco" if settings.IS_INSTALLED else "manage.py"
    return (
        f"The database {connection.settings_dict['NAME']} is damaged ({fault}):"
        f" bring back a copy with `{program} restore`; nightly ones are in"
        f" {settings.VAR / 'backups'} (docs/deploy.md)."
    )


def find_silent_servers() -> Iterator[str]:
    """Yield a message for Redis or Valkey and the broker if they do not answer.

    They do not prevent a start: tables work without them, and web processes drive the clock.
    """
    broker = settings.CELERY_BROKER_URL
    for url, name in ((settings.REDIS_URL, "REDIS_URL"), (broker, "BROKER_URL or REDIS_URL")):
        if not url or url.startswith("memory"):
            continue  # the broker is this process
        try:
            limits = dict.fromkeys(_timeouts(url), PATIENCE)
            with Connection(url, connect_timeout=PATIENCE, transport_options=limits) as line:
                line.ensure_connection(max_retries=1, timeout=PATIENCE)
        except Exception as error:
            message = str(error).partition("\n")[0]
            yield f"The server of {name} cannot be reached: {message}."


def _timeouts(url: str) -> tuple[str, str]:
    """Return the names of the timeout options for a server that connects but is silent."""
    is_redis = url.startswith("redis")
    return (
        ("socket_timeout", "socket_connect_timeout")
        if is_redis
        else ("read_timeout", "write_timeout")
    )
