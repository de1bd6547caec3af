"""uvicorn's sockets with one more way out: a frame that is written for many is encoded once.

Offered to the application as the ASGI extension `truco.line` (`games.live.subscribers.Line`). On a
server without it frames go through `send` one by one, and everything else is the same.
"""

import sys
from asyncio import BaseTransport, TimerHandle, Transport
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, cast

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from accounts.common.rate_limit import is_trusted_proxy


class LineProtocol(WebSocketsSansIOProtocol):
    """A socket whose buffer holds one frame at most: the next waits until that was taken."""

    _when_empty: Callable[[], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Call back as soon as the socket does not take everything at once."""
        super().connection_made(transport)
        cast(Transport, transport).set_write_buffer_limits(high=0)

    def handle_connect(self, event: Request) -> None:
        """Offer the extension where the handshake is in order."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, object], self.scope["extensions"])["truco.line"] = self

    def resume_writing(self) -> None:
        """Tell that everything was taken."""
        super().resume_writing()
        if self._when_empty is not None:
            self._when_empty()

    @property
    def is_full(self) -> bool:
        """Whether the reader has not taken yet what was written last."""
        return not self.writable.is_set()

    def write(self, frame: bytes) -> None:
        """Write a whole frame, unless the socket is closing."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)

    def when_empty(self, act: Callable[[], None]) -> None:
        """Do this, each time that the reader has taken everything."""
        self._when_empty = act


ENOUGH = 65_536  # files and connections at a time


class BoundedProtocol(HttpToolsProtocol):
    """A connection that ends when its client lets it wait for too long.

    What carries on as a socket of a live page is bounded there (`games.live.admission`).
    """

    _deadline: TimerHandle | None = None  # while the client is waited for
    _unread: TimerHandle | None = None  # while an answer waits to be taken

    def connection_made(self, transport: BaseTransport) -> None:
        """Wait for the first request, unless its address has too many connections already."""
        super().connection_made(cast(Transport, transport))
        self._wait(settings.HEAD_SECONDS)
        _admit(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more, and make room."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a request from its first byte, whatever that is."""
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and self._deadline is None:
            self._wait(settings.HEAD_SECONDS)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """Wait for the body from now on."""
        super().on_headers_complete()
        self._wait(settings.BODY_SECONDS)

    def on_message_complete(self) -> None:
        """Wait no more: the request is here."""
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; from now on it is a socket."""
        self._leave()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Wait for the reader to take what was written."""
        super().pause_writing()
        self._unread = self.loop.call_later(settings.BODY_SECONDS, self.end)

    def resume_writing(self) -> None:
        """Write on."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    @property
    def may_end(self) -> bool:
        """Whether its client is to send something: nobody waits for an answer."""
        is_idle = self.cycle is not None and self.cycle.response_complete
        return is_idle or self._deadline is not None

    @property
    def address(self) -> str:
        """Where it comes from; nothing for a Unix socket and for a proxy, which stand for many."""
        host = self.client[0] if self.client else ""
        return "" if is_trusted_proxy(host) else host

    def end(self) -> None:
        """End it at once."""
        self.transport.abort()

    def _wait(self, seconds: float) -> None:
        self._arrived()
        self._deadline = self.loop.call_later(seconds, self.end)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._arrived()
        _open[self.address].pop(self, None)
        if not _open[self.address]:
            del _open[self.address]


_open: defaultdict[str, dict[BoundedProtocol, None]] = defaultdict(dict)  # in their order


def _admit(connection: BoundedProtocol) -> None:
    """Count a connection; if its address has too many, end the one that is waited for longest."""
    if not connection.address:
        return
    beside = _open[connection.address]
    beside[connection] = None
    if len(beside) > settings.CONNECTIONS_PER_ADDRESS:
        slowest = next((each for each in beside if each.may_end), connection)
        del beside[slowest]
        slowest.end()


if sys.platform == "win32":

    def take_more_files() -> None:
        """Windows sets no such number."""

else:
    import resource

    def take_more_files() -> None:
        """Let this process have as many connections as the system allows, not the first 1,024."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):  # goes on with fewer
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


Application = Callable[..., Awaitable[None]]
SECURE: Final = {"http": "https", "websocket": "wss"}


def scheme_from_proxy(application: Application) -> Application:
    """Take X-Forwarded-Proto from trusted proxies; from anybody else it means nothing.

    Pages and sockets read their scheme where the server writes it, so nothing else asks the header.
    """

    async def told(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in SECURE and _came_securely(scope):
            scope = {**scope, "scheme": SECURE[scope["type"]]}
        await application(scope, receive, send)

    return told


def _came_securely(scope: Any) -> bool:
    said = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"]
    peer = (scope.get("client") or ("",))[0]
    return said == [b"https"] and is_trusted_proxy(peer)
