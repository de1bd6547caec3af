"""A subscriber of a live page: its socket, and the version it was sent last."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Protocol

from games.live.close_codes import AGAIN
from games.live.fragments import Pieces, frames

SEND_TIMEOUT = 20.0  # seconds for one frame

Send = Callable[[str], Awaitable[None]]
Shut = Callable[[int], Awaitable[None]]
Write = Callable[[Pieces, Pieces], list[str]]
"""Formats the differences between two snapshots as frames."""


class Transport(Protocol):
    """A socket that accepts bytes directly, on our server (`truco_site.server.connections`)."""

    @property
    def is_closed(self) -> bool:
        """Return whether the client has gone, or the socket is being closed."""

    @property
    def is_full(self) -> bool:
        """Return whether the last write is still in the buffer."""

    def write(self, frame: bytes) -> None:
        """Write a complete frame without waiting for its delivery."""

    def when_empty(self, act: Callable[[], None]) -> None:
        """Call this function each time the buffer becomes empty."""


class Frame(str):
    """A text that is sent to many sockets."""

    @cached_property
    def on_the_wire(self) -> bytes:
        """Return the frame as a server sends it (RFC 6455, 5.2), encoded once for all sockets."""
        data = self.encode()
        size = len(data)
        if size < 126:
            return bytes((0x81, size)) + data
        if size < 1 << 16:
            return bytes((0x81, 126)) + size.to_bytes(2, "big") + data
        return bytes((0x81, 127)) + size.to_bytes(8, "big") + data


@dataclass(frozen=True, slots=True)
class RenderKey:
    """A class of readers with the same view: a seat (None: spectators), in one language.

    Spectators of a private table without an invitation cannot sit down there.
    """

    seat: int | None
    language: str
    may_come: bool = True


_numbers = count(1)


class RenderSnapshot:
    """The content for one audience after a rendering.

    The difference from an earlier snapshot is formatted once for all sockets that have it.
    Snapshots refer to each other by number, so that none keeps another in memory.
    """

    def __init__(self, pieces: Pieces, write: Write = frames) -> None:
        self.pieces, self.number = pieces, next(_numbers)
        self._write = write
        self._frames: dict[int, list[Frame]] = {}

    def since(self, previous: "RenderSnapshot") -> list[Frame]:
        """Return the frames that replace an earlier snapshot; none if nothing differs."""
        if previous.number not in self._frames:
            texts = self._write(previous.pieces, self.pieces)
            self._frames[previous.number] = [Frame(text) for text in texts]
        return self._frames[previous.number]


EMPTY_SNAPSHOT = RenderSnapshot({})


class Subscriber:
    """One socket's send slot for the newest snapshot; only differences are sent.

    If the socket is ready, they are written at once. Otherwise the slot waits: with a `line`, until
    its buffer is empty; else in a task that sends and then ends. `version` is that of the
    object when the reader connected, None if unknown.
    """

    def __init__(
        self,
        audience: RenderKey,
        send: Send,
        shut: Shut,
        *,
        line: Transport | None = None,
        name: str = "",
        user_id: int | None = None,
        session_key: str | None = None,
        version: Hashable = None,
    ) -> None:
        self.audience, self.name, self.version = audience, name, version
        self.user_id, self.session_key = user_id, session_key
        self._send, self._shut, self._line = send, shut, line
        self._shown = EMPTY_SNAPSHOT  # the last snapshot sent
        self._newest = EMPTY_SNAPSHOT
        self._rest: list[Frame] = []  # unsent frames of the last snapshot
        self._pulse: Frame | None = None  # a keep-alive not sent yet
        self._is_heard = False  # something was sent since the last keep-alive was due
        self._waits_since: float | None = None  # for the socket to become ready
        self._is_closed = False
        self._task: asyncio.Task[None] | None = None  # sends pending frames
        self._farewell: asyncio.Task[None] | None = None
        if line is not None:
            line.when_empty(self._flush)

    def offer(self, snapshot: RenderSnapshot) -> None:
        """Put a snapshot into the slot; it replaces an unsent one."""
        self._newest = snapshot
        self._flush()

    def pulse(self, frame: Frame) -> None:
        """Send a keep-alive, unless another frame was sent since the last one was due."""
        if not self._is_heard:
            self._pulse = frame
            self._flush()
        self._is_heard = False
        if self._waits_since is not None and time.monotonic() > self._waits_since + SEND_TIMEOUT:
            self.dismiss(AGAIN)

    def dismiss(self, code: int) -> None:
        """Close the socket; send no further frames."""
        if not self._is_closed:
            self.close()
            self._farewell = asyncio.create_task(_ended(self._shut(code)))

    def close(self) -> None:
        """Stop sending: the socket has closed."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()

    def _flush(self) -> None:
        if self._line is None:
            if self._task is None and not self._is_closed and self._has_more():
                self._task = asyncio.create_task(self._empty())
            return
        while not self._is_closed and not self._line.is_full:
            self._waits_since = None
            if not self._has_more():
                return
            self._line.write(self._rest.pop(0).on_the_wire)
        self._waits_since = self._waits_since or time.monotonic()

    async def _empty(self) -> None:
        try:
            while self._has_more():
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self._send(self._rest.pop(0))
        except TimeoutError:
            self._is_closed = True
            await _ended(self._shut(AGAIN))
        except OSError:  # closed; `disconnect` follows
            return
        finally:
            self._task = None

    def _has_more(self) -> bool:
        """Return whether anything is pending; differences are formatted when they are sent."""
        if not self._rest:
            self._rest.extend(self._take())
        return bool(self._rest)

    def _take(self) -> list[Frame]:
        """Return the pending frames, and mark them as sent."""
        if self._pulse is not None:
            pulse, self._pulse = self._pulse, None
            return [pulse]
        previous, self._shown = self._shown, self._newest
        waiting = self._newest.since(previous) if self._newest is not previous else []
        self._is_heard = self._is_heard or bool(waiting)
        return waiting


async def _ended(closing: Awaitable[None]) -> None:
    try:
        await closing
    except OSError:  # already closed
        return
