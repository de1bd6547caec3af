"""Handshakes of sockets: two at a time, with the session and the user of each.

Clicks do not wait behind all that connect: when a hall reconnects, or a stranger opens sockets
without end, the others wait here in order of arrival.
"""

import asyncio
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any
from weakref import WeakKeyDictionary

from channels.auth import get_user
from django.conf import settings
from django.http import parse_cookie

AT_ONCE = 2
LEASE = 1.0  # seconds: one that waits for a lock or a broker holds up the others no longer
ADMITTED = "truco.admitted"
Application = Callable[..., Awaitable[None]]
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


def in_turn(application: Application) -> Application:
    """Call the application when it is its turn; its scope has a function `ADMITTED` to end that.

    A turn also ends after `LEASE`, or with the application. A socket whose client has gone
    meanwhile is not served.
    """

    async def queued(scope: Any, receive: Any, send: Any) -> None:
        turns = _turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))
        await turns.acquire()
        turn = _Turn(turns)
        try:
            if not _has_gone(scope):
                scope[ADMITTED] = turn.end
                await application(scope, receive, send)
        finally:
            turn.end()

    return queued


def signed_in(application: Application) -> Application:
    """Put the reader's session and user into the scope.

    `AuthMiddlewareStack` of Channels would copy the scope four times, and keep each copy and a
    coroutine for each as long as the socket is open: 4 KB.
    """

    async def with_reader(scope: Any, receive: Any, send: Any) -> None:
        cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
        key = parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
        scope["session"] = import_module(settings.SESSION_ENGINE).SessionStore(key)
        scope["user"] = await get_user(scope)
        await application(scope, receive, send)

    return with_reader


class _Turn:
    """One of the places of a semaphore, which is given back once."""

    __slots__ = ("_lease", "_turns")

    def __init__(self, turns: asyncio.Semaphore) -> None:
        self._turns: asyncio.Semaphore | None = turns
        self._lease = asyncio.get_running_loop().call_later(LEASE, self.end)

    def end(self) -> None:
        if self._turns is not None:
            self._lease.cancel()
            self._turns.release()
            self._turns = None
            del self._lease  # the socket stays open, perhaps for hours


def _has_gone(scope: Any) -> bool:
    line = (scope.get("extensions") or {}).get("truco.line")
    return line is not None and bool(line.is_closed)
