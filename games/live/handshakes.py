"""Sockets are admitted two at a time, so that clicks do not wait behind all that connect.

When a hall reconnects, or a stranger opens sockets without end, the others wait here in order of
arrival.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

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


class _Turn:
    """One of the places of a semaphore, which is given back once."""

    __slots__ = ("_lease", "_turns")

    def __init__(self, turns: asyncio.Semaphore) -> None:
        self._turns: asyncio.Semaphore | None = turns
        self._lease = asyncio.get_running_loop().call_later(LEASE, self.end)

    def end(self) -> None:
        self._lease.cancel()
        if self._turns is not None:
            self._turns.release()
            self._turns = None


def _has_gone(scope: Any) -> bool:
    line = (scope.get("extensions") or {}).get("truco.line")
    return line is not None and bool(line.is_closed)
