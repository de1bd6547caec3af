"""Cheap browser sockets for measurements: raw frames on an event loop.

The server's frames are neither masked nor fragmented. A browser's are masked (RFC 6455), here with
a mask of zeros, which leaves them unchanged.
"""

import asyncio
import time
from base64 import b64encode
from collections.abc import Callable
from typing import cast

GREETING = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: {key}\r\n{cookie}\r\n"
)
KEY = b64encode(bytes(16)).decode()
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class Line(asyncio.Protocol):
    """One socket; `on_frame(frame, at)` gets each text that arrives, as bytes, and the time."""

    def __init__(self, on_frame: Callable[[bytes, float], None]) -> None:
        self._on_frame = on_frame
        self._buffer = bytearray()
        self._is_open = False
        self._transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport for `send`."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Mark the socket as closed by the server."""
        self.is_closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("no handshake"))

    def data_received(self, data: bytes) -> None:
        """Pass on every complete frame."""
        self._buffer += data
        if not self._is_open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                self._transport.close()
                return
            self._buffer, self._is_open = rest, True
            self.opened.set_result(None)
        now = time.perf_counter()
        while (frame := self._next()) is not None:
            kind, content = frame
            if kind == TEXT:
                self._on_frame(content, now)
            elif kind == PING:
                self._write(PONG, content)
            elif kind == CLOSE:
                self._transport.close()

    def send(self, text: str) -> None:
        self._write(TEXT, text.encode())

    def close(self) -> None:
        """Abort the connection, like a phone that leaves the room."""
        self._transport.abort()

    def _write(self, kind: int, content: bytes) -> None:
        self._transport.write(masked(content, kind))

    def _next(self) -> tuple[int, bytes] | None:
        """Remove one complete frame from the buffer and return it, or None."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return None
        kind, content = buffer[0], bytes(buffer[start : start + size])
        del buffer[: start + size]
        return kind, content


def greeting(path: str, port: int, session: str = "") -> bytes:
    """Return the request that opens a socket for a session ("": an anonymous visitor)."""
    cookie = f"Cookie: session={session}\r\n" if session else ""
    return GREETING.format(path=path, port=port, key=KEY, cookie=cookie).encode()


def masked(content: bytes, kind: int = TEXT) -> bytes:
    """Return a browser's frame, shorter than 64 KiB, with a mask of zeros."""
    size = len(content)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((kind,)) + length + bytes(4) + content


async def opened(
    game: int, session: str, port: int, on_frame: Callable[[bytes, float], None]
) -> Line:
    """Open a table's socket for a session ("": an anonymous visitor)."""
    return await opened_at(f"/ws/tables/{game}/?language=es", session, port, on_frame)


async def opened_at(
    path: str, session: str, port: int, on_frame: Callable[[bytes, float], None]
) -> Line:
    """Open the socket of a page for a session ("": an anonymous visitor)."""
    loop = asyncio.get_running_loop()
    _transport, line = await loop.create_connection(lambda: Line(on_frame), "127.0.0.1", port)
    line._transport.write(greeting(path, port, session))
    await line.opened
    return line
