"""Who is sent a live page: a socket, and the edition of the page it was sent last."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from itertools import count

from games.live.pieces import Pieces, frames

PATIENCE = 20.0  # seconds a socket may take for one frame
SLOW = 1013  # the close code of one that takes longer

Send = Callable[[str], Awaitable[None]]
Shut = Callable[[int], Awaitable[None]]
Write = Callable[[Pieces, Pieces], list[str]]
"""Writes what differs between two pages as frames."""


@dataclass(frozen=True)
class Audience:
    """Everybody who may see the same thing: a seat (None: spectators), in one language."""

    seat: int | None
    language: str


_numbers = count(1)


class Edition:
    """What one audience is shown from one drawing to the next.

    What differs from an earlier edition is written once for all who were sent that one; editions
    go by number, so that none keeps another alive.
    """

    def __init__(self, pieces: Pieces, write: Write = frames) -> None:
        self.pieces, self.number = pieces, next(_numbers)
        self._write = write
        self._frames: dict[int, list[str]] = {}

    def since(self, shown: "Edition") -> list[str]:
        """Return what takes the place of an earlier edition; nothing if nothing differs."""
        if shown.number not in self._frames:
            self._frames[shown.number] = self._write(shown.pieces, self.pieces)
        return self._frames[shown.number]


NOTHING = Edition({})


class Subscriber:
    """One socket's way out: a slot for the newest edition and a task that sends what differs.

    `found` is the version of the watched thing when its reader was let in, None if nobody asked.
    """

    def __init__(
        self,
        audience: Audience,
        send: Send,
        shut: Shut,
        *,
        name: str = "",
        user_id: int | None = None,
        session_key: str | None = None,
        found: Hashable = None,
    ) -> None:
        self.audience, self.name, self.found = audience, name, found
        self.user_id, self.session_key = user_id, session_key
        self._send, self._shut = send, shut
        self._shown = NOTHING  # the last edition that was sent
        self._newest = NOTHING
        self._pulse = ""  # a sign of life that was not sent yet
        self._is_heard = False  # something was sent since the last sign of life was due
        self._farewell = 0  # the code to close with, once there is one
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def offer(self, edition: Edition) -> None:
        """Put an edition into the slot, over whatever was not sent yet."""
        self._newest = edition
        self._wake.set()

    def pulse(self, frame: str) -> None:
        """Send a sign of life, unless something else has been one since the last was due."""
        if not self._is_heard:
            self._pulse = frame
            self._wake.set()
        self._is_heard = False

    def dismiss(self, code: int) -> None:
        """Close the socket, and send nothing more."""
        self._farewell = code
        self._wake.set()

    def close(self) -> None:
        """Send nothing more: the socket has closed."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            while not self._farewell:
                await self._wake.wait()
                self._wake.clear()
                await self._empty()
        except TimeoutError:
            self._farewell = SLOW
        except OSError:  # gone; `disconnect` follows
            return
        await self._shut(self._farewell)

    async def _empty(self) -> None:
        while not self._farewell and (waiting := self._take()):
            for frame in waiting:
                async with asyncio.timeout(PATIENCE):
                    await self._send(frame)

    def _take(self) -> list[str]:
        """Return what waits to be sent, and count it as sent."""
        if self._pulse:
            pulse, self._pulse = self._pulse, ""
            return [pulse]
        shown, self._shown = self._shown, self._newest
        waiting = self._newest.since(shown) if self._newest is not shown else []
        self._is_heard = self._is_heard or bool(waiting)
        return waiting
