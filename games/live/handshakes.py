"""Sockets are admitted two at a time, so that clicks do not wait behind all that connect.

When a hall reconnects, or a stranger opens sockets without end, the others wait here in order of
arrival.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any
from weakref import WeakKeyDictionary

AT_ONCE = 2
ADMITTED = "truco.admitted"
Application = Callable[..., Awaitable[None]]
_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


def in_turn(application: Application) -> Application:
    """Call the application when it is its turn, which lasts until it calls `scope[ADMITTED]`."""

    async def queued(scope: Any, receive: Any, send: Any) -> None:
        turns = _turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))
        with ExitStack() as turn:
            await turns.acquire()
            turn.callback(turns.release)
            await application({**scope, ADMITTED: turn.close}, receive, send)

    return queued
